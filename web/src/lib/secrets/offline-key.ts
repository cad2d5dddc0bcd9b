/**
 * The user's offline key. It encrypts the user's data in this browser: drafts, unsent entries, and lists for use
 * without a connection. The key is stored and removed together with the session. At the next sign-in, the server
 * returns the same key, so that the data can be decrypted again.
 */

import { keyPlace, maskCookie, offlineKeyEvent } from "./remove-key.ts";
import { fromBase64, maskSecret, readMasks, unmaskSecret } from "./split-secret.ts";

export interface OfflineKey {
  userId: string;
  /** Encryption key of 32 bytes. */
  key: Uint8Array<ArrayBuffer>;
}

let read: { text: string; key: OfflineKey | null } = { text: "", key: null };

/** Returns the key of the signed-in user; null if this browser has none. */
export function offlineKey(): OfflineKey | null {
  const masked = localStorage.getItem(keyPlace) ?? "";
  const text = `${masked} ${readMasks(maskCookie)}`;
  if (text !== read.text) read = { text, key: parse(masked) };
  return read.key;
}

function parse(stored: string): OfflineKey | null {
  const [userId = "", masked = ""] = stored.split(" ");
  try {
    const key = unmaskSecret(maskCookie, masked);
    return key?.length === 32 && userId ? { userId, key } : null;
  } catch {
    return null;
  }
}

/** @param base64 The key as `GET /api/auth/offline-key` returns it. */
export function storeOfflineKey(userId: string, base64: string): void {
  localStorage.setItem(keyPlace, `${userId} ${maskSecret(maskCookie, fromBase64(base64))}`);
  window.dispatchEvent(new Event(offlineKeyEvent));
}
