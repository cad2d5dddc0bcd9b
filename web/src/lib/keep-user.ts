/**
 * Stores the current user in this browser, so that the app can open without a connection. Loaded on demand, so that the
 * encryption doesn't delay the first screen.
 */
import { call } from "./http/http.ts";
import { readSession, sessionUserId, userIdOf } from "./http/session.ts";
import type { OfficeUser } from "./keep-offline-data.ts";
import { readStoredUser, storeUser } from "./offline/stored-user.ts";
import { whenIdle } from "./offline/when-idle.ts";
import { offlineKey, storeOfflineKey } from "./secrets/offline-key.ts";

/** Milliseconds to wait before fetching offline data, so that the requests don't delay the first screen. */
const dataDelay = 3000;

export async function keepUser(user: OfficeUser): Promise<void> {
  await fetchOfflineKey(user.id);
  await whenIdle();
  storeUser(user);
  await whenIdle(dataDelay);
  await (await import("./keep-offline-data.ts")).keepOfflineData(user);
}

/**
 * Fetches the user's offline key, unless this browser has it. Without the key, this browser stores no drafts and no
 * outbox entries.
 */
async function fetchOfflineKey(userId: string): Promise<void> {
  if (offlineKey()?.userId === userId) return;
  const { key } = (await call("GET /api/auth/offline-key")).data;
  // Don't store the key if the user has signed out during the request.
  if (key !== null && sessionUserId() === userId) storeOfflineKey(userId, key);
}

/** Returns the stored user if the session belongs to that user; otherwise null. */
export function readUserOfSession<User extends OfficeUser>(): User | null {
  const user = readStoredUser<User>();
  return user && user.id === userIdOf(readSession()) ? user : null;
}
