/**
 * Bulk action that deletes rows. Skips rows that changed after the user saw them. Undo restores the deleted rows if
 * they belong to an office.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { idsAndVersions, type SeenRow } from "../bulk/bulk-run.ts";
import { type Chosen, rowsText, seenRowsOf } from "../bulk/chosen.ts";
import type { BulkAct } from "../bulk/use-bulk.ts";
import { undoDeletion } from "./restore.ts";

/** @param changed Called after Undo has restored rows. */
export const deleteAct = (
  record: AnyRecord,
  chosen: Chosen,
  changed?: (() => void) | undefined,
): BulkAct<SeenRow, number> => ({
  words: { doing: "Deleting", did: "deleted" },
  what: { act: "delete" },
  rows: () => seenRowsOf(record, chosen),
  send: async (step, batch) => {
    const { id, row_version } = idsAndVersions(step);
    await api.remove(record.path, id, row_version, batch);
    return { done: id };
  },
  undo: record.scoped
    ? (ids) => undoDeletion(record, ids, (number) => rowsText(record, number), changed)
    : undefined,
});
