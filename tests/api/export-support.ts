/** Shared helpers of the tests of exports in open formats: runs an export, reads its files, compares tables. */
import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { identifier, type Transaction } from "#shared/server/sql/sql.ts";
import { type ExportTable, nameOf, readTables } from "../../supabase/local/export/catalog.ts";
import { runEntry } from "../support/backups.ts";
import { readCsv, readCsvRows } from "../support/csv.ts";
import { stack } from "./support.ts";

/** Temporary folder in which the tests of a test file create their export folders. */
export const parent = mkdtempSync(path.join(os.tmpdir(), "export-"));

/** Runs `npm run export` on the test stack. @param name Name of the new folder. */
export const runExport = (name: string, ...options: string[]) =>
  runEntry(
    "supabase/local/export/export.ts",
    { DATA_DIR: stack.dataDir },
    path.join(parent, name),
    ...options,
  );

export const textOf = (folder: string, file: string): Promise<string> =>
  readFile(path.join(parent, folder, file), "utf8");

/** Reads a CSV file of an export into rows. */
export const rowsIn = async (folder: string, file: string) => readCsvRows(await textOf(folder, file));

/** Calls `work` with a database connection of the tables' owner. */
export async function withOwner<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const exportedTables = (): Promise<ExportTable[]> => withOwner(readTables);

/** SQL expression that reads a cell of the CSV file back into the type of its column. */
function readBack({ name, type, kind }: ExportTable["columns"][number]): string {
  const cell = `r.${identifier(name)}`;
  if (kind !== "array") return `${cell}::${type}`;
  return `case when ${cell} is not null then array(select e from jsonb_array_elements_text(${cell}::jsonb) e)::${type} end`;
}

/**
 * Compares the CSV file of a table with the rows of a query. Returns the number of rows that are only in the file or
 * only in the query's result.
 * @param rows Query for the expected rows; the whole table by default.
 */
export async function differencesOf(
  tx: Transaction,
  table: ExportTable,
  csv: string,
  rows?: string,
): Promise<number> {
  const columns = table.columns.map(({ name }) => identifier(name));
  const [names = [], ...cells] = readCsv(csv);
  if (names.join() !== table.columns.map(({ name }) => name).join())
    throw new Error(`${nameOf(table)}: ${names}`);
  const parsed = cells.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
  const found = `select ${table.columns.map(readBack).join(", ")}
    from jsonb_to_recordset($1::text::jsonb) r (${columns.map((column) => `${column} text`).join(", ")})`;
  const expected = `select ${columns.join(", ")} from (${rows ?? `table ${table.source}`}) t`;
  const [counted] = await tx.unsafe<{ n: number }[]>(
    `with found as materialized (${found}), expected as materialized (${expected})
     select count(*)::int as n from (
       (table found except all table expected) union all (table expected except all table found)) d`,
    [JSON.stringify(parsed)],
  );
  return counted?.n ?? -1;
}

/** Lists all files in a folder and its subfolders. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );
