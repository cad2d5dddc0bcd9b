/**
 * The user's offline key. It encrypts what this browser stores of the user: drafts, entries that wait to be sent, and
 * lists for use without a connection. The key is stored like the session and is removed with it. The next sign-in of the
 * same user gets the same key from the server, so stored data can be read again.
 */
export interface OfflineKey {
  userId: string;
  /** 32 bytes. */
  key: Uint8Array<ArrayBuffer>;
}

/** Event on the window when the key was stored or removed in this tab. */
export const offlineKeyEvent = "arbo:offline-key";

const place = "arbo.offline-key";
/** Storage key of the encrypted current user (stored-user.ts). */
export const storedUserPlace = "arbo.offline-user";

let read: { text: string | null; key: OfflineKey | null } = { text: null, key: null };

/** Returns the key of the signed-in user; null if this browser has none. */
export function offlineKey(): OfflineKey | null {
  const text = localStorage.getItem(place);
  if (text !== read.text) read = { text, key: parse(text) };
  return read.key;
}

function parse(text: string | null): OfflineKey | null {
  const [userId = "", base64 = ""] = text?.split(" ") ?? [];
  try {
    const key = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return key.length === 32 && userId ? { userId, key } : null;
  } catch {
    return null;
  }
}

/** @param base64 The key as `GET /api/auth/offline-key` returns it. */
export function storeOfflineKey(userId: string, base64: string): void {
  localStorage.setItem(place, `${userId} ${base64}`);
  window.dispatchEvent(new Event(offlineKeyEvent));
}

/** Removes the key, and the stored user that only this key can decrypt. */
export function removeOfflineKey(): void {
  localStorage.removeItem(place);
  localStorage.removeItem(storedUserPlace);
  window.dispatchEvent(new Event(offlineKeyEvent));
}
