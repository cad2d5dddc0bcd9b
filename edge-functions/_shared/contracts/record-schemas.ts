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
    sensitive
      ? " Read by the right Sensitive only: left out of other callers' answers, and their null changes nothing."
      : "",
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

/** A field of a stored row: a sensitive one is there for the right Sensitive alone. */
const answeredField = (field: Field): z.ZodType =>
  field.sensitive ? fieldSchema(field).optional() : fieldSchema(field);

/** The fields of a record as a save takes them; each may be left out. */
export const recordFields = (record: AnyRecord): Record<string, z.ZodType> =>
  Object.fromEntries(record.fields.map((field) => [field.name, fieldSchema(field).optional()]));

/** Makes the schema of a record type once a path. `form-5-accomp` is Form5Accomp, under which it stands in the description. */
export function oncePerPath<Schema extends z.ZodType>(
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

/** Where a row stands in its review. */
export const review = z
  .object({
    state: z.enum(["new", "returned", "resubmitted", "approved"]),
    by: z.string().nullable().describe("A username."),
    at: z.string().nullable(),
    reason: z.string().nullable().describe("Why it was returned, or what was said as it was resubmitted."),
  })
  .describe("Where the row stands in its review; answered, and not taken.");

/** A stored row. */
export const rowSchema = oncePerPath("Row", (record) =>
  z.looseObject({
    id: z.int(),
    ...Object.fromEntries(record.fields.map((field) => [field.name, answeredField(field)])),
    process_stage: z.enum(["Pending", "Approved"]).nullish().describe("null is Pending."),
    // Types do not know which record it is: where there is no approval, there is no review.
    ...((record.approval ? { review: review.optional() } : {}) as { review: z.ZodOptional<typeof review> }),
    row_version: z.int().describe("Send it back with a change: a stale one is refused with 409."),
  }),
);

/** Its fields depend on the record type; these every row carries. */
export type Row = z.output<ReturnType<typeof rowSchema>>;

/** A record as a save takes it: with an id the given fields are changed, without one a row is added. */
export const entrySchema = oncePerPath("Entry", (record) =>
  z.strictObject({
    id: z.int().positive().optional(),
    row_version: z.int().positive().optional(),
    ...recordFields(record),
    ...(record.approval ? { process_stage: z.enum(["Pending", "Approved"]).nullable().optional() } : {}),
    save_anyway: z
      .boolean()
      .optional()
      .describe("true: saves the row although a stored row has the same key, where the key may repeat."),
    ...(record.softChecks
      ? { soft_check_reason: z.string().nullable().optional().describe("Why unusual values are right.") }
      : {}),
  }),
);
