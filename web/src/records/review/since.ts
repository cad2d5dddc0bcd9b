/** What became of a row since it was last approved, or, where it never was, since it was last returned. */
import type { HistoryEntry } from "../../lib/http/api.ts";

type Changes = NonNullable<HistoryEntry["changes"]>;

export interface Since {
  /** The entry that is counted from. */
  from: HistoryEntry;
  approved: boolean;
  /** Field -> what it held then and what it holds now; those that are again as they were are left out. */
  changes: Changes;
}

/** Null for a row that was neither approved nor returned. @param history Newest first. */
export function changedSince(history: readonly HistoryEntry[]): Since | null {
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

/** A row that was set back and never approved was entered as approved. */
function lastApproval(history: readonly HistoryEntry[]): HistoryEntry | undefined {
  const approval = history.find(({ action }) => action === "Approve");
  if (approval || !history.some(({ action }) => action === "Set back")) return approval;
  return history.findLast(({ action }) => action === "Insert");
}
