/**
 * Takes back (undoes) an import: deletes the rows that the import added, and reverts the rows that it changed. Skips
 * rows that a user changed after the import. The Undo button can then restore the rows as they were imported.
 */
import type { DataOf } from "#shared/contracts/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { call } from "../../lib/http/http.ts";
import { BulkRun, idsAndVersions, type Refused, type SeenRow, type SendStep } from "../bulk/bulk-run.ts";
import { rowsText } from "../bulk/chosen.ts";
import type { Undo } from "../bulk/undo.ts";
import type { BulkAct } from "../bulk/use-bulk.ts";
import { changedRowRefusals, receiptsChanged } from "./receipts.ts";

type Served = Pick<AnyRecord, "path" | "noun">;

/** Row that an import saved and that has not changed since then. */
type ImportedRow = SeenRow & DataOf<"PUT /api/imports/take-back">["rows"][number];

/** Ends the import, so that the server refuses later batches. Then fetches the rows to delete or revert. */
async function rowsOf(
  record: Served,
  importId: string,
): Promise<{ rows: ImportedRow[]; refused: Refused<ImportedRow>[] }> {
  const { rows, changed_since } = (await call("PUT /api/imports/take-back", { import_id: importId })).data;
  return {
    rows: rows.map((row) => ({ ...row, kind: row.before === null ? "added" : "changed" })),
    refused: changedRowRefusals(record, changed_since).map(({ row, why }) => ({
      row: { ...row, before: null, last: 0 },
      why,
    })),
  };
}

type Send = SendStep<ImportedRow, ImportedRow>;

const sendTakeBack =
  ({ path }: Served): Send =>
  async (step, batch) => {
    if (step[0]?.kind === "changed") return reverting(path, step, ({ before }) => before ?? 0, batch);
    const { id, row_version } = idsAndVersions(step);
    await api.remove(path, id, row_version, batch);
    return { done: step };
  };

const sendRestore =
  ({ path }: Served): Send =>
  async (step, batch) => {
    if (step[0]?.kind === "changed") return reverting(path, step, ({ last }) => last, batch);
    await api.restore(path, idsAndVersions(step).id, { batch, anyway: true });
    return { done: step };
  };

async function reverting(
  path: string,
  step: readonly ImportedRow[],
  to: (row: ImportedRow) => number,
  batch: Parameters<Send>[1],
): ReturnType<Send> {
  // Skip the check for probable duplicates, because the rows had these values before.
  const asked = step.map((row) => ({
    id: row.id,
    row_version: row.row_version,
    to: to(row),
    save_anyway: true,
  }));
  const rows = await api.revert(path, asked, batch);
  const versions = new Map(rows.map(({ id, row_version }) => [id, row_version]));
  // The response to a repeated request lacks rows that were deleted since the first request. For such a row, use the
  // old version.
  return { done: step.map((row) => ({ ...row, row_version: versions.get(row.id) ?? row.row_version })) };
}

/** Returns the bulk action that undoes an import: it deletes or reverts the rows of the import. */
export const takeBackAct = (record: Served, importId: string): BulkAct<ImportedRow, ImportedRow> => ({
  words: { doing: "Taking back", did: "taken back" },
  what: { act: "take back" },
  rows: () => rowsOf(record, importId),
  send: sendTakeBack(record),
  undo: (done) => ({
    // In reverse order, because a row may have passed its key on to the next one.
    run: () => new BulkRun(done.toReversed(), sendRestore(record)),
    named: (number) => rowsText(record, number),
    doneMessage: `${rowsText(record, done.length)}: taken back.`,
    did: "restored as imported",
    left: "Not restored",
    showsReason: true,
    changed: receiptsChanged,
  }),
});

/**
 * Creates the Undo for the notice at the end of an import.
 * @param saved Number of rows that the import saved.
 */
export const undoImport = (record: Served, importId: string, saved: number, fileName: string): Undo => ({
  run: async () => {
    const { rows, refused } = await rowsOf(record, importId);
    return new BulkRun(rows, sendTakeBack(record), { refused });
  },
  named: (number) => rowsText(record, number),
  doneMessage: `${rowsText(record, saved)}: imported from ${fileName}.`,
  did: "taken back",
  left: "Not taken back",
  showsReason: true,
  changed: receiptsChanged,
});
