/** Resumes a cancelled or interrupted bulk action in the background of this tab, with the remaining rows. */
import type { AnswerOf } from "#shared/contracts/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { call } from "../../lib/http/http.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import { notify } from "../../lib/notify.ts";
import { createBulkJob, runBulkAct } from "../../records/bulk/background-act.ts";
import { BulkRun, type SeenRow } from "../../records/bulk/bulk-run.ts";
import { bulkSummary, hasFullySucceeded } from "../../records/bulk/bulk-summary.ts";
import { seenRow } from "../../records/bulk/chosen.ts";
import { offerUndo } from "../../records/bulk/undo.ts";
import type { BulkAct } from "../../records/bulk/use-bulk.ts";
import { loadRecord } from "../../records/common/record-screens.ts";
import type { Job } from "../../records/jobs/jobs.ts";
import { returnAct } from "../../records/review/return-act.ts";
import { stageAct } from "../../records/review/stage-act.ts";
import { deleteAct } from "../../records/trash/delete-act.ts";
import { unprocessedRows } from "./job-text.ts";

/**
 * Actions that can be resumed. An edit of many rows and the undo of an import are left out, because the database
 * doesn't store the values that they write.
 */
const goesOn: ReadonlySet<Job["what"]> = new Set(["approve", "set back", "return", "delete"]);

export const canResumeJob = (job: Job): boolean =>
  (job.state === "interrupted" || job.state === "cancelled") &&
  goesOn.has(job.what) &&
  unprocessedRows(job) > 0;

/**
 * Resolves when the action runs again.
 * @throws ApiProblem if another browser window runs the action, or if the action has ended.
 */
export async function resumeJob(job: Job): Promise<void> {
  const record = await loadRecord(job.screen);
  if (!record) throw new Error("These records no longer exist.");
  const { data: rest } = await call("PUT /api/jobs/go-on", { job_id: job.job_id });
  const { act, reason = "", returned = [] } = rest.what;
  const work = { record, job, rest };
  switch (act) {
    case "return":
      return begin(work, returnAct(record, [], reason));
    case "delete":
      return begin(work, deleteAct(record, []));
    default:
      return begin(
        work,
        stageAct(record, act === "approve" ? "Approved" : "Pending", { rows: [], refused: [] }),
        new Set(returned),
      );
  }
}

interface Work {
  record: AnyRecord;
  job: Job;
  /** Rows that the action has not processed yet. */
  rest: AnswerOf<"PUT /api/jobs/go-on">["data"];
}

/**
 * Continues the action with the remaining rows.
 * @param returned Ids of rows to approve although they were returned to their office and not resubmitted.
 */
function begin<D>(
  { record, job, rest }: Work,
  { send, words, undo }: BulkAct<SeenRow, D>,
  returned: ReadonlySet<number> = new Set(),
): void {
  const rows = rest.id.map((id, at) => seenRow(id, rest.row_version[at] ?? 0, returned.has(id)));
  const run = new BulkRun(rows, send, { again: { id: job.job_id, number: rest.first_batch } });
  const before = job.total - rows.length;
  const work = createBulkJob(record, run, words, { firstBatch: rest.first_batch, before });
  const runToEnd = async () => {
    const bulk = await runBulkAct(run, work);
    const message = bulkSummary(bulk, record, words).join(" ");
    if (undo && bulk.done.length > 0) offerUndo(record, undo(bulk.done), message);
    else notify({ tone: hasFullySucceeded(bulk) ? "success" : "info", message, seconds: 20 });
    refreshHeader();
    await invalidateRows(record);
  };
  void runToEnd();
}
