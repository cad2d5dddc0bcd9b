/**
 * The session of this browser. Reads the session, and ends it after inactivity or a sign-out. At the end,
 * removes the data that the tab stored for the session.
 */
import { removeOfflineKey } from "../secrets/remove-key.ts";
import { claimsOf, removeSession, type Session, storedSession } from "../secrets/stored-session.ts";
import { connection } from "./connection.ts";

/** Storage key of the time (milliseconds) at which the session ends without further activity; shared by all tabs. */
export const idleKey = "arbo.idle-end";

/** True while this tab sends the logout request of a session that has already ended by idling. */
let ending = false;

/**
 * Returns the session, or null if it has ended because of inactivity (app/idle).
 *
 * Without a connection, the idle limit doesn't end a session, because the user could not sign in again. If
 * the limit passes while the server can't be reached, the session sends no more requests. It ends as soon as
 * the server can be reached.
 */
export function readSession(): Session | null {
  return hasIdleLimitPassed() && !connection().lost ? null : storedSession();
}

export const hasIdleLimitPassed = (): boolean => !ending && idleEnd() <= Date.now();

/**
 * True if the idle limit has passed while the server can't be reached. The session ends as soon as the server
 * can be reached. Until then, this browser must send no requests with the session.
 */
export const isIdleEndDue = (): boolean => hasIdleLimitPassed() && connection().lost;

/**
 * Lets this tab send the logout request of a session that has already ended by idling. Until `clearSession`
 * is called, this tab treats the session as valid. Other tabs must still treat the session as ended.
 */
export function allowFinalLogout(): void {
  ending = true;
}

/**
 * True while this tab sends the logout request of a session that ended by idling. Meanwhile, the tab must send no other
 * request of that session.
 */
export const isEnding = (): boolean => ending;

/** Returns the time (milliseconds) at which the session ends by idling; infinity until the idle watch has started. */
export const idleEnd = (): number => Number(localStorage.getItem(idleKey)) || Number.POSITIVE_INFINITY;

export const setIdleEnd = (end: number): void => localStorage.setItem(idleKey, String(end));

/** True if a stored session has ended because of inactivity. */
export const hasIdleEnded = (): boolean => storedSession() !== null && readSession() === null;

export function clearSession(): void {
  ending = false;
  removeSession();
  localStorage.removeItem(idleKey);
  removeEndedSessionData();
  // The offline key was removed, so the stored data can't be decrypted any more. Remove the data, too. If the
  // removal fails, the next start of the app removes the data.
  import("../offline/answers.ts").then((file) => file.removeUnusable()).catch(() => undefined);
}

const tabPrefix = "arbo.tab.";

/** Returns the key under which a tab stores a string for a session (tab-texts.ts). */
export const tabKeyOf = (session: Session, name: string): string =>
  `${tabPrefix}${sessionId(session)}.${name}`;

/**
 * Removes the data of ended sessions: the strings that this tab has stored in session storage (tab-texts.ts) and, if no
 * session is left, the offline key.
 * @param session The present session, whose data are not removed; null if all sessions have ended.
 */
export function removeEndedSessionData(session = readSession()): void {
  if (!session) removeOfflineKey();
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(tabPrefix) && !(session && key.startsWith(tabKeyOf(session, ""))))
      sessionStorage.removeItem(key);
  }
}

/**
 * Returns the Auth session id of a token. The id stays the same across renewals, and changes with every sign-in and
 * password change. Returns an empty string for an invalid token.
 */
export const sessionId = (session: Pick<Session, "access_token">): string =>
  claimsOf(session.access_token).session_id ?? "";

/** Returns the id of the user to whom the session belongs; an empty string without a valid token. */
export const userIdOf = (session: Session | null): string => claimsOf(session?.access_token ?? "").sub ?? "";

/** Returns the id of the user whose session this browser stores; an empty string without a session. */
export const sessionUserId = (): string => userIdOf(storedSession());
