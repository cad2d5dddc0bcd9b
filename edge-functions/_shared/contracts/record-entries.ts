/**
 * Records as a save takes them, and the receipts of imports, which are many saves. What surrounds the fields is read here;
 * the fields themselves are judged by `validateRecord`, as the form and the import judge them, once the stored row is known
 * that a change belongs to.
 */
import { z } from "zod";
import { recordByRoute } from "../records/index.ts";
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { reasonProblem } from "../rules/soft-checks.ts";
import { tidyText } from "../rules/text.ts";
import { parseField } from "../validate/parse-field.ts";
import { reasonField } from "../validate/soft-checks.ts";
import { call, fields } from "./call.ts";
import { entrySchema, recordFields } from "./record-schemas.ts";
import {
  countTo,
  defaultPageSize,
  describedBy,
  idNumber,
  largestPage,
  type Reading,
  read,
  refused,
  right,
  rowId,
  workId,
  wrong,
} from "./values.ts";

/** A record that is to be saved. */
export interface Item {
  /** Position in the request. */
  index: number;
  /** Null for a new record. */
  id: number | null;
  rowVersion: number | null;
  /** Saved although a stored row has the same key, or is likely about the same. */
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
  save_anyway: z.boolean("save_anyway is either true or false.").optional(),
  ...(record.softChecks ? { [reasonField]: reason } : {}),
});

function itemOf(record: AnyRecord, index: number, input: Input): Item {
  const known = around(record);
  const entered = Object.entries(input).filter(([name]) => !(name in known || serverColumns.has(name)));
  return {
    index,
    id: (input.id as number | null | undefined) ?? null,
    rowVersion: (input.row_version as number | null | undefined) ?? null,
    anyway: input.save_anyway === true,
    reason: reasonField in known ? ((input[reasonField] as string | null | undefined) ?? null) : null,
    fields: translated(record, Object.fromEntries(entered)),
  };
}

function refuseTwice(items: readonly Item[], context: z.RefinementCtx): void {
  const seen = new Set<number>();
  for (const { index, id } of items) {
    if (id === null) continue;
    if (seen.has(id)) context.issues.push(wrong(id, `The id ${id} is given twice.`, { path: [index, "id"] }));
    seen.add(id);
  }
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
      refuseTwice(items, context);
      return items;
    });
  return describedBy(
    z.union([entrySchema(record), z.array(entrySchema(record)).min(1).max(mostRecords)]),
    list,
  );
};

/** A row that gets back what it held after an entry of its history. */
export interface Reversion {
  item: Item;
  /** The id of the entry. */
  to: number;
}

/** Rows that get back what they held after an entry of their history, with what may come along with a save. */
export const revertBody = (record: AnyRecord) => {
  const one = fields({
    ...around(record),
    id: rowId(),
    row_version: rowId("row_version must be the version that was seen.").describe(
      "A stale one is refused with 409.",
    ),
    to: rowId("to must be the id of an entry of the row's history.").describe("`id` of the entry."),
  });
  const several = z.array(one).min(1).max(mostRecords);
  return describedBy(
    z.union([one, several]),
    z
      .preprocess((input) => (Array.isArray(input) ? input : [input]), several)
      .transform((input, context): Reversion[] => {
        const reversions = input.map(({ to, ...entry }, index) => ({
          to,
          item: itemOf(record, index, entry),
        }));
        refuseTwice(
          reversions.map(({ item }) => item),
          context,
        );
        return reversions;
      }),
  );
};

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

const imports = "Imports";
const importMessage = "import_id must be the id that the batches of the import name.";
const importId = workId(importMessage).describe("As its batches name it.");
const fileMessage = "file_name must be a text of 1 to 255 characters.";
const countMessage = "rows and left_out must be whole numbers.";

const screen = read(z.string().describe("Route of a record screen: ARBO_Masterlist."), (input) =>
  typeof input === "string" && recordByRoute(input)?.scoped
    ? right(input)
    : refused("There is no such screen whose imports have receipts.", { kind: "not_found" }),
);

const listedImport = z.object({
  import_id: z.string(),
  at: z.string().describe("When, as an instant."),
  screen: z.string(),
  label: z.string().describe("What the screen is called."),
  file_name: z.string(),
  rows: z.int().describe("How many rows of the file were to be saved."),
  saved: z.int().describe("How many were."),
  left_out: z.int().describe("How many were not to be: unchanged, duplicates, wrong, or of other offices."),
  taken_back_at: z.string().nullable(),
});

export type ListedImport = z.output<typeof listedImport>;

const changedSince = z
  .array(z.object({ id: z.int(), by: z.string().nullable(), at: z.string().nullable() }))
  .describe(
    "Rows that somebody changed since, by whom and when the last time, as far as the caller reads them.",
  );

export const beginImport = call({
  method: "PUT",
  path: "/api/imports/begin",
  group: imports,
  summary: "Announces an import before its first batch, so that it has a receipt. Again, it changes nothing.",
  body: fields({
    import_id: importId,
    screen,
    file_name: z
      .string(fileMessage)
      .max(255, fileMessage)
      .regex(/^\P{Cc}*[^\p{Cc}\p{Z}]\P{Cc}*$/u, fileMessage),
    rows: z.int(countMessage).positive(countMessage).describe("How many rows are to be saved."),
    left_out: z.int(countMessage).nonnegative(countMessage).describe("How many rows of the file are not."),
  }),
  data: z.null(),
  problems: ["not_found"],
});

export const ownImports = call({
  method: "POST",
  path: "/api/imports",
  group: imports,
  summary: "Lists the imports of the caller, newest first.",
  body: fields({
    page: countTo("page", 100_000).describe("From 1, which is the default."),
    page_size: countTo("page_size", largestPage).describe(`Default ${defaultPageSize}.`),
  }).transform(({ page, page_size }) => ({ number: page ?? 1, size: page_size ?? defaultPageSize })),
  data: z.array(listedImport),
  beside: { total: z.int() },
});

const receipt = listedImport.extend({
  added: z.int(),
  changed: z.int(),
  as_left: z.int().describe("Rows that are as the import left them, and can be taken back."),
  set_back: z.int().describe("Rows that it changed, and that hold again what they held before."),
  deleted: z.int(),
  changed_since: changedSince,
});

export type Receipt = z.output<typeof receipt>;

export const importReceipt = call({
  method: "POST",
  path: "/api/imports/receipt",
  group: imports,
  summary: "Answers the receipt of an import of the caller's: what became of the rows that it saved.",
  body: fields({ import_id: importId }),
  data: receipt,
  problems: ["not_found"],
});

const takenBack = z.object({
  rows: z
    .array(
      z.object({
        id: z.int(),
        row_version: z.int(),
        before: z
          .int()
          .nullable()
          .describe("The entry of its history that a changed row is reverted to; null: to be deleted."),
        last: z.int().describe("The last entry that the import wrote about it."),
      }),
    )
    .describe("Those that are as the import left them, created ones first."),
  changed_since: changedSince,
});

export type TakenBack = z.output<typeof takenBack>;

export const takeBackImport = call({
  method: "PUT",
  path: "/api/imports/take-back",
  group: imports,
  summary:
    "Ends an import of the caller's, of the last 30 days, and answers which rows are to be deleted and reverted. No batch of it is saved afterwards.",
  body: fields({ import_id: importId }),
  data: takenBack,
  problems: ["not_found", "rule"],
});
