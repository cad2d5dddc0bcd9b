/** Goes on with an act that was cancelled or interrupted, in the background of this tab, with the rows that it has not done. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { call } from "../../lib/http/http.ts";
import { notify } from "../../lib/notify.ts";
import { accountOf, isClean } from "../../records/bulk/account.ts";
import { BulkRun, type SeenRow } from "../../records/bulk/bulk-run.ts";
import { driveAct, workOf } from "../../records/bulk/long-act.ts";
import { offerUndo } from "../../records/bulk/undo.ts";
import type { BulkAct } from "../../records/bulk/use-bulk.ts";
import { loadRecord } from "../../records/common/record-screens.ts";
import { rowsChanged } from "../../records/common/use-records.ts";
import type { Job, JobAct } from "../../records/jobs/jobs.ts";
import { returning } from "../../records/review/return-act.ts";
import { stageAct } from "../../records/review/stage-act.ts";
import { deleting } from "../../records/trash/delete-act.ts";
import { leftOf } from "./job-text.ts";

/** What is sent of edits and of imports that are taken back is not kept: they are begun anew, with the rows that are left. */
const goesOn: ReadonlySet<Job["what"]> = new Set(["approve", "set back", "return", "delete"]);

export const mayGoOn = (job: Job): boolean =>
  (job.state === "interrupted" || job.state === "cancelled") && goesOn.has(job.what) && leftOf(job) > 0;

function actOf(record: AnyRecord, { act, reason }: JobAct): BulkAct<SeenRow, SeenRow | number> {
  switch (act) {
    case "return":
      return returning(record, [], reason ?? "") as BulkAct<SeenRow, SeenRow | number>;
    case "delete":
      return deleting(record, []) as BulkAct<SeenRow, SeenRow | number>;
    default:
      return stageAct(record, act === "approve" ? "Approved" : "Pending", []) as BulkAct<
        SeenRow,
        SeenRow | number
      >;
  }
}

/** Resolves when it has begun. @throws Problem where another window does it, or where it has ended. */
export async function goOnWith(job: Job): Promise<void> {
  const record = await loadRecord(job.screen);
  if (!record) throw new Error("The records of this work are not there any more.");
  const { data } = await call("PUT /api/jobs/go-on", { job_id: job.job_id });
  const { send, words, undo } = actOf(record, data.what);
  const rows = data.id.map((id, at) => ({ id, row_version: data.row_version[at] ?? 0 }));
  const again = { id: job.job_id, number: data.first_batch };
  const run = new BulkRun<SeenRow, SeenRow | number>(rows, send, { again });
  const work = workOf(record, run, words, { firstBatch: data.first_batch, before: job.total - rows.length });
  const toTheEnd = async () => {
    const bulk = await driveAct(run, work);
    const message = accountOf(bulk, record, words).join(" ");
    if (undo && bulk.done.length > 0) offerUndo(record, undo(bulk.done), message);
    else notify({ tone: isClean(bulk) ? "success" : "info", message, seconds: 20 });
    refreshHeader();
    await rowsChanged(record);
  };
  void toTheEnd();
}
