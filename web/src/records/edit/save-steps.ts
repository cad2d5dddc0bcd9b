/**
 * Saves changes of many rows in batches (bulk/bulk-run.ts). `savePlans` saves changes that are already planned.
 * `saveEntered` reads and validates each batch itself.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { undoReason } from "#shared/rules/soft-checks.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { api, type Batch, type Row } from "../../lib/http/api.ts";
import { ApiProblem } from "../../lib/http/problem.ts";
import { BulkRun, type SeenRow, type SendStep } from "../bulk/bulk-run.ts";
import { changedSinceMessage, rowsText } from "../bulk/chosen.ts";
import type { Undo } from "../bulk/undo.ts";
import type { RecordSlots } from "../common/slots.ts";
import type { FormValues } from "../form/fields/form-values.ts";
import { type Plan, planChange, willChange } from "./plan-change.ts";
import type { SavedChange } from "./save-change.ts";

/** A row with its planned change. */
export interface PlannedRow extends SeenRow {
  plan: Plan;
}

export const plannedRow = (plan: Plan): PlannedRow => ({
  ...{ id: plan.row.id, row_version: plan.row.row_version },
  plan,
});

type Save = (rows: readonly object[], batch: Batch) => Promise<readonly Row[]>;

/**
 * Returns a function that saves one batch of planned rows.
 * @param reason The user's reason for unusual values; empty without unusual values.
 * @param isUndo True if previous values are restored. The request then sends the reason with all rows, because only the
 * server can find some unusual values. The server then also accepts probable duplicates.
 */
export const savePlans =
  (save: Save, reason: string, isUndo = false): SendStep<PlannedRow, SavedChange> =>
  async (step, batch) => {
    const inputs = step.map(({ plan }) =>
      plan.input(isUndo || plan.unusual.length > 0 ? reason : "", isUndo),
    );
    const rows = new Map((await save(inputs, batch)).map((row) => [row.id, row]));
    // The response to a repeated request lacks rows that were deleted since the first request. Such a row keeps its old
    // version here, which makes the server refuse an undo of the row.
    return {
      done: step.map(({ plan: { row, before } }) => ({ stored: { ...row, ...rows.get(row.id) }, before })),
    };
  };

interface Entering {
  record: AnyRecord;
  user: CurrentUser;
  slots: RecordSlots | undefined;
  /** Values to set in each of the rows. */
  entered: FormValues;
  /** The user's reason for unusual values. Without a reason, rows with unusual values are refused. */
  reason: string;
}

/**
 * Returns a function that reads, validates and saves one batch of rows. If some rows can't be saved, saves no row and
 * throws an ApiProblem that names these rows. Stores the plan of each row until the row is saved, because a retry must
 * send an identical batch.
 */
export function saveEntered({
  record,
  user,
  slots,
  entered,
  reason,
}: Entering): SendStep<SeenRow, SavedChange> {
  const plans = new Map<number, Plan>();
  const save = savePlans((rows, batch) => api.update(record.path, rows, batch), reason);
  return async (step, batch) => {
    const unreadIds = step.filter(({ id }) => !plans.has(id)).map(({ id }) => id);
    if (unreadIds.length > 0) {
      const { data } = await api.list(record.path, { id: unreadIds, page: 1, page_size: unreadIds.length });
      for (const row of data) plans.set(row.id, planChange(record, user, row, entered, slots));
    }
    const details = step.flatMap(({ id, row_version }, index) => {
      const why = reasonNotSent(record, plans.get(id), row_version, reason);
      return why === null ? [] : [{ index, message: why }];
    });
    if (details.length > 0) throw new ApiProblem(422, details[0]?.message ?? "", details);
    const changing = step.flatMap(({ id }, place) => {
      const plan = plans.get(id);
      return plan && willChange(plan) ? [{ ...plannedRow(plan), place }] : [];
    });
    const answer =
      changing.length > 0 ? await save(changing, batch).catch(withBatchIndexes(changing)) : { done: [] };
    for (const { id } of step) plans.delete(id);
    return { done: answer.done, same: step.length - changing.length };
  };
}

/** Returns why a row can't be saved; null if it can. */
function reasonNotSent(
  record: AnyRecord,
  plan: Plan | undefined,
  seen: number,
  reason: string,
): string | null {
  if (!plan) return `This ${record.noun.one} was deleted, or you no longer have access to it.`;
  if (plan.row.row_version !== seen) return changedSinceMessage(record);
  if (plan.refused.length > 0) return plan.refused.join(" ");
  return plan.unusual.length > 0 && reason === "" ? plan.unusual.join(" ") : null;
}

/**
 * Rethrows the error of a failed save with corrected row indexes. The request lacks the unchanged rows of the batch, so
 * each index in the error is converted to an index in the whole batch.
 */
const withBatchIndexes =
  (sent: readonly { place: number }[]) =>
  (problem: unknown): never => {
    if (!(problem instanceof ApiProblem)) throw problem;
    const details = problem.details.map(({ index, ...detail }) => ({
      ...detail,
      ...(index === undefined ? {} : { index: sent[index]?.place ?? index }),
    }));
    throw new ApiProblem(problem.status, problem.message, details, problem);
  };

/** Returns an Undo for saved changes: the previous values are saved again like any other change. */
export function undoChanges(
  record: AnyRecord,
  user: CurrentUser,
  slots: RecordSlots | undefined,
  saved: readonly SavedChange[],
): Undo {
  const named = (number: number) => rowsText(record, number);
  const reason = record.softChecks ? undoReason : "";
  const send = savePlans((rows, batch) => api.update(record.path, rows, batch), reason, true);
  return {
    run: () => {
      const plans = saved.map(({ stored, before }) => planChange(record, user, stored, before, slots));
      const refused = plans.flatMap((plan) =>
        plan.refused.length > 0 ? [{ row: plannedRow(plan), why: plan.refused.join(" ") }] : [],
      );
      return new BulkRun(plans.filter(willChange).map(plannedRow), send, { refused });
    },
    ...{
      named,
      doneMessage: `${named(saved.length)}: changed.`,
      did: "change undone",
      changed: slots?.changed,
    },
    left: "Not undone",
    showsReason: true,
  };
}
