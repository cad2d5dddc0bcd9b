/**
 * The session of this browser: who is signed in, kept across reloads and tabs.
 *
 * Signing in and every call read the tokens from here, so that neither needs supabase-js. It takes the session over
 * later and renews it (supabase-session.ts).
 */
export interface Session {
  access_token: string;
  refresh_token: string;
  /** Seconds since 1970, as Supabase counts. */
  expires_at: number;
}

export const sessionKey = "arbo.session";
/** When the session ends unless somebody does something before, in milliseconds; the same for all tabs. */
export const idleKey = "arbo.idle-end";

/** Whether this tab makes the last call of a session that idling has ended. */
let ending = false;

/** The session, unless nobody has used it for so long that it has ended (app/idle). */
export function readSession(): Session | null {
  return ending || idleEnd() > Date.now() ? keptSession() : null;
}

/**
 * Lets a session that idling has ended count once more, for the call that ends it at the server. In this tab alone: the
 * others count down to the same end, and must not take the session for one that goes on.
 */
export function beginEnding(): void {
  ending = true;
}

/** The moment at which idling ends the session; without limit before the first screen has stood for a while. */
export const idleEnd = (): number =>
  Number(localStorage.getItem(idleKey) ?? Number.NaN) || Number.POSITIVE_INFINITY;

export const setIdleEnd = (end: number): void => localStorage.setItem(idleKey, String(end));

/** The tokens, idle or not. */
export function keptSession(): Session | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(sessionKey) ?? "null");
    return isSession(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Whether a session is kept that idling has ended. */
export const hasIdled = (): boolean => keptSession() !== null && readSession() === null;

export function writeSession(session: Session): void {
  const { access_token, refresh_token, expires_at } = session;
  localStorage.setItem(sessionKey, JSON.stringify({ access_token, refresh_token, expires_at }));
}

export function clearSession(): void {
  ending = false;
  localStorage.removeItem(sessionKey);
  localStorage.removeItem(idleKey);
  forgetEndedSessions();
}

const tabPrefix = "arbo.tab.";

const tabKeyOf = (session: Session, name: string): string => `${tabPrefix}${sessionId(session)}.${name}`;

/** Keeps a text in this tab, across reloads and no longer than the session; null forgets it. */
export function keepForSession(name: string, text: string | null): void {
  const session = readSession();
  if (!session) return;
  if (text === null) sessionStorage.removeItem(tabKeyOf(session, name));
  else sessionStorage.setItem(tabKeyOf(session, name), text);
}

/** What this tab keeps under a name, while the session in which it was kept lasts. */
export function keptForSession(name: string): string | null {
  const session = readSession();
  return session && sessionStorage.getItem(tabKeyOf(session, name));
}

/** Forgets what this tab has kept for sessions that are over. */
export function forgetEndedSessions(): void {
  const session = readSession();
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(tabPrefix) && !(session && key.startsWith(tabKeyOf(session, ""))))
      sessionStorage.removeItem(key);
  }
}

/** Seconds until the access token ends; negative when it has. */
export const secondsLeft = (session: Session, now = Date.now()): number =>
  session.expires_at - Math.floor(now / 1000);

/**
 * Which session of Auth the token is of: the same through all renewals, another after every sign-in and change of
 * password. Empty for what is no token.
 */
export function sessionId({ access_token: token }: Pick<Session, "access_token">): string {
  try {
    const [, payload = ""] = token.split(".");
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof claims === "object" && claims !== null && "session_id" in claims
      ? String(claims.session_id)
      : "";
  } catch {
    return "";
  }
}

function isSession(value: unknown): value is Session {
  return (
    typeof value === "object" &&
    value !== null &&
    "access_token" in value &&
    typeof value.access_token === "string" &&
    "refresh_token" in value &&
    typeof value.refresh_token === "string" &&
    "expires_at" in value &&
    typeof value.expires_at === "number"
  );
}
