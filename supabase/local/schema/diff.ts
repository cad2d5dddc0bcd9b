/**
 * `npm run db:diff <name>`: writes the migration by which a database comes from supabase/migrations to supabase/schemas,
 * to be read before it is kept. The official CLI's engine finds what differs between two throw-away databases; the rows by
 * which the schemas declare tables (private.record_tables and its like) are added here. The written text is then tried:
 * what it leaves otherwise is told. Where there is no migration yet, it writes all of the schemas as one.
 * It says nothing of rows that people own: a column that must have a value, a check that
 * some rows break need a line by hand.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { projectRoot } from "../common/settings.ts";
import { projectMigrations, runSupabase } from "../postgres/migrations.ts";
import type { Stack } from "../stack.ts";
import { compareGuards, type Guards, guardsOf, tellDifference } from "./guards.ts";
import { schemasAsMigration } from "./schemas.ts";
import { withMigrations, withSchemas } from "./with-migrations.ts";

const name = process.argv[2] ?? "";
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error("Say what it brings: npm run db:diff -- more_columns_of_form_10");
  process.exit(2);
}

if ((await projectMigrations()).length === 0) await write(await schemasAsMigration());
else await withMigrations((migrated) => withSchemas((declared) => writeDifference(migrated, declared)));

/** Writes what leads from the one database to the other, applies it to the first, and tells what it leaves. */
async function writeDifference(migrated: Stack, declared: Stack): Promise<void> {
  const expected = await guardsOf(declared.databaseUrl);
  const before = await guardsOf(migrated.databaseUrl);
  const printed = path.join(migrated.dataDir, "diff.sql");
  const ends = [`--from=${migrated.databaseUrl}`, `--to=${declared.databaseUrl}`];
  await runSupabase(
    ["db", "diff", "--use-pg-delta", ...ends, `--output=${printed}`],
    path.join(migrated.dataDir, "home"),
  );
  const objects = joinGrants((await readFile(printed, "utf8").catch(() => "")).trim());
  const rows = declaredRows(expected, before);
  const text = [rows.deletes, objects, rows.inserts].filter((part) => part !== "").join("\n\n");
  if (text === "") {
    console.log("supabase/migrations make what supabase/schemas say: there is nothing to write.");
    return;
  }
  await write(`-- Written by npm run db:diff. Say here why.\n\n${text}`);
  await apply(migrated.databaseUrl, text);
  const left = tellDifference(expected, await guardsOf(migrated.databaseUrl));
  for (const line of left) console.error(line);
  if (left.length > 0) {
    console.error("That much it leaves otherwise than supabase/schemas say: add it by hand.");
    process.exitCode = 1;
  }
}

async function write(text: string): Promise<void> {
  const file = path.join("supabase/migrations", `${await nextVersion()}_${name}.sql`);
  await mkdir(path.join(projectRoot, "supabase/migrations"), { recursive: true });
  await writeFile(path.join(projectRoot, file), `${text.trim()}\n`);
  console.log(`Written: ${file}. Read it before you keep it, and let its first line say why it is there.`);
}

/** Now, as fourteen digits, or a second after the last migration where that is later. */
async function nextVersion(): Promise<string> {
  const now = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const last = (await projectMigrations()).at(-1)?.version ?? "";
  return last < now ? now : String(Number(last) + 1);
}

/** Grants of one column each, as the engine writes them, as one grant of a list. */
function joinGrants(text: string): string {
  const one = /^GRANT (\w+) \(("[^"]+")\) ON TABLE (\S+) TO (\S+);$/;
  const parts: { text: string; columns?: string[]; to?: string[] }[] = [];
  for (const part of text.split(/\n{2,}(?=[A-Z])/)) {
    const [, privilege = "", column = "", table = "", role = ""] = one.exec(part) ?? [];
    const last = parts.at(-1);
    if (last?.columns && last.to?.join() === [privilege, table, role].join()) last.columns.push(column);
    else parts.push({ text: part, ...(column && { columns: [column], to: [privilege, table, role] }) });
  }
  return parts
    .map(({ text: part, columns, to }) =>
      columns && to ? `GRANT ${to[0]} (${columns.join(", ")})\n  ON TABLE ${to[1]} TO ${to[2]};` : part,
    )
    .join("\n\n");
}

/** What the tables of declarations have too many, and what they lack, as statements. */
function declaredRows(expected: Guards, found: Guards): { deletes: string; inserts: string } {
  const { missing, unexpected } = compareGuards(expected, found);
  const rowsOf = (guards: readonly string[]) =>
    guards.flatMap((guard) => {
      const [, table, json] = /^row of (private\.\w+) (\{.*\})$/.exec(guard) ?? [];
      return table && json ? [{ table, row: JSON.parse(json) as Record<string, unknown> }] : [];
    });
  // Other declarations refer to those of record tables.
  const parentsFirst = (a: { table: string }, b: { table: string }) =>
    Number(b.table === "private.record_tables") - Number(a.table === "private.record_tables");
  return {
    deletes: rowsOf(unexpected)
      .sort((a, b) => parentsFirst(b, a))
      .map(({ table, row }) => {
        const same = Object.entries(row).map(
          ([column, value]) => `${column} is not distinct from ${literal(value)}`,
        );
        return `delete from ${table} where ${same.join(" and ")};`;
      })
      .join("\n"),
    inserts: rowsOf(missing)
      .sort(parentsFirst)
      .map(({ table, row }) => {
        const values = Object.values(row).map(literal);
        return `insert into ${table} (${Object.keys(row).join(", ")}) values (${values.join(", ")});`;
      })
      .join("\n"),
  };
}

/** A value of a declaration in SQL: a text, a number, a truth, a list of texts. */
function literal(value: unknown): string {
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `array[${value.map(literal).join(", ")}]::text[]`;
  return `'${String(value).replaceAll("'", "''")}'`;
}

async function apply(databaseUrl: string, text: string): Promise<void> {
  const sql = openDatabase(databaseUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    await sql.begin((tx) => tx.unsafe(text));
  } finally {
    await sql.end();
  }
}
