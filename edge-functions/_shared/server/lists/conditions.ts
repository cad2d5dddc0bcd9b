/**
 * Converts conditions of the filter grammar (contracts/filters/conditions.ts) to SQL. Subqueries read related rows, so
 * that the policies hide rows of other offices. Column names have no table prefix, so a name in a subquery is a column
 * of the subquery's table.
 */
import type { Condition, Conditions } from "../../contracts/filters/conditions.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { type Column, listedTable, type Table } from "../db/columns.ts";
import { identifier, type Parameters } from "../db/database.ts";
import { columnCondition, dayOf } from "./column-conditions.ts";

/** Returns the SQL condition for rows that meet all conditions of a filter; "true" for an empty filter. */
export function allOf(
  record: AnyRecord,
  table: Table,
  conditions: Conditions,
  parameters: Parameters,
): string {
  const each = conditions.map((condition) => toSql(record, table, condition, parameters));
  return each.length > 0 ? each.join(" and ") : "true";
}

function toSql(record: AnyRecord, table: Table, condition: Condition, parameters: Parameters): string {
  switch (condition.kind) {
    case "values": {
      const held = columnCondition(record, table, condition.column, condition.wanted, parameters);
      return condition.not ? `(${held}) is not true` : `(${held})`;
    }
    case "blank":
      return `${isBlank(condition.column)} is ${condition.blank}`;
    case "contains":
      return containsText(condition.column, condition.text, parameters);
    case "compare": {
      const { column, operator, value, isDay } = condition;
      const stored = isDay ? dayOf(column) : identifier(column.name);
      return `${stored} ${operator} ${parameters.add(value, isDay ? "date" : column.type)}`;
    }
    case "any":
      return `(${condition.filters.map((one) => `(${allOf(record, table, one, parameters)})`).join(" or ")})`;
    case "related": {
      const related = relatedRows(table, condition, parameters);
      return condition.has ? related : `${related} is not true`;
    }
  }
}

/** SQL expression of a column's value. A row without a stage is Pending. */
const storedValue = ({ name }: Column): string =>
  name === "process_stage" ? `coalesce(nullif(${identifier(name)}, ''), 'Pending')` : identifier(name);

function isBlank(one: Column): string {
  const { type } = one;
  const column = storedValue(one);
  if (type.endsWith("[]")) return `(coalesce(cardinality(${column}), 0) = 0)`;
  return type === "text" ? `(coalesce(${column}, '') = '')` : `(${column} is null)`;
}

/**
 * Builds the condition that a column contains a text, ignoring case and accents (private.fold). A list field contains
 * the text if one of its items does.
 */
function containsText(one: Column, text: string, parameters: Parameters): string {
  const part = `private.fold(${parameters.add(text, "text")})`;
  const holds = (value: string) => `position(${part} in private.fold(${value})) > 0`;
  const column = storedValue(one);
  if (one.type.endsWith("[]")) return `exists (select from unnest(${column}) item where ${holds("item")})`;
  return holds(column);
}

/** Returns the conditions that a related row must meet, without the comparison of keys that relates the two rows. */
export function relatedWhere(
  { record, relation: { fixed }, where }: Condition & { kind: "related" },
  parameters: Parameters,
): string {
  const conditions = Object.entries(fixed).map(
    ([name, value]) => `${identifier(name)} = ${parameters.add(value, "text")}`,
  );
  return [...conditions, allOf(record, listedTable(record), where, parameters)].join(" and ");
}

/**
 * Returns the condition for rows that have related rows which match the filter. The condition is null, not false, for a
 * row whose key column is NULL.
 */
function relatedRows(own: Table, condition: Condition & { kind: "related" }, parameters: Parameters): string {
  const { from, to } = condition.relation;
  const table = listedTable(condition.record);
  const conditions = [relatedWhere(condition, parameters)];
  const [ownColumn, column] = [identifier(from.column), identifier(to.column)];
  if (!to.list) conditions.push(`${column} is not null`);
  const keys = `(select ${to.list ? `unnest(${column})` : column} from ${table.sql} where ${conditions.join(" and ")})`;
  if (!from.list) return `(${ownColumn} in ${keys})`;
  // Compare each item of the list with the subquery, because Postgres can hash a subquery. With an array, Postgres
  // would compare each item with each key.
  return `(id in (select r.id from ${own.sql} r, unnest(r.${ownColumn}) item where item in ${keys}))`;
}
