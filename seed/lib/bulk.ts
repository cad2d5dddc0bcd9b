/** Puts rows into a table in a user's name: many by COPY, few by one insert. */
import { once } from "node:events";
import type postgres from "postgres";

export type Cell = string | number | boolean | null | readonly string[];
export type Row = Readonly<Record<string, Cell>>;

export interface Load {
  table: string;
  /** In the order of writing; all rows have the columns of the first. Rows are drawn as they are sent. */
  rows: Iterable<Row>;
  /** Who is written down as the author; the database sets user_id, approved_by and the log from it. */
  author: string | null;
  /** Set search indexes aside while loading and build them afterwards: many times faster from some thousand rows on. */
  rebuildIndexes?: boolean;
}

const BUFFER_CHARACTERS = 256 * 1024;

/** Loads the rows inside the transaction and returns how many there were. */
export async function loadRows(tx: postgres.TransactionSql, load: Load): Promise<number> {
  const rows = load.rows[Symbol.iterator]();
  const first = rows.next();
  if (first.done) return 0;
  await actAs(tx, load.author ?? "");
  const indexes = load.rebuildIndexes ? await dropSearchIndexes(tx, load.table) : [];
  const count = await copy(tx, load.table, Object.keys(first.value), first.value, rows);
  for (const definition of indexes) await tx.unsafe(definition);
  return count;
}

/**
 * Inserts a few rows (at most some thousands) with one statement, inside the transaction, and returns how many there
 * were. COPY's handshake takes longer than that.
 */
export async function insertRows(tx: postgres.TransactionSql, load: Load): Promise<number> {
  const rows = [...load.rows];
  if (rows.length === 0) return 0;
  await actAs(tx, load.author ?? "");
  const columns = Object.keys(rows[0] ?? {});
  // Ids may be given, since rows refer to each other by them.
  const result = await tx`
    insert into ${tx(`public.${load.table}`)} (${tx(columns)}) overriding system value
    select ${tx(columns)} from json_populate_recordset(null::${tx(`public.${load.table}`)}, ${JSON.stringify(rows)}::text::json)`;
  return result.count;
}

/** Sets what auth.uid() reads, in both its forms, for this transaction. The role, and with it the rights, stays. */
async function actAs(tx: postgres.TransactionSql, userId: string): Promise<void> {
  await tx`
    select set_config('request.jwt.claim.sub', ${userId}, true),
      set_config('request.jwt.claims', ${userId && JSON.stringify({ sub: userId })}, true)`;
}

async function dropSearchIndexes(tx: postgres.TransactionSql, table: string): Promise<string[]> {
  const indexes = await tx<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_am a on a.oid = c.relam and a.amname = 'gin'
    where i.indrelid = ${`public.${table}`}::regclass`;
  for (const index of indexes) await tx.unsafe(`drop index ${index.name}`);
  await tx`set local maintenance_work_mem = '256MB'`;
  return indexes.map((index) => index.definition);
}

async function copy(
  tx: postgres.TransactionSql,
  table: string,
  columns: readonly string[],
  first: Row,
  rest: Iterator<Row>,
): Promise<number> {
  const list = columns.map(quote).join(", ");
  const stream = await tx.unsafe(`copy public.${quote(table)} (${list}) from stdin`).writable();
  // Without a listener an error of the server would end the process before finish() below sees it.
  const failure = new Promise<never>((_, reject) => stream.once("error", reject));
  failure.catch(() => undefined);

  let buffer = "";
  let count = 0;
  const flush = async () => {
    if (!stream.write(buffer)) await Promise.race([once(stream, "drain"), failure]);
    buffer = "";
  };
  for (let row: Row | undefined = first; row; row = next(rest)) {
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

/** A value in COPY's text format. */
function copyText(value: Cell): string {
  if (value === null) return "\\N";
  const text = Array.isArray(value) ? arrayText(value) : String(value);
  return text.replace(/[\\\t\n\r]/gu, (sign) => ESCAPES[sign] ?? sign);
}

/** A list as Postgres writes one, its items quoted. */
function arrayText(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/gu, "\\$&")}"`).join(",")}}`;
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
