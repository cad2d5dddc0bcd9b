/**
 * Contracts of long work: exports and acts on many rows that a browser does, and of which the database keeps how they
 * stand, for 7 days. The steps of an act are calls of the record type that name the job as their `import_id`.
 */
import { z } from "zod";
import { recordByRoute } from "../records/index.ts";
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { largestResult, mostRefusedListed } from "../rules/long-work.ts";
import { call, fields } from "./call.ts";
import { type ListQuery, listBody } from "./record-lists.ts";
import {
  countTo,
  defaultPageSize,
  largestPage,
  read,
  refused,
  right,
  rowId,
  workId,
  wrong,
  wrongField,
} from "./values.ts";

const group = "Long work";

const jobId = workId("job_id must be the id of the job.").describe("Chosen by whoever begins it.");

const acts = ["approve", "set back", "return", "delete", "edit", "take back"] as const;

const what = z.object({
  act: z.enum(acts, `act is one of ${acts.join(", ")}.`),
  reason: z.string().max(2000).optional().describe("Of a return, which all of its rows get."),
  returned: z
    .array(z.int().positive("returned must be ids."), "returned must be a list of ids.")
    .optional()
    .describe("Of an approval: those of its rows that are approved although they were returned."),
});

/** What is begun: an act, with its rows as they were seen, or an export. */
type Begun =
  | { act: z.output<typeof what>; ids: number[]; versions: number[] }
  | { filter: Record<string, unknown>; list: ListQuery };

const screen = read(z.string().describe("Route of a record screen: ARBO_Masterlist."), (input) =>
  typeof input === "string" && recordByRoute(input)?.scoped
    ? right(input)
    : refused("There is no such screen whose long work is kept.", { kind: "not_found" }),
);

const largestInteger = 2_147_483_647;
const count = (name: string) => {
  const message = `${name} must be a whole number.`;
  return z.int(message).nonnegative(message).max(largestInteger, message);
};
/** A list of positive whole numbers, of hundreds of thousands of rows: read until the first that is not one. */
const positives = (name: string) =>
  read(z.array(z.int().positive()), (input) =>
    Array.isArray(input) && input.every((one) => Number.isSafeInteger(one) && one > 0)
      ? right(input as number[])
      : refused(`${name} must be positive whole numbers.`),
  );

export const beginJob = call({
  method: "PUT",
  path: "/api/jobs/begin",
  group,
  summary: "Announces an export, or an act on many rows, before anything of it is done.",
  large: true,
  body: fields({
    job_id: jobId,
    screen,
    filter: z
      .record(z.string(), z.unknown(), "filter must be an object.")
      .optional()
      .describe("Of an export: filters and search of its list."),
    act: what.optional().describe("In place of a filter: what is done to the rows."),
    id: positives("id").optional().describe("Of an act: its rows."),
    row_version: positives("row_version")
      .optional()
      .describe("The versions that were seen, in the same order."),
  }).transform(({ job_id, screen: route, filter, act, id, row_version }, context) => {
    const exports = filter !== undefined;
    const acts = act !== undefined && id !== undefined && id.length > 0 && id.length === row_version?.length;
    if (exports === acts)
      context.issues.push(
        wrongField(
          undefined,
          "job_id",
          "Give the filter of an export, or act, id and row_version of an act.",
        ),
      );
    if (act) {
      const job: Begun = { act, ids: id ?? [], versions: row_version ?? [] };
      return { jobId: job_id, route, job };
    }
    // The screen was found when it was read.
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

export const tellJob = call({
  method: "PUT",
  path: "/api/jobs/tell",
  group,
  summary:
    "Tells how a job of one's own stands. Two minutes after it was last told to be running, it is interrupted.",
  body: fields({
    job_id: jobId,
    first_batch: count("first_batch").describe("The first number of its steps here; 1 where it began."),
    state,
    done: count("done"),
    same: count("same").optional(),
    refused: count("refused").optional(),
    refused_rows: z.array(refusedRow).max(mostRefusedListed).optional(),
    problem: z.string().max(2000).nullish().describe("Why it did not go on."),
  }),
  data: z.object({ yours: z.boolean().describe("False where another window goes on with it.") }),
});

const job = z.object({
  job_id: z.string(),
  kind: z.enum(["export", "act"]),
  screen: z.string(),
  label: z.string().describe("What the screen is called."),
  what: z.enum(acts).nullable().describe("What an act does to its rows."),
  state,
  total: z.int(),
  done: z.int(),
  same: z.int().describe("Rows that were already as the act makes them."),
  refused: z.int(),
  refused_rows: z.array(refusedRow).describe("The first of them."),
  problem: z.string().nullable(),
  started_at: z.string(),
  reported_at: z.string().describe("When it was last told how it stands."),
  until: z.string().describe("Until when it is kept."),
  file: z
    .object({
      size: z.int().describe("Bytes."),
      yours: z
        .boolean()
        .describe("False where the caller no longer reads all that they did when it was made."),
    })
    .nullable()
    .describe("Of a finished export, where its file is kept."),
});

export type ListedJob = z.output<typeof job>;

export const ownJobs = call({
  method: "POST",
  path: "/api/jobs",
  group,
  summary: "Lists the exports and acts on many rows of the caller's last 7 days, newest first.",
  body: fields({
    page: countTo("page", 1000).describe("From 1, which is the default."),
    page_size: countTo("page_size", largestPage).describe(`Default ${defaultPageSize}.`),
  }).transform(({ page, page_size }) => ({ number: page ?? 1, size: page_size ?? defaultPageSize })),
  data: z.array(job),
  beside: { total: z.int() },
});

export const goOnWithJob = call({
  method: "PUT",
  path: "/api/jobs/go-on",
  group,
  summary:
    "Lets an act that was cancelled or interrupted go on here, with the rows that no step of it has done. No other window does more of it.",
  body: fields({ job_id: jobId }),
  data: z.object({
    first_batch: z.int().describe("The number of its next step."),
    what,
    id: z.array(z.int()),
    row_version: z.array(z.int()),
  }),
  problems: ["not_found", "rule"],
});

export const keepResult = call({
  method: "PUT",
  path: "/api/jobs/keep",
  group,
  summary: "Answers the address to which the file of one's export under way is sent, by PUT, to be kept.",
  body: fields({ job_id: jobId, size: rowId("size must be the number of its bytes.") }).transform(
    ({ job_id: id, size }, context) => {
      if (size > largestResult)
        context.issues.push(
          wrong(size, `Files of up to ${largestResult / 2 ** 20} MB are kept.`, {
            path: ["size"],
            kind: "too_large",
          }),
        );
      return id;
    },
  ),
  data: z.object({ url: z.string().describe("A path of Supabase's own origin, good for a few minutes.") }),
  problems: ["not_found", "refused", "too_large", "too_many"],
});

export const fetchResult = call({
  method: "POST",
  path: "/api/jobs/file",
  group,
  summary:
    "Answers a link to the kept file of an export of the caller's, while they read all that they did when it was made.",
  body: fields({ job_id: jobId }),
  data: z.object({ url: z.string().describe("A path of Supabase's own origin."), name: z.string() }),
  problems: ["not_found", "refused"],
});
