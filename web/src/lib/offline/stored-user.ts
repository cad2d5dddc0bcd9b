/**
 * The last current user from the server, encrypted in local storage. With this user, the app can open without a
 * connection.
 */
import { offlineKey } from "../secrets/offline-key.ts";
import { storedUserPlace } from "../secrets/remove-key.ts";
import { openText, sealText } from "./seal.ts";

/** Stores the user. Does nothing if this browser has no key of the user. */
export function storeUser(user: { id: string }): void {
  if (offlineKey()?.userId === user.id) localStorage.setItem(storedUserPlace, sealText(user.id, user));
}

/** Returns the stored user who owns the offline key in this browser, or null. */
export function readStoredUser<User>(): User | null {
  const [userId, text] = [offlineKey()?.userId, localStorage.getItem(storedUserPlace)];
  return userId && text !== null ? openText<User>(userId, text) : null;
}
