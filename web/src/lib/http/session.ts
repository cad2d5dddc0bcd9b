/**
 * The session of this browser. Ends the session after inactivity or a sign-out, and then removes the session's data
 * from this tab.
 */
import { removeOfflineKey } from "../secrets/remove-key.ts";
import { claimsOf, removeSession, type Session, storedSession } from "../secrets/stored-session.ts";
import { connection } from "./connection.ts";

/** Storage key of the time (milliseconds) at which an inactive session ends; shared by all tabs. */
export const idleKey = "arbo.idle-end";

/** True while this tab sends the logout request of a session that the idle limit has ended. */
let ending = false;

/**
 * Returns the session; null if inactivity has ended the session (app/idle). A session never ends without a connection,
 * because the user could not sign in again. If the idle limit passes while the server can't be reached, the session
 * sends no more requests. It ends as soon as the server can be reached.
 */
export function readSession(): Session | null {
  return hasIdleLimitPassed() && !connection().lost ? null : storedSession();
}

export const hasIdleLimitPassed = (): boolean => !ending && idleEnd() <= Date.now();

/**
 * True if the idle limit has passed while the server can't be reached. This browser must then send no requests with the
 * session. The session ends as soon as the server can be reached.
 */
export const isIdleEndDue = (): boolean => hasIdleLimitPassed() && connection().lost;

/**
 * Lets this tab send the logout request of a session that the idle limit has ended. Until `clearSession`, this tab
 * treats the session as valid; other tabs treat it as ended.
 */
export function allowFinalLogout(): void {
  ending = true;
}

/**
 * True while this tab sends the logout request of an idle session. The tab must then send no other request of that
 * session.
 */
export const isEnding = (): boolean => ending;

/** Returns the time (milliseconds) at which the idle session ends; infinity before the idle watch runs. */
export const idleEnd = (): number => Number(localStorage.getItem(idleKey)) || Number.POSITIVE_INFINITY;

export const setIdleEnd = (end: number): void => localStorage.setItem(idleKey, String(end));

/** True if a stored session has ended because of inactivity. */
export const hasIdleEnded = (): boolean => storedSession() !== null && readSession() === null;

export function clearSession(): void {
  ending = false;
  removeSession();
  localStorage.removeItem(idleKey);
  removeEndedSessionData();
  // Remove the stored data, because it can't be decrypted without the offline key. If the removal fails, the next start
  // of the app repeats it.
  import("../offline/answers.ts").then((file) => file.removeUnusable()).catch(() => undefined);
}

const tabPrefix = "arbo.tab.";

/** Returns the key under which a tab stores a string for a session (tab-texts.ts). */
export const tabKeyOf = (session: Session, name: string): string =>
  `${tabPrefix}${sessionId(session)}.${name}`;

/**
 * Removes the data of ended sessions: strings in this tab's session storage (tab-texts.ts) and, if no session is left,
 * the offline key.
 * @param session The present session, which keeps its data; null if all sessions have ended.
 */
export function removeEndedSessionData(session = readSession()): void {
  if (!session) removeOfflineKey();
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(tabPrefix) && !(session && key.startsWith(tabKeyOf(session, ""))))
      sessionStorage.removeItem(key);
  }
}

/**
 * Returns the Auth session id of a token; an empty string for an invalid token. The id changes with every sign-in and
 * password change, but not with a renewal.
 */
export const sessionId = (session: Pick<Session, "access_token">): string =>
  claimsOf(session.access_token).session_id ?? "";

/** Returns the id of the session's user; an empty string without a valid token. */
export const userIdOf = (session: Session | null): string => claimsOf(session?.access_token ?? "").sub ?? "";

/** Returns the id of the user whose session this browser stores; an empty string without a session. */
export const sessionUserId = (): string => userIdOf(storedSession());
