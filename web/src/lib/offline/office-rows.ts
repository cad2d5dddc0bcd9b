/**
 * The rows that the user can choose in forms, such as ARBOs of the user's offices. They are stored encrypted, one entry
 * per record type. While the server can't be reached, these rows answer list requests. Record types with sensitive
 * fields are never stored here.
 */

import { offlineKey } from "../secrets/offline-key.ts";
import { offlineDatabase } from "./database.ts";
import type { StoredRow } from "./row-search-text.ts";
import { keyedId, open, seal } from "./seal.ts";
import { withoutSensitive } from "./without-sensitive.ts";

export interface OfficeRows {
  rows: readonly StoredRow[];
  /** Time at which the rows were fetched, in milliseconds since 1970. */
  at: number;
}

/**
 * Decrypted rows of the last read record types. Without this cache, a search would decrypt the rows at each key press.
 */
const read = new Map<string, OfficeRows>();

const idOf = (userId: string, path: string): string => keyedId(userId, `rows ${path}`);

/**
 * Stores the rows of a record type. Does nothing without the user's key.
 * @param userId The user who got the rows.
 */
export async function storeOfficeRows(userId: string, path: string, { rows, at }: OfficeRows): Promise<void> {
  if (offlineKey()?.userId !== userId) return;
  const sealed = seal(userId, withoutSensitive(rows));
  await (await offlineDatabase()).put("rows", { id: idOf(userId, path), userId, at, sealed });
  read.clear();
}

/** Returns the time at which the stored rows were fetched; 0 if there are none. */
export async function officeRowsTime(path: string): Promise<number> {
  const userId = offlineKey()?.userId;
  return (userId && (await (await offlineDatabase()).get("rows", idOf(userId, path)))?.at) || 0;
}

/** Returns the stored rows of a record type; null if there are none. */
export async function readOfficeRows(path: string): Promise<OfficeRows | null> {
  const userId = offlineKey()?.userId;
  if (!userId) return null;
  const id = idOf(userId, path);
  const known = read.get(id);
  if (known) return known;
  const stored = await (await offlineDatabase()).get("rows", id);
  if (!stored) return null;
  const found = { rows: open<StoredRow[]>(userId, stored.sealed), at: stored.at };
  read.set(id, found);
  return found;
}
