/** Loads the record type of a question. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { loadRecord, screenByPath } from "../../../records/common/record-screens.ts";

/**
 * Loads a record type by its path. A question covers all rows of the path, so the fixed values by which a screen limits
 * its rows (such as a status) are removed. Returns undefined if no screen under Forms has the path.
 */
export async function loadAsked(path: string): Promise<AnyRecord | undefined> {
  const screen = screenByPath(path);
  if (!screen || screen.tab) return undefined;
  const record = await loadRecord(screen.route);
  return record && { ...record, fixed: {} };
}
