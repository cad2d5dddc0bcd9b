/** An act on more rows than one waits for: the database knows its rows and steps, and it goes on above the screens. */

import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { mostAtOnce, mostRefusedListed } from "#shared/rules/long-work.ts";
import { announceJob, type JobAct } from "../jobs/jobs.ts";
import { LongWork, type Standing } from "../jobs/work.ts";
import { type BulkWords, handledOf } from "./account.ts";
import { asSeen, type Bulk, type BulkRun, type SeenRow } from "./bulk-run.ts";
import { rowsText } from "./chosen.ts";

/** Announces it; null for one that is short. @throws Problem where it cannot be announced: nothing is done then. */
export async function announceAct<T extends SeenRow, D>(
  record: AnyRecord,
  run: BulkRun<T, D>,
  { rows, what, words }: { rows: readonly T[]; what: JobAct; words: BulkWords },
): Promise<LongWork | null> {
  if (rows.length <= mostAtOnce || !record.scoped) return null;
  await announceJob({ job_id: run.id, screen: record.route, act: what, ...asSeen(rows) });
  return workOf(record, run, words);
}

/** @param before How many of its rows were done with before, in another window. */
export function workOf<T extends SeenRow, D>(
  record: AnyRecord,
  run: BulkRun<T, D>,
  words: BulkWords,
  { firstBatch = 1, before = 0 } = {},
): LongWork {
  const all = run.snapshot().all + before;
  return new LongWork({
    ...{ id: run.id, all, firstBatch },
    title: `${words.doing} ${rowsText(record, all)}`,
    cancel: () => run.cancel(),
  });
}

function standingOf({ done, same, refused, problem }: Bulk<SeenRow, unknown>): Standing {
  const rows = refused.slice(0, mostRefusedListed).map(({ row, why }) => ({ id: row.id, why }));
  return { done: done.length, same, refused: refused.length, refused_rows: rows, problem };
}

const ends = { ended: "finished", cancelled: "cancelled" } as const;

/** Does it, and tells how it stands until it ends. @param work Null for an act that is short. */
export async function driveAct<T extends SeenRow, D>(
  run: BulkRun<T, D>,
  work: LongWork | null,
): Promise<Bulk<T, D>> {
  if (!work) return run.go();
  const before = work.onScreen.all - run.snapshot().all;
  work.run();
  const stop = run.subscribe(() => {
    const bulk = run.snapshot();
    const state = bulk.status === "stopping" ? "stopping" : "running";
    work.goesOn({ handled: before + handledOf(bulk), state }, standingOf(bulk));
  });
  const bulk = await run.go();
  stop();
  const { status } = bulk;
  void work.end(
    status === "ended" || status === "cancelled" ? ends[status] : "interrupted",
    standingOf(bulk),
  );
  return bulk;
}
