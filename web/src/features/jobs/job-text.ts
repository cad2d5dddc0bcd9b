/** What long work is called, and what came of it, in sentences that add up to all of its rows. */
import { count } from "../../lib/format.ts";
import type { Job } from "../../records/jobs/jobs.ts";

/** What an act does, and what its rows are afterwards. */
const acts: Record<NonNullable<Job["what"]>, { does: string; did: string; already?: string }> = {
  approve: { does: "Approve", did: "approved" },
  "set back": { does: "Set back", did: "set back to Pending", already: "Pending already" },
  return: { does: "Return", did: "returned" },
  delete: { does: "Delete", did: "deleted" },
  edit: { does: "Change", did: "changed", already: "held the value already" },
  "take back": { does: "Take back", did: "taken back" },
};

const rows = (number: number): string => `${count(number)} ${number === 1 ? "row" : "rows"}`;

export const jobTitle = ({ kind, what, label, total }: Job): string =>
  `${kind === "act" && what ? `${acts[what].does} ${rows(total)}` : `Export of ${rows(total)}`}: ${label}`;

export const stateText: Record<Job["state"], string> = {
  running: "Under way",
  interrupted: "Interrupted",
  cancelled: "Cancelled",
  failed: "Failed",
  finished: "Finished",
};

/** Rows of an act of which nothing is known to be done. */
export const leftOf = ({ kind, total, done, same, refused }: Job): number =>
  kind === "act" ? Math.max(0, total - done - same - refused) : 0;

export function accountOf(job: Job): string[] {
  const { kind, what, state, done, same, refused, problem } = job;
  const said = (number: number, words: string) => (number > 0 ? [`${rows(number)}: ${words}.`] : []);
  const why = problem && state !== "running" ? [problem] : [];
  if (kind === "export") return [...(state === "finished" ? [`${rows(done)} in the file.`] : []), ...why];
  const { did, already = `${did} already` } = acts[what ?? "edit"];
  return [
    `${rows(done)}: ${did}.`,
    ...said(same, already),
    ...said(refused, "refused, and left as before"),
    ...said(state === "running" ? 0 : leftOf(job), "not begun, and left as before"),
    ...why,
  ];
}
