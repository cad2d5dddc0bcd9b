/**
 * Schemas generated from the registry: the fields of a record, its row, and the body of a list request. The schemas
 * check single values. `validateRecord` checks the whole record, with the error messages that forms show.
 */
import { z } from "zod";
import type { AnyRecord, Field, FieldKind } from "../records/vocabulary/types.ts";
import { months, quarters } from "../rules/periods.ts";
import { pascalCase } from "./base/call.ts";
import { largestInteger } from "./base/values.ts";

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
      ? ` A value of the dropdown list ${options.list}; new values are allowed.`
      : options?.from === "record"
        ? ` A value from the records of ${options.path}.`
        : "";
  return [
    `${label}.`,
    required ? " Required." : "",
    choice,
    sensitive
      ? " Only callers with the Sensitive right can read it. Responses to other callers omit it, and null sent by them changes nothing."
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

/**
 * Schema of a field in a stored row. Sensitive fields are optional, because a caller without the Sensitive right does
 * not get them.
 */
const answeredField = (field: Field): z.ZodType =>
  field.sensitive ? fieldSchema(field).optional() : fieldSchema(field);

/** Fields of a record in a save request. All fields are optional. */
export const recordFields = (record: AnyRecord): Record<string, z.ZodType> =>
  Object.fromEntries(record.fields.map((field) => [field.name, fieldSchema(field).optional()]));

/**
 * Creates a schema only once per record type. The API description names the schema after the path: `form-5-accomp`
 * becomes Form5Accomp.
 */
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

/** Review state of a row. */
export const review = z
  .object({
    state: z.enum(["new", "returned", "resubmitted", "approved"]),
    by: z.string().nullable().describe("A username."),
    at: z.string().nullable(),
    reason: z.string().nullable().describe("Reason for the return, or the note of the resubmission."),
  })
  .describe("Review state of the row. Only in responses; a value in a request is ignored.");

/** Schema of a stored row. */
export const rowSchema = oncePerPath("Row", (record) =>
  z.looseObject({
    id: z.int(),
    ...Object.fromEntries(record.fields.map((field) => [field.name, answeredField(field)])),
    process_stage: z.enum(["Pending", "Approved"]).nullish().describe("null is Pending."),
    // The TypeScript type of a row always has `review`, although some record types have no approval and so no review.
    ...((record.approval ? { review: review.optional() } : {}) as { review: z.ZodOptional<typeof review> }),
    row_version: z
      .int()
      .describe("Version of the row. Send it with a change; a stale version is refused with 409."),
  }),
);

/** A stored row of any record type, with only the fields that all rows have. */
export type Row = z.output<ReturnType<typeof rowSchema>>;

/**
 * A record in a save request. A record with an id changes the given fields of the stored row; a record without an id is
 * added.
 */
export const entrySchema = oncePerPath("Entry", (record) =>
  z.strictObject({
    id: z.int().positive().optional(),
    row_version: z.int().positive().optional(),
    ...recordFields(record),
    ...(record.approval ? { process_stage: z.enum(["Pending", "Approved"]).nullable().optional() } : {}),
    save_anyway: z
      .boolean()
      .optional()
      .describe(
        "true: saves the row even if a stored row has the same key. Not possible if the key must be unique.",
      ),
    ...(record.softChecks
      ? { soft_check_reason: z.string().nullable().optional().describe("Why unusual values are right.") }
      : {}),
  }),
);
