import { createHash } from "node:crypto";

const piece = 64 * 1024;

/** SHA-256 of bytes, in hexadecimal. In pieces, since whatever is hashed at once is copied first. */
export function sha256(bytes: Uint8Array): string {
  const hash = createHash("sha256");
  for (let at = 0; at < bytes.length; at += piece) hash.update(bytes.subarray(at, at + piece));
  return hash.digest("hex");
}
