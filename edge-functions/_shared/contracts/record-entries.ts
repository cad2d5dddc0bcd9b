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
import { describedBy, idNumber, type Reading, read, refused, right, wrong } from "./values.ts";

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
const serverKept = new Set([
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
  read(z.int().positive(), (given): Reading<number | null> => {
    if (given === "") return right(null);
    const number = idNumber(given);
    return number === undefined ? refused(`${name} must be a positive whole number.`) : right(number);
  }).nullish();

const reason = read(z.string(), (given): Reading<string | null> => {
  const text = typeof given === "string" ? tidyText(given) : given;
  if (text === "") return right(null);
  if (typeof text !== "string") return refused("The reason must be a text.");
  const problem = reasonProblem(text);
  return problem ? refused(`The reason ${problem}.`) : right(text);
}).nullish();

/** The product has always sent the trainings of a participant under a misspelt name (spec section 5). */
function translated(record: AnyRecord, given: Record<string, unknown>): Record<string, unknown> {
  if (!("traininig_id" in given) || !record.fields.some(({ name }) => name === "training_id")) return given;
  const { traininig_id: trainings, ...rest } = given;
  return { ...rest, training_id: trainings };
}

type Given = Readonly<Record<string, unknown>>;

/** What stands around the fields of a record. */
const around = (record: AnyRecord): z.ZodRawShape => ({
  id: whole("id"),
  row_version: whole("row_version"),
  ...(record.likelySame ? { save_anyway: z.boolean("save_anyway is either true or false.").optional() } : {}),
  ...(record.softChecks ? { [reasonField]: reason } : {}),
});

function itemOf(record: AnyRecord, index: number, given: Given): Item {
  const known = around(record);
  const entered = Object.entries(given).filter(([name]) => !(name in known || serverKept.has(name)));
  return {
    index,
    id: (given.id as number | null | undefined) ?? null,
    rowVersion: (given.row_version as number | null | undefined) ?? null,
    anyway: "save_anyway" in known && given.save_anyway === true,
    reason: reasonField in known ? ((given[reasonField] as string | null | undefined) ?? null) : null,
    fields: translated(record, Object.fromEntries(entered)),
  };
}

/** One record, or a list of them. */
export const itemsBody = (record: AnyRecord) => {
  const entry = z.looseObject(around(record), "Each record must be an object.");
  const list = z
    .preprocess(
      (given, context) => {
        const all: unknown[] = Array.isArray(given) ? given : [given];
        if (all.length <= mostRecords) return all;
        const message = `At most ${mostRecords} records are saved at once; these are ${all.length}.`;
        context.issues.push(wrong(undefined, message, { kind: "too_large" }));
        return z.NEVER;
      },
      z.array(entry).min(1, `Send at least one ${record.noun.one}.`),
    )
    .transform((given, context): Item[] => {
      const items = given.map((one, index) => itemOf(record, index, one));
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

/** A record that somebody is still typing, as far as it can be read. */
export const candidateBody = (record: AnyRecord) => {
  const described = recordFields(record);
  const shape = Object.fromEntries(
    record.fields.map((field) => {
      const schema = read(described[field.name] ?? z.unknown(), (given) => {
        const reading = parseField(field, given);
        return right(reading.ok ? reading.value : undefined);
      });
      return [field.name, schema.optional()];
    }),
  );
  return fields({ ...shape, id: whole("id") }, `a field of this ${record.noun.one}`).transform(
    (given): Record<string, unknown> =>
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  );
};
