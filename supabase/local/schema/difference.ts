/** Finds the statements that change one database into another, and applies them. */
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { runSupabase } from "../postgres/migrations.ts";
import type { Stack } from "../stack.ts";
import { compareGuards, describeDifference, type Guards, guardsOf } from "./guards.ts";

type Source = Pick<Stack, "databaseUrl" | "dataDir">;

/**
 * Returns the statements that make the schema of the database `from` equal to that of `to`. The official CLI compares
 * the objects. This function adds statements for buckets and for rows that supabase/schemas declares, such as those of
 * private.record_tables.
 * @param schemas Schemas to compare; all by default.
 * @returns The statements as one text; empty if there are no differences.
 */
export async function findSchemaDifference(
  from: Source,
  to: Source,
  schemas: readonly string[] = [],
): Promise<string> {
  const printed = path.join(from.dataDir, "diff.sql");
  await rm(printed, { force: true });
  await runSupabase(
    [
      ...["db", "diff", "--use-pg-delta", ...schemas.map((name) => `--schema=${name}`)],
      ...[`--from=${from.databaseUrl}`, `--to=${to.databaseUrl}`, `--output=${printed}`],
    ],
    path.join(from.dataDir, "home"),
  );
  const objects = joinGrants((await readFile(printed, "utf8").catch(() => "")).trim());
  const [expected, found] = [await guardsOf(to.databaseUrl), await guardsOf(from.databaseUrl)];
  const rows = declaredRows(expected, found);
  const parts = [rows.deletes, objects, rows.inserts, declaredBuckets(expected, found)];
  return parts.filter((part) => part !== "").join("\n\n");
}

/**
 * Applies the statements of `findSchemaDifference` to the database `from`. Returns a line per remaining difference
 * between the databases. A developer must write a statement for each remaining difference.
 */
export async function findRemainingDifference(
  from: Source,
  to: Source,
  statements: string,
): Promise<string[]> {
  if (statements !== "") await applyStatements(from.databaseUrl, statements);
  return describeDifference(await guardsOf(to.databaseUrl), await guardsOf(from.databaseUrl));
}

/**
 * Runs statements in one transaction.
 * @throws The error of Postgres; then nothing was changed.
 */
export async function applyStatements(databaseUrl: string, text: string): Promise<void> {
  const sql = openDatabase(databaseUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    await sql.begin((tx) => tx.unsafe(text));
  } finally {
    await sql.end();
  }
}

/**
 * Makes the statements shorter: the CLI writes one GRANT per column, and this function merges them into one GRANT per
 * list of columns.
 */
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

/**
 * Compares the rows of the tables whose rows are declared in supabase/schemas, such as private.record_tables. Returns
 * the statements that delete surplus rows and insert missing ones.
 */
function declaredRows(expected: Guards, found: Guards): { deletes: string; inserts: string } {
  const { missing, unexpected } = compareGuards(expected, found);
  const rowsOf = (guards: readonly string[]) =>
    guards.flatMap((guard) => {
      const [, table, json] = /^row of (private\.\w+) (\{.*\})$/.exec(guard) ?? [];
      return table && json ? [{ table, row: JSON.parse(json) as Record<string, unknown> }] : [];
    });
  // Insert rows of private.record_tables first and delete them last, because the other tables refer to them.
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

/** Returns the statements that create missing buckets and change the settings of different ones. */
function declaredBuckets(expected: Guards, found: Guards): string {
  const { missing, different } = compareGuards(expected, found);
  return [...missing, ...different]
    .filter((what) => what.startsWith("bucket "))
    .map((what) => {
      const settings = JSON.parse(expected.get(what) ?? "") as Record<string, unknown>;
      const columns = Object.keys(settings);
      const values = Object.values(settings).map(literal).join(", ");
      const updates = columns.filter((name) => name !== "id").map((name) => `${name} = excluded.${name}`);
      return `insert into storage.buckets (${columns.join(", ")}) values (${values})
on conflict (id) do update set ${updates.join(", ")};`;
    })
    .join("\n");
}

/** Formats a value as SQL. The value is null, a number, a boolean, a text or a list of texts. */
function literal(value: unknown): string {
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `array[${value.map(literal).join(", ")}]::text[]`;
  return `'${String(value).replaceAll("'", "''")}'`;
}
