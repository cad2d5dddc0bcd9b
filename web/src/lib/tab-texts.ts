/** Texts that a tab stores in session storage until the session ends (`removeEndedSessionData` removes them). */
import { readSession, tabKeyOf } from "./http/session.ts";

/** Stores a text for this tab until the session ends. The text survives reloads. Null removes the text. */
export function storeForSession(name: string, text: string | null): void {
  const session = readSession();
  if (!session) return;
  if (text === null) sessionStorage.removeItem(tabKeyOf(session, name));
  else sessionStorage.setItem(tabKeyOf(session, name), text);
}

/** Returns a text stored with `storeForSession` if it belongs to the current session. */
export function readForSession(name: string): string | null {
  const session = readSession();
  return session && sessionStorage.getItem(tabKeyOf(session, name));
}
