/** Contracts of the endpoints that every record type has, generated from the registry (spec section 7, data). */
import { z } from "zod";
import { recordByPath, records } from "../records/index.ts";
import { fullLabel } from "../records/vocabulary/full-label.ts";
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { hasUnusualValues } from "../records/vocabulary/unusual-values.ts";
import { type Call, centralAdministrators, fields, type Method } from "./base/call.ts";
import {
  idNumber,
  largestInteger,
  read,
  refused,
  right,
  rowIds,
  uuid,
  workId,
  wrong,
} from "./base/values.ts";
import { bodyByStatus, otherRecords } from "./filters/record-by-status.ts";
import {
  approveBody,
  checkBody,
  commentBody,
  commentsBody,
  deleteBody,
  linksBody,
  restoreBody,
  resubmitBody,
  returnBody,
  takeBackReturnBody,
  trashBody,
  versionsBody,
} from "./record-acts.ts";
import { candidateBody, itemsBody, revertBody } from "./record-entries.ts";
import { listBody, pointsBody, valuesBody } from "./record-lists.ts";
import { entrySchema, type Row, rowSchema } from "./record-schemas.ts";

const sameRow = z.object({ id: z.int(), title: z.string(), agreed: z.array(z.string()) });
const writers =
  "Roles with the right for the action, for rows of their own offices, while the window is open.";

/** An endpoint that many record types have, each under its own path. */
export interface RecordCall<C extends Call = Call, Act extends string = string, M extends Method = Method> {
  method: M;
  /** Path pattern. `{path}` is replaced by the path of the record type. */
  path: `/api/{path}${Act}`;
  /** Returns the contract of the endpoint for a record type; null if the record type does not have the endpoint. */
  of: (record: AnyRecord) => C | null;
}

const aParameter = "a parameter of this call";

type Described = Omit<Call, "method" | "path" | "group">;

/** @param act Part of the endpoint's path after the path of the record type. */
function recordCall<const D extends Described, const M extends Method, const Act extends string>(
  method: M,
  act: Act,
  describe: (record: AnyRecord) => D | null,
): RecordCall<D & Pick<Call, "method" | "path" | "group">, Act, M> {
  type Made = D & Pick<Call, "method" | "path" | "group">;
  const made = new Map<string, Made | null>();
  return {
    method,
    path: `/api/{path}${act}`,
    of(record) {
      const known = made.get(record.path);
      if (known !== undefined) return known;
      const described = describe(record);
      const contract = described && {
        ...described,
        method,
        path: `/api/${record.path}${act}`,
        group: fullLabel(record),
      };
      made.set(record.path, contract);
      return contract;
    },
  };
}

/** A deleted row, with its values at the time of deletion. */
const deletedRow = (record: AnyRecord) =>
  rowInList(record, (one) => rowSchema(one).omit({ row_version: true }).extend({ deleted }));

/** Limits an endpoint to record types whose registry entry has the property named by `part`. */
const only =
  <const D extends Described>(part: keyof AnyRecord, describe: (record: AnyRecord) => D) =>
  (record: AnyRecord): D | null =>
    record[part] ? describe(record) : null;

/**
 * Returns the schema of a row in a list. If the status in a request can select another record type, the schema accepts
 * rows of both record types.
 * @param rowOf Creates the schema of a row of one record type.
 */
function rowInList<Schema extends z.ZodType>(
  record: AnyRecord,
  rowOf: (record: AnyRecord) => Schema,
): Schema | z.ZodUnion<Schema[]> {
  const others = otherRecords(record);
  return others.length > 0 ? z.union([record, ...others].map(rowOf)) : rowOf(record);
}

const listedRow = (record: AnyRecord): z.ZodType<Row> => rowInList(record, rowSchema);

export const list = recordCall("POST", "", (record) => ({
  summary: `Lists ${record.noun.many} of the caller's offices: a page with its total, or all of them.`,
  query: fields(
    {
      purpose: z
        .enum(["export", "list"], 'purpose is either "export" or "list".')
        .default("list")
        .describe("Purpose of reading a whole list of personal data. The user log records it."),
    },
    aParameter,
  ),
  body: listBody(record),
  data: z.array(listedRow(record)),
  beside: {
    total: z.int(),
    total_capped: z.literal(true).optional().describe("True if there are more rows than `total`."),
    sums: z.record(z.string(), z.number()).optional(),
    seen: z.string().optional().describe("Snapshot of the list. Send it when approving the list."),
  },
  problems: ["too_many"],
}));

/**
 * Id of an import or bulk action, and number of a batch within it. The number lets a client repeat a batch without
 * saving it twice.
 */
export interface BatchName {
  importId: string;
  number: number;
}

const idMessage = "import_id must be a UUID and can only be used with batch.";
const batchMessage = "batch must be a whole number from 1 and can only be used with import_id.";

const batchQuery = fields(
  {
    import_id: workId(idMessage)
      .optional()
      .describe(
        "With `batch`: a batch that is sent again with the same content is not saved twice. The repeat gets the rows as they are now, with the `row_version` that the batch gave them.",
      ),
    batch: read(z.int().min(1), (input) => {
      const number = idNumber(input);
      return number !== undefined && number <= largestInteger ? right(number) : refused(batchMessage);
    })
      .optional()
      .describe("Number of the batch, from 1."),
  },
  aParameter,
).transform(({ import_id: importId, batch: number }, context): BatchName | null => {
  if (importId !== undefined && number !== undefined) return { importId, number };
  if (importId !== undefined) context.issues.push(wrong(number, batchMessage));
  if (number !== undefined) context.issues.push(wrong(importId, idMessage));
  return null;
});

export const update = recordCall("PUT", "/update", (record) => ({
  summary: `Saves one ${record.noun.one} or a list of them. If one fails, none are saved.`,
  who: writers,
  large: true,
  query: batchQuery,
  body: itemsBody(record),
  ...(record.files ? { orForm: true } : {}),
  data: z.array(listedRow(record)),
  problems: ["refused", "not_found", "conflict", "rule"],
}));

export const remove = recordCall("DELETE", "/delete", (record) => ({
  summary: `Deletes ${record.noun.many}. If one fails, none are deleted.`,
  who: writers,
  query: batchQuery,
  body: deleteBody(record),
  data: z.object({ deleted: z.int() }),
  problems: ["refused", "not_found", "conflict"],
}));

const deleted = z.object({
  by: z.string().nullable().describe("A username."),
  at: z.string().describe("Time of the deletion, as an instant."),
  until: z.string().describe("Time until which the row can be restored."),
});

/** Only records that belong to offices have a trash. Few users administer other records, so their deletion is final. */
export const trash = recordCall(
  "POST",
  "/trash",
  only("scoped", (record) => ({
    summary: `Lists ${record.noun.many} of the caller's offices that were deleted in the last 30 days and can be restored, the last deleted first.`,
    body: bodyByStatus(record, () => trashBody),
    data: z.array(deletedRow(record)),
    beside: { total: z.int() },
  })),
);

export const restore = recordCall(
  "PUT",
  "/restore",
  only("scoped", (record) => ({
    summary: `Restores deleted ${record.noun.many} with their files and history. If one fails, none are restored.`,
    who: "Roles with the Delete right, for rows of their own offices, while the window is open. Approved rows: only the central office.",
    query: batchQuery,
    body: restoreBody,
    data: z.array(listedRow(record)),
    problems: ["refused", "not_found", "conflict", "rule"],
  })),
);

export const revert = recordCall(
  "PUT",
  "/revert",
  only("scoped", (record) => ({
    summary: `Reverts one ${record.noun.one} or a list of them to the values after an entry of the row's history. Stage and files stay. If one fails, none are reverted.`,
    who: writers,
    query: batchQuery,
    body: revertBody(record),
    data: z.array(listedRow(record)),
    problems: ["refused", "not_found", "conflict", "rule"],
  })),
);

export const values = recordCall("POST", "/values", (record) => ({
  summary: "Lists the distinct values of a field in the rows that match the filters.",
  body: bodyByStatus(record, valuesBody),
  data: z.array(z.union([z.string(), z.number()])),
}));

export const likelySame = recordCall(
  "POST",
  "/likely-same",
  only("likelySame", (record) => ({
    summary: `Lists stored ${record.noun.many} that are probably the same as the one being entered.`,
    body: candidateBody(record),
    data: z.array(sameRow),
  })),
);

const softCheckKind = z.enum(["above", "one_side", "other_year", "tenfold"]);

export const softChecks = recordCall(
  "POST",
  "/soft-checks",
  only("softChecks", (record) => ({
    summary: "Lists values that a save would accept only with a reason.",
    large: true,
    body: itemsBody(record),
    data: z.array(
      z.object({ index: z.int(), field: z.string(), message: z.string(), soft_check: softCheckKind }),
    ),
    problems: ["rule"],
  })),
);

export const unusualValues = recordCall("POST", "/unusual", (record) =>
  hasUnusualValues(record)
    ? {
        summary: `Lists the unusual values of stored ${record.noun.many}.`,
        unusual: true,
        body: fields({ id: rowIds("id") }),
        data: z.array(
          z.object({
            id: z.int(),
            field: z.string(),
            kind: z.enum([...softCheckKind.options, "outlier"]),
            message: z.string().describe("A sentence, or two."),
            previous: z
              .number()
              .optional()
              .describe("With kind tenfold: largest value of the previous report."),
          }),
        ),
      }
    : null,
);

export const versions = recordCall("POST", "/versions", (record) => ({
  summary: `Lists ids and versions of all ${record.noun.many} that match a filter, for actions on many of them.`,
  body: bodyByStatus(record, versionsBody),
  data: z.object({
    id: z.array(z.int()),
    row_version: z.array(z.int()).describe("Row versions in the order of the ids."),
    changed_since: z
      .array(z.int())
      .describe(
        "With `seen`: ids of rows that were saved after the caller saw them. These ids are not in `id`.",
      ),
    returned: z
      .array(z.int())
      .optional()
      .describe(
        "For record types with approval: ids in `id` whose rows were returned and are not resubmitted. An approval must list these ids in `returned`.",
      ),
    own: z
      .array(z.int())
      .optional()
      .describe(
        "For record types with approval: ids in `id` whose rows are pending and which someone else must approve, because the caller entered them.",
      ),
  }),
}));

const changedSince = z
  .object({ count: z.int(), rows: z.array(z.object({ id: z.int(), title: z.string() })) })
  .optional()
  .describe("Rows that were left out because they were saved after the caller saw them.");

const leftReturned = z
  .object({ count: z.int(), rows: z.array(z.object({ id: z.int(), title: z.string() })) })
  .optional()
  .describe(
    "Rows that match the filter but were left out because they were returned and are not resubmitted.",
  );

const changedRows = z
  .array(z.object({ id: z.int(), row_version: z.int(), returned: z.literal(true).optional() }))
  .optional()
  .describe(
    "With `rows`: the changed rows with their new versions. `returned`: true if the row was set back to Pending and has an open return again.",
  );

export const approve = recordCall(
  "POST",
  "/approve",
  only("approval", (record) => ({
    summary: `Approves ${record.noun.many}, or sets them back to Pending. If one fails, none are changed.`,
    who: writers,
    query: batchQuery,
    body: bodyByStatus(record, approveBody),
    data: z.object({
      updated: z.int(),
      changed_since: changedSince,
      returned: leftReturned,
      rows: changedRows,
    }),
    problems: ["refused", "not_found", "conflict", "rule"],
  })),
);

/** Contract of the endpoint `/return`. Its name differs, because `return` is a reserved word. */
export const sendBack = recordCall(
  "PUT",
  "/return",
  only("approval", (record) => ({
    summary: `Returns ${record.noun.many} to their office with a reason and sets them to Pending. If one fails, none are returned.`,
    who: writers,
    query: batchQuery,
    body: returnBody,
    data: z.array(listedRow(record)),
    problems: ["refused", "not_found", "conflict", "rule"],
  })),
);

export const takeBackReturn = recordCall(
  "PUT",
  "/take-back-return",
  only("approval", (record) => ({
    summary: `Withdraws the caller's own return of ${record.noun.many}, if it is the last step of their review. The earlier review state is restored. If one fails, none are changed.`,
    who: writers,
    query: batchQuery,
    body: takeBackReturnBody,
    data: z.array(listedRow(record)),
    problems: ["refused", "not_found", "conflict", "rule"],
  })),
);

export const resubmit = recordCall(
  "PUT",
  "/resubmit",
  only("approval", (record) => ({
    summary: `Resubmits ${record.noun.many} that were returned. If one fails, none are resubmitted.`,
    who: writers,
    body: resubmitBody,
    data: z.array(listedRow(record)),
    problems: ["refused", "not_found", "conflict", "rule"],
  })),
);

const comment = z.object({
  id: z.int(),
  field: z.string().nullable(),
  text: z.string(),
  by: z.string().nullable(),
  at: z.string(),
});

export const comments = recordCall(
  "POST",
  "/comments",
  only("approval", (record) => ({
    summary: `Lists the comments on one ${record.noun.one}, oldest first.`,
    body: commentsBody,
    data: z.array(comment),
    problems: ["not_found"],
  })),
);

export const addComment = recordCall(
  "PUT",
  "/comment",
  only("approval", (record) => ({
    summary: `Adds a comment on one ${record.noun.one} and returns all its comments.`,
    who: "Roles with the Edit or Approve right, for rows that they can see.",
    body: commentBody(record),
    data: z.array(comment),
    problems: ["refused", "not_found", "rule"],
  })),
);

const file = z.string().meta({ format: "binary" });

export const create = recordCall(
  "POST",
  "/create",
  only("files", (record) => ({
    summary: `Adds ${record.noun.many} with their files, as form data: a single one, or several under \`items\`.`,
    who: writers,
    form: true,
    body: entrySchema(record).extend({
      file: file.describe("JPEG, PNG, HEIC or PDF, of at most 20 MB."),
      thumbnail: file.optional(),
      upload_id: uuid
        .optional()
        .describe("Id of the upload. A repeated request with the same id adds nothing twice."),
      taken_at: z.string().optional().describe("When the photo was taken, as an instant."),
    }),
    data: z.array(listedRow(record)),
    problems: ["refused", "conflict", "too_large", "unsupported", "rule"],
  })),
);

const link = z.object({
  id: z.int(),
  file_url: z.string().nullable().describe("Null if only thumbnails are requested."),
  thumbnail_url: z.string().nullable(),
  file_name: z.string(),
  content_type: z.string(),
  expires_at: z.string(),
});

export const links = recordCall(
  "POST",
  "/links",
  only("files", (record) => ({
    summary: `Returns links to the files of ${record.noun.many}. The links are valid for five minutes.`,
    body: linksBody,
    data: z.array(link),
    problems: ["too_large"],
  })),
);

export const check = recordCall(
  "POST",
  "/check",
  only("files", (record) => ({
    summary: `Compares each ${record.noun.one} with its stored file, and makes the requested repairs.`,
    who: centralAdministrators,
    body: checkBody,
    data: z.looseObject({
      faults: z.array(z.looseObject({ fault: z.string(), path: z.string() })),
      left: z.array(z.looseObject({})),
      removed_rows: z.int(),
      next: z.string().optional(),
    }),
  })),
);

export const points = recordCall(
  "POST",
  "/points",
  only("points", (record) => ({
    summary: `Returns the map points of ${record.noun.many}, as lists of ${record.points?.join(", ")}.`,
    body: pointsBody(record),
    data: z.array(z.array(z.unknown())),
    beside: { total: z.int() },
  })),
);

const kinds: readonly RecordCall[] = [
  list,
  update,
  remove,
  trash,
  restore,
  revert,
  values,
  likelySame,
  softChecks,
  unusualValues,
  versions,
  approve,
  sendBack,
  takeBackReturn,
  resubmit,
  comments,
  addComment,
  create,
  links,
  check,
  points,
];

/** Record types, one per path. Several screens can share a path. */
export const describedRecords = [...new Set(records.map(({ path }) => path))].flatMap(
  (path) => recordByPath(path) ?? [],
);

/** Contracts of all endpoints of the given record types, under each path and alias. */
export const recordCalls = (described: readonly AnyRecord[]): Call[] =>
  described.flatMap((record) =>
    [record.path, ...(record.aliases ?? [])].flatMap((path) =>
      kinds.flatMap((kind) => {
        const contract = kind.of(record);
        return contract ? [{ ...contract, path: kind.path.replace("{path}", path) }] : [];
      }),
    ),
  );
