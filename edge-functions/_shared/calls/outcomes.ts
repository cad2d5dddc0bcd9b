/** Distinguishes requests that save data from requests that only read, and describes failed requests to users. */

/**
 * `nothing`: nothing was saved. `unknown`: the data may have been saved, because the response or the commit was lost.
 */
export type Outcome = "nothing" | "unknown";

/** Last path segments of POST requests that save something. All other POST requests only read. */
const savingPosts =
  /\/(approve|create|auth\/register|auth\/tokens|auth\/users\/(password|disable|enable|sign-out|repair)|user-log\/register|form-11-geo\/check|inbox\/digests)$/;

/**
 * True if a request saves something.
 * @param path Path without a query. The path of a contract, with placeholders in braces, is also accepted.
 */
export const savesSomething = (method: string, path: string): boolean =>
  method === "PUT" || method === "DELETE" || (method === "POST" && savingPosts.test(path));

/**
 * Returns the error message for a request that got no response.
 * @param repeatable True if the request has an Idempotency-Key, so that a retry saves nothing twice.
 */
export function lostResponseMessage(reason: string, outcome: Outcome, repeatable: boolean): string {
  if (outcome === "nothing") return `${reason} Nothing was saved. Try again.`;
  return repeatable
    ? `${reason} It is not known whether this was saved. Try again: it will not be saved twice.`
    : `${reason} It is not known whether this was saved. Check before you try again.`;
}
