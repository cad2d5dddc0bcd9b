/** The caller's background jobs: large exports and bulk actions. The database stores their progress (88_jobs.sql). */
import type { BodyOf } from "../../contracts/base/call.ts";
import { Problem } from "../../contracts/base/problems.ts";
import type { Page } from "../../contracts/base/values.ts";
import type * as contracts from "../../contracts/jobs.ts";
import type { ListedJob } from "../../contracts/jobs.ts";
import type { ListQuery } from "../../contracts/record-lists.ts";
import { recordByRoute } from "../../records/index.ts";
import { reportFileName } from "../../rules/report-file.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { listedTable } from "../db/columns.ts";
import { arrayLiteral, type Transaction } from "../db/database.ts";
import { countRows, listQuery } from "../lists/list.ts";
import { answerAsCaller, filterQuestions } from "../lists/sensitive-questions.ts";
import { noteRows } from "../observe/request.ts";
import { isWorkbook, removeResult, signDownloadUrl, signUploadUrl } from "../storage/export-storage.ts";

/** Registers a job before it starts. For an export, counts the rows, because the log entry has their number. */
export async function beginJob(
  caller: Caller,
  { jobId, route, job }: BodyOf<typeof contracts.beginJob>,
): Promise<void> {
  const record = recordByRoute(route);
  const total = "act" in job ? job.ids.length : await countList(caller, job.list);
  const rows = "act" in job ? [arrayLiteral(job.ids), arrayLiteral(job.versions)] : [null, null];
  await asCaller(
    caller,
    (tx) =>
      tx.unsafe(
        `select private.begin_job($1::text::uuid, $2::text, $3::text, $4::text, $5::text, $6::text::jsonb,
           $7::text::integer, $8::text::bigint[], $9::text::integer[])`,
        [
          ...[jobId, "act" in job ? "act" : "export", route, record?.table ?? ""],
          ...[(record?.fixed?.status as string | undefined) ?? null],
          JSON.stringify("act" in job ? job.act : job.filter),
          String(total),
          ...rows,
        ],
      ),
    { write: true },
  );
}

/** Timeout in milliseconds, the same as for reading the ids of an export. */
const countTimeout = 60_000;

/** Counts the rows of the list that the caller can see. */
function countList(caller: Caller, asked: ListQuery): Promise<number> {
  const table = listedTable(asked.record);
  return answerAsCaller(
    caller,
    filterQuestions(asked.record, asked.filter),
    (tx) => countRows(tx, table, listQuery(table, asked)),
    { timeout: countTimeout, replica: true },
  );
}

type Report = BodyOf<typeof contracts.reportJobProgress>;

/**
 * Stores the progress of a job. Deletes the file of a finished export if it is not an Excel workbook.
 * @returns False if another browser window has resumed the job, or if the job had already ended.
 */
export async function reportJobProgress(caller: Caller, report: Report): Promise<boolean> {
  if (report.state !== "finished") return noteJob(caller, report);
  const path = await asCaller(caller, (tx) => pathBy(tx, "find_sent_result", report.job_id));
  if (path === "" || (await isWorkbook(path))) return noteJob(caller, report);
  await removeResult(path);
  return noteJob(caller, {
    ...report,
    problem: "The file was not saved, because it is not an Excel workbook.",
  });
}

const noteJob = (caller: Caller, report: Report): Promise<boolean> =>
  asCaller(
    caller,
    async (tx) => {
      const {
        job_id: id,
        first_batch: first,
        state,
        done,
        same,
        refused,
        refused_rows: rows,
        problem,
      } = report;
      const [row] = await tx.unsafe<{ yours: boolean }[]>(
        `select private.report_job_progress($1::text::uuid, $2::text::integer, $3::text, $4::text::integer,
           $5::text::integer, $6::text::integer, $7::text::jsonb, $8::text) as yours`,
        [
          ...[id, String(first), state, String(done), String(same ?? 0), String(refused ?? 0)],
          ...[JSON.stringify(rows ?? []), problem ?? null],
        ],
      );
      return row?.yours ?? false;
    },
    { write: true },
  );

interface Jobs {
  rows: ListedJob[];
  total: number;
}

/** Reads a page of the caller's jobs, newest first. */
export const ownJobs = (caller: Caller, { number, size }: Page): Promise<Jobs> =>
  asCaller(caller, async (tx) => {
    const [row] = await tx.unsafe<{ jobs: Jobs }[]>(
      "select private.own_jobs($1::text::integer, $2::text::bigint) as jobs",
      [String(size), String((number - 1) * size)],
    );
    const { rows = [], total = 0 } = row?.jobs ?? {};
    noteRows(rows.length);
    return { rows: rows.map((one) => ({ ...one, label: labelOf(one.screen) })), total };
  });

const labelOf = (screen: string): string => recordByRoute(screen)?.label ?? screen;

type GoneOn = ReturnType<(typeof contracts.resumeJob)["data"]["parse"]>;

/** Timeout in milliseconds. It is long, because another browser window may have to finish its current batch first. */
const timeout = 60_000;

/** Resumes a job in this browser window. @throws Problem of kind `not_found`, `rule`. */
export const resumeJob = (caller: Caller, id: string): Promise<GoneOn> =>
  asCaller(
    caller,
    async (tx) => {
      const [row] = await tx.unsafe<{ job: GoneOn }[]>("select private.resume_job($1::text::uuid) as job", [
        id,
      ]);
      if (!row) throw notStored();
      return row.job;
    },
    { write: true, timeout },
  );

type PathCall = "reserve_result" | "find_sent_result" | "fetch_result";

const pathBy = async (tx: Transaction, call: PathCall, id: string): Promise<string> => {
  const [row] = await tx.unsafe<{ path: string }[]>(`select private.${call}($1::text::uuid) as path`, [id]);
  return row?.path ?? "";
};

/** Returns the upload address for the file of an export. @throws Problem of kind `not_found`, `refused`. */
export async function startResultUpload(caller: Caller, id: string): Promise<string> {
  return signUploadUrl(await asCaller(caller, (tx) => pathBy(tx, "reserve_result", id), { write: true }));
}

const notStored = () => new Problem("not_found", "This file is no longer available. Export the list again.");

/** Returns a download link for the file of an export. @throws Problem of kind `not_found`, `refused`. */
export async function fetchResult(caller: Caller, id: string): Promise<{ url: string; name: string }> {
  const path = await asCaller(caller, (tx) => pathBy(tx, "fetch_result", id), { write: "log" });
  // Check the file again, because it may have been replaced since the first check.
  if (!(await isWorkbook(path))) throw notStored();
  const name = reportFileName();
  const url = await signDownloadUrl(path, name);
  if (!url) throw notStored();
  return { url, name };
}
