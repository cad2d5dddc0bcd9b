/** Returning many rows, as they were seen, with one reason for all of them, and taking that back. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { asSeen, BulkRun, type SeenRow, type SendStep } from "../bulk/bulk-run.ts";
import { type Chosen, rowsText, seenRowsOf } from "../bulk/chosen.ts";
import type { BulkAct } from "../bulk/use-bulk.ts";

/** Rows are as they were when they were returned, or they are left alone. */
const takeBack =
  (record: AnyRecord): SendStep<SeenRow, SeenRow> =>
  async (step, batch) => {
    await api.takeBackReturns(record.path, asSeen(step), batch);
    return { done: step };
  };

export const returning = (record: AnyRecord, chosen: Chosen, reason: string): BulkAct<SeenRow, SeenRow> => ({
  words: { doing: "Returning", did: "returned" },
  what: { act: "return", reason },
  rows: () => seenRowsOf(record, chosen),
  send: async (step, batch) => {
    const returned = await api.returnRows(record.path, { ...asSeen(step), reason }, batch);
    return { done: returned.map(({ id, row_version }) => ({ id, row_version })) };
  },
  undo: (done) => ({
    run: () => new BulkRun(done, takeBack(record)),
    named: (number) => rowsText(record, number),
    did: "as before",
    said: `${rowsText(record, done.length)}: returned.`,
    left: "Changed meanwhile, and left alone",
  }),
});
