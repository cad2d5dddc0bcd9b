/**
 * `npm run db:types`: writes edge-functions/_shared/database.types.ts, the TypeScript view of the tables, with the
 * official CLI from a throw-away database that has all migrations.
 */
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { runSupabase } from "./migrations.ts";
import { projectRoot } from "./settings.ts";
import type { Stack } from "./stack.ts";
import { withMigrations } from "./with-migrations.ts";

export const databaseTypesFile = path.join(projectRoot, "edge-functions/_shared/database.types.ts");

/** The generated types of a running stack's database, formatted as they are committed. */
export async function databaseTypes(stack: Pick<Stack, "databaseUrl" | "dataDir">): Promise<string> {
  const printed = await runSupabase(
    ["gen", "types", "--lang", "typescript", "--schema=public,personal", `--remote=${stack.databaseUrl}`],
    path.join(stack.dataDir, "cli-home"),
  );
  // The CLI prints a notice about the connection before the types.
  const types = printed.slice(printed.indexOf("export type Json"));
  const formatted = spawnSync(
    path.join(projectRoot, "node_modules/.bin/biome"),
    ["format", `--stdin-file-path=${databaseTypesFile}`],
    { input: types, encoding: "utf8", cwd: projectRoot },
  );
  if (formatted.status !== 0) throw new Error(formatted.stderr);
  return formatted.stdout;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await withMigrations(async (stack) => writeFile(databaseTypesFile, await databaseTypes(stack)));
}
