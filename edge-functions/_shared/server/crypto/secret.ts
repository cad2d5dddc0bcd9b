/** Compares a secret that a caller sent with a secret of the deployment. */
import { timingSafeEqual } from "node:crypto";
import { sha256 } from "./hash.ts";

/**
 * Compares two secrets in constant time. Compares hashes of the secrets, because `timingSafeEqual` needs inputs of
 * equal length.
 */
export function isSameSecret(offered: string, secret: string): boolean {
  const digest = (text: string) => new TextEncoder().encode(sha256(text));
  return timingSafeEqual(digest(offered), digest(secret));
}
