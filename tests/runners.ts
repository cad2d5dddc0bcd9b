/** Runs Vitest and Playwright as child processes, and reads the failed tests from their reports. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { projectRoot } from "../supabase/local/common/settings.ts";
import type { TestStack } from "./test-stack.ts";

export interface Outcome {
  passed: number;
  /** One string per failure: the file, the title of the test, and the first lines of the error. */
  failures: string[];
}

/** Options for running a test program. */
export interface TestRunOptions {
  /** Only files whose path contains one of these texts run; an empty list runs all files. */
  only: readonly string[];
  /** Folder for the JSON report of the test program. */
  reports: string;
  /** Running stacks, one per worker. */
  stacks: readonly TestStack[];
  /** Signal that ends the test program when it is aborted. */
  signal: AbortSignal;
}

/**
 * Number of test files that run at the same time. The product is tested on machines with two cores. Thorough tests
 * mostly wait, for example for a restart, so more of them run at the same time. A run of all tests has both kinds.
 */
export const workers = (run = process.env.TEST_RUN): number =>
  run === "thorough" ? 4 : run === "all" ? 3 : 2;

const require = createRequire(import.meta.url);

/** Runs one project of vitest.config.ts. */
export async function runVitest(
  project: string,
  { only, reports, stacks, signal }: TestRunOptions,
): Promise<Outcome> {
  const report = path.join(reports, `${project}.json`);
  const program = path.join(path.dirname(require.resolve("vitest/package.json")), "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const files = only.map((file) => path.posix.join("tests", project, file));
  // API test files given on the command line share one stack, so they run one after the other.
  const atOnce = project === "api" && only.length > 0 ? 1 : workers();
  const options = [`--project=${project}`, `--maxWorkers=${atOnce}`, "--passWithNoTests"];
  const env = { TEST_STACKS: JSON.stringify(stacks) };
  const code = await runNode([program, "run", ...options, ...reporters, ...files], env, signal);
  const { numPassedTests = 0, testResults = [] } = await readReport<VitestReport>(report);
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults
      .filter((one) => one.status === "failed")
      .map(({ title, failureMessages }) => withReason(title, failureMessages));
    // A file can fail outside its tests, for example while it cleans up.
    const titles = failed.length === 0 && status === "failed" ? ["outside its tests"] : failed;
    return titles.map((title) => `${path.relative(projectRoot, name)}: ${title}`);
  });
  return withCrash(project, code, { passed: numPassedTests, failures });
}

interface VitestReport {
  numPassedTests?: number;
  testResults?: { name: string; status: string; assertionResults: VitestResult[] }[];
}

interface VitestResult {
  status: string;
  title: string;
  failureMessages?: string[];
}

/** Maximum number of lines of an error that the list of failures repeats. */
const reasonLines = 12;

/** Adds the first lines of the first error to the title, because often only the end of a run's output is kept. */
function withReason(title: string, [message = ""]: readonly (string | undefined)[] = []): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s+at /.test(line))
    .slice(0, reasonLines);
  return [title, ...lines.map((line) => `    ${line.slice(0, 300)}`)].join("\n");
}

/**
 * Runs the browser tests in tests/e2e. A run of all tests has two steps. First the daily tests, two at a time, because
 * they keep the processors busy. Then the long tests, three at a time, because they mostly wait.
 */
export async function runPlaywright(options: TestRunOptions): Promise<Outcome> {
  const run = process.env.TEST_RUN ?? "named";
  const outcome: Outcome = { passed: 0, failures: [] };
  for (const one of run === "all" ? (["daily", "thorough"] as const) : [run]) {
    const { passed, failures } = await runPlaywrightOnce(one, options);
    outcome.passed += passed;
    outcome.failures.push(...failures);
  }
  return outcome;
}

async function runPlaywrightOnce(
  run: string,
  { only, reports, stacks, signal }: TestRunOptions,
): Promise<Outcome> {
  const report = path.join(reports, `e2e-${run}.json`);
  const program = path.join(path.dirname(require.resolve("playwright/package.json")), "cli.js");
  const files = only.map((file) => `e2e/${file}`);
  const code = await runNode(
    [program, "test", "--config", "tests/e2e/playwright.config.ts", "--pass-with-no-tests", ...files],
    {
      TEST_STACKS: JSON.stringify(stacks.slice(0, workers(run))),
      TEST_RUN: run,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
    signal,
  );
  const { stats, suites = [] } = await readReport<PlaywrightReport>(report);
  const passed = Number(stats?.expected ?? 0) + Number(stats?.flaky ?? 0);
  return withCrash("e2e", code, { passed, failures: suites.flatMap(failedSpecs) });
}

interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs?: PlaywrightSpec[];
}

interface PlaywrightSpec {
  title: string;
  ok: boolean;
  tests: { results: { error?: { message?: string } }[] }[];
}

interface PlaywrightReport {
  stats?: { expected?: number; flaky?: number };
  suites?: PlaywrightSuite[];
}

const failedSpecs = ({ file, suites = [], specs = [] }: PlaywrightSuite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => {
      const messages = tests.flatMap(({ results }) => results.map(({ error }) => error?.message));
      return `tests/e2e/${file}: ${withReason(title, messages.filter(Boolean))}`;
    }),
  ...suites.flatMap(failedSpecs),
];

/** Reads a JSON report. Returns an empty object if the program ended before it wrote the report. */
async function readReport<Report extends object>(file: string): Promise<Partial<Report>> {
  return JSON.parse(await readFile(file, "utf8").catch(() => "{}")) as Partial<Report>;
}

/** Adds a failure if the program failed although no test failed, for example because the browser is missing. */
function withCrash(part: string, code: number, outcome: Outcome): Outcome {
  return code !== 0 && outcome.failures.length === 0
    ? { ...outcome, failures: [`${part}: the test program ended with exit code ${code}`] }
    : outcome;
}

function runNode(args: string[], env: Record<string, string>, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: projectRoot,
      stdio: "inherit",
      env: { ...process.env, ...env },
      signal,
    });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
