/** Runs Vitest and Playwright as child processes, and counts passed and failed tests from their reports. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { projectRoot } from "../supabase/local/common/settings.ts";

export interface Counts {
  passed: number;
  failed: number;
}

/** Options for running a test program. */
export interface TestRunOptions {
  /** Runs only the files whose path contains one of these strings; an empty list runs all files. */
  only: readonly string[];
  /** Folder for the JSON report of the test program. */
  reports: string;
  env: Record<string, string>;
  /** Aborting this signal ends the test program. */
  signal: AbortSignal;
}

/** Number of test files that run at the same time, because the product is tested on machines with two cores. */
export const workers = 2;

const require = createRequire(import.meta.url);

/** Runs one project of vitest.config.ts. */
export async function runVitest(
  project: string,
  { only, reports, env, signal }: TestRunOptions,
): Promise<Counts> {
  const report = path.join(reports, `${project}.json`);
  const program = path.join(path.dirname(require.resolve("vitest/package.json")), "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const files = only.map((file) => path.posix.join("tests", project, file));
  // If API test files are named on the command line, they share one stack, so they run one after the other.
  const atOnce = project === "api" && only.length > 0 ? 1 : workers;
  const options = [`--project=${project}`, `--maxWorkers=${atOnce}`, "--passWithNoTests"];
  const code = await runNode([program, "run", ...options, ...reporters, ...files], env, signal);
  return withCrash(code, await readCounts(report, (json) => [json.numPassedTests, json.numFailedTests]));
}

/** Runs the browser tests in tests/e2e. */
export async function runPlaywright({ only, reports, env, signal }: TestRunOptions): Promise<Counts> {
  const report = path.join(reports, "e2e.json");
  const program = path.join(path.dirname(require.resolve("playwright/package.json")), "cli.js");
  const files = only.map((file) => `e2e/${file}`);
  const code = await runNode(
    [program, "test", "--config", "tests/e2e/playwright.config.ts", "--pass-with-no-tests", ...files],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    signal,
  );
  const counts = await readCounts(report, ({ stats }) => [
    Number(stats?.expected) + Number(stats?.flaky),
    stats?.unexpected,
  ]);
  return withCrash(code, counts);
}

interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  stats?: { expected?: number; unexpected?: number; flaky?: number };
}

async function readCounts(file: string, read: (report: Report) => (number | undefined)[]): Promise<Counts> {
  const text = await readFile(file, "utf8").catch(() => "{}");
  const [passed, failed] = read(JSON.parse(text) as Report);
  return { passed: Number(passed) || 0, failed: Number(failed) || 0 };
}

/** Counts one failure if the program failed without a failed test, for example because the browser is missing. */
function withCrash(code: number, counts: Counts): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
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
