/** Comparing what somebody offers with a secret of the deployment. */
import { timingSafeEqual } from "node:crypto";
import { sha256 } from "./hash.ts";

/** Takes as long however much of the two agrees. Hashes of them are compared, because those are of one length. */
export function isSameSecret(offered: string, secret: string): boolean {
  const digest = (text: string) => new TextEncoder().encode(sha256(text));
  return timingSafeEqual(digest(offered), digest(secret));
}
