/**
 * `POST /api/<path>`: one page with the total, or without `page` the whole list, never cut short.
 *
 * Postgres writes the JSON, so that a row is never taken apart here and the cost of a page in the function stays flat.
 */

import type { ListQuery as Asked, Sort } from "../../contracts/record-lists.ts";
import { type Page as AskedPage, largestPage } from "../../contracts/values.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { type Column, columnList, type Table } from "../db/columns.ts";
import { identifier, type Transaction } from "../db/database.ts";
import type { RowChunk } from "../http/row-stream.ts";
import { noteRows } from "../observe/request.ts";
import { conditionsOf, type Filter, withClause } from "./filters.ts";

export interface ListQuery {
  filter: Filter;
  order: string;
  /** Null for the whole list. */
  page: AskedPage | null;
  /** Count no further than this; null counts all. */
  countLimit: number | null;
  /** Number columns whose totals over the whole filtered list are asked for. */
  sums: readonly Column[];
}

/** Beyond this the screens show "10,000+": counting on costs more than the page itself. */
const countLimit = 10_000;

/** What a list call asks for, as parts of a statement. */
export const listQuery = (table: Table, { record, filter, sorts, page, capped, sums }: Asked): ListQuery => ({
  filter: conditionsOf(record, table, filter),
  order: orderBy(record, table, sorts),
  page,
  countLimit: capped ? countLimit : null,
  sums,
});

function orderBy(record: AnyRecord, table: Table, sorts: readonly Sort[]): string {
  const { field, dir } = record.defaultSort;
  const column = table.columns.get(field);
  const wanted = sorts.length > 0 || !column ? sorts : [{ column, dir }];
  // The id makes the order total, or rows would be lost and doubled between pages.
  const last = wanted.at(-1)?.dir ?? "asc";
  const terms = wanted.map((sort) => `${sortExpression(sort.column)} ${sort.dir}`);
  return [...terms, `id ${last}`].join(", ");
}

/**
 * Numbers and dates sort by value. Text sorts by Unicode's own order, whatever the database's default: that differs
 * between machines, and plain "C" puts lower case and ñ behind Z.
 */
const sortExpression = (column: Column): string =>
  column.type === "text" ? `${identifier(column.name)} collate "und-x-icu"` : identifier(column.name);

export interface Page {
  /** JSON array of rows. */
  rows: string;
  total: number;
  /** There are (or may be) more than `total`. */
  capped: boolean;
  /** JSON object of the totals that were asked for, or null. */
  sums: string | null;
  /** What was stored by then, as a Postgres snapshot: an approval of the whole list leaves out what changed since. */
  seen: string;
}

/** A server that only follows does not know which transactions are under way: all since the oldest of them count as later. */
const seenNow = `(case when pg_is_in_recovery()
  then format('%1$s:%1$s:', pg_snapshot_xmin(pg_current_snapshot())) else pg_current_snapshot()::text end)`;

/** One page. Ids are chosen first and joined back, so that skipped rows are not read in full. */
export async function readPage(tx: Transaction, table: Table, query: ListQuery): Promise<Page> {
  const { number, size } = query.page ?? { number: 1, size: largestPage };
  const { where, ctes, parameters } = query.filter;
  const offset = (number - 1) * size;
  const counted =
    query.countLimit === null
      ? `select count(*) from ${table.sql} where ${where}`
      : `select count(*) from (select 1 from ${table.sql} where ${where} limit ${query.countLimit + 1}) c`;
  const chosen = `chosen as materialized (
    select id from ${table.sql} where ${where} order by ${query.order} limit ${size} offset ${offset})`;
  // A page that is not full is the last one, and tells the total without counting.
  const text = `${withClause(...ctes, chosen)}
    select coalesce((
        select json_agg(row) from (
          select ${columnList(table)} from ${table.sql} where id in (select id from chosen) order by ${query.order}
        ) row), '[]')::text as rows,
      (${offset} + n)::float8 as reached,
      ${totals(table, query)} as sums,
      ${seenNow} as seen,
      (case when n < ${size} and (n > 0 or ${offset} = 0) then null else (${counted}) end)::float8 as counted
    from (select count(*) as n from chosen) page`;
  const [row] = await tx.unsafe<
    { rows: string; reached: number; counted: number | null; sums: string | null; seen: string }[]
  >(text, parameters.values);
  const { rows = "[]", reached = 0, counted: total = null, sums = null, seen = "" } = row ?? {};
  noteRows(reached - offset);
  if (total === null) return { rows, total: reached, capped: false, sums, seen };
  if (query.countLimit === null || total <= query.countLimit)
    return { rows, total, capped: false, sums, seen };
  return { rows, total: Math.max(query.countLimit, reached), capped: true, sums, seen };
}

function totals(table: Table, { sums, filter }: ListQuery): string {
  if (sums.length === 0) return "null::text";
  const each = sums.map(({ name }) => `coalesce(sum(${identifier(name)}), 0)::float8 as ${identifier(name)}`);
  return `(select row_to_json(s)::text from (select ${each.join(", ")} from ${table.sql} where ${filter.where}) s)`;
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

/** The rows with these ids that the caller sees, in the order of the ids. */
export async function readChunk(tx: Transaction, table: Table, ids: ArrayLike<number>): Promise<RowChunk> {
  const [row] = await tx.unsafe<RowChunk[]>(
    `select coalesce(string_agg((select row_to_json(item) from (select ${columnList(table, "t.")}) item)::text, e',\\n' order by wanted.place), '') as rows,
       count(*)::integer as count
     from unnest($1::text::bigint[]) with ordinality wanted (id, place) join ${table.sql} t on t.id = wanted.id`,
    [`{${Array.from(ids).join(",")}}`],
  );
  noteRows(row?.count ?? 0);
  return row ?? { rows: "", count: 0 };
}

/** The same as a JSON array. */
export const readByIds = async (tx: Transaction, table: Table, ids: readonly number[]): Promise<string> =>
  `[${(await readChunk(tx, table, ids)).rows}]`;
