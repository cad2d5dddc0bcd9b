/**
 * `npm run db:types`: generates files from a database with all migrations. In edge-functions/_shared, writes the types
 * of the tables (database.types.ts), the columns of the record tables (database.columns.ts) and the levels of users
 * (access/level-rows.ts). For reviewers, writes supabase/schema.sql.
 */
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { people } from "#shared/records/administration/people.ts";
import { records, withoutScreen } from "#shared/records/index.ts";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { runCommand } from "../common/interruption.ts";
import { projectRoot } from "../common/settings.ts";
import { runSupabase } from "../postgres/migrations.ts";
import type { Stack } from "../stack.ts";
import { dumpSchema } from "./schema-dump.ts";
import { withMigrations } from "./with-migrations.ts";

type Source = Pick<Stack, "databaseUrl" | "dataDir">;

/**
 * Generates the files from the database of a running stack. Returns their texts by path, formatted like the committed
 * files.
 */
export async function generateFiles(stack: Source): Promise<ReadonlyMap<string, string>> {
  const shared = path.join(projectRoot, "edge-functions/_shared");
  const sql = openDatabase(stack.databaseUrl, { most: 1, patience: 60_000 });
  try {
    const written = [
      [path.join(shared, "database.types.ts"), await tableTypes(stack)],
      [path.join(shared, "database.columns.ts"), await columns(sql)],
      [path.join(shared, "access/level-rows.ts"), await levelRows(sql)],
    ] as const;
    const typescript = written.map(([file, text]) => [file, formatted(file, text)] as const);
    const dump = await sql.begin(dumpSchema);
    return new Map([...typescript, [path.join(projectRoot, "supabase/schema.sql"), dump]]);
  } finally {
    await sql.end();
  }
}

async function tableTypes(stack: Source): Promise<string> {
  const printed = await runSupabase(
    ["gen", "types", "--lang", "typescript", "--schema=public,personal", `--remote=${stack.databaseUrl}`],
    path.join(stack.dataDir, "cli-home"),
  );
  // Cut off the notice about the connection, which the CLI prints before the types.
  return printed.slice(printed.indexOf("export type Json"));
}

/**
 * Generates database.columns.ts: the columns of record tables and their views that a signed-in user may read, in the
 * order of the table. Leaves out the column search_text.
 */
async function columns(sql: Database): Promise<string> {
  const described = [...records, ...withoutScreen, people];
  const tableOf = new Map(
    described.flatMap(({ table, reads = table }) => [
      [table, table],
      [reads, table],
    ]),
  );
  const lists = [[...tableOf.keys()], [...tableOf.values()]].map((names) => `{${names.join(",")}}`);
  // Read from the table which columns of a view can be null, because Postgres does not record this for views.
  const rows = await sql<{ relation: string; name: string; type: string }[]>`
    select relation, a.attname as name,
      format_type(a.atttypid, null) || case when kept.attnotnull then ' not null' else '' end
        || case when a.atthasdef then ' default' else '' end as type
    from unnest(${lists[0] ?? ""}::text::text[], ${lists[1] ?? ""}::text::text[]) of (relation, of_table)
      join pg_catalog.pg_attribute a on a.attrelid = relation::regclass
      left join pg_catalog.pg_attribute kept on kept.attrelid = of_table::regclass and kept.attname = a.attname
    where a.attnum > 0 and not a.attisdropped and a.attname <> 'search_text'
      and has_column_privilege('authenticated', a.attrelid, a.attnum, 'select')
    order by relation collate "C", a.attnum`;
  const tables: Record<string, Record<string, string>> = {};
  for (const { relation, name, type } of rows) tables[relation] = { ...tables[relation], [name]: type };
  return `/** Columns of the tables and views of records: their types in Postgres, whether each row has a value, and whether they have a default. Written by \`npm run db:types\`. */
    export const databaseColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(tables)};`;
}

async function levelRows(sql: Database): Promise<string> {
  const rows = await sql`select level, rank, scope from private.levels order by rank desc`;
  return `/** Levels of users, highest first: the rows of private.levels. Written by \`npm run db:types\`. */
    export const levelRows = ${JSON.stringify(rows)} as const;`;
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
  await runCommand("The generated files", () =>
    withMigrations(async (stack) => {
      for (const [file, text] of await generateFiles(stack)) await writeFile(file, text);
    }),
  );
}
