/** Strings that a tab stores in session storage until the session ends (`removeEndedSessionData` removes them). */
import { readSession, tabKeyOf } from "./http/session.ts";

/** Stores a string for this tab until the session ends. The string survives reloads. Null removes the string. */
export function storeForSession(name: string, text: string | null): void {
  const session = readSession();
  if (!session) return;
  if (text === null) sessionStorage.removeItem(tabKeyOf(session, name));
  else sessionStorage.setItem(tabKeyOf(session, name), text);
}

/** Returns the string that `storeForSession` stored under a name. Null if the current session has stored none. */
export function readForSession(name: string): string | null {
  const session = readSession();
  return session && sessionStorage.getItem(tabKeyOf(session, name));
}
