import { createHash, createHmac, randomBytes } from "node:crypto";

const piece = 64 * 1024;

/**
 * Returns the SHA-256 of bytes or a string, in hexadecimal. Hashes the content in pieces, because `update` copies its
 * input.
 */
export function sha256(content: Uint8Array | string): string {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const hash = createHash("sha256");
  for (let at = 0; at < bytes.length; at += piece) hash.update(bytes.subarray(at, at + piece));
  return hash.digest("hex");
}

/** Generates an unguessable string: 256 random bits as 43 letters, digits, - and _. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** Returns the HMAC-SHA-256 of a string, as 43 letters, digits, - and _. */
export const keyedHash = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("base64url");
