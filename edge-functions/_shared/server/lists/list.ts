/**
 * `POST /api/<path>`: builds the query of a list, and reads rows by id. page.ts reads a page; whole-list.ts reads the
 * whole list without a limit. Postgres writes the JSON, so the rows are not parsed here.
 */

import type { Page as AskedPage } from "../../contracts/base/values.ts";
import type { ListQuery as Asked, Sort } from "../../contracts/record-lists.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { type Column, naturalOrder, responseColumns, responseRow, type Table } from "../db/columns.ts";
import { arrayLiteral, identifier, type Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";
import type { RowChunk } from "../http/row-stream.ts";
import { noteRows } from "../observe/request.ts";
import { conditionsOf, type Filter, withClause } from "./filters.ts";
import { idsToLog, logRowsSent } from "./reading-log.ts";

export interface ListQuery {
  filter: Filter;
  order: string;
  /** Requested page; null for the whole list. */
  page: AskedPage | null;
  /** Maximum number of rows to count; null to count all rows. */
  countLimit: number | null;
  /** Numeric columns that are summed over the whole filtered list. */
  sums: readonly Column[];
}

/**
 * Maximum number of rows to count for a screen, which then shows "10,000+". Counting more would cost more than reading
 * the page.
 */
const countLimit = 10_000;

/** Converts a list request to parts of an SQL statement. */
export function listQuery(
  table: Table,
  { record, filter, sorts: asked, page, capped, sums }: Asked,
): ListQuery {
  const sorts = sortsOf(record, table, asked);
  return {
    filter: conditionsOf(record, table, filter),
    order: orderBy(sorts),
    page,
    countLimit: capped ? countLimit : null,
    sums,
  };
}

/** Requested sort order, or the list's default order. */
function sortsOf(record: AnyRecord, table: Table, sorts: readonly Sort[]): readonly Sort[] {
  const { field, dir } = record.defaultSort;
  const column = table.columns.get(field);
  return sorts.length > 0 || !column ? sorts : [{ column, dir }];
}

/** Adds the id as the last sort column to make the order unique. Otherwise, paging could skip or repeat rows. */
const orderBy = (sorts: readonly Sort[]): string =>
  [...sorts.map(sortTerm), `id ${sorts.at(-1)?.dir ?? "asc"}`].join(", ");

/**
 * Sort empty values last in both directions. Omit NULLS LAST for a NOT NULL column, because Postgres can't scan an
 * index backwards with NULLS LAST.
 */
export const sortTerm = ({ column, dir }: Sort): string =>
  `${sortExpression(column)} ${dir}${dir === "desc" && column.nullable ? " nulls last" : ""}`;

/** Numbers and dates sort by value, texts by the natural order collation. */
const sortExpression = (column: Column): string =>
  column.type === "text" ? `${identifier(column.name)} ${naturalOrder}` : identifier(column.name);

/** Counts the rows of the query that the caller can see. */
export async function countRows(tx: Transaction, table: Table, { filter }: ListQuery): Promise<number> {
  const { where, ctes, parameters } = filter;
  const [row] = await tx.unsafe<{ rows: number }[]>(
    `${withClause(...ctes)} select count(*)::float8 as rows from ${table.sql} where ${where}`,
    parameters.values,
  );
  return row?.rows ?? 0;
}

/** Reads some columns of every filtered row, as a JSON array of arrays. */
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

/** Reads the ids of all filtered rows, in list order. At eight bytes per id, millions fit in memory. */
export async function orderedIds(tx: Transaction, table: Table, query: ListQuery): Promise<Float64Array> {
  const { where, ctes, parameters } = query.filter;
  const [row] = await tx.unsafe<{ ids: string | null }[]>(
    `${withClause(...ctes)}
     select string_agg(id::text, ',' order by ${query.order}) as ids from ${table.sql} where ${where}`,
    parameters.values,
  );
  return Float64Array.from(row?.ids ? row.ids.split(",") : [], Number);
}

/**
 * Reads the rows with the given ids, in the order of the ids, without logging the read. Omits rows that the caller
 * can't see.
 * @param versions Row versions to return instead of the stored ones, in the order of the ids; null for the stored
 * versions.
 */
async function readRowsById(
  tx: Transaction,
  table: Table,
  ids: ArrayLike<number>,
  versions: readonly (number | null)[] = [],
): Promise<RowChunk & { read: string | null }> {
  const [row] = await tx.unsafe<(RowChunk & { read: string | null })[]>(
    `select coalesce(string_agg((${responseRow(table, "r")})::text, e',\\n'), '') as rows, count(*)::integer as count,
       ${idsToLog(table, "array_agg(r.id)")} as read
     from (
       select ${responseColumns(table, "coalesce(wanted.row_version, t.row_version)")}
       from unnest($1::text::bigint[], $2::text::integer[]) with ordinality wanted (id, row_version, place)
         join ${table.sql} t on t.id = wanted.id
       order by wanted.place
     ) r`,
    [`{${Array.from(ids).join(",")}}`, arrayLiteral(versions)],
  );
  noteRows(row?.count ?? 0);
  return row ?? { rows: "", count: 0, read: null };
}

/** Like `readRowsById`, but logs which rows with sensitive values are sent to the caller. */
export async function readChunk(
  tx: Transaction,
  table: Table,
  ids: ArrayLike<number>,
  versions: readonly (number | null)[] = [],
): Promise<RowChunk> {
  const { rows, count, read } = await readRowsById(tx, table, ids, versions);
  await logRowsSent(tx, table, read);
  return { rows, count };
}

/** Returns the rows with the given ids as a JSON array. For `versions`, see readRowsById. */
export const readRowsAsJson = async (
  tx: Transaction,
  table: Table,
  ids: readonly number[],
  versions: readonly (number | null)[] = [],
): Promise<string> => `[${(await readChunk(tx, table, ids, versions)).rows}]`;

/** Returns parsed rows for internal use, without logging the read. */
export const readRowsForUse = async (
  tx: Transaction,
  table: Table,
  ids: readonly number[],
): Promise<JsonObject[]> => JSON.parse(`[${(await readRowsById(tx, table, ids)).rows}]`);
