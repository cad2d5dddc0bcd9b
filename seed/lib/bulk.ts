/** Inserts rows with a given author into a table: many rows with COPY, few rows with one INSERT. */
import { once } from "node:events";
import { from as copyFrom } from "pg-copy-streams";
import type { Transaction } from "#shared/server/sql/sql.ts";
import { withoutIndexes } from "./without-indexes.ts";

export type Cell = string | number | boolean | null | readonly string[];
export type Row = Readonly<Record<string, Cell>>;

export interface Load {
  table: string;
  /**
   * Rows in the order in which they are written, all with the same columns. The rows may be generated while they are
   * sent.
   */
  rows: Iterable<Row>;
  /** User id of the author. The database uses it for user_id, approved_by and the log. */
  author: string | null;
}

const BUFFER_CHARACTERS = 256 * 1024;

/** Rows per COPY statement. The limit keeps the memory that triggers use per statement small. */
const ROWS_AT_ONCE = 20_000;

/**
 * Loads any number of rows inside the transaction, without log entries, and returns the number of loaded rows. Indexes
 * and references of the table, and of the tables that its triggers fill, are dropped and recreated. Reports progress
 * every 100,000 rows.
 */
export async function loadRows(
  tx: Transaction,
  load: Load & { fills: readonly string[]; progress: (rows: number) => void },
): Promise<number> {
  const rows = load.rows[Symbol.iterator]();
  await actAs(tx, load.author ?? "");
  return withoutIndexes(tx, [load.table, ...load.fills], async () => {
    let count = 0;
    for (let first = next(rows); first; first = next(rows)) {
      count += await copy(tx, load.table, first, rows);
      if (count % (5 * ROWS_AT_ONCE) === 0) load.progress(count);
    }
    return count;
  });
}

/**
 * Inserts at most some thousands of rows with one statement, and returns their number. For so few rows, one INSERT is
 * faster than COPY.
 */
export async function insertRows(tx: Transaction, load: Load): Promise<number> {
  const rows = [...load.rows];
  if (rows.length === 0) return 0;
  await actAs(tx, load.author ?? "");
  const columns = Object.keys(rows[0] ?? {});
  // Let Postgres accept the given ids (overriding system value), because rows refer to each other by id.
  const result = await tx`
    insert into ${tx(`public.${load.table}`)} (${tx(columns)}) overriding system value
    select ${tx(columns)} from json_populate_recordset(null::${tx(`public.${load.table}`)}, ${JSON.stringify(rows)}::text::json)`;
  return result.count;
}

/**
 * Makes a user the author of all rows written in this transaction. Sets both settings that auth.uid() reads. The
 * database role and its rights stay the same.
 */
async function actAs(tx: Transaction, userId: string): Promise<void> {
  await tx`
    select set_config('request.jwt.claim.sub', ${userId}, true),
      set_config('request.jwt.claims', ${userId && JSON.stringify({ sub: userId })}, true)`;
}

/**
 * Sends `first` and the following rows of `rest` with one COPY, up to the limit per COPY. Returns the number of rows
 * sent.
 */
async function copy(tx: Transaction, table: string, first: Row, rest: Iterator<Row>): Promise<number> {
  const columns = Object.keys(first);
  const list = columns.map(quote).join(", ");
  const stream = tx.submit(copyFrom(`copy public.${quote(table)} (${list}) from stdin`));
  // Without this listener, a server error would end the process before the code below can handle the error.
  const failure = new Promise<never>((_, reject) => stream.once("error", reject));
  failure.catch(() => undefined);

  let buffer = "";
  let count = 0;
  const flush = async () => {
    if (!stream.write(buffer)) await Promise.race([once(stream, "drain"), failure]);
    buffer = "";
  };
  for (let row: Row | undefined = first; row; row = count < ROWS_AT_ONCE ? next(rest) : undefined) {
    buffer += `${columns.map((column) => copyText(row?.[column] ?? null)).join("\t")}\n`;
    count++;
    if (buffer.length >= BUFFER_CHARACTERS) await flush();
  }
  await flush();
  stream.end();
  await Promise.race([once(stream, "finish"), failure]);
  return count;
}

function next(rows: Iterator<Row>): Row | undefined {
  const result = rows.next();
  return result.done ? undefined : result.value;
}

/** Formats a value for COPY's text format. */
function copyText(value: Cell): string {
  if (value === null) return "\\N";
  const text = Array.isArray(value) ? arrayText(value) : String(value);
  return text.replace(/[\\\t\n\r]/gu, (sign) => ESCAPES[sign] ?? sign);
}

/** Formats a list as a Postgres array with quoted items. */
function arrayText(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/gu, "\\$&")}"`).join(",")}}`;
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
