/**
 * `npm run db:types`: writes what TypeScript takes over from the database, from a throw-away one that has all migrations:
 * edge-functions/_shared/database.types.ts, the view of the tables, by the official CLI; and access/level-rows.ts, the
 * levels of users.
 */
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { runSupabase } from "./migrations.ts";
import { projectRoot } from "./settings.ts";
import type { Stack } from "./stack.ts";
import { withMigrations } from "./with-migrations.ts";

type Source = Pick<Stack, "databaseUrl" | "dataDir">;

/** The files that follow from a running stack's database, by path, formatted as they are committed. */
export async function generatedFiles(stack: Source): Promise<ReadonlyMap<string, string>> {
  const shared = path.join(projectRoot, "edge-functions/_shared");
  const written = [
    [path.join(shared, "database.types.ts"), await tableTypes(stack)],
    [path.join(shared, "access/level-rows.ts"), await levelRows(stack)],
  ] as const;
  return new Map(written.map(([file, text]) => [file, formatted(file, text)]));
}

async function tableTypes(stack: Source): Promise<string> {
  const printed = await runSupabase(
    ["gen", "types", "--lang", "typescript", "--schema=public,personal", `--remote=${stack.databaseUrl}`],
    path.join(stack.dataDir, "cli-home"),
  );
  // The CLI prints a notice about the connection before the types.
  return printed.slice(printed.indexOf("export type Json"));
}

async function levelRows({ databaseUrl }: Source): Promise<string> {
  const sql = openDatabase(databaseUrl, { most: 1, patience: 60_000 });
  try {
    const rows = await sql`select level, rank, scope from private.levels order by rank desc`;
    return `/** The levels of users, the highest first: the rows of private.levels, written by \`npm run db:types\`. */
      export const levelRows = ${JSON.stringify(rows)} as const;`;
  } finally {
    await sql.end();
  }
}

function formatted(file: string, text: string): string {
  const done = spawnSync(
    path.join(projectRoot, "node_modules/.bin/biome"),
    ["format", `--stdin-file-path=${file}`],
    { input: text, encoding: "utf8", cwd: projectRoot },
  );
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await withMigrations(async (stack) => {
    for (const [file, text] of await generatedFiles(stack)) await writeFile(file, text);
  });
}
