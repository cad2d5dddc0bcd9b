/** Restores deleted rows: from the trash, and with Undo for a few seconds after the deletion. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { mayRepeat } from "#shared/records/vocabulary/unique-keys.ts";
import { api } from "../../lib/http/api.ts";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import { notify } from "../../lib/notify.ts";
import { BulkRun, type SeenRow, type SendStep } from "../bulk/bulk-run.ts";
import { runUndo, type Undo } from "../bulk/undo.ts";

/** Part of a record type that is needed to restore its rows. */
type Served = Pick<AnyRecord, "path" | "uniqueKeys">;

/**
 * Restores deleted rows and reloads the lists that show them.
 * @param anyway True to restore a row although a stored row is a duplicate or probable duplicate of it.
 */
export async function restoreRows(record: Served, ids: readonly number[], anyway: boolean): Promise<void> {
  await api.restore(record.path, ids, { anyway });
  await invalidateRows(record);
}

/** @param onSame Called if the server refuses a row that may be restored anyway: a stored row is probably the same. */
const restoring =
  (record: Served, anyway: boolean, onSame: () => void): SendStep<SeenRow, unknown> =>
  async (step, batch) => {
    const ids = step.map(({ id }) => id);
    try {
      return { done: await api.restore(record.path, ids, { batch, anyway }) };
    } catch (problem) {
      const same =
        problem instanceof ApiProblem ? problem.details.flatMap(({ same_as }) => same_as ?? []) : [];
      if (same.length > 0 && same.every(({ agreed }) => mayRepeat(record, agreed))) onSame();
      throw problem;
    }
  };

/**
 * Creates the Undo for rows that were just deleted. A row that was deleted alone may have been entered again since. If
 * a stored row is probably the same, Undo asks before it restores the row. Rows that were deleted together are restored
 * without this check, because two of them may look the same.
 * @param what Name of the row, or a function that returns a count with its noun.
 * @param changed Called after the rows are restored.
 * @param anyway True to restore the rows without the check.
 */
export const undoDeletion = (
  record: Served,
  ids: readonly number[],
  what: string | ((number: number) => string),
  changed?: () => void,
  anyway = ids.length > 1,
): Undo => {
  const named = (number: number) => (typeof what === "string" ? what : what(number));
  let isSame = false;
  const restoreAnyway = () =>
    runUndo(record, undoDeletion(record, ids, what, changed, true)).then(notify, (problem: unknown) =>
      notify({ tone: "error", message: messageOf(problem) }),
    );
  return {
    run: () =>
      new BulkRun(
        ids.map((id) => ({ id, row_version: 0 })),
        restoring(record, anyway, () => {
          isSame = true;
        }),
      ),
    ...{ named, changed },
    doneMessage: `${named(ids.length)}: moved to the trash.`,
    did: "restored",
    left: "Not restored",
    showsReason: true,
    next: () =>
      isSame && !anyway ? { label: "Restore anyway", run: () => void restoreAnyway() } : undefined,
  };
};
