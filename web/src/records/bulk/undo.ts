/** Taking an act on many rows back, by Undo for a few seconds after it: of exactly the rows that it did, as it left them. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { count } from "../../lib/format.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { type Notice, notify, notifyWithUndo } from "../../lib/notify.ts";
import { rowsChanged } from "../common/use-records.ts";
import { handledOf } from "./account.ts";
import { type AnyRun, leftOf, stepSize } from "./bulk-run.ts";

export interface Undo {
  /** Sets the rows back, once it is known which. */
  run: () => AnyRun | Promise<AnyRun>;
  /** What was done, as it is told where Undo is offered: "Approved 3 ARBOs." */
  said: string;
  /** What so many rows are called: "3 ARBOs", or by the name of the one. */
  named: (number: number) => string;
  /** What they are afterwards: "Pending again". */
  did: string;
  /** What is said of rows that were not taken back: "Changed meanwhile, and left alone". */
  left: string;
  /** Whether the reason of the first of them is told beside. */
  tellsWhy?: boolean;
  /** Told when it has ended. */
  changed?: (() => void) | undefined;
}

/** Tells how far it is, where it takes a while. */
const progress = "undo in steps";

/** Takes it back, in steps. @returns What came of it. */
export async function runUndo(record: Pick<AnyRecord, "path">, undo: Undo): Promise<Notice> {
  const { named, did, left, changed } = undo;
  const run = await undo.run();
  const stop = run.subscribe(() => {
    const bulk = run.snapshot();
    if (bulk.all > stepSize && bulk.status === "running") {
      const message = `Undo: ${count(handledOf(bulk))} of ${count(bulk.all)}`;
      notify({ tone: "info", message, instead: progress, seconds: 60 });
    }
  });
  const bulk = await run.go();
  stop();
  const refused = bulk.refused.length;
  const why = undo.tellsWhy ? bulk.refused[0]?.why : undefined;
  const waiting = leftOf(bulk);
  const sentences = [
    ...(bulk.done.length > 0 || refused + waiting === 0 ? [`${named(bulk.done.length)}: ${did}.`] : []),
    ...(refused > 0 ? [`${left}: ${named(refused)}.`] : []),
    ...(why ? [why] : []),
    ...(waiting > 0 ? [`Not begun: ${named(waiting)}.`] : []),
    ...(bulk.problem ? [bulk.problem] : []),
  ];
  await rowsChanged(record);
  refreshHeader();
  changed?.();
  return {
    tone: bulk.problem || bulk.done.length === 0 ? "error" : refused > 0 ? "info" : "success",
    message: sentences.join(" "),
    instead: progress,
  };
}

/** Says what was done and offers to take it back. @param said In place of the words of the act. */
export function offerUndo(record: Pick<AnyRecord, "path">, undo: Undo, said = undo.said): void {
  notifyWithUndo({ tone: "info", message: said }, () => runUndo(record, undo));
}
