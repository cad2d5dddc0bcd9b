/**
 * Checks whether a request has the project's secret key. Edge functions send this key in their requests to Auth and
 * Storage.
 */
import { timingSafeEqual } from "node:crypto";

/**
 * Checks whether the header `apikey` has the key. Returns false if the request also has a user's token, because such a
 * request is a request of that user.
 */
export function hasSecretKey(headers: Headers, secretKey: string): boolean {
  const key = headers.get("apikey") ?? "";
  const bearer = headers.get("authorization")?.replace(/^Bearer\s+/i, "");
  return same(key, secretKey) && (!bearer || bearer === key);
}

function same(offered: string, expected: string): boolean {
  const [a, b] = [Buffer.from(offered), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
