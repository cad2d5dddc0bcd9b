/**
 * `POST /api/<path>/values {field, text?, …filters}`: the values of a field in the rows that the filters leave, each
 * once, for the lists of the filter bar. A chosen year, fund source or place so narrows the lists beside it, and the
 * policies narrow all of them to the caller's office (spec section 5).
 *
 * Rows that lack part of what a project and its ARBO are known by are left out, as the spec wants it.
 */
import type { ValuesQuery } from "../../contracts/record-lists.ts";
import { type AnyRecord, choiceKey } from "../../records/vocabulary/types.ts";
import { type Column, naturally, type Table } from "../db/columns.ts";
import { identifier, type Transaction } from "../db/database.ts";
import { conditionsOf, type Filter, searchedIds, withClause } from "./filters.ts";
import { idsToLog, logRowsAnswered } from "./reading-log.ts";

/** More than fits in a list that people look through: they type a part of the value. */
const mostValues = 200;

/** Shorter ones are in nearly every row, and no index knows them. */
const shortestSearched = 3;

/** The rows whose value holds the text. Those that hold its words anywhere are found first, by the index of the search. */
function withText(filter: Filter, table: Table, column: Column, text: string): Filter {
  const part = filter.parameters.add(text, "text");
  const holds = `position(private.fold(${part}) in private.fold(${identifier(column.name)}::text)) > 0`;
  const narrowed = { ...filter, where: `${filter.where} and ${holds}`, counted: null, search: null };
  if (column.type !== "text" || text.length < shortestSearched) return narrowed;
  const ctes = [...filter.ctes, searchedIds("texts", table, part)];
  return { ...narrowed, where: `id in (select id from texts) and ${narrowed.where}`, ctes };
}

/** The values as a JSON array, in order: text by Unicode's, as lists sort it. */
export async function readValues(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  { column, text, filter: asked }: ValuesQuery,
): Promise<string> {
  const all = conditionsOf(record, table, asked);
  const filter = text === null ? all : withText(all, table, column, text);
  // No row of the list may leave one of these empty.
  const key = choiceKey.filter((name) => record.fields.some((one) => one.name === name));
  const complete = [...new Set([...key, column.name])];
  const filled = complete.map((name) => `${identifier(name)} is not null`).join(" and ");
  const order = column.type === "text" ? `value ${naturally}` : "value desc";
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
  await logRowsAnswered(tx, table, row?.ids ?? null);
  return row?.values ?? "[]";
}
