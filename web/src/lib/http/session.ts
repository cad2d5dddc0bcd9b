/**
 * The session of this browser, shared by all tabs and kept across reloads. supabase-js manages the session through the
 * auth-helpers package: supabase-js renews the tokens before they expire and removes them when Auth rejects them. No
 * other module uses these two packages.
 *
 * The session is one item in local storage, so all tabs get storage events. Requests read the token from local storage,
 * so that a screen doesn't have to wait for supabase-js.
 */
import type { SupabaseClient } from "@supabase/supabase-js";
import { removeOfflineKey } from "../offline/remove-key.ts";
import {
  connection,
  isForeign,
  markServerUnreachable,
  noteResponse,
  onConnection,
  parseBody,
} from "./connection.ts";
import { publicConfig } from "./public-config.ts";

export interface Session {
  access_token: string;
  refresh_token: string;
  /** Expiry in seconds since 1970, as in Supabase. */
  expires_at: number;
}

export const sessionKey = "arbo.session";
const renewBelowSeconds = 20;
/** Storage key of the time (milliseconds) at which the session ends without further activity; shared by all tabs. */
export const idleKey = "arbo.idle-end";

/** True while this tab sends the logout request of a session that has already ended by idling. */
let ending = false;

/**
 * Returns the session, or null if it has ended because of inactivity (app/idle).
 *
 * While the server can't be reached, the idle limit doesn't end a session, because the user could not sign in again. A
 * session whose limit has passed meanwhile sends no request, and ends as soon as the server can be reached.
 */
export function readSession(): Session | null {
  return hasIdleLimitPassed() && !connection().lost ? null : storedSession();
}

const hasIdleLimitPassed = (): boolean => !ending && idleEnd() <= Date.now();

/**
 * True if the session will end as soon as the server can be reached. Until then, this browser must send no requests
 * with the session.
 */
export const isIdleEndDue = (): boolean => hasIdleLimitPassed() && connection().lost;

/**
 * Makes a session that has ended by idling valid again for the logout request, in this tab only. Other tabs must still
 * treat the session as ended.
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
export const idleEnd = (): number =>
  Number(localStorage.getItem(idleKey) ?? Number.NaN) || Number.POSITIVE_INFINITY;

export const setIdleEnd = (end: number): void => localStorage.setItem(idleKey, String(end));

/** Returns the stored session, even if it has ended because of inactivity. */
export function storedSession(): Session | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(sessionKey) ?? "null");
    return isSession(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** True if a stored session has ended because of inactivity. */
export const hasIdleEnded = (): boolean => storedSession() !== null && readSession() === null;

let client: Promise<SupabaseClient> | undefined;

/** Loads supabase-js, which then keeps renewing the session. Later calls of this function return the same client. */
export function startSessionRenewal(): Promise<SupabaseClient> {
  client ??= start().catch((problem: unknown) => {
    client = undefined;
    throw problem;
  });
  return client;
}

async function start(): Promise<SupabaseClient> {
  const [{ createBrowserClient }, config] = await Promise.all([
    import("@supabase/auth-helpers-react"),
    publicConfig(),
  ]);
  const supabase = createBrowserClient(config.supabaseUrl, config.publishableKey, {
    cookies: storage,
    cookieEncoding: "raw",
    cookieOptions: { name: sessionKey },
    global: { fetch: watchedFetch },
  });
  supabase.auth.onAuthStateChange((event) => {
    if (event === "SIGNED_OUT" && !storedSession()) clearSession();
  });
  return supabase;
}

/**
 * Fetches for supabase-js, and notes whether the server could be reached. A response that is not from the server is a
 * failure of the connection, because supabase-js would end the session.
 */
async function watchedFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    const answer = await fetch(...request);
    if (isForeign(answer.status, parseBody(await answer.clone().text()))) throw new TypeError();
    noteResponse(answer.status);
    return answer;
  } catch (problem) {
    markServerUnreachable();
    throw problem;
  }
}

/**
 * Storage for supabase-js. It hides a session whose idle limit has passed, so that supabase-js doesn't renew it. The
 * auth-helpers package splits the session into cookies, which the browser would send with every request. This adapter
 * joins the pieces into one local storage item instead.
 */
const storage = {
  getAll: () => {
    const value = localStorage.getItem(sessionKey);
    return value === null || hasIdleLimitPassed() ? [] : [{ name: sessionKey, value }];
  },
  setAll: (pieces: readonly { value: string }[]) => {
    const text = pieces.map(({ value }) => value).join("");
    if (text === "") localStorage.removeItem(sessionKey);
    else localStorage.setItem(sessionKey, text);
  },
};

/** Starts a session after sign-in or a password change and replaces any earlier session. */
export async function beginSession(session: Session): Promise<void> {
  // Store the session before supabase-js loads, so that requests can use the new session immediately.
  writeSession(session);
  try {
    const { auth } = await startSessionRenewal();
    const { error } = await auth.setSession(session);
    if (error) throw error;
  } catch (problem) {
    console.error("The session is not being renewed yet.", problem);
  }
}

export const writeSession = (session: Session): void =>
  localStorage.setItem(sessionKey, JSON.stringify(session));

/**
 * Returns the session, renewed if it is about to expire; null without a session. While the server can't be reached, the
 * session is returned without a renewal.
 */
export async function freshSession(): Promise<Session | null> {
  const session = readSession();
  if (!session || secondsLeft(session) >= renewBelowSeconds || connection().lost) return session;
  return (await renewSession(session)) ?? (connection().lost ? readSession() : null);
}

/**
 * Returns a session with new tokens after the server rejected the tokens of the given session. Returns null if the
 * session can't be renewed. If the server can't be reached meanwhile, returns null without waiting for supabase-js,
 * which tries for half a minute.
 */
export async function renewSession(session: Session): Promise<Session | null> {
  const replacement = replacementOf(session);
  if (replacement) return replacement;
  let stop: (() => void) | undefined;
  const lost = new Promise<void>((resolve) => {
    stop = onConnection(() => connection().lost && resolve());
  });
  await Promise.race([lost, renewTokens(session)]);
  stop?.();
  return replacementOf(session);
}

async function renewTokens(session: Session): Promise<void> {
  try {
    const { auth } = await startSessionRenewal();
    // getSession renews tokens that are about to expire. If the server rejected tokens that getSession still considers
    // valid, refreshSession renews them.
    await auth.getSession();
    if (!replacementOf(session)) await auth.refreshSession();
  } catch (problem) {
    console.error("The session could not be renewed.", problem);
  }
}

/**
 * Returns the session if another tab, a renewal or a password change has replaced the given tokens; otherwise null.
 * Compares both tokens, because an access token renewed within the same second can be identical.
 */
function replacementOf(former: Session): Session | null {
  const session = readSession();
  const isFormer =
    session?.access_token === former.access_token && session.refresh_token === former.refresh_token;
  return isFormer ? null : session;
}

export function clearSession(): void {
  ending = false;
  localStorage.removeItem(sessionKey);
  localStorage.removeItem(idleKey);
  removeEndedSessionData();
  // The offline key is removed above, so the stored data can't be decrypted any more and is removed here. If the
  // removal fails, the next start of the app removes the data.
  import("../offline/answers.ts").then(({ removeUnusable }) => removeUnusable()).catch(() => undefined);
}

const tabPrefix = "arbo.tab.";

const tabKeyOf = (session: Session, name: string): string => `${tabPrefix}${sessionId(session)}.${name}`;

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

/**
 * Removes what was stored for sessions that have ended: the texts of this tab, and the offline key.
 * @param session The session that may continue.
 */
export function removeEndedSessionData(session = readSession()): void {
  if (!session) removeOfflineKey();
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(tabPrefix) && !(session && key.startsWith(tabKeyOf(session, ""))))
      sessionStorage.removeItem(key);
  }
}

/** Returns the seconds until the access token expires; negative if it has expired. */
const secondsLeft = (session: Session, now = Date.now()): number =>
  session.expires_at - Math.floor(now / 1000);

/**
 * Returns the Auth session id of a token. The id stays the same across renewals, and changes with every sign-in and
 * password change. Returns an empty string for an invalid token.
 */
export const sessionId = (session: Pick<Session, "access_token">): string => claimOf(session, "session_id");

/** Returns the id of the user to whom the session belongs; an empty string without a valid token. */
export const userIdOf = (session: Session | null): string => (session ? claimOf(session, "sub") : "");

function claimOf({ access_token: token }: Pick<Session, "access_token">, name: string): string {
  try {
    const [, payload = ""] = token.split(".");
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const entries = typeof claims === "object" && claims !== null ? Object.entries(claims) : [];
    return String(entries.find(([claim]) => claim === name)?.[1] ?? "");
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
