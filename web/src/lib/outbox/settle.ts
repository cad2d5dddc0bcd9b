/**
 * Ends entries of the outbox after a form has saved the row of an entry, or has discarded the changes in an
 * entry.
 */
import type { Entry } from "./entry.ts";
import { entryFlow } from "./flow.ts";
import { changeEntry, removeEntries } from "./store.ts";

/** Marks an entry as stored. */
export const settleEntry = ({ userId, id }: Entry, rowId: number | null): Promise<Entry | null> =>
  changeEntry(userId, id, (entry) => entryFlow(entry, { type: "stored", rowId }));

/**
 * Removes an entry whose changes the user has discarded. An entry with a local id is marked as stored and not
 * removed, so that other entries that refer to its row still find the row.
 */
export const dropEntry = async (entry: Entry, rowId: number): Promise<unknown> =>
  entry.localId === null ? removeEntries([entry.id]) : settleEntry(entry, rowId);
