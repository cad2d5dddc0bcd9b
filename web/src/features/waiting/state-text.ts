/** Sentences about the entries of the outbox. */
import { momentOf } from "../../lib/format.ts";
import type { Entry } from "../../lib/outbox/entry.ts";
import { missingNeed } from "../../lib/outbox/flow.ts";

export const kindText = ({ work, noun }: Entry): string => {
  if (work.kind === "file") return `File: ${noun}`;
  return work.base ? `Change: ${noun}` : `New: ${noun}`;
};

/** Returns the state of an entry as text, with the reason if the entry is not sent yet. */
export function stateText(entry: Entry, entries: readonly Entry[], offline: boolean): string {
  const { state, problem } = entry;
  if (state === "sent") return "Sent";
  if (state === "sending") return "Sending…";
  if (state === "refused") return `Not accepted: ${reasonOf(problem)}`;
  const needed = missingNeed(entry, entries);
  if (needed) return `Waits for ${needed.noun} ${needed.title}`;
  if (problem && problem.status !== 0 && !offline)
    return `Not sent: ${reasonOf(problem)} Next attempt at ${momentOf(entry.nextAt)}.`;
  return offline ? "Waiting for the connection" : "Waiting";
}

const reasonOf = (problem: Entry["problem"]): string =>
  problem?.details[0]?.message ?? problem?.message ?? "";

/** Returns the URL parameters with which the list opens the form of the entry. */
export const formSearch = ({ id, work }: Entry): { kept: string; edit?: number; new?: 1; from?: string } =>
  work.kind === "row" && work.base
    ? { kept: id, edit: work.base.id }
    : { kept: id, new: 1, ...(work.kind === "row" && work.from ? { from: work.from } : {}) };
