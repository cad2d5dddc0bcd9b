/** Request bodies of actions on stored rows, such as approving, returning, deleting and restoring rows. */
import { z } from "zod";
import { listedColumns } from "../records/columns.ts";
import { sensitiveAmong } from "../records/sensitive-among.ts";
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { fields } from "./base/call.ts";
import { unknownFieldMessage } from "./base/problems.ts";
import {
  chosenRows,
  defaultPageSize,
  describedBy,
  fieldIssue,
  idNumber,
  isUnset,
  oneOrMany,
  paging,
  read,
  refused,
  right,
  rowId,
  rowIds,
  wrong,
} from "./base/values.ts";
import { isEntries } from "./filters/conditions.ts";
import { otherRecords } from "./filters/record-by-status.ts";
import { filters, type RecordFilter } from "./filters/record-filters.ts";
import { saveAnyway } from "./record-entries.ts";

export interface Approval {
  stage: "Pending" | "Approved";
  /** Ids of the rows; null if a filter selects the rows. */
  ids: number[] | null;
  /** Row versions that the caller saw, in the order of the ids; null if the request has no versions. */
  versions: number[] | null;
  /** Postgres snapshot from which the caller's list was read; null if the request has no snapshot. */
  seen: string | null;
  /** Filter that selects the rows; null if ids select the rows. */
  filter: RecordFilter | null;
  /** Names of the sensitive fields in the filter. If there are any, a caller without the Sensitive right gets 403. */
  sensitive: readonly string[];
  /** Ids of rows to approve although they were returned to their office and not resubmitted. */
  returned: number[];
  /** True if the response lists the changed rows. */
  named: boolean;
}

/**
 * Maximum number of changed rows that the response to an approval lists. If more rows changed, the response lists none.
 */
export const mostChangedRows = 10_000;

const version = z.int().positive();
const versionMessage = "row_version must be a positive whole number for each id, in the same order.";
const versions = read(z.union([version, z.array(version)]), (input) => {
  const numbers = [input].flat().flatMap((one) => idNumber(one) ?? []);
  return numbers.length === [input].flat().length ? right(numbers) : refused(versionMessage);
})
  .nullish()
  .describe("With `id`: row versions that the caller saw, in the order of the ids.");

const longestSnapshot = 20_000;

const snapshot = read(z.string(), (input) => {
  const [, from, to] =
    (typeof input === "string" && input.length < longestSnapshot
      ? /^(\d{1,18}):(\d{1,18}):(?:\d{1,18}(?:,\d{1,18})*)?$/.exec(input)
      : null) ?? [];
  return Number(from) > 0 && Number(to) >= Number(from)
    ? right(String(input))
    : refused("seen must be the value from the list's response.");
})
  .nullish()
  .describe(
    "With `filter`: `seen` from the response of the list endpoint. Rows changed since then are left out.",
  );

export const approveBody = (record: AnyRecord) =>
  fields({
    process_stage: z.enum(["Pending", "Approved"], "process_stage must be Pending or Approved."),
    id: chosenRows("id").optional(),
    row_version: versions,
    filter: filters(record, "The filter must be an object.")
      .optional()
      .describe("Instead of `id`: all rows that match the filter."),
    seen: snapshot,
    returned: z
      .array(z.int().positive(), "returned must be a list of ids.")
      .nullish()
      .describe(
        "Ids of rows to approve although they were returned and are not resubmitted. Other rows in this state are refused, or left out if a filter selects them. A single `id` outside a list counts as listed here unless `returned` is given.",
      ),
    rows: z
      .boolean("rows must be true or false.")
      .nullish()
      .describe(`true: the response lists the changed rows if there are at most ${mostChangedRows}.`),
  }).transform(
    (
      { process_stage: stage, id, row_version: seenVersions, filter, seen, returned, rows },
      context,
    ): Approval => {
      const ids = id?.ids;
      const refuse = (field: string, message: string) =>
        context.issues.push(fieldIssue(undefined, field, message));
      if ((ids === undefined) === (filter === undefined)) refuse("id", "Give either id or filter.");
      else if (filter && seenVersions)
        refuse("row_version", "row_version can only be used with id. Use seen with a filter.");
      else if (ids && seen) refuse("seen", "seen can only be used with a filter. Use row_version with id.");
      else if (ids && seenVersions && seenVersions.length !== ids.length)
        refuse("row_version", versionMessage);
      return {
        stage,
        ids: ids ?? null,
        versions: seenVersions ?? null,
        seen: seen ?? null,
        filter: filter ?? null,
        sensitive: filter ? [...sensitiveAmong(record, [...filter.columns.keys()]), ...filter.sensitive] : [],
        returned: returned ?? (id?.named ? id.ids : []),
        named: rows === true,
      };
    },
  );

/** Body that selects all rows matching a filter, for actions on many rows. */
export const versionsBody = (record: AnyRecord) =>
  fields({
    filter: filters(record, "The filter must be an object."),
    ...(record.approval ? { seen: snapshot } : {}),
  }).transform(({ filter, ...more }): { filter: RecordFilter; seen: string | null } => ({
    filter,
    seen: "seen" in more ? ((more.seen as string | null | undefined) ?? null) : null,
  }));

const longestRemark = 2000;

/** A user's remark. A request with an empty remark is refused with status 422 (problem kind `rule`). */
export const remark = (name: string) =>
  read(z.string().max(longestRemark), (input) => {
    if (input !== undefined && input !== null && typeof input !== "string")
      return refused(`${name} must be a text.`);
    const text = (input ?? "").normalize("NFC").trim();
    // A remark may contain line breaks and tabs, but no other control characters.
    if (/[^\P{Cc}\n\r\t]/u.test(text)) return refused(`${name} holds a character that cannot be shown.`);
    if (!/\p{L}|\p{N}/u.test(text)) return refused(`${name} is required.`, { kind: "rule" });
    if (text.length > longestRemark)
      return refused(`${name} is longer than ${longestRemark} characters.`, { kind: "rule" });
    return right(text);
  });

const versionForEach = ({
  id,
  row_version: seen,
}: {
  id: number[];
  row_version?: number[] | null | undefined;
}) => !seen || seen.length === id.length;
const unlike = { path: ["row_version"], message: versionMessage };

export const returnBody = fields({
  id: rowIds("id"),
  row_version: versions,
  reason: remark("reason").describe("Reason for the return, shown to the office that entered the rows."),
}).refine(versionForEach, unlike);

export const takeBackReturnBody = fields({ id: rowIds("id"), row_version: versions }).refine(
  versionForEach,
  unlike,
);

export const resubmitBody = fields({
  id: rowIds("id"),
  row_version: versions,
  note: remark("note").optional().describe("What was done about the reason of the return."),
}).refine(versionForEach, unlike);

export const commentsBody = fields({ id: rowId() });

export const commentBody = (record: AnyRecord) =>
  fields({
    id: rowId(),
    text: remark("text"),
    field: z
      .enum(
        record.fields.map(({ name }) => name),
        "field must be a field of the record.",
      )
      .nullish()
      .describe("Field that the comment is about. Omitted if the comment is about the whole row."),
  });

/** Rows to delete. */
export interface Removal {
  ids: number[];
  /** Row versions that the caller saw, in the order of the ids; null if the request has no versions. */
  versions: number[] | null;
}

const removal = {
  id: rowIds("id"),
  row_version: versions.describe("Row versions that the caller saw."),
};

/**
 * Columns that a request to delete rows may contain besides the id. The server compares `row_version` and ignores the
 * rest.
 */
const otherColumns = (record: AnyRecord) =>
  [record, ...otherRecords(record)]
    .flatMap((one) => [...listedColumns(one).keys(), ...(one.approval ? ["review"] : [])])
    .filter((name) => !(name in removal));

/**
 * Converts a list of ids or rows to `{id: […], row_version: […]}`. Reports columns that the record type does not have.
 */
function readRemovals(record: AnyRecord, input: readonly unknown[], context: z.RefinementCtx) {
  const known = new Set([...otherColumns(record), ...Object.keys(removal)]);
  const seen = new Map<unknown, unknown>();
  for (const [index, one] of input.entries()) {
    const row = isEntries(one) ? one : { id: one };
    for (const name of Object.keys(row).filter((column) => !known.has(column)))
      context.issues.push(wrong(row, unknownFieldMessage(name), { path: [index, name] }));
    seen.set(row.id, row.row_version);
  }
  const given = [...seen.values()].filter((one) => !isUnset(one));
  return { id: [...seen.keys()], ...(given.length > 0 ? { row_version: given } : {}) };
}

/**
 * Body of a request that deletes rows: a list of ids, `{id: […]}` with an optional `row_version`, a row, or a list of
 * rows. Of a row, only the id is needed.
 */
export const deleteBody = (record: AnyRecord) => {
  const ignored = Object.fromEntries(otherColumns(record).map((name) => [name, z.unknown().optional()]));
  const row = z.looseObject({ id: rowId(), row_version: version.nullish() });
  return describedBy(
    z.union([rowIds(), fields(removal), z.array(row).min(1)]),
    z
      .preprocess(
        (input, context) => (Array.isArray(input) ? readRemovals(record, input, context) : input),
        fields({ ...ignored, ...removal }).refine(versionForEach, unlike),
      )
      .transform(({ id: ids, row_version: seen }): Removal => ({ ids, versions: seen ?? null })),
  );
};

/** Body of a request for one page of deleted rows. */
export const trashBody = fields({
  page: paging.page.describe("Page number, from 1. Default 1."),
  page_size: paging.page_size,
  status: oneOrMany(z.string(), "status is a text, or a list of texts.")
    .nullish()
    .describe("For screens that share a table: status of the screen whose rows are listed."),
}).transform(({ page, page_size: size, status }) => ({
  page: { number: page ?? 1, size: size ?? defaultPageSize },
  statuses: status ?? null,
}));

export const restoreBody = fields({
  id: rowIds("id"),
  save_anyway: saveAnyway.describe(
    "true: restores rows even if a stored row has the same key or probably describes the same thing. A row with the same unique key is still refused.",
  ),
});

const mostLinks = 100;

export const linksBody = fields({
  ids: rowIds(undefined, mostLinks, `At most ${mostLinks} links at once.`),
  only: z
    .literal("thumbnails", 'Send {ids:[…]}, and only:"thumbnails" where no originals are wanted.')
    .optional(),
});

const checkMessage =
  "Send {repair: true} to remove files, remove_rows: true to remove rows as well, and after to go on.";

export const checkBody = fields({
  repair: z.boolean(checkMessage).default(false),
  remove_rows: z.boolean(checkMessage).default(false),
  after: z
    .string(checkMessage)
    .default("")
    .describe("`next` from an earlier response: the path after which to continue."),
});
