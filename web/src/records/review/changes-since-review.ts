/** Changes of a row since its last approval or, if it was never approved, since its last return. */
import type { HistoryEntry } from "../../lib/http/api.ts";

type Changes = NonNullable<HistoryEntry["changes"]>;

export interface ChangesSinceReview {
  /** History entry of the last approval or return. `changes` contains only changes after this entry. */
  from: HistoryEntry;
  approved: boolean;
  /** Old and new value by field name. Excludes a field that was changed and later got its old value again. */
  changes: Changes;
}

/**
 * Returns null for a row that was neither approved nor returned.
 * @param history Newest first.
 */
export function changesSinceReview(history: readonly HistoryEntry[]): ChangesSinceReview | null {
  const approval = lastApproval(history);
  const from = approval ?? history.find(({ action }) => action === "Return");
  if (!from) return null;
  const changes: Changes = {};
  for (const { action, changes: made } of history.slice(0, history.indexOf(from)).reverse()) {
    if (action !== "Update" && action !== "Set back") continue;
    for (const [name, [before, after]] of Object.entries(made ?? {}))
      changes[name] = [changes[name] ? changes[name][0] : before, after];
  }
  const left = Object.entries(changes).filter(
    ([name, [before, after]]) => name !== "process_stage" && JSON.stringify(before) !== JSON.stringify(after),
  );
  return { from, approved: from === approval, changes: Object.fromEntries(left) };
}

/**
 * Returns the history entry by which the row was last approved. Without an approval, a row that was set back to Pending
 * must have been entered as approved. In that case, returns the entry that created the row.
 */
function lastApproval(history: readonly HistoryEntry[]): HistoryEntry | undefined {
  const approval = history.find(({ action }) => action === "Approve");
  if (approval || !history.some(({ action }) => action === "Set back")) return approval;
  return history.findLast(({ action }) => action === "Insert");
}
