/**
 * Ends an entry of the outbox after its form has saved the row, or after the user has undone all changes in
 * the form.
 */
import type { Entry } from "./entry.ts";
import { entryFlow } from "./flow.ts";
import { changeEntry, removeEntries } from "./store.ts";

/** Marks an entry as stored. */
export const settleEntry = ({ userId, id }: Entry, rowId: number | null): Promise<Entry | null> =>
  changeEntry(userId, id, (entry) => entryFlow(entry, { type: "stored", rowId }));

/**
 * Removes an entry whose changes the user has undone in the form. An entry with a local id is marked as
 * stored and not removed, so that other entries that refer to its row still find the row.
 */
export const dropEntry = async (entry: Entry, rowId: number): Promise<unknown> =>
  entry.localId === null ? removeEntries([entry.id]) : settleEntry(entry, rowId);
