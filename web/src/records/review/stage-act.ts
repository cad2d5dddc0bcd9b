/** Approving rows and setting them back, one or thousands, with how that is taken back. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api, type Row, type Stage } from "../../lib/http/api.ts";
import { asSeen, BulkRun, type Refused, type SeenRow, type SendStep } from "../bulk/bulk-run.ts";
import { hasOpenReturn, rowsText } from "../bulk/chosen.ts";
import type { Undo } from "../bulk/undo.ts";
import type { BulkAct } from "../bulk/use-bulk.ts";

const other: Record<Stage, Stage> = { Approved: "Pending", Pending: "Approved" };
const again: Record<Stage, string> = { Approved: "approved again", Pending: "Pending again" };

/** The sentence of a title or a button: "Approve 20 ARBOs", "Set 20 back to pending". */
export const stageText = (stage: Stage, rows: string): string =>
  stage === "Approved" ? `Approve ${rows}` : `Set ${rows} back to pending`;

export const stageHelp: readonly [Stage, string][] = [
  ["Pending", "Can be edited while the window is open."],
  ["Approved", "Locked for regional and provincial users until it is set back to Pending."],
];

export const stageOf = (row: Pick<Row, "process_stage">): Stage =>
  row.process_stage === "Approved" ? "Approved" : "Pending";

/** Ids of the rows that an approval names as returned. */
const returnedIds = (rows: readonly SeenRow[]): number[] =>
  rows.flatMap(({ id, returned }) => (returned ? [id] : []));

/** Sets rows to the stage, as they were seen; answers those that it changed, as they are since. */
const sendStage =
  (record: Pick<AnyRecord, "path">, stage: Stage): SendStep<SeenRow, SeenRow> =>
  async (step, batch) => {
    const body = { process_stage: stage, ...asSeen(step), returned: returnedIds(step), rows: true };
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

/** The rows of a bulk change of stage, as they were seen. */
export interface StageRows {
  rows: readonly SeenRow[];
  refused: readonly Refused[];
}

/** Leaves rows with an open return out of an approval. */
export function withoutReturned(record: AnyRecord, { rows, refused }: StageRows): StageRows {
  const why = `This ${record.noun.one} was returned and is not resubmitted.`;
  return {
    rows: rows.filter((row) => !row.returned),
    refused: [
      ...refused,
      ...rows.flatMap((row) => (row.returned ? [{ row, why, returned: true as const }] : [])),
    ],
  };
}

/** @param chosen Its returned rows are approved, too. */
export function stageAct(record: AnyRecord, stage: Stage, chosen: StageRows): BulkAct<SeenRow, SeenRow> {
  const returned = returnedIds(chosen.rows);
  return {
    words:
      stage === "Approved"
        ? { doing: "Approving", did: "approved" }
        : { doing: "Setting back", did: "set back to Pending", already: "Pending already" },
    what:
      stage === "Approved"
        ? { act: "approve", ...(returned.length > 0 ? { returned } : {}) }
        : { act: "set back" },
    rows: () => Promise.resolve(chosen),
    send: sendStage(record, stage),
    undo: (done) => undoStage(record, stage, done),
  };
}

/** Approves one row as it was seen, or sets it back. @returns What it did, for Undo. */
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
