/** Bulk action that returns rows to their offices with one reason, and its Undo. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { BulkRun, idsAndVersions, type SeenRow, type SendStep } from "../bulk/bulk-run.ts";
import { type Chosen, rowsText, seenRowsOf } from "../bulk/chosen.ts";
import type { BulkAct } from "../bulk/use-bulk.ts";

/** Sends a step of the Undo. The server skips rows that changed after the return. */
const undoReturns =
  (record: AnyRecord): SendStep<SeenRow, SeenRow> =>
  async (step, batch) => {
    await api.takeBackReturns(record.path, idsAndVersions(step), batch);
    return { done: step };
  };

export const returnAct = (record: AnyRecord, chosen: Chosen, reason: string): BulkAct<SeenRow, SeenRow> => ({
  words: { doing: "Returning", did: "returned" },
  what: { act: "return", reason },
  rows: () => seenRowsOf(record, chosen),
  send: async (step, batch) => {
    const returned = await api.returnRows(record.path, { ...idsAndVersions(step), reason }, batch);
    return { done: returned.map(({ id, row_version }) => ({ id, row_version })) };
  },
  undo: (done) => ({
    run: () => new BulkRun(done, undoReturns(record)),
    named: (number) => rowsText(record, number),
    did: "no longer returned",
    doneMessage: `${rowsText(record, done.length)}: returned.`,
    left: "Changed since then, so not undone",
  }),
});
