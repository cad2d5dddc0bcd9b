/**
 * `POST /api/<path>`: what is asked of a list, and its rows by their ids; a page is read by page.ts, the whole list, never
 * cut short, by whole-list.ts. Postgres writes the JSON, so that a row is never taken apart here.
 */

import type { ListQuery as Asked, Sort } from "../../contracts/record-lists.ts";
import type { Page as AskedPage } from "../../contracts/values.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { answeredColumns, answeredRow, type Column, naturally, type Table } from "../db/columns.ts";
import { countsBy } from "../db/counts.ts";
import { identifier, type Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";
import type { RowChunk } from "../http/row-stream.ts";
import { noteRows } from "../observe/request.ts";
import { conditionsOf, type Filter, withClause } from "./filters.ts";
import { idsToLog, logRowsAnswered } from "./reading-log.ts";

export interface ListQuery {
  filter: Filter;
  order: string;
  /** The sort by a place that the order begins with, if it does. */
  byPlace: Sort | null;
  /** Null for the whole list. */
  page: AskedPage | null;
  /** Rows need not be counted further than this; null counts all. */
  countLimit: number | null;
  /** Number columns whose totals over the whole filtered list are asked for. */
  sums: readonly Column[];
}

/** Beyond this the screens show "10,000+": counting on costs more than the page itself. */
const countLimit = 10_000;

/** What a list call asks for, as parts of a statement. */
export function listQuery(
  table: Table,
  { record, filter, sorts: asked, page, capped, sums }: Asked,
): ListQuery {
  const sorts = sortsOf(record, table, asked);
  const [first] = sorts;
  const isPlace = record.fields.some(
    ({ name, options }) => name === first?.column.name && options?.from === "place",
  );
  return {
    filter: conditionsOf(record, table, filter),
    order: orderBy(sorts),
    byPlace: isPlace && first ? first : null,
    page,
    countLimit: capped ? countLimit : null,
    sums,
  };
}

/** What the rows stand by: what was asked for, or else the order that the list opens in. */
function sortsOf(record: AnyRecord, table: Table, sorts: readonly Sort[]): readonly Sort[] {
  const { field, dir } = record.defaultSort;
  const column = table.columns.get(field);
  return sorts.length > 0 || !column ? sorts : [{ column, dir }];
}

/** The id makes the order total, or rows would be lost and doubled between pages. */
const orderBy = (sorts: readonly Sort[]): string =>
  [...sorts.map(sortTerm), `id ${sorts.at(-1)?.dir ?? "asc"}`].join(", ");

/**
 * Rows without a value stand last in both directions. Of a column that always has one that is not said: it is the same
 * order, and only without it an index is read backwards.
 */
export const sortTerm = ({ column, dir }: Sort): string =>
  `${sortExpression(column)} ${dir}${dir === "desc" && column.nullable ? " nulls last" : ""}`;

/** Numbers and dates sort by value, texts in the order of texts in lists. */
const sortExpression = (column: Column): string =>
  column.type === "text" ? `${identifier(column.name)} ${naturally}` : identifier(column.name);

/** A query that counts what the filter lets through by counts that are kept; null where none answer it. */
export function storedCount(table: Table, { counted }: Filter): string | null {
  const counts = counted && countsBy(table.name, counted.columns);
  if (!counts) return null;
  const { where, less } = counted;
  const all = `select coalesce(sum(n), 0) from public.${counts.name} where ${where}`;
  return less === null
    ? all
    : `select (${all}) - (select count(*) from ${table.sql} where ${where} and ${less})`;
}

/** How many rows the query finds for the caller. */
export async function countRows(tx: Transaction, table: Table, { filter }: ListQuery): Promise<number> {
  const { where, ctes, parameters } = filter;
  const [row] = await tx.unsafe<{ rows: number }[]>(
    `${withClause(...ctes)} select count(*)::float8 as rows from ${table.sql} where ${where}`,
    parameters.values,
  );
  return row?.rows ?? 0;
}

/** Of every row that the filter lets through, the values of some columns, as a JSON array of arrays. */
export async function readPoints(
  tx: Transaction,
  table: Table,
  { where, ctes, parameters }: Filter,
  columns: readonly string[],
): Promise<{ points: string; total: number }> {
  const [row] = await tx.unsafe<{ points: string; total: number }[]>(
    `${withClause(...ctes)}
     select coalesce(json_agg(json_build_array(${columns.map(identifier).join(", ")}) order by id), '[]')::text as points,
       count(*)::float8 as total
     from ${table.sql} where ${where}`,
    parameters.values,
  );
  noteRows(row?.total ?? 0);
  return row ?? { points: "[]", total: 0 };
}

/** The ids of all rows, in the order of the list. Eight bytes each: millions fit. */
export async function orderedIds(tx: Transaction, table: Table, query: ListQuery): Promise<Float64Array> {
  const { where, ctes, parameters } = query.filter;
  const [row] = await tx.unsafe<{ ids: string | null }[]>(
    `${withClause(...ctes)}
     select string_agg(id::text, ',' order by ${query.order}) as ids from ${table.sql} where ${where}`,
    parameters.values,
  );
  return Float64Array.from(row?.ids ? row.ids.split(",") : [], Number);
}

/** The rows with these ids that the caller sees, in the order of the ids; that they are answered is not logged. */
async function readRowsById(
  tx: Transaction,
  table: Table,
  ids: ArrayLike<number>,
): Promise<RowChunk & { read: string | null }> {
  const [row] = await tx.unsafe<(RowChunk & { read: string | null })[]>(
    `select coalesce(string_agg((${answeredRow(table, "r")})::text, e',\\n'), '') as rows, count(*)::integer as count,
       ${idsToLog(table, "array_agg(r.id)")} as read
     from (
       select ${answeredColumns(table)}
       from unnest($1::text::bigint[]) with ordinality wanted (id, place) join ${table.sql} t on t.id = wanted.id
       order by wanted.place
     ) r`,
    [`{${Array.from(ids).join(",")}}`],
  );
  noteRows(row?.count ?? 0);
  return row ?? { rows: "", count: 0, read: null };
}

/** The rows with these ids that the caller sees, in the order of the ids, for an answer. */
export async function readChunk(tx: Transaction, table: Table, ids: ArrayLike<number>): Promise<RowChunk> {
  const { rows, count, read } = await readRowsById(tx, table, ids);
  await logRowsAnswered(tx, table, read);
  return { rows, count };
}

/** The same as a JSON array. */
export const answerByIds = async (tx: Transaction, table: Table, ids: readonly number[]): Promise<string> =>
  `[${(await readChunk(tx, table, ids)).rows}]`;

/** The rows as the function needs them itself: they are not answered as they are. */
export const storedByIds = async (
  tx: Transaction,
  table: Table,
  ids: readonly number[],
): Promise<JsonObject[]> => JSON.parse(`[${(await readRowsById(tx, table, ids)).rows}]`);
