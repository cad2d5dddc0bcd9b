/** Distinguishes requests that save data from requests that only read, and describes failed requests to users. */

/**
 * `nothing`: no data were saved. `unknown`: data may have been saved, because the response or the result of the commit
 * was lost.
 */
export type Outcome = "nothing" | "unknown";

/** Last path segments of POST requests that save data. POST requests with any other last segment only read. */
const savingPosts =
  /\/(approve|create|auth\/register|auth\/tokens|auth\/users\/(password|disable|enable|sign-out|repair)|user-log\/register|form-11-geo\/check|inbox\/digests)$/;

/**
 * True if a request saves data.
 * @param path Path without a query, or the path of a contract with placeholders in braces.
 */
export const savesSomething = (method: string, path: string): boolean =>
  method === "PUT" || method === "DELETE" || (method === "POST" && savingPosts.test(path));

/**
 * Returns the error message for a request without a response.
 * @param repeatable True if the request has an Idempotency-Key, so that repeating it can't save the data twice.
 */
export function lostResponseMessage(reason: string, outcome: Outcome, repeatable: boolean): string {
  if (outcome === "nothing") return `${reason} Nothing was saved. Try again.`;
  return repeatable
    ? `${reason} It is not known whether this was saved. Try again: it will not be saved twice.`
    : `${reason} It is not known whether this was saved. Check before you try again.`;
}
