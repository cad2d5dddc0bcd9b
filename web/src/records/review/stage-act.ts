/** Approving rows and setting them back, one or thousands, with how that is taken back. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api, type Row, type Stage } from "../../lib/http/api.ts";
import { asSeen, BulkRun, type SeenRow, type SendStep } from "../bulk/bulk-run.ts";
import { type Chosen, isWhole, rowsText, seenRowsOf } from "../bulk/chosen.ts";
import type { Undo } from "../bulk/undo.ts";
import type { BulkAct } from "../bulk/use-bulk.ts";

const other: Record<Stage, Stage> = { Approved: "Pending", Pending: "Approved" };
const again: Record<Stage, string> = { Approved: "approved again", Pending: "Pending again" };

/** What it does, as its buttons say: "Approve 20 ARBOs". */
export const stageVerb: Record<Stage, string> = { Approved: "Approve", Pending: "Set back" };

export const stageHelp: readonly [Stage, string][] = [
  ["Pending", "Can be edited while the window is open."],
  ["Approved", "Locked for regional and provincial users until it is set back to Pending."],
];

export const stageOf = (row: Pick<Row, "process_stage">): Stage =>
  row.process_stage === "Approved" ? "Approved" : "Pending";

/** Sets rows to the stage, as they were seen; answers those that it changed, as they are since. */
const sendStage =
  (record: Pick<AnyRecord, "path">, stage: Stage): SendStep<SeenRow, SeenRow> =>
  async (step, batch) => {
    const body = { process_stage: stage, ...asSeen(step), rows: true };
    const { updated, rows = [] } = await api.approve(record.path, body, batch);
    return { done: rows, same: step.length - updated };
  };

/** How rows that were given the stage get their former one. */
export function undoStage(record: AnyRecord, stage: Stage, done: readonly SeenRow[]): Undo {
  const named = (number: number) => rowsText(record, number);
  return {
    run: () => new BulkRun(done, sendStage(record, other[stage])),
    ...{ named, did: again[other[stage]] },
    said: `${stage === "Approved" ? "Approved" : "Set back"} ${named(done.length)}.`,
    left: "Changed meanwhile, and left alone",
  };
}

export const stageAct = (record: AnyRecord, stage: Stage, chosen: Chosen): BulkAct<SeenRow, SeenRow> => ({
  words:
    stage === "Approved"
      ? { doing: "Approving", did: "approved" }
      : { doing: "Setting back", did: "set back to Pending", already: "Pending already" },
  what: { act: stage === "Approved" ? "approve" : "set back" },
  // Whoever sets rows back need not have seen their last change.
  rows: () =>
    seenRowsOf(record, isWhole(chosen) && stage === "Pending" ? { ...chosen, seen: undefined } : chosen),
  send: sendStage(record, stage),
  undo: (done) => undoStage(record, stage, done),
});

/** One row. @returns What it did, for Undo. */
export async function setStage(record: AnyRecord, row: Row, stage: Stage): Promise<readonly SeenRow[]> {
  const { rows = [] } = await api.approve(record.path, {
    ...{ process_stage: stage, id: row.id, row_version: row.row_version, rows: true },
  });
  return rows;
}
