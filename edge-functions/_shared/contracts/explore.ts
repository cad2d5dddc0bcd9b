/**
 * `POST /api/explore`: computes one value (a count, a sum, …) per group of rows of a record type. The resulting table
 * has groups of up to two fields as rows, and groups of one field as columns.
 */
import { z } from "zod";
import { type DatePart, dateParts, readDimensionName } from "../explore/date-parts.ts";
import { type Column, listedColumns } from "../records/columns.ts";
import { recordByPath } from "../records/index.ts";
import { sensitiveAmong } from "../records/sensitive-among.ts";
import { refusalOfSum } from "../records/vocabulary/totalled.ts";
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { enumerate } from "../rules/text.ts";
import { call, fields } from "./base/call.ts";
import { fieldName, named, type Reading, refused, right, wrong } from "./base/values.ts";
import { type Conditions, readConditions, storedFilter, unreadConditions } from "./filters/conditions.ts";

/** A field by which rows are grouped. With `part`, rows are grouped by the year, quarter or month of a date field. */
export interface Dimension {
  name: string;
  column: Column;
  part: DatePart | null;
}

export const measures = ["count", "distinct", "sum", "average", "min", "max"] as const;
export type Measure = (typeof measures)[number];

/**
 * A validated query of the Explore screen. Descriptions from the registry replace the names of the record type and the
 * columns.
 */
export interface Exploration {
  record: AnyRecord;
  rows: readonly Dimension[];
  columns: Dimension | null;
  measure: Measure;
  /** Column whose values are counted, added or compared; null for a count of rows. */
  measured: Column | null;
  /** Column with the unit of the measured number (registry: `unitIn`). */
  unit: Column | null;
  filter: Conditions;
  order: "name" | "value";
  top: number;
  /** Names of the sensitive fields in the query. A caller without the Sensitive right gets 403. */
  sensitive: readonly string[];
}

const mostRows = 1000;
export const mostColumns = 60;
const dimensionName = z
  .string()
  .regex(/^\w{1,80}(\.[a-z]{1,10})?$/, "A group is the name of a field, or of a field and its part.");
const numberTypes = ["smallint", "integer", "bigint", "numeric", "double precision"];
const withDay = ["date", "timestamp with time zone"];

function readDimension(record: AnyRecord, input: string): Reading<Dimension> {
  const { field, part } = readDimensionName(input);
  const column = listedColumns(record).get(field);
  if (!column)
    return refused(`${record.noun.many} have no field "${named(input)}".`, { path: [named(input)] });
  if (part !== null && !withDay.includes(column.type))
    return refused(`Only a date has a ${part}: ${named(input)}.`, { path: [named(input)] });
  return right({ name: input, column, part });
}

function readDimensions(
  record: AnyRecord,
  name: string,
  most: number,
  input: readonly string[] | null | undefined,
): Reading<Dimension[]> {
  const items = input ?? [];
  if (items.length > most) return refused(`${name} has at most ${most} ${most === 1 ? "field" : "fields"}.`);
  const found: Dimension[] = [];
  for (const item of items) {
    const reading = readDimension(record, item);
    if (!reading.ok) return reading;
    found.push(reading.value);
  }
  return right(found);
}

const value = fields(
  {
    kind: z.enum(measures, `kind is one of ${enumerate([...measures])}.`),
    field: z.string("field must be the name of a field.").optional(),
  },
  "a part of value",
  "value must be an object with kind, and with the field that is measured.",
);

/** Reads the measured field. Returns null for a count of rows. */
function readMeasured(record: AnyRecord, { kind, field }: z.output<typeof value>): Reading<Column | null> {
  if (kind === "count")
    return field === undefined ? right(null) : refused("A count has no field. Use distinct.", at("field"));
  const column = listedColumns(record).get(field ?? "");
  if (field === undefined) return refused(`${kind} needs a field.`, at("field"));
  if (!column) return refused(`${record.noun.many} have no field "${named(field)}".`, at(named(field)));
  if (kind === "distinct")
    return column.type.endsWith("[]")
      ? refused(`${field} is a list. Only single values can be counted.`, at(field))
      : right(column);
  if (!numberTypes.includes(column.type))
    return refused(`${field} is not a number, so it has no ${kind}.`, at(field));
  const refusal = kind === "sum" ? refusalOfSum(record, field) : null;
  return refusal === null ? right(column) : refused(refusal, at(field));
}

const at = (field: string) => ({ path: [field] });

const dimensions = (field: string, text: string) =>
  z
    .array(z.string(`${field} must be a list of field names.`), `${field} must be a list of field names.`)
    .nullish()
    .describe(text);
const parts = enumerate(dateParts.map((part) => `.${part}`));

const body = fields({
  record: z.string("record must be the path of a record type.").describe("Path of a record type."),
  rows: dimensions("rows", `Up to two fields. A date may be followed by ${parts}.`),
  columns: dimensions("columns", "At most one field."),
  value,
  filter: unreadConditions,
  order: z
    .enum(["name", "value"], 'order is either "name" or "value".')
    .default("name")
    .describe("Order of the rows. value: the greatest first."),
  top: z
    .int(`top must be a whole number from 1 to ${mostRows}.`)
    .min(1, `top must be a whole number from 1 to ${mostRows}.`)
    .max(mostRows, `top must be a whole number from 1 to ${mostRows}.`)
    .default(mostRows)
    .describe("Maximum number of rows in the answer."),
});

/**
 * A saved query of the Explore screen, and how its result is displayed. This schema and the database
 * (private.is_saved_question) check only the structure. Fields and values are checked when the query runs.
 */
export const savedQuestion = z.strictObject({
  record: z.string().regex(/^[a-z0-9-]{1,60}$/),
  rows: z.array(dimensionName).max(2).optional(),
  columns: z.array(dimensionName).max(1).optional(),
  value: z.strictObject({ kind: z.enum(measures), field: fieldName.optional() }),
  filter: storedFilter.optional(),
  order: z.enum(["name", "value"]).optional(),
  top: z.int().min(1).max(mostRows).optional(),
  shown_as: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional()
    .describe("Name of the display: table, bars, lines, heat_map."),
  share: z.enum(["row", "column", "total"]).optional(),
  pinned: z.boolean().optional().describe("True if the dashboard shows the question."),
});

export type SavedQuestion = z.output<typeof savedQuestion>;

/**
 * Reads a query of the Explore screen: finds the record type, then validates the rest of the query for this record
 * type.
 */
const question = body.transform((input, context): Exploration => {
  const record = recordByPath(input.record);
  const refuse = (field: string, message: string, path: readonly (string | number)[] = []) => {
    context.issues.push(wrong(undefined, message, { path: [field, ...path] }));
    return z.NEVER;
  };
  if (!record) return refuse("record", `There is no record type "${named(input.record)}".`);
  const rows = readDimensions(record, "rows", 2, input.rows);
  if (!rows.ok) return refuse("rows", rows.message, rows.path);
  const columns = readDimensions(record, "columns", 1, input.columns);
  if (!columns.ok) return refuse("columns", columns.message, columns.path);
  const measured = readMeasured(record, input.value);
  if (!measured.ok) return refuse("value", measured.message, measured.path);
  const filter = readConditions(record, input.filter);
  if (!filter.ok) return refuse("filter", filter.message, filter.path);
  const groups = [...rows.value, ...columns.value].map(({ column }) => column);
  const used = [...groups, ...(measured.value ? [measured.value] : [])].map(({ name }) => name);
  return {
    record,
    rows: rows.value,
    columns: columns.value[0] ?? null,
    measure: input.value.kind,
    measured: measured.value,
    unit: unitOf(record, input.value.kind, measured.value),
    filter: filter.value.all,
    order: input.order,
    top: input.top,
    sensitive: [...filter.value.sensitive, ...sensitiveAmong(record, used)],
  };
});

/**
 * Returns the column that has the unit of the measured numbers; null if the numbers have no unit or are only counted.
 */
function unitOf(record: AnyRecord, kind: Measure, measured: Column | null): Column | null {
  if (kind === "count" || kind === "distinct") return null;
  const { unitIn } = record.fields.find(({ name }) => name === measured?.name) ?? {};
  return listedColumns(record).get(unitIn ?? "") ?? null;
}

const key = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const amount = z.number().nullable();

/**
 * Contract of `POST /api/explore`. `keys` of a response row are the values of its group, in the order of the request's
 * `rows`. A key is null for records in which the field is empty.
 */
export const explore = call({
  method: "POST",
  path: "/api/explore",
  group: "Explore",
  summary:
    "Answers a question about the rows of a record type: counts, sums and averages by up to three fields.",
  body: question,
  data: z.object({
    total: amount.describe("The value over all rows in scope that match the filter."),
    columns: z.array(key).describe("Values of the field in `columns`."),
    column_totals: z.array(amount).describe("The value per column, over all rows."),
    rows: z.array(
      z.object({
        keys: z.array(key),
        values: z.array(amount).describe("The value per column."),
        total: amount.describe("The value over all columns."),
      }),
    ),
    row_count: z.int().describe("Number of rows of the table, also of those that `top` leaves out."),
    mixed_units: z
      .string()
      .optional()
      .describe("Why some values are null: numbers of different units are not added. A sentence."),
  }),
  problems: ["rule", "too_many"],
});

export type ExploreAnswer = z.output<typeof explore.data>;
