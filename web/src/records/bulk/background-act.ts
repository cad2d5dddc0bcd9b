/**
 * Bulk action that runs as a background job, because it has too many rows for the user to wait. The database stores the
 * rows and the progress of the job, and the user can open other screens.
 */

import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { maxListedRefusals, maxRowsWithoutJob } from "#shared/rules/job-limits.ts";
import { BackgroundJob, type JobReport } from "../jobs/background-jobs.ts";
import { type JobAct, registerJob } from "../jobs/jobs.ts";
import { type Bulk, type BulkRun, idsAndVersions, type SeenRow } from "./bulk-run.ts";
import { type BulkWords, handledCount } from "./bulk-summary.ts";
import { rowsText } from "./chosen.ts";

/**
 * Registers the action with the server as a background job. Returns null if the action has too few rows for a
 * job, or if its rows don't belong to offices.
 * @throws Problem if the server refuses the job. No row is changed in that case.
 */
export async function registerBulkJob<T extends SeenRow, D>(
  record: AnyRecord,
  run: BulkRun<T, D>,
  { rows, what, words }: { rows: readonly T[]; what: JobAct; words: BulkWords },
): Promise<BackgroundJob | null> {
  if (rows.length <= maxRowsWithoutJob || !record.scoped) return null;
  await registerJob({ job_id: run.id, screen: record.route, act: what, ...idsAndVersions(rows) });
  return createBulkJob(record, run, words);
}

/**
 * Creates the background job of a run. The job counts only the rows that `registerBulkJob` sent to the server, not rows
 * that were refused before the run.
 * @param before Number of rows of the action that another browser window already handled.
 */
export function createBulkJob<T extends SeenRow, D>(
  record: AnyRecord,
  run: BulkRun<T, D>,
  words: BulkWords,
  { firstBatch = 1, before = 0 } = {},
): BackgroundJob {
  const all = run.snapshot().all - run.skipped + before;
  return new BackgroundJob({
    ...{ id: run.id, all, firstBatch },
    title: `${words.doing} ${rowsText(record, all)}`,
    cancel: () => run.cancel(),
  });
}

/**
 * Returns the progress of a run as the server stores it.
 * @param skipped Number of rows that were refused before the run started. The progress does not count them.
 */
function standingOf(
  { done, same, refused: all, problem }: Bulk<SeenRow, unknown>,
  skipped: number,
): JobReport {
  const refused = all.slice(skipped);
  const rows = refused.slice(0, maxListedRefusals).map(({ row, why }) => ({ id: row.id, why }));
  return { done: done.length, same, refused: refused.length, refused_rows: rows, problem };
}

const ends = { ended: "finished", cancelled: "cancelled" } as const;

/**
 * Runs the action, and reports its progress to the server until the action ends.
 * @param work Background job of the action; null if the action has no job.
 */
export async function runBulkAct<T extends SeenRow, D>(
  run: BulkRun<T, D>,
  work: BackgroundJob | null,
): Promise<Bulk<T, D>> {
  if (!work) return run.go();
  const { skipped } = run;
  const before = work.onScreen.all - run.snapshot().all;
  work.run();
  const stop = run.subscribe(() => {
    const bulk = run.snapshot();
    const state = bulk.status === "stopping" ? "stopping" : "running";
    work.updateProgress({ handled: before + handledCount(bulk), state }, standingOf(bulk, skipped));
  });
  const bulk = await run.go();
  stop();
  const { status } = bulk;
  void work.end(
    status === "ended" || status === "cancelled" ? ends[status] : "interrupted",
    standingOf(bulk, skipped),
  );
  return bulk;
}
