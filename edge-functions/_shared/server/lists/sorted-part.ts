/**
 * The part of a list sorted by a place that a page is in. Counts that are kept by that place say which places stand on
 * the page, and of which offices they are: only the rows of these are sorted, and not the whole list.
 */
import type { Table } from "../db/columns.ts";
import { countsBy } from "../db/counts.ts";
import { identifier } from "../db/database.ts";
import { type ListQuery, sortTerm } from "./list.ts";

/** Rows that hold a page, as parts of a statement: which they are, and how many of them stand before the page. */
export interface Part {
  ctes: readonly string[];
  where: string;
  offset: number | string;
}

/** The part of `size` rows after `offset`; the whole list where no counts tell its parts apart. */
export function sortedPart(table: Table, { filter, byPlace }: ListQuery, offset: number, size: number): Part {
  const { where, counted } = filter;
  const counts =
    byPlace && counted?.less === null && countsBy(table.name, [...counted.columns, byPlace.column.name]);
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
