/** Where the offline key is stored (key.ts), and its removal at the end of a session. Loads with the first page. */

/** Event on the window when the key was stored or removed in this tab. */
export const offlineKeyEvent = "arbo:offline-key";

export const keyPlace = "arbo.offline-key";
export const maskCookie = "arbo.offline-mask";
/** Storage key of the encrypted current user (stored-user.ts). */
export const storedUserPlace = "arbo.offline-user";

/** Stores the mask of the offline key (key.ts) for a number of seconds; 0 removes the mask. */
export function setMask(mask: string, seconds: number): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous.
  document.cookie = `${maskCookie}=${mask}; Path=/; SameSite=Strict; Max-Age=${seconds}${secure}`;
}

/** Removes the key, and the stored user that only this key can decrypt. */
export function removeOfflineKey(): void {
  setMask("", 0);
  localStorage.removeItem(keyPlace);
  localStorage.removeItem(storedUserPlace);
  window.dispatchEvent(new Event(offlineKeyEvent));
}
