/**
 * Schemas that follow from the registry: the fields of a record, its row, and the body of a list call. They describe what
 * a value is; whether a record as a whole is right, `validateRecord` judges, with the sentences that forms show.
 */
import { z } from "zod";
import type { AnyRecord, Field, FieldKind } from "../records/vocabulary/types.ts";
import { months, quarters } from "../rules/periods.ts";
import { pascalCase } from "./call.ts";

const largestInteger = 2_147_483_647;
const byKind: Record<FieldKind, (field: Field) => z.ZodType> = {
  text: ({ maxLength = 250 }) => z.string().max(maxLength),
  long_text: ({ maxLength = 4000 }) => z.string().max(maxLength),
  integer: ({ min = 0, max = largestInteger }) => z.int().min(min).max(max),
  decimal: ({ min, max }) => {
    const number = min === undefined ? z.number() : z.number().min(min);
    return max === undefined ? number : number.max(max);
  },
  year: () => z.int().min(1000).max(9999),
  date: () => z.iso.date(),
  yes_no: () => z.enum(["Yes", "No"]),
  quarter: () => z.enum(quarters),
  month: () => z.enum(months),
  list: () => z.array(z.string()),
};

function describe({ label, help, sensitive, options, required }: Field): string {
  const choice =
    options?.from === "dropdown"
      ? ` One of the list ${options.list}, which takes new values.`
      : options?.from === "record"
        ? ` Of the records of ${options.path}.`
        : "";
  return [
    `${label}.`,
    required ? " Required." : "",
    choice,
    sensitive ? " Read by the right Sensitive only; null for everybody else." : "",
    help ? ` ${help}` : "",
  ].join("");
}

function fieldSchema(field: Field): z.ZodType {
  const schema =
    field.options?.from === "values" && field.kind !== "list"
      ? z.enum([...field.options.values])
      : byKind[field.kind](field);
  return schema.nullable().describe(describe(field));
}

/** The fields of a record as a save takes them; each may be left out. */
export const recordFields = (record: AnyRecord): Record<string, z.ZodType> =>
  Object.fromEntries(record.fields.map((field) => [field.name, fieldSchema(field).optional()]));

/** `form-5-accomp` is Form5Accomp, under which its schemas stand in the description. */
/** Makes the schema of a record type once a path: a name stands for one schema. */
function oncePerPath<Schema extends z.ZodType>(
  suffix: string,
  make: (record: AnyRecord) => Schema,
): (record: AnyRecord) => Schema {
  const made = new Map<string, Schema>();
  return (record) => {
    const known = made.get(record.path);
    if (known) return known;
    const schema = make(record).meta({ id: `${pascalCase(record.path)}${suffix}` });
    made.set(record.path, schema);
    return schema;
  };
}

/** A stored row. */
export const rowSchema = oncePerPath("Row", (record) =>
  z.looseObject({
    id: z.int(),
    ...Object.fromEntries(record.fields.map((field) => [field.name, fieldSchema(field)])),
    ...(record.approval
      ? { process_stage: z.enum(["Pending", "Approved"]).nullable().describe("null is Pending.") }
      : {}),
    row_version: z.int().describe("Send it back with a change: a stale one is refused with 409."),
  }),
);

/** A record as a save takes it: with an id the given fields are changed, without one a row is added. */
export const entrySchema = oncePerPath("Entry", (record) =>
  z.strictObject({
    id: z.int().positive().optional(),
    row_version: z.int().positive().optional(),
    ...recordFields(record),
    ...(record.approval ? { process_stage: z.enum(["Pending", "Approved"]).nullable().optional() } : {}),
    ...(record.likelySame ? { save_anyway: z.boolean().optional() } : {}),
    ...(record.softChecks
      ? { soft_check_reason: z.string().nullable().optional().describe("Why unusual values are right.") }
      : {}),
  }),
);

const filterOf = (schema: z.ZodType) =>
  z
    .union([schema, z.array(schema)])
    .nullable()
    .optional();

/** Paging and order, as every list takes them. */
export const paging = {
  page: z.int().min(1).optional().describe("From 1. Without a page, the whole filtered list is answered."),
  page_size: z.int().min(1).max(200).optional().describe("Default 20."),
  sort: z
    .array(z.strictObject({ field: z.string(), dir: z.enum(["asc", "desc"]).optional() }))
    .max(5)
    .optional(),
};

/** Any field with a value, or a list of values of which one must fit; null and "" mean that it is not set. */
export const filtersSchema = oncePerPath("Filters", (record) =>
  z.looseObject(
    Object.fromEntries(record.fields.map((field) => [field.name, filterOf(byKind[field.kind](field))])),
  ),
);

/** The body of a list call. */
export const listBody = oncePerPath("List", (record) =>
  filtersSchema(record).extend({
    q: z.string().optional().describe("Words, all of which a row must hold."),
    ...paging,
    count: z.enum(["exact", "capped"]).optional().describe("capped: count no further than 10,000."),
    sums: z.array(z.string()).optional().describe("Number fields to total over the whole filtered list."),
    ...(record.approval ? { tab: z.enum(["pending", "approved"]).optional() } : {}),
    ...(record.softChecks
      ? { with_reason: z.boolean().optional().describe("Rows saved with a word of reason.") }
      : {}),
    ...(record.facts ? { incomplete: z.boolean().optional().describe("Rows that lack a fact.") } : {}),
  }),
);
