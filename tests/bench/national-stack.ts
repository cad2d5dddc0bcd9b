/**
 * The stack that the bench measures: data of national size, made once and kept under .local/bench until the seed, the
 * migrations, what a record follows from, or the quarter of the year change.
 */
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { manilaToday } from "../../edge-functions/_shared/rules/dates.ts";
import { reportedOn } from "../../seed/lib/calendar.ts";
import { removeDatabase } from "../../supabase/local/remove-database.ts";
import { projectRoot } from "../../supabase/local/settings.ts";
import { sourcesStamp } from "../../supabase/local/sources-stamp.ts";
import { type Stack, startStack } from "../../supabase/local/stack.ts";

const kept = path.join(projectRoot, ".local/bench");
const sources = [
  "seed",
  "supabase/migrations",
  "edge-functions/_shared/records",
  "edge-functions/_shared/rules",
];

export interface BenchStack {
  stack: Stack;
  /** Of every demo sign-in. */
  password: string;
}

/** Starts it; a first time at a scale takes minutes, a later one seconds. */
export async function startNationalStack(scale: number): Promise<BenchStack> {
  const password = "Bench-2025!";
  const dataDir = await folderOf(scale);
  const stack = await startStack({
    dataDir,
    port: 0,
    seed: "national",
    demoPassword: password,
    scale,
    web: false,
    progress: (line) => console.log(line),
  });
  return { stack, password };
}

/** The folder of that scale's data as it would be made now; folders of the same scale that are out of date are deleted. */
async function folderOf(scale: number): Promise<string> {
  const { reporting_year, reporting_quarter } = reportedOn(manilaToday());
  const stamp = await sourcesStamp(sources, path.join(projectRoot, "seed/generated"));
  const name = `scale-${scale}-${reporting_year}${reporting_quarter}-${stamp.slice(0, 16)}`;
  await mkdir(path.join(kept, name), { recursive: true });
  for (const other of await readdir(kept)) {
    if (other === name || !other.startsWith(`scale-${scale}-`)) continue;
    await removeDatabase(path.join(kept, other));
    await rm(path.join(kept, other), { recursive: true, force: true });
  }
  return path.join(kept, name);
}
