/**
 * Which tests run: `npm test` runs the daily ones, `npm test -- thorough` those that take long because they wait, kill or
 * load the system. Only thorough are the files named `*.thorough.test.ts`, `*.thorough.spec.ts` and `*.thorough.test.sql`.
 * Files that use this module are in both runs: a sample of their cases in the daily one, every case in the thorough one.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Set by tests/run.ts: daily, thorough, or `named` for files on the command line, whichever run they belong to. */
const run = () => process.env.TEST_RUN ?? "named";

/** A number of rounds: the first in the daily run, the second in the thorough one. */
export const rounds = (daily: number, thorough: number): number => (run() === "thorough" ? thorough : daily);

/** Evenly spread members of a list, at most `daily` of them; all of them in the thorough run. */
export function sample<Item>(all: readonly Item[], daily: number): Item[] {
  if (run() === "thorough" || all.length <= daily) return [...all];
  return Array.from({ length: daily }, (_, n) => all[Math.floor((n * all.length) / daily)] as Item);
}

/** Paths of the files of a folder that are named like tests and belong to the present run. */
export function filesOfRun(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => name.test(file))
    .map((file) => path.join(folder, file))
    .filter(belongsToRun)
    .sort();
}

function belongsToRun(file: string): boolean {
  const onlyThorough = /\.thorough\.(test|spec)\.\w+$/.test(file);
  if (run() === "named") return true;
  if (run() === "daily") return !onlyThorough;
  return onlyThorough || readFileSync(file, "utf8").includes("support/thorough.ts");
}
