/** Whether a row may be stored a second time: said once, for the save that refuses it and the screens that offer to repeat it. */
import type { AnyRecord } from "./types.ts";

/**
 * Whether `save_anyway` may save a row beside one that agrees with it in these fields.
 * @param agreed The key that the two rows share. Of a key that the database keeps unique, no second row is ever saved.
 */
export const mayRepeat = (record: Pick<AnyRecord, "uniqueKeys">, agreed: readonly string[]): boolean =>
  !(record.uniqueKeys ?? []).some((key) => key.every((name) => agreed.includes(name)));
