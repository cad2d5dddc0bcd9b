/** Approves one or thousands of rows, or sets them back to Pending, with Undo. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api, type Row, type Stage } from "../../lib/http/api.ts";
import { BulkRun, idsAndVersions, type Refused, type SeenRow, type SendStep } from "../bulk/bulk-run.ts";
import { hasOpenReturn, rowsText } from "../bulk/chosen.ts";
import type { Undo } from "../bulk/undo.ts";
import type { BulkAct } from "../bulk/use-bulk.ts";

const other: Record<Stage, Stage> = { Approved: "Pending", Pending: "Approved" };
const again: Record<Stage, string> = { Approved: "approved again", Pending: "Pending again" };

/** Returns the label of a title or button, such as "Approve 20 ARBOs" or "Set 20 back to pending". */
export const stageText = (stage: Stage, rows: string): string =>
  stage === "Approved" ? `Approve ${rows}` : `Set ${rows} back to pending`;

export const stageHelp: readonly [Stage, string][] = [
  ["Pending", "Can be edited while the window is open."],
  ["Approved", "Locked for regional and provincial users until it is set back to Pending."],
];

export const stageOf = (row: Pick<Row, "process_stage">): Stage =>
  row.process_stage === "Approved" ? "Approved" : "Pending";

/**
 * Returns the ids of the rows that were returned and not resubmitted. A request must list these ids, or the server
 * refuses to approve the rows.
 */
const returnedIds = (rows: readonly SeenRow[]): number[] =>
  rows.flatMap(({ id, returned }) => (returned ? [id] : []));

/**
 * Sends one step of a change of stage, and returns the changed rows with their new versions. The server refuses rows
 * that changed after the user saw them.
 */
const sendStage =
  (record: Pick<AnyRecord, "path">, stage: Stage): SendStep<SeenRow, SeenRow> =>
  async (step, batch) => {
    const body = { process_stage: stage, ...idsAndVersions(step), returned: returnedIds(step), rows: true };
    const { updated, rows = [] } = await api.approve(record.path, body, batch);
    return { done: rows, same: step.length - updated };
  };

/** Returns the Undo that sets rows back to their previous stage. */
export function undoStage(record: AnyRecord, stage: Stage, done: readonly SeenRow[]): Undo {
  const named = (number: number) => rowsText(record, number);
  return {
    run: () => new BulkRun(done, sendStage(record, other[stage])),
    ...{ named, did: again[other[stage]] },
    doneMessage: `${stage === "Approved" ? "Approved" : "Set back"} ${named(done.length)}.`,
    left: "Changed since then, so not undone",
  };
}

/** Rows of a bulk change of stage, with the versions that the user saw. */
export interface StageRows {
  rows: readonly SeenRow[];
  refused: readonly Refused[];
}

/** Moves the rows that were returned and not resubmitted from `rows` to `refused`. */
export function withoutReturned(record: AnyRecord, { rows, refused }: StageRows): StageRows {
  const why = `This ${record.noun.one} was returned and not resubmitted.`;
  return {
    rows: rows.filter((row) => !row.returned),
    refused: [
      ...refused,
      ...rows.flatMap((row) => (row.returned ? [{ row, why, returned: true as const }] : [])),
    ],
  };
}

/** @param chosen Rows to change. Any returned rows among them are approved too. */
export function stageAct(record: AnyRecord, stage: Stage, chosen: StageRows): BulkAct<SeenRow, SeenRow> {
  const returned = returnedIds(chosen.rows);
  return {
    words:
      stage === "Approved"
        ? { doing: "Approving", did: "approved" }
        : { doing: "Setting back", did: "set back to Pending", already: "already Pending" },
    what:
      stage === "Approved"
        ? { act: "approve", ...(returned.length > 0 ? { returned } : {}) }
        : { act: "set back" },
    rows: () => Promise.resolve(chosen),
    send: sendStage(record, stage),
    undo: (done) => undoStage(record, stage, done),
  };
}

/**
 * Approves one row or sets it back to Pending. The server refuses a row that changed after the user saw it.
 * @returns Changed rows, for Undo.
 */
export async function setStage(record: AnyRecord, row: Row, stage: Stage): Promise<readonly SeenRow[]> {
  const { rows = [] } = await api.approve(record.path, {
    process_stage: stage,
    id: row.id,
    row_version: row.row_version,
    returned: hasOpenReturn(row) ? [row.id] : [],
    rows: true,
  });
  return rows;
}
