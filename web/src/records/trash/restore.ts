/** Taking a deletion back: from the trash, and by Undo for a few seconds after it. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { BulkRun, type SeenRow, type SendStep } from "../bulk/bulk-run.ts";
import type { Undo } from "../bulk/undo.ts";
import { rowsChanged } from "../common/use-records.ts";

/** A record type, by the path that serves it. */
type Served = Pick<AnyRecord, "path">;

/** Restores the rows, and reads anew what shows them. */
export async function restoreRows(record: Served, ids: readonly number[]): Promise<void> {
  await api.restore(record.path, ids);
  await rowsChanged(record);
}

const restoring =
  ({ path }: Served): SendStep<SeenRow, unknown> =>
  async (step, batch) => {
    const ids = step.map(({ id }) => id);
    return { done: await api.restore(path, ids, batch) };
  };

/**
 * How rows that were just deleted come back.
 * @param what They, in a word or two, or so many of them. @param changed After they are back.
 */
export const undoDeletion = (
  record: Served,
  ids: readonly number[],
  what: string | ((number: number) => string),
  changed?: () => void,
): Undo => {
  const named = (number: number) => (typeof what === "string" ? what : what(number));
  return {
    run: () =>
      new BulkRun(
        ids.map((id) => ({ id, row_version: 0 })),
        restoring(record),
      ),
    ...{ named, changed },
    said: `${named(ids.length)}: moved to the trash.`,
    did: "restored",
    left: "Not restored",
    tellsWhy: true,
  };
};
