/**
 * Decides which tests run. `npm test` runs the daily tests; `npm test -- thorough` runs the long tests, in files named
 * `*.thorough.test.ts`, `*.thorough.spec.ts` and `*.thorough.test.sql`. A test that imports this module runs in both:
 * with a sample of its cases in the daily run, and with all cases in the thorough run. `npm test -- all` runs each test
 * once, with all cases.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The current run, set by tests/run.ts: `daily`, `thorough`, `all`, or `named` for files named on the command line. */
const run = () => process.env.TEST_RUN ?? "named";
const hasAllCases = (): boolean => ["thorough", "all"].includes(run());

/** Number of rounds of a test: `thorough` in a run with all cases, `daily` in every other run. */
export const rounds = (daily: number, thorough: number): number => (hasAllCases() ? thorough : daily);

/** Returns all items in a run with all cases, otherwise at most `daily` items, evenly spread over the list. */
export function sample<Item>(all: readonly Item[], daily: number): Item[] {
  if (hasAllCases() || all.length <= daily) return [...all];
  return Array.from({ length: daily }, (_, n) => all[Math.floor((n * all.length) / daily)] as Item);
}

/** Returns the paths of the files in a folder that match a name pattern and belong to the current run. */
export function filesOfRun(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => name.test(file))
    .map((file) => path.join(folder, file))
    .filter(belongsToRun)
    .sort();
}

function belongsToRun(file: string): boolean {
  const onlyThorough = /\.thorough\.(test|spec)\.\w+$/.test(file);
  if (run() === "named" || run() === "all") return true;
  if (run() === "daily") return !onlyThorough;
  return onlyThorough || readFileSync(file, "utf8").includes("support/thorough.ts");
}
