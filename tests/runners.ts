/** Runs the test programs as processes of their own and counts from their reports what passed and what failed. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { projectRoot } from "../supabase/local/common/settings.ts";

export interface Counts {
  passed: number;
  failed: number;
}

const require = createRequire(import.meta.url);

/** One project of vitest.config.ts. */
export async function runVitest(
  project: string,
  reports: string,
  env: Record<string, string>,
): Promise<Counts> {
  if (!(await hasFiles(path.join("tests", project), /\.test\.tsx?$/))) return { passed: 0, failed: 0 };
  const report = path.join(reports, `${project}.json`);
  const program = path.join(path.dirname(require.resolve("vitest/package.json")), "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await runNode([program, "run", "--project", project, ...reporters], env);
  return withCrash(code, await readCounts(report, (json) => [json.numPassedTests, json.numFailedTests]));
}

/** The journeys in tests/e2e, in a real browser. */
export async function runPlaywright(reports: string, env: Record<string, string>): Promise<Counts> {
  if (!(await hasFiles("tests/e2e", /\.spec\.ts$/))) return { passed: 0, failed: 0 };
  const report = path.join(reports, "e2e.json");
  const program = path.join(path.dirname(require.resolve("playwright/package.json")), "cli.js");
  const code = await runNode([program, "test", "--config", "tests/e2e/playwright.config.ts"], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
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

/** A program that fails without a failed test could not run: a broken file, a missing browser. That is a failure. */
function withCrash(code: number, counts: Counts): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function runNode(args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: projectRoot,
      stdio: "inherit",
      env: { ...process.env, ...env },
    });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

async function hasFiles(folder: string, name: RegExp): Promise<boolean> {
  const full = path.join(projectRoot, folder);
  return existsSync(full) && (await readdir(full, { recursive: true })).some((file) => name.test(file));
}
