/** Taking a deletion back: from the trash, and by Undo for a few seconds after it. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { notifyWithUndo } from "../../lib/notify.ts";
import { rowsChanged } from "../common/use-records.ts";

/** A record type, by the path that serves it. */
type Served = Pick<AnyRecord, "path">;

/** Restores the rows, and reads anew what shows them. */
export async function restoreRows(record: Served, ids: readonly number[]): Promise<void> {
  await api.restore(record.path, ids);
  await rowsChanged(record);
}

/** Offers to restore rows that were just deleted. @param what They, in a word or two. @param done After they are back. */
export function offerUndo(record: Served, ids: readonly number[], what: string, done?: () => void): void {
  notifyWithUndo({ tone: "info", message: `${what}: moved to the trash.` }, async () => {
    await restoreRows(record, ids);
    done?.();
    return { tone: "success", message: `${what}: restored.` };
  });
}
