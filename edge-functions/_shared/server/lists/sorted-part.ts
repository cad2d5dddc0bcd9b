/**
 * Limits sorting by a location to the part of the list that contains the page. Count tables by location give the
 * locations on the page and their offices, so that Postgres sorts only the rows of these locations and offices instead
 * of the whole list.
 */
import type { Table } from "../db/columns.ts";
import { findCountTable } from "../db/counts.ts";
import { identifier } from "../db/database.ts";
import { type ListQuery, sortTerm } from "./list.ts";

/**
 * Parts of a statement that reads the rows around a page; `offset` is the number of rows that the statement skips
 * before the page.
 */
export interface SortedPart {
  ctes: readonly string[];
  where: string;
  offset: number | string;
}

/**
 * Returns the part of the list with `size` rows after `offset`; the whole list if no count table has the location
 * column.
 */
export function sortedPart(
  table: Table,
  { filter, byPlace }: ListQuery,
  offset: number,
  size: number,
): SortedPart {
  const { where, counted } = filter;
  const counts =
    byPlace &&
    counted?.less === null &&
    findCountTable(table.name, [...counted.columns, byPlace.column.name]);
  if (!counts) return { ctes: [], where, offset };
  const column = identifier(byPlace.column.name);
  return {
    ctes: [
      `standing as materialized (
        select ${column}, array_agg(office) as offices, sum(n) as n,
          sum(sum(n)) over (order by ${sortTerm(byPlace)}) - sum(n) as before
        from (
          select ${column}, office, sum(n) as n from public.${counts.name}
          where ${where} group by ${column}, office having sum(n) > 0) o
        group by ${column})`,
      `on_page as materialized (
        select * from standing where before < ${offset + size} and before + n > ${offset})`,
    ],
    where: `${where} and office = any (array(select unnest(offices) from on_page))
      and (${column} = any (array(select ${column} from on_page))
        or ${column} is null and (select bool_or(${column} is null) from on_page))`,
    offset: `(select ${offset} - coalesce(min(before), 0) from on_page)`,
  };
}
