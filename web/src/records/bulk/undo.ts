/**
 * Undo of a bulk action, offered for a few seconds. Undo reverts the changed rows, but skips rows that were changed
 * again after the action.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { count } from "../../lib/format.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import { type Notice, notify, notifyWithUndo } from "../../lib/notify.ts";
import { type AnyRun, remainingCount, stepSize } from "./bulk-run.ts";
import { handledCount } from "./bulk-summary.ts";

export interface Undo {
  /** Creates the run that reverts the rows. */
  run: () => AnyRun | Promise<AnyRun>;
  /** Message beside the Undo button, such as "Approved 3 ARBOs." */
  doneMessage: string;
  /** Returns a count with its noun, such as "3 ARBOs". For an action on a single row, returns the name of the row. */
  named: (number: number) => string;
  /** State of the rows after Undo, such as "Pending again". */
  did: string;
  /** Words for rows that were not reverted, such as "Changed since then, so not undone". */
  left: string;
  /** True to also show the reason for the first refused row. */
  showsReason?: boolean;
  /** Returns the button of the notice with the result, such as "Restore anyway". */
  next?: () => Notice["act"];
  /** Called after Undo has ended. */
  changed?: (() => void) | undefined;
}

/** Id of the notice that shows the progress of an Undo of many rows. */
const progress = "undo in steps";

/**
 * Reverts the action in steps.
 * @returns Notice with the result.
 */
export async function runUndo(record: Pick<AnyRecord, "path">, undo: Undo): Promise<Notice> {
  const { named, did, left, changed } = undo;
  const run = await undo.run();
  const stop = run.subscribe(() => {
    const bulk = run.snapshot();
    if (bulk.all > stepSize && bulk.status === "running") {
      const message = `Undo: ${count(handledCount(bulk))} of ${count(bulk.all)}`;
      notify({ tone: "info", message, instead: progress, seconds: 60 });
    }
  });
  const bulk = await run.go();
  stop();
  const refused = bulk.refused.length;
  const why = undo.showsReason ? bulk.refused[0]?.why : undefined;
  const waiting = remainingCount(bulk);
  const sentences = [
    ...(bulk.done.length > 0 || refused + waiting === 0 ? [`${named(bulk.done.length)}: ${did}.`] : []),
    ...(refused > 0 ? [`${left}: ${named(refused)}.`] : []),
    ...(why ? [why] : []),
    ...(waiting > 0 ? [`Not started: ${named(waiting)}.`] : []),
    ...(bulk.problem ? [bulk.problem] : []),
  ];
  await invalidateRows(record);
  refreshHeader();
  changed?.();
  const act = undo.next?.();
  return {
    ...(act && { act, seconds: 10 }),
    tone: bulk.problem || bulk.done.length === 0 ? "error" : refused > 0 ? "info" : "success",
    message: sentences.join(" "),
    instead: progress,
  };
}

/**
 * Shows a notice that states what the action did, with an Undo button.
 * @param said Message to show instead of `undo.doneMessage`.
 */
export function offerUndo(record: Pick<AnyRecord, "path">, undo: Undo, said = undo.doneMessage): void {
  notifyWithUndo({ tone: "info", message: said }, () => runUndo(record, undo));
}
