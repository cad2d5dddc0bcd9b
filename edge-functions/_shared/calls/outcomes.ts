/** What became of a request that failed: which requests save something, and how an unknown outcome is reported. */

/** `nothing`: certainly nothing was saved. `unknown`: it may have been saved, because the answer or the commit was lost. */
export type Outcome = "nothing" | "unknown";

/** The last parts of the POST calls that save; all other POST calls read. */
const savingPosts =
  /\/(approve|create|auth\/register|auth\/tokens|auth\/users\/(password|disable|enable|sign-out|repair)|user-log\/register|form-11-geo\/check|inbox\/digests)$/;

/** Whether a call saves something. @param path With its name in place of braces, or as a contract has it; no query. */
export const savesSomething = (method: string, path: string): boolean =>
  method === "PUT" || method === "DELETE" || (method === "POST" && savingPosts.test(path));

/** The sentences for a request whose answer was lost. @param repeatable The request has an Idempotency-Key. */
export function lostAnswer(reason: string, outcome: Outcome, repeatable: boolean): string {
  if (outcome === "nothing") return `${reason} Nothing was saved. Try again.`;
  return repeatable
    ? `${reason} It is not known whether this was saved. Try again: it will not be saved twice.`
    : `${reason} It is not known whether this was saved. Check before you try again.`;
}
