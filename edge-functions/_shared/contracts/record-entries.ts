/**
 * Contracts of records in save requests, and of the receipts of imports, which consist of many saves.
 *
 * The schemas read the id, the version and the options of a record. `validateRecord` validates the values later,
 * because a change can be checked only together with its stored row.
 */
import { z } from "zod";
import { recordByRoute } from "../records/index.ts";
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { reasonProblem } from "../rules/soft-checks.ts";
import { tidyText } from "../rules/text.ts";
import { parseField } from "../validate/parse-field.ts";
import { reasonField } from "../validate/soft-checks.ts";
import { call, fields } from "./base/call.ts";
import {
  countTo,
  defaultPageSize,
  describedBy,
  idNumber,
  largestInteger,
  largestPage,
  type Reading,
  read,
  refused,
  right,
  rowId,
  workId,
  wrong,
} from "./base/values.ts";
import { entrySchema, recordFields } from "./record-schemas.ts";

/** A record to save. */
export interface Item {
  /** Position of the record in the request's list. */
  index: number;
  /** Id of the stored row. Null for a new record. */
  id: number | null;
  rowVersion: number | null;
  /** If true, the record is saved even if a stored row has the same key or is probably the same record. */
  anyway: boolean;
  /** The user's reason why values that fail a soft check are right. */
  reason: string | null;
  fields: Record<string, unknown>;
}

/** Maximum number of records per request. */
export const mostRecords = 500;

/** Columns that only the database writes. The server ignores them if a client sends them back. */
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

/**
 * Renames the field `traininig_id` to `training_id`. Requests about participants use the misspelt name, as in spec
 * section 5.
 */
function withCorrectNames(record: AnyRecord, input: Record<string, unknown>): Record<string, unknown> {
  if (!("traininig_id" in input) || !record.fields.some(({ name }) => name === "training_id")) return input;
  const { traininig_id: trainings, ...rest } = input;
  return { ...rest, training_id: trainings };
}

type Input = Readonly<Record<string, unknown>>;

/**
 * Option of a save request. If true, a record is saved even if a stored row has the same key or is probably the same
 * record.
 */
export const saveAnyway = z.boolean("save_anyway must be true or false.").optional();

/**
 * Fields of a record in a save request that are not values: the record's id, its version and the options of the save.
 */
const envelope = (record: AnyRecord): z.ZodRawShape => ({
  id: whole("id"),
  row_version: whole("row_version"),
  save_anyway: saveAnyway,
  ...(record.softChecks ? { [reasonField]: reason } : {}),
});

function itemOf(record: AnyRecord, index: number, input: Input): Item {
  const known = envelope(record);
  const entered = Object.entries(input).filter(([name]) => !(name in known || serverColumns.has(name)));
  return {
    index,
    id: (input.id as number | null | undefined) ?? null,
    rowVersion: (input.row_version as number | null | undefined) ?? null,
    anyway: input.save_anyway === true,
    reason: reasonField in known ? ((input[reasonField] as string | null | undefined) ?? null) : null,
    fields: withCorrectNames(record, Object.fromEntries(entered)),
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

/** Body with one record or a list of records. */
export const itemsBody = (record: AnyRecord) => {
  const entry = z.looseObject(envelope(record), "Each record must be an object.");
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

/** A row to revert to the values that it had right after one entry of its history. */
export interface Reversion {
  item: Item;
  /** Id of the history entry. */
  to: number;
}

/**
 * Body of a request that reverts rows to earlier values. Each row names the history entry to which it is reverted. The
 * body can also contain the options of a save.
 */
export const revertBody = (record: AnyRecord) => {
  const one = fields({
    ...envelope(record),
    save_anyway: saveAnyway,
    id: rowId(),
    row_version: rowId("row_version must be the version that was seen.").describe(
      "Version that the caller saw; a stale version is refused with 409.",
    ),
    to: rowId("to must be the id of an entry of the row's history.").describe("`id` of the history entry."),
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

/** An unfinished record that a user is typing. Values that can't be read are omitted. */
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
const importMessage = "import_id must be the id of an import, as sent with its batches.";
const importId = workId(importMessage).describe("Id of the import, as sent with its batches.");
const fileMessage = "file_name must be a text of 1 to 255 characters.";
const countMessage = "rows and left_out must be whole numbers.";

const screen = read(z.string().describe("Route of a record screen: ARBO_Masterlist."), (input) =>
  typeof input === "string" && recordByRoute(input)?.scoped
    ? right(input)
    : refused("There is no such screen with imports.", { kind: "not_found" }),
);

const listedImport = z.object({
  import_id: z.string(),
  at: z.string().describe("Time of the import, as an instant."),
  screen: z.string(),
  label: z.string().describe("Label of the screen."),
  file_name: z.string(),
  rows: z.int().describe("Number of rows of the file to save."),
  saved: z.int().describe("Number of saved rows."),
  left_out: z
    .int()
    .describe("Number of rows left out: unchanged, duplicate or invalid rows, or rows of other offices."),
  taken_back_at: z.string().nullable(),
});

export type ListedImport = z.output<typeof listedImport>;

const changedSince = z
  .array(z.object({ id: z.int(), by: z.string().nullable(), at: z.string().nullable() }))
  .describe(
    "Rows that someone changed after the import, with the user and time of the last change. Rows that the caller cannot see are left out.",
  );

export const beginImport = call({
  method: "PUT",
  path: "/api/imports/begin",
  group: imports,
  summary:
    "Announces an import before its first batch, so that it has a receipt. A repeated request changes nothing.",
  body: fields({
    import_id: importId,
    screen,
    file_name: z
      .string(fileMessage)
      .max(255, fileMessage)
      .regex(/^\P{Cc}*[^\p{Cc}\p{Z}]\P{Cc}*$/u, fileMessage),
    rows: z
      .int(countMessage)
      .positive(countMessage)
      .max(largestInteger, countMessage)
      .describe("Number of rows to save."),
    left_out: z
      .int(countMessage)
      .nonnegative(countMessage)
      .max(largestInteger, countMessage)
      .describe("Number of rows of the file that are left out."),
  }),
  data: z.null(),
  problems: ["not_found"],
});

export const ownImports = call({
  method: "POST",
  path: "/api/imports",
  group: imports,
  summary: "Lists the caller's imports, newest first.",
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
  as_left: z
    .int()
    .describe("Number of rows that no one changed after the import. The import of these rows can be undone."),
  set_back: z
    .int()
    .describe("Number of rows that the import changed and that have their earlier values again."),
  deleted: z.int(),
  changed_since: changedSince,
});

export type Receipt = z.output<typeof receipt>;

export const importReceipt = call({
  method: "POST",
  path: "/api/imports/receipt",
  group: imports,
  summary: "Returns the receipt of the caller's import: the current state of the rows that it saved.",
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
          .describe(
            "Id of the history entry to which a changed row is reverted; null if the import created the row, which is then deleted.",
          ),
        last: z.int().describe("Id of the last history entry that the import wrote for the row."),
      }),
    )
    .describe("Rows that were not changed after the import, created rows first."),
  changed_since: changedSince,
});

export type TakenBack = z.output<typeof takenBack>;

export const takeBackImport = call({
  method: "PUT",
  path: "/api/imports/take-back",
  group: imports,
  summary:
    "Ends an import that the caller made in the last 30 days, and returns the rows to delete and the rows to revert. Later batches of the import are refused.",
  body: fields({ import_id: importId }),
  data: takenBack,
  problems: ["not_found", "rule"],
});
