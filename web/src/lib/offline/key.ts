/**
 * The user's offline key. It encrypts what this browser stores of the user: drafts, entries that wait to be sent, and
 * lists for use without a connection. The key is stored like the session and is removed with it. The next sign-in of the
 * same user gets the same key from the server, so stored data can be read again.
 *
 * Browsers keep removed items of local storage on the disk for some time. So local storage holds the key only combined
 * (XOR) with a random mask, and the mask is a cookie, which browsers overwrite when it is removed. Neither of the two
 * reveals anything without the other.
 */
import { keyPlace, maskCookie, offlineKeyEvent, setMask } from "./remove-key.ts";

export interface OfflineKey {
  userId: string;
  /** 32 bytes. */
  key: Uint8Array<ArrayBuffer>;
}

let read: { text: string | null; key: OfflineKey | null } = { text: null, key: null };

/** Returns the key of the signed-in user; null if this browser has none. */
export function offlineKey(): OfflineKey | null {
  const [masked, mask] = [localStorage.getItem(keyPlace), readMask()];
  const text = masked && mask && `${masked} ${mask}`;
  if (text !== read.text) read = { text, key: parse(text) };
  return read.key;
}

function readMask(): string | null {
  const start = `${maskCookie}=`;
  const cookie = document.cookie.split("; ").find((one) => one.startsWith(start));
  return cookie?.slice(start.length) ?? null;
}

function parse(text: string | null): OfflineKey | null {
  const [userId = "", masked = "", mask = ""] = text?.split(" ") ?? [];
  try {
    const key = combine(fromBase64(masked), fromBase64(mask));
    return key.length === 32 && userId ? { userId, key } : null;
  } catch {
    return null;
  }
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Returns the XOR of two lists of bytes. */
const combine = (one: Uint8Array, other: Uint8Array) =>
  Uint8Array.from(one, (byte, at) => byte ^ (other[at] ?? 0));

/** Maximum age of the mask in seconds: 400 days, the longest that browsers allow. */
const longest = 400 * 24 * 3600;

/** @param base64 The key as `GET /api/auth/offline-key` returns it. */
export function storeOfflineKey(userId: string, base64: string): void {
  const mask = crypto.getRandomValues(new Uint8Array(32));
  setMask(toBase64(mask), longest);
  localStorage.setItem(keyPlace, `${userId} ${toBase64(combine(fromBase64(base64), mask))}`);
  window.dispatchEvent(new Event(offlineKeyEvent));
}
