/** Reads the values of a filter on a column of a record type. */
import { z } from "zod";
import type { Column } from "../../records/columns.ts";
import type { AnyRecord, Field } from "../../records/vocabulary/types.ts";
import { enumerate, tidyText } from "../../rules/text.ts";
import { fixedChoice } from "../../validate/parse-field.ts";
import { isUnset, type Reading, read, refused, right } from "../base/values.ts";
import { readFilter } from "./filter-values.ts";

/**
 * Values of a filter. A row matches if the column has one of the values. If `empty` is true, a row without a value also
 * matches.
 */
export interface ColumnCondition {
  values: readonly (string | number | boolean)[];
  empty: boolean;
}

const mostValues = 1000;

/** Error message for a filter with an empty list of values, if the request must select rows. */
export const noValues = (name: string) => `Give at least one value for the filter ${name}.`;

export const isEmptyList = (input: unknown): boolean => Array.isArray(input) && input.length === 0;

/** Reads the filter values of a column. Returns null if the filter is not set. */
function readWanted({ name, type }: Column, input: unknown): Reading<ColumnCondition | null> {
  const list = Array.isArray(input);
  const all: unknown[] = list ? input : [input];
  if (all.length === 0) return refused(noValues(name));
  if (all.length > mostValues) return refused(`The filter ${name} accepts at most ${mostValues} values.`);
  const values: ColumnCondition["values"][number][] = [];
  for (const one of all) {
    if (isUnset(one)) continue;
    const reading = readFilter(name, type, one);
    if (!reading.ok) return reading;
    values.push(reading.value);
  }
  const empty = values.length < all.length;
  return right(!list && empty ? null : { values, empty });
}

const stages = ["Pending", "Approved"];

/** Reads a filter by the stage of rows. Rows without a stage are Pending. */
function readStage(column: Column, input: unknown): Reading<ColumnCondition | null> {
  const reading = readWanted(column, [input].flat());
  if (!reading.ok || !reading.value) return reading;
  const other = reading.value.values.some((stage) => !stages.includes(String(stage)));
  return other ? refused(`process_stage is one of ${enumerate(stages)}.`) : reading;
}

/**
 * Returns the value as it would be saved: with tidy spaces, and with the fixed choice that replaces a synonym or
 * another spelling.
 */
function asSaved(field: Field | undefined, input: unknown): unknown {
  if (Array.isArray(input)) return input.map((one) => asSaved(field, one));
  if (typeof input !== "string") return input;
  const text = tidyText(input);
  return (field && fixedChoice(field, text)) ?? text;
}

/**
 * Returns a function that reads the value, or the list of values, of a filter on the column. For a column that only the
 * database writes, the function does not tidy the values, because the stored values are not tidied.
 */
export function columnReader(record: AnyRecord, column: Column) {
  const field = record.fields.find(({ name }) => name === column.name);
  const isStage = column.name === "process_stage";
  const reader = isStage ? readStage : readWanted;
  const isTidied = isStage || field !== undefined;
  return (input: unknown) => reader(column, isTidied ? asSaved(field, input) : input);
}

function described({ type }: Column): z.ZodType {
  const bare = type.replace(/\[\]$/, "");
  if (bare === "boolean") return z.boolean();
  if (bare === "smallint" || bare === "integer" || bare === "bigint") return z.int();
  return bare === "numeric" || bare === "double precision" ? z.number() : z.string();
}

/** Schema of a plain filter: one value of the column, or a list of values. An empty list means no filter. */
export function columnFilter(record: AnyRecord, column: Column) {
  const one = z.union([described(column), z.literal("")]).nullable();
  const reader = columnReader(record, column);
  return read(z.union([one, z.array(one).max(mostValues)]), (input) =>
    isEmptyList(input) ? right(null) : reader(input),
  ).optional();
}
