/**
 * Builds the SQL condition for a filter on the values of a column. For process_stage, both null and "Pending" select
 * all rows that are not approved, as on the tab New/Pending (spec section 4).
 */
import type { ColumnCondition } from "../../contracts/filters/column-values.ts";
import { isWholeDay } from "../../contracts/filters/filter-values.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import type { Column, Table } from "../db/columns.ts";
import { identifier, inOffices, type Parameters } from "../db/database.ts";

export const approved = "process_stage = 'Approved'";
export const notApproved = "process_stage is distinct from 'Approved'";

/** SQL condition of rows that the caller entered and may therefore not approve. */
export const ownRows =
  "(user_id = (select user_id from private.current_caller()) and not (select private.caller_can_approve_own()))";

/** Returns the condition for rows whose column has one of the wanted values. */
export function columnCondition(
  record: AnyRecord,
  table: Table,
  column: Column,
  wanted: ColumnCondition,
  parameters: Parameters,
): string {
  if (column.name === "process_stage") return stageCondition(wanted);
  const options = record.fields.find((field) => field.name === column.name)?.options;
  const level = options?.from === "place" && wanted.values.length > 0 ? options.level : null;
  if (level === "muncity") return townCondition(column, wanted, parameters);
  return wanted.values.some((value) => isWholeDay(column.type, value))
    ? timeCondition(column, wanted, parameters)
    : officeCondition(table, column, wanted, parameters, level);
}

/** SQL expression of the day in a date or timestamp column. For a timestamp, this is the calendar day in Manila. */
export const dayOf = ({ name, type }: Column): string =>
  type === "date" ? identifier(name) : `(${identifier(name)} at time zone 'Asia/Manila')::date`;

/** Returns the condition of a filter on a timestamp column. A value without a time matches the whole day. */
function timeCondition(column: Column, { values, empty }: ColumnCondition, parameters: Parameters): string {
  const isDay = (value: unknown) => isWholeDay(column.type, value);
  const times = values.filter((value) => !isDay(value));
  const onDays = anyOf(dayOf(column), "date", { values: values.filter(isDay), empty }, parameters);
  if (times.length === 0) return onDays;
  return `(${onDays} or ${anyOf(identifier(column.name), column.type, { values: times, empty: false }, parameters)})`;
}

function stageCondition({ values, empty }: ColumnCondition): string {
  const pending = empty || values.includes("Pending");
  if (values.includes("Approved")) return pending ? "true" : approved;
  return notApproved;
}

/** A filter by town matches every name of the town: "Gapan" and "Gapan City" are both the City of Gapan. */
function townCondition({ name }: Column, { values, empty }: ColumnCondition, parameters: Parameters): string {
  const column = identifier(name);
  const names = `(select private.expand_town_names(${parameters.addArray(values.map(String), "text")}))::text[]`;
  return `(${column} = any (${names})${empty ? ` or ${column} is null` : ""})`;
}

/**
 * Returns the condition of a filter by region or province. Adds a condition on the office of the row, because the
 * column office has an index.
 */
function officeCondition(
  table: Table,
  { name, type }: Column,
  wanted: ColumnCondition,
  parameters: Parameters,
  level: string | null,
): string {
  const condition = anyOf(identifier(name), type, wanted, parameters);
  const isOffice = table.columns.has("office") && (level === "region" || level === "province");
  return isOffice && !wanted.empty ? `${condition} and ${inOffices(condition)}` : condition;
}

/** Returns the condition that an expression of the given type has one of the wanted values. */
export function anyOf(
  expression: string,
  type: string,
  { values, empty }: ColumnCondition,
  parameters: Parameters,
): string {
  const parts: string[] = [];
  const element = type.replace(/\[\]$/, "");
  if (element !== type && values.length > 0) {
    parts.push(`${expression} && ${parameters.addArray(values.map(String), element)}`);
  } else if (values.length === 1) {
    parts.push(`${expression} = ${parameters.add(values[0] ?? null, type)}`);
  } else if (values.length > 1) {
    parts.push(`${expression} = any (${parameters.addArray(values.map(String), type)})`);
  }
  if (empty) parts.push(`${expression} is null`);
  return parts.length > 1 ? `(${parts.join(" or ")})` : (parts[0] ?? "true");
}
