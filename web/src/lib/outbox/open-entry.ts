/** Opens an entry of the outbox for editing. */
import { holdEntry } from "./edit-lock.ts";
import type { Entry } from "./entry.ts";
import { readEntries } from "./store.ts";

/**
 * Calls `show` with the first entry for which `isMeant` returns true, or with undefined. While the entry is open, it is
 * not sent. If it is being sent now, calls `show` after the outcome is stored. Returns a function that closes the
 * entry.
 */
export async function openEntry(
  userId: string,
  isMeant: (entry: Entry) => boolean,
  show: (entry: Entry | undefined) => void,
): Promise<() => void> {
  const find = async () => (await readEntries(userId)).find(isMeant);
  const found = await find();
  if (found) return holdEntry(found, () => void find().then(show, () => show(undefined)));
  show(undefined);
  return () => undefined;
}

/** Returns the id of the row that an entry has stored; null if the entry is unsent or no longer in the outbox. */
export const sentRow = async (userId: string, id: string): Promise<number | null> =>
  (await readEntries(userId)).find((entry) => entry.id === id)?.rowId ?? null;
