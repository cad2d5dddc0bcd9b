/**
 * `POST /api/<path>`: one page with the total, or without `page` the whole list, never cut short.
 *
 * Postgres writes the JSON, so that a row is never taken apart here and the cost of a page in the function stays flat.
 */
import { malformed } from "../../contracts/problems.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { type Column, columnList, type Table } from "../db/columns.ts";
import { identifier, type Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";
import type { RowChunk } from "../http/row-stream.ts";
import { noteRows } from "../observe/request.ts";
import { type Filter, readFilter, withClause } from "./filters.ts";

export interface ListQuery {
  filter: Filter;
  order: string;
  /** Null for the whole list. */
  page: { number: number; size: number } | null;
  /** Count no further than this; null counts all. */
  countLimit: number | null;
  /** Number columns whose totals over the whole filtered list are asked for. */
  sums: readonly Column[];
}

const defaultPageSize = 20;
const largestPage = 200;
const mostSorts = 5;
const mostSums = 20;
/** Beyond this the screens show "10,000+": counting on costs more than the page itself. */
const countLimit = 10_000;
const farthestRow = 2 ** 52;

/** Reads the body of a list call. @throws Problem malformed. */
export function readListQuery(record: AnyRecord, table: Table, body: JsonObject): ListQuery {
  const { page, page_size: pageSize, sort, count, sums, ...filters } = body;
  if (unset(page) && !unset(sums)) throw malformed("sums", "sums needs a page.");
  if (!unset(count) && count !== "exact" && count !== "capped") {
    throw malformed("count", 'count is either "exact" or "capped".');
  }
  return {
    filter: readFilter(record, table, filters),
    order: orderBy(record, table, unset(sort) ? [] : sort),
    page: readPaging(page, pageSize),
    countLimit: count === "capped" ? countLimit : null,
    sums: unset(sums) ? [] : readSums(table, sums),
  };
}

const unset = (value: unknown): boolean => value === undefined || value === null;

/** The page that a call asks for, or null for the whole list. @throws Problem malformed. */
export function readPaging(page: unknown, pageSize: unknown): ListQuery["page"] {
  if (unset(page)) {
    if (!unset(pageSize)) throw malformed("page_size", "page_size needs a page.");
    return null;
  }
  const size = unset(pageSize) ? defaultPageSize : whole("page_size", pageSize, largestPage);
  return { number: whole("page", page, Math.floor(farthestRow / size)), size };
}

const numberTypes = ["smallint", "integer", "bigint", "numeric", "double precision"];

function readSums(table: Table, sums: unknown): Column[] {
  const names: unknown[] = Array.isArray(sums) ? sums : [sums];
  if (names.length > mostSums) throw malformed("sums", `The list totals at most ${mostSums} fields.`);
  return names.map((name) => {
    const column = typeof name === "string" ? table.columns.get(name) : undefined;
    if (!column || !numberTypes.includes(column.type)) {
      throw malformed("sums", `The list has no number field "${String(name).slice(0, 60)}" to total.`);
    }
    return column;
  });
}

function whole(field: string, value: unknown, most: number): number {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw malformed(field, `${field} must be a whole number from 1 to ${most}.`);
}

function orderBy(record: AnyRecord, table: Table, sort: unknown): string {
  const given = Array.isArray(sort) ? sort : [sort];
  if (given.length > mostSorts) throw malformed("sort", `The list sorts by at most ${mostSorts} fields.`);
  const wanted = given.map((item: unknown) => readSort(table, item));
  if (wanted.length === 0) {
    const column = table.columns.get(record.defaultSort.field);
    if (column) wanted.push({ column, dir: record.defaultSort.dir });
  }
  // The id makes the order total, or rows would be lost and doubled between pages.
  const last = wanted.at(-1)?.dir ?? "asc";
  const terms = wanted.map(({ column, dir }) => `${sortExpression(column)} ${dir}`);
  return [...terms, `id ${last}`].join(", ");
}

function readSort(table: Table, item: unknown): { column: Column; dir: "asc" | "desc" } {
  const { field, dir, ...rest } = typeof item === "object" && item !== null ? (item as JsonObject) : {};
  const column = typeof field === "string" ? table.columns.get(field) : undefined;
  if (!column) throw malformed("sort", `The list cannot be sorted by "${String(field).slice(0, 60)}".`);
  if ((dir !== undefined && dir !== "asc" && dir !== "desc") || Object.keys(rest).length > 0) {
    throw malformed("sort", 'Each sort is {field, dir}, where dir is "asc" or "desc".');
  }
  return { column, dir: dir ?? "asc" };
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
