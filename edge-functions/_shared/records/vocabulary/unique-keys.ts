/**
 * Decides whether a user may save a row with the same key as a stored row. If not, the server refuses the row, and
 * screens do not offer "Save anyway".
 */
import type { AnyRecord } from "./types.ts";

/**
 * True if `save_anyway` may save a row that agrees with a stored row in the fields `agreed`. False if these fields
 * include all fields of a unique key.
 */
export const mayRepeat = (record: Pick<AnyRecord, "uniqueKeys">, agreed: readonly string[]): boolean =>
  !(record.uniqueKeys ?? []).some((key) => key.every((name) => agreed.includes(name)));
