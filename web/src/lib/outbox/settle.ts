/** Ends entries of the outbox, after a form has saved the row of the entry or taken its changes back. */
import type { Entry } from "./entry.ts";
import { entryFlow } from "./flow.ts";
import { changeEntry, removeEntries } from "./store.ts";

/** Marks an entry as stored. */
export const settleEntry = ({ userId, id }: Entry, rowId: number | null): Promise<Entry | null> =>
  changeEntry(userId, id, (entry) => entryFlow(entry, { type: "stored", rowId }));

/**
 * Removes an entry whose changes the user has taken back. If other entries may refer to its row by a local id, the entry
 * is marked as stored instead, so that they find the row.
 */
export const dropEntry = async (entry: Entry, rowId: number): Promise<unknown> =>
  entry.localId === null ? removeEntries([entry.id]) : settleEntry(entry, rowId);
