/** Loads the record type of an Explore query. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { loadRecord, screenByPath } from "../../../records/common/record-screens.ts";

/**
 * Loads a record type by its API path, without the fixed filters of its screen, because an Explore query covers all
 * rows of the path. Returns undefined if no screen in the Forms area has the path.
 */
export async function loadAsked(path: string): Promise<AnyRecord | undefined> {
  const screen = screenByPath(path);
  if (!screen || screen.tab) return undefined;
  const record = await loadRecord(screen.route);
  return record && { ...record, fixed: {} };
}
