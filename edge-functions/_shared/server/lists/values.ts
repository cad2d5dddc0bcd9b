/**
 * `POST /api/<path>/values {field, text?, …filters}`: the distinct values of a field in the filtered rows, for the
 * dropdowns of the filter bar. So each chosen filter narrows the other dropdowns (spec section 5). As the spec
 * requires, skips rows with an empty column in `choiceKey`, the columns that identify a project and its ARBO.
 */
import type { ValuesQuery } from "../../contracts/record-lists.ts";
import { type AnyRecord, choiceKey } from "../../records/vocabulary/types.ts";
import { type Column, naturalOrder, type Table } from "../db/columns.ts";
import { identifier, type Transaction } from "../db/database.ts";
import { conditionsOf, type Filter, searchedIds, withClause } from "./filters.ts";
import { idsToLog, logRowsSent } from "./reading-log.ts";

/** Maximum number of values in a response. To find further values, the user types a part of the value. */
const mostValues = 200;

/** Minimum length of a text for which the search index is used. Shorter texts occur in nearly every row. */
const shortestSearched = 3;

/**
 * Restricts the filter to rows whose value contains the text. First finds all rows with the words of the text in any
 * column by the search index, to read fewer rows.
 */
function withText(filter: Filter, table: Table, column: Column, text: string): Filter {
  const part = filter.parameters.add(text, "text");
  const holds = `position(private.fold(${part}) in private.fold(${identifier(column.name)}::text)) > 0`;
  const narrowed = { ...filter, where: `${filter.where} and ${holds}`, search: null };
  if (column.type !== "text" || text.length < shortestSearched) return narrowed;
  const ctes = [...filter.ctes, searchedIds("texts", table, part)];
  return { ...narrowed, where: `id in (select id from texts) and ${narrowed.where}`, ctes };
}

/** Returns the values as a sorted JSON array. Texts are in natural order (`private.natural_order`), as in lists. */
export async function readValues(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  { column, text, filter: asked }: ValuesQuery,
): Promise<string> {
  const all = conditionsOf(record, table, asked);
  const filter = text === null ? all : withText(all, table, column, text);
  // Skip rows in which this column or a column of `choiceKey` is empty.
  const key = choiceKey.filter((name) => record.fields.some((one) => one.name === name));
  const complete = [...new Set([...key, column.name])];
  const filled = complete.map((name) => `${identifier(name)} is not null`).join(" and ");
  const order = column.type === "text" ? `value ${naturalOrder}` : "value desc";
  const isSensitive = table.sensitive?.includes(column.name) ?? false;
  const read = `array(select id from ${table.sql} where ${filter.where} and ${filled})`;
  const [row] = await tx.unsafe<{ values: string; ids: string | null }[]>(
    `${withClause(...filter.ctes)}
     select coalesce(json_agg(value order by ${order}), '[]')::text as values,
       ${isSensitive ? idsToLog(table, read) : "null"} as ids
     from (
       select value
       from (select distinct ${identifier(column.name)} as value from ${table.sql} where ${filter.where} and ${filled}) found_values
       order by ${order} limit ${mostValues}
     ) first_values`,
    filter.parameters.values,
  );
  await logRowsSent(tx, table, row?.ids ?? null);
  return row?.values ?? "[]";
}
