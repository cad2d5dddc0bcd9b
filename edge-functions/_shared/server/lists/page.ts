/**
 * Reads one page of a list, and the total number of rows. Selects the ids of the page first, and reads only the rows
 * with these ids in full. Postgres writes the JSON, so the function doesn't parse the rows.
 */
import { largestPage } from "../../contracts/base/values.ts";
import { responseColumns, responseRow, type Table } from "../db/columns.ts";
import { identifier, type Transaction } from "../db/database.ts";
import { noteRows } from "../observe/request.ts";
import { withClause } from "./filters.ts";
import type { ListQuery } from "./list.ts";
import { nextScan, type ScanState } from "./next-scan.ts";
import { idsToLog, logRowsSent } from "./reading-log.ts";

export interface Page {
  /** Rows as a JSON array. */
  rows: string;
  total: number;
  /** True if there are (or may be) more rows than `total`. */
  capped: boolean;
  /** Requested sums as a JSON object, or null. */
  sums: string | null;
  /** Postgres snapshot of this read. An approval of the whole list excludes rows that changed after the snapshot. */
  seen: string;
}

/**
 * SQL for the snapshot of a read. A replica doesn't know which transactions are running on the primary. So its snapshot
 * treats the oldest transaction that may still be running, and all newer transactions, as not yet visible.
 */
export const seenNow = `(case when pg_is_in_recovery()
  then format('%1$s:%1$s:', pg_snapshot_xmin(pg_current_snapshot())) else pg_current_snapshot()::text end)`;

export const readPage = async (tx: Transaction, table: Table, query: ListQuery): Promise<Page> =>
  (await readCommonPage(tx, table, query)) ?? (await readAnyPage(tx, table, query));

/**
 * Reads a page of a search by scanning the rows in list order. For common words, the index would be slower, because it
 * would return hundreds of thousands of rows to sort. Returns null if the index is cheaper, or if the request needs
 * sums or the full count.
 */
async function readCommonPage(tx: Transaction, table: Table, query: ListQuery): Promise<Page | null> {
  const { page, countLimit: limit, sums, filter } = query;
  const { search } = filter;
  if (!search || !page || limit === null || sums.length > 0) return null;
  const wanted = page.number * page.size;
  let condition: Condition | undefined;
  let looked: ScanState = { rows: 0, found: [], all: 0 };
  let seen = "";
  let whole = false;
  while (!whole && looked.found.length < wanted) {
    const next = nextScan(looked, wanted, condition?.slow);
    if (next === null) return null;
    condition ??= await conditionOf(tx, table, search.terms);
    // Find all matches of the first scan, so that the total of a short list is known. Later scans stop at the first
    // match beyond the page.
    const most = looked.rows === 0 ? null : wanted - looked.found.length + 1;
    const part = `limit ${next} offset ${looked.rows}`;
    const [look] = await tx.unsafe<{ ids: number[]; rows: number; all: number; seen: string }[]>(
      `${withClause(
        ...search.ctes,
        `looked as materialized (
          select array(
            select id from (select * from ${table.sql} where ${search.where} order by ${query.order} ${part}) row
            where ${condition.holds} limit ${most ?? "all"}
          )::float8[] as ids)`,
      )}
        select ids,
          case when cardinality(ids) = ${most} then ${next} else (
            select count(*) from (select from ${table.sql} where ${search.where} ${part}) row
          ) end::float8 as rows,
          (select reltuples from pg_catalog.pg_class where oid = 'public.${table.name}'::regclass)::float8 as all,
          ${seenNow} as seen
        from looked`,
      search.values,
    );
    if (!look) return null;
    // Return the snapshot of the first scan, so that an approval of the list excludes everything that was stored later.
    seen ||= look.seen;
    whole = look.rows < next;
    looked = { rows: looked.rows + look.rows, found: [...looked.found, ...look.ids], all: look.all };
  }
  const [row] = await tx.unsafe<{ rows: string; count: number; ids: string | null }[]>(
    `with chosen as materialized (
        select id from ${table.sql} where id = any ($1::text::bigint[])
        order by ${query.order} limit ${page.size} offset ${wanted - page.size})
      select ${rowsOf(table, query)} as rows, (select count(*) from chosen)::float8 as count, ${chosenIds(table)} as ids`,
    [`{${looked.found.join(",")}}`],
  );
  await logRowsSent(tx, table, row?.ids ?? null);
  noteRows(row?.count ?? 0);
  return { rows: row?.rows ?? "[]", total: looked.found.length, capped: !whole, sums: null, seen };
}

/** SQL condition of a search. It uses only columns that the caller may read. */
interface Condition {
  holds: string;
  /** True if the condition reads columns whose search text is not stored (sensitive columns). */
  slow: boolean;
}

async function conditionOf(tx: Transaction, table: Table, terms: string): Promise<Condition> {
  const [row] = await tx.unsafe<{ condition: string | null; by_sensitive: boolean }[]>(
    `select * from private.build_search_condition('${table.name}', $1::text::jsonb)`,
    [terms],
  );
  return { holds: row?.condition ?? "true", slow: row?.by_sensitive ?? false };
}

/**
 * SQL expression that reads the rows of `chosen` as a JSON array. Uses an array of ids, for which Postgres looks up the
 * primary key. A subquery would make Postgres join, which takes 10 % longer.
 */
function rowsOf(table: Table, { order }: ListQuery): string {
  return `coalesce((select json_agg(${responseRow(table, "r")}) from (
    select ${responseColumns(table)} from ${table.sql} t where t.id = any (array(select id from chosen))
    order by ${order}
  ) r), '[]')::text`;
}

const chosenIds = (table: Table): string => idsToLog(table, "array(select id from chosen)");

async function readAnyPage(tx: Transaction, table: Table, query: ListQuery): Promise<Page> {
  const { number, size } = query.page ?? { number: 1, size: largestPage };
  const { where, ctes, parameters } = query.filter;
  const offset = (number - 1) * size;
  const { counted, limit } = countOf(table, query);
  const chosen = `chosen as materialized (
    select id from ${table.sql} where ${where} order by ${query.order} limit ${size} offset ${offset})`;
  // A page that is not full is the last page, so the total is known without counting.
  const text = `${withClause(...ctes, chosen)}
    select ${rowsOf(table, query)} as rows,
      (${offset} + n)::float8 as reached,
      ${totals(table, query)} as sums,
      ${seenNow} as seen,
      ${chosenIds(table)} as ids,
      (case when n < ${size} and (n > 0 or ${offset} = 0) then null else (${counted}) end)::float8 as counted
    from (select count(*) as n from chosen) page`;
  const [row] = await tx.unsafe<
    {
      rows: string;
      reached: number;
      counted: number | null;
      sums: string | null;
      seen: string;
      ids: string | null;
    }[]
  >(text, parameters.values);
  await logRowsSent(tx, table, row?.ids ?? null);
  const { rows = "[]", reached = 0, counted: total = null, sums = null, seen = "" } = row ?? {};
  noteRows(reached - offset);
  if (total === null) return { rows, total: reached, capped: false, sums, seen };
  if (total <= limit) return { rows, total, capped: false, sums, seen };
  // An empty page beyond the last row doesn't show how many rows the list has.
  const known = reached > offset ? reached : 0;
  return { rows, total: Math.max(limit, known), capped: true, sums, seen };
}

/**
 * Returns a query that counts the filtered rows, and the highest count that the query reports. The highest count is
 * Infinity if all rows are counted.
 */
function countOf(table: Table, { filter, countLimit }: ListQuery): { counted: string; limit: number } {
  // Without other filters, the number of rows that the search found is the total, because the search finds only rows
  // that the caller can see.
  if (filter.search?.where === "true") return { counted: "select count(*) from found", limit: Infinity };
  const { where } = filter;
  if (countLimit === null)
    return { counted: `select count(*) from ${table.sql} where ${where}`, limit: Infinity };
  const capped = `select 1 from ${table.sql} where ${where} limit ${countLimit + 1}`;
  return { counted: `select count(*) from (${capped}) c`, limit: countLimit };
}

function totals(table: Table, { sums, filter }: ListQuery): string {
  if (sums.length === 0) return "null::text";
  const each = sums.map(({ name }) => `coalesce(sum(${identifier(name)}), 0)::float8 as ${identifier(name)}`);
  return `(select row_to_json(s)::text from (select ${each.join(", ")} from ${table.sql} where ${filter.where}) s)`;
}
