/**
 * Storage keys of the offline key (offline-key.ts), and its removal at the end of a session. A separate module, because
 * the first page must stay small.
 */
import { removeMask } from "./split-secret.ts";

/** Event on the window when the key was stored or removed in this tab. */
export const offlineKeyEvent = "arbo:offline-key";

export const keyPlace = "arbo.offline-key";
export const maskCookie = "arbo.offline-mask";
/** Storage key of the encrypted current user (stored-user.ts). */
export const storedUserPlace = "arbo.offline-user";

/** Removes the key, and the stored user that only this key can decrypt. */
export function removeOfflineKey(): void {
  removeMask(maskCookie);
  localStorage.removeItem(keyPlace);
  localStorage.removeItem(storedUserPlace);
  window.dispatchEvent(new Event(offlineKeyEvent));
}
