/** Titles and results of exports and bulk actions. The numbers in a result add up to the number of all rows. */
import { count } from "../../lib/format.ts";
import type { Job } from "../../records/jobs/jobs.ts";

/** Words for each action: a command ("Approve"), and a participle for the changed rows ("approved"). */
const acts: Record<NonNullable<Job["what"]>, { does: string; did: string; already?: string }> = {
  approve: { does: "Approve", did: "approved" },
  "set back": { does: "Set back", did: "set back to Pending", already: "already Pending" },
  return: { does: "Return", did: "returned" },
  delete: { does: "Delete", did: "deleted" },
  edit: { does: "Change", did: "changed", already: "already had this value" },
  "take back": { does: "Take back", did: "taken back" },
};

const rows = (number: number): string => `${count(number)} ${number === 1 ? "row" : "rows"}`;

export const jobTitle = ({ kind, what, label, total }: Job): string =>
  `${kind === "act" && what ? `${acts[what].does} ${rows(total)}` : `Export of ${rows(total)}`}: ${label}`;

export const stateText: Record<Job["state"], string> = {
  running: "In progress",
  interrupted: "Interrupted",
  cancelled: "Cancelled",
  failed: "Failed",
  finished: "Finished",
};

/** Returns the number of rows that a bulk action has not processed yet; 0 for an export. */
export const unprocessedRows = ({ kind, total, done, same, refused }: Job): number =>
  kind === "act" ? Math.max(0, total - done - same - refused) : 0;

export function resultSentences(job: Job): string[] {
  const { kind, what, state, done, same, refused, problem } = job;
  const sentence = (number: number, words: string) => (number > 0 ? [`${rows(number)}: ${words}.`] : []);
  const why = problem && state !== "running" ? [problem] : [];
  if (kind === "export") return [...(state === "finished" ? [`${rows(done)} in the file.`] : []), ...why];
  const { did, already = `already ${did}` } = acts[what ?? "edit"];
  return [
    `${rows(done)}: ${did}.`,
    ...sentence(same, already),
    ...sentence(refused, "refused, not changed"),
    ...sentence(state === "running" ? 0 : unprocessedRows(job), "not started"),
    ...why,
  ];
}
