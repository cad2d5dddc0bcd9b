/** Strings that a tab stores in session storage until the session ends (`removeEndedSessionData` removes them). */
import { readSession, tabKeyOf } from "./http/session.ts";

/** Stores a string for this tab until the session ends, also across reloads. Null removes the string. */
export function storeForSession(name: string, text: string | null): void {
  const session = readSession();
  if (!session) return;
  if (text === null) sessionStorage.removeItem(tabKeyOf(session, name));
  else sessionStorage.setItem(tabKeyOf(session, name), text);
}

/** Returns the string that `storeForSession` stored under a name in the current session; otherwise null. */
export function readForSession(name: string): string | null {
  const session = readSession();
  return session && sessionStorage.getItem(tabKeyOf(session, name));
}
