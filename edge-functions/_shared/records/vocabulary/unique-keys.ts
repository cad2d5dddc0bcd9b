/**
 * Decides whether a user is allowed to save a row that has the same key as a stored row. The server uses this when it
 * refuses duplicates, and screens use it to decide whether to offer "Save anyway".
 */
import type { AnyRecord } from "./types.ts";

/**
 * True if `save_anyway` may save a row that has the same values in the fields `agreed` as a stored row. False if these
 * fields include a key that is unique in the database.
 */
export const mayRepeat = (record: Pick<AnyRecord, "uniqueKeys">, agreed: readonly string[]): boolean =>
  !(record.uniqueKeys ?? []).some((key) => key.every((name) => agreed.includes(name)));
