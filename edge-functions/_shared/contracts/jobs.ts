/**
 * Contracts of jobs: exports, and bulk actions on many rows. A browser runs a job, and the database stores its progress
 * for 7 days. A bulk action sends its rows in batches to an endpoint of the record type, with the job's id as
 * `import_id`.
 */
import { z } from "zod";
import { recordByRoute } from "../records/index.ts";
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { maxJobFileBytes, maxListedRefusals } from "../rules/job-limits.ts";
import { call, fields } from "./base/call.ts";
import {
  countTo,
  defaultPageSize,
  fieldIssue,
  largestInteger,
  largestPage,
  read,
  refused,
  right,
  rowId,
  workId,
  wrong,
} from "./base/values.ts";
import { type ListQuery, listBody } from "./record-lists.ts";

const group = "Long work";

const jobId = workId("job_id must be the id of the job.").describe(
  "Id of the job, chosen by the client that begins the job.",
);

const acts = ["approve", "set back", "return", "delete", "edit", "take back"] as const;

const what = z.object({
  act: z.enum(acts, `act is one of ${acts.join(", ")}.`),
  reason: z.string().max(2000).optional().describe("For a return: the reason, stored with every row."),
  returned: z
    .array(z.int().positive("returned must be ids."), "returned must be a list of ids.")
    .optional()
    .describe("For an approval: ids of returned rows to approve anyway."),
});

/** The job to register: an export, or a bulk action with its row ids and the row versions that the user saw. */
type Begun =
  | { act: z.output<typeof what>; ids: number[]; versions: number[] }
  | { filter: Record<string, unknown>; list: ListQuery };

const screen = read(z.string().describe("Route of a record screen: ARBO_Masterlist."), (input) =>
  typeof input === "string" && recordByRoute(input)?.scoped
    ? right(input)
    : refused("There is no such screen with exports and bulk actions.", { kind: "not_found" }),
);

const count = (name: string) => {
  const message = `${name} must be a whole number.`;
  return z.int(message).nonnegative(message).max(largestInteger, message);
};
/**
 * A list of positive whole numbers. Reading stops at the first error, because the list can have hundreds of thousands
 * of entries.
 */
const positives = (name: string, largest = Number.MAX_SAFE_INTEGER) =>
  read(z.array(z.int().positive().max(largest)), (input) =>
    Array.isArray(input) && input.every((one) => Number.isSafeInteger(one) && one > 0 && one <= largest)
      ? right(input as number[])
      : refused(`${name} must be positive whole numbers.`),
  );

export const beginJob = call({
  method: "PUT",
  path: "/api/jobs/begin",
  group,
  summary: "Announces an export or a bulk action before it starts.",
  large: true,
  body: fields({
    job_id: jobId,
    screen,
    filter: z
      .record(z.string(), z.unknown(), "filter must be an object.")
      .optional()
      .describe("For an export: filters and search of the list."),
    act: what.optional().describe("For a bulk action, instead of `filter`: the action."),
    id: positives("id").optional().describe("For a bulk action: ids of the rows."),
    row_version: positives("row_version", largestInteger)
      .optional()
      .describe("Row versions that the user saw, in the order of the ids."),
  }).transform(({ job_id, screen: route, filter, act, id, row_version }, context) => {
    const exports = filter !== undefined;
    const acts = act !== undefined && id !== undefined && id.length > 0 && id.length === row_version?.length;
    if (exports === acts)
      context.issues.push(
        fieldIssue(
          undefined,
          "job_id",
          "Give the filter of an export, or act, id and row_version of an act.",
        ),
      );
    if (act) {
      const job: Begun = { act, ids: id ?? [], versions: row_version ?? [] };
      return { jobId: job_id, route, job };
    }
    // The cast is safe, because the schema of `screen` accepts only routes of existing screens.
    const list = listBody(recordByRoute(route) as AnyRecord).safeParse(filter ?? {});
    if (!list.success) {
      context.issues.push(...(list.error.issues as z.core.$ZodRawIssue[]));
      return z.NEVER;
    }
    const job: Begun = { filter: filter ?? {}, list: list.data };
    return { jobId: job_id, route, job };
  }),
  data: z.null(),
  problems: ["not_found", "too_many"],
});

const states = ["running", "interrupted", "cancelled", "failed", "finished"] as const;
const state = z.enum(states, `state is one of ${states.join(", ")}.`);

const refusedRow = z.object({ id: z.int().positive(), why: z.string().max(2000) });

export const reportJobProgress = call({
  method: "PUT",
  path: "/api/jobs/tell",
  group,
  summary:
    "Reports the progress of the caller's own job. A running job that has not reported for two minutes counts as interrupted.",
  body: fields({
    job_id: jobId,
    first_batch: count("first_batch").describe(
      "Number of the first step in this browser window; 1 in the window that began the job.",
    ),
    state,
    done: count("done"),
    same: count("same").optional(),
    refused: count("refused").optional(),
    refused_rows: z.array(refusedRow).max(maxListedRefusals).optional(),
    problem: z.string().max(2000).nullish().describe("Why the job stopped."),
  }),
  data: z.object({ yours: z.boolean().describe("False if another window has resumed the job.") }),
});

const job = z.object({
  job_id: z.string(),
  kind: z.enum(["export", "act"]),
  screen: z.string(),
  label: z.string().describe("Label of the screen."),
  what: z.enum(acts).nullable().describe("The bulk action; null for an export."),
  state,
  total: z.int(),
  done: z.int(),
  same: z.int().describe("Number of rows that did not need a change."),
  refused: z.int(),
  refused_rows: z.array(refusedRow).describe("The first refused rows."),
  problem: z.string().nullable(),
  started_at: z.string(),
  reported_at: z.string().describe("Time of the last progress report."),
  until: z.string().describe("Time at which the job is deleted."),
  file: z
    .object({
      size: z.int().describe("Bytes."),
      yours: z
        .boolean()
        .describe(
          "False if the caller may no longer read all the data that they could read when the file was made.",
        ),
    })
    .nullable()
    .describe("File of a finished export, if it is stored."),
});

export type ListedJob = z.output<typeof job>;

export const ownJobs = call({
  method: "POST",
  path: "/api/jobs",
  group,
  summary: "Lists the caller's exports and bulk actions of the last 7 days, newest first.",
  body: fields({
    page: countTo("page", 1000).describe("Page number, from 1. Default 1."),
    page_size: countTo("page_size", largestPage).describe(`Default ${defaultPageSize}.`),
  }).transform(({ page, page_size }) => ({ number: page ?? 1, size: page_size ?? defaultPageSize })),
  data: z.array(job),
  beside: { total: z.int() },
});

export const resumeJob = call({
  method: "PUT",
  path: "/api/jobs/go-on",
  group,
  summary:
    "Resumes a cancelled or interrupted bulk action in this window, with the rows that no step has handled. Other windows stop working on the action.",
  body: fields({ job_id: jobId }),
  data: z.object({
    first_batch: z.int().describe("Number of the next step."),
    what,
    id: z.array(z.int()),
    row_version: z.array(z.int()),
  }),
  problems: ["not_found", "rule"],
});

export const startResultUpload = call({
  method: "PUT",
  path: "/api/jobs/keep",
  group,
  summary: "Returns the address to which the file of the caller's running export is sent with PUT.",
  body: fields({ job_id: jobId, size: rowId("size must be the number of bytes of the file.") }).transform(
    ({ job_id: id, size }, context) => {
      if (size > maxJobFileBytes)
        context.issues.push(
          wrong(size, `The file can have at most ${maxJobFileBytes / 2 ** 20} MB.`, {
            path: ["size"],
            kind: "too_large",
          }),
        );
      return id;
    },
  ),
  data: z.object({ url: z.string().describe("Path on Supabase's origin, valid for a few minutes.") }),
  problems: ["not_found", "refused", "too_large", "too_many"],
});

export const fetchResult = call({
  method: "POST",
  path: "/api/jobs/file",
  group,
  summary:
    "Returns a link to the stored file of the caller's export, if the caller may still read all the data that they could read when the file was made.",
  body: fields({ job_id: jobId }),
  data: z.object({ url: z.string().describe("Path on Supabase's origin."), name: z.string() }),
  problems: ["not_found", "refused"],
});
