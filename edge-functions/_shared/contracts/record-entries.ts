/**
 * Records as a save takes them. What surrounds the fields is read here; the fields themselves are judged by
 * `validateRecord`, as the form and the import judge them, once the stored row is known that a change belongs to.
 */
import { z } from "zod";
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { reasonProblem } from "../rules/soft-checks.ts";
import { tidyText } from "../rules/text.ts";
import { parseField } from "../validate/parse-field.ts";
import { reasonField } from "../validate/soft-checks.ts";
import { fields } from "./call.ts";
import { entrySchema, recordFields } from "./record-schemas.ts";
import { describedBy, idNumber, type Reading, read, refused, right, rowId, wrong } from "./values.ts";

/** A record that is to be saved. */
export interface Item {
  /** Position in the request. */
  index: number;
  /** Null for a new record. */
  id: number | null;
  rowVersion: number | null;
  /** Saved though it is likely stored already. */
  anyway: boolean;
  /** Why values that are asked about are right. */
  reason: string | null;
  fields: Record<string, unknown>;
}

/** Records of one call. */
export const mostRecords = 500;

/** Kept by the database. They may come back as they were read, and are never written. */
const serverColumns = new Set([
  "user_id",
  "time_stamp",
  "updated_at",
  "approved_by",
  "approved_at",
  "office",
  "row_version",
  "id",
]);

const whole = (name: string) =>
  read(z.int().positive(), (input): Reading<number | null> => {
    if (input === "") return right(null);
    const number = idNumber(input);
    return number === undefined ? refused(`${name} must be a positive whole number.`) : right(number);
  }).nullish();

const reason = read(z.string(), (input): Reading<string | null> => {
  const text = typeof input === "string" ? tidyText(input) : input;
  if (text === "") return right(null);
  if (typeof text !== "string") return refused("The reason must be a text.");
  const problem = reasonProblem(text);
  return problem ? refused(`The reason ${problem}.`) : right(text);
}).nullish();

/** The product has always sent the trainings of a participant under a misspelt name (spec section 5). */
function translated(record: AnyRecord, input: Record<string, unknown>): Record<string, unknown> {
  if (!("traininig_id" in input) || !record.fields.some(({ name }) => name === "training_id")) return input;
  const { traininig_id: trainings, ...rest } = input;
  return { ...rest, training_id: trainings };
}

type Input = Readonly<Record<string, unknown>>;

/** What stands around the fields of a record. */
const around = (record: AnyRecord): z.ZodRawShape => ({
  id: whole("id"),
  row_version: whole("row_version"),
  ...(record.likelySame ? { save_anyway: z.boolean("save_anyway is either true or false.").optional() } : {}),
  ...(record.softChecks ? { [reasonField]: reason } : {}),
});

function itemOf(record: AnyRecord, index: number, input: Input): Item {
  const known = around(record);
  const entered = Object.entries(input).filter(([name]) => !(name in known || serverColumns.has(name)));
  return {
    index,
    id: (input.id as number | null | undefined) ?? null,
    rowVersion: (input.row_version as number | null | undefined) ?? null,
    anyway: "save_anyway" in known && input.save_anyway === true,
    reason: reasonField in known ? ((input[reasonField] as string | null | undefined) ?? null) : null,
    fields: translated(record, Object.fromEntries(entered)),
  };
}

/** One record, or a list of them. */
export const itemsBody = (record: AnyRecord) => {
  const entry = z.looseObject(around(record), "Each record must be an object.");
  const list = z
    .preprocess(
      (input, context) => {
        const all: unknown[] = Array.isArray(input) ? input : [input];
        if (all.length <= mostRecords) return all;
        const message = `At most ${mostRecords} records are saved at once; these are ${all.length}.`;
        context.issues.push(wrong(undefined, message, { kind: "too_large" }));
        return z.NEVER;
      },
      z.array(entry).min(1, `Send at least one ${record.noun.one}.`),
    )
    .transform((input, context): Item[] => {
      const items = input.map((one, index) => itemOf(record, index, one));
      const seen = new Set<number>();
      for (const { index, id } of items) {
        if (id === null) continue;
        if (seen.has(id))
          context.issues.push(wrong(id, `The id ${id} is given twice.`, { path: [index, "id"] }));
        seen.add(id);
      }
      return items;
    });
  return describedBy(
    z.union([entrySchema(record), z.array(entrySchema(record)).min(1).max(mostRecords)]),
    list,
  );
};

/** A row that gets back what it held after an entry of its history, with what may come along with a save. */
export const revertBody = (record: AnyRecord) =>
  fields({
    ...around(record),
    id: rowId(),
    row_version: rowId("row_version must be the version that was seen.").describe(
      "A stale one is refused with 409.",
    ),
    to: rowId("to must be the id of an entry of the row's history.").describe("`id` of the entry."),
  }).transform(({ to, ...input }) => ({ to, item: itemOf(record, 0, input) }));

/** A record that somebody is still typing, as far as it can be read. */
export const candidateBody = (record: AnyRecord) => {
  const described = recordFields(record);
  const shape = Object.fromEntries(
    record.fields.map((field) => {
      const schema = read(described[field.name] ?? z.unknown(), (input) => {
        const reading = parseField(field, input);
        return right(reading.ok ? reading.value : undefined);
      });
      return [field.name, schema.optional()];
    }),
  );
  return fields({ ...shape, id: whole("id") }, `a field of this ${record.noun.one}`).transform(
    (input): Record<string, unknown> =>
      Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
  );
};
