/** Reads the entries that the server has not stored yet. */
import { type Entry, isUnsent } from "./entry.ts";
import { readEntries } from "./store.ts";

/** Returns no entries if this browser can't read its database. */
export const readUnsent = (userId: string): Promise<Entry[]> =>
  readEntries(userId).then(
    (entries) => entries.filter(isUnsent),
    () => [],
  );
