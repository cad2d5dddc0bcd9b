/** Restores deleted rows: from the trash, and with Undo for a few seconds after the deletion. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import { BulkRun, type SeenRow, type SendStep } from "../bulk/bulk-run.ts";
import type { Undo } from "../bulk/undo.ts";

/** Part of a record type that is needed to restore its rows: the API path. */
type Served = Pick<AnyRecord, "path">;

/**
 * Restores deleted rows and reloads the lists that show them.
 * @param anyway True to restore a row although a stored row is a duplicate or probable duplicate of it.
 */
export async function restoreRows(record: Served, ids: readonly number[], anyway: boolean): Promise<void> {
  await api.restore(record.path, ids, { anyway });
  await invalidateRows(record);
}

const restoring =
  ({ path }: Served): SendStep<SeenRow, unknown> =>
  async (step, batch) => {
    const ids = step.map(({ id }) => id);
    // The rows were stored together before the deletion. So they are restored even if two of them are
    // probably the same.
    return { done: await api.restore(path, ids, { batch, anyway: true }) };
  };

/**
 * Creates the Undo for rows that were just deleted.
 * @param what Name of the row, or a function that returns a count with its noun.
 * @param changed Called after the rows are restored.
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
    doneMessage: `${named(ids.length)}: moved to the trash.`,
    did: "restored",
    left: "Not restored",
    showsReason: true,
  };
};
