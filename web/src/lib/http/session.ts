/**
 * The session of this browser: who is signed in, across reloads and tabs. supabase-js looks after it, through the
 * helpers package: it renews the tokens before they end, and drops them once Auth no longer takes them. Nothing else
 * knows either of them.
 *
 * It stores the session in one item of the local storage, which all tabs hear of. Calls read their token from there, so
 * that a screen need not wait for supabase-js.
 */
import type { SupabaseClient } from "@supabase/supabase-js";
import { publicConfig } from "./public-config.ts";

export interface Session {
  access_token: string;
  refresh_token: string;
  /** Seconds since 1970, as Supabase counts. */
  expires_at: number;
}

export const sessionKey = "arbo.session";
const renewBelowSeconds = 20;
/** When the session ends unless somebody does something before, in milliseconds; the same for all tabs. */
export const idleKey = "arbo.idle-end";

/** Whether this tab makes the last call of a session that idling has ended. */
let ending = false;

/** The session, unless nobody has used it for so long that it has ended (app/idle). */
export function readSession(): Session | null {
  return ending || idleEnd() > Date.now() ? storedSession() : null;
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

/** The session, idle or not. */
export function storedSession(): Session | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(sessionKey) ?? "null");
    return isSession(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Whether a session is stored that idling has ended. */
export const hasIdled = (): boolean => storedSession() !== null && readSession() === null;

let client: Promise<SupabaseClient> | undefined;

/** Loads supabase-js, which renews the session from now on; later calls answer the same client. */
export function superviseSession(): Promise<SupabaseClient> {
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
  });
  supabase.auth.onAuthStateChange((event) => {
    if (event === "SIGNED_OUT" && !storedSession()) clearSession();
  });
  return supabase;
}

/**
 * Where supabase-js stores the session. The helper cuts it into cookies; those would travel with every request, so the
 * pieces are one item again.
 */
const storage = {
  getAll: () => {
    const value = localStorage.getItem(sessionKey);
    return value === null ? [] : [{ name: sessionKey, value }];
  },
  setAll: (pieces: readonly { value: string }[]) => {
    const text = pieces.map(({ value }) => value).join("");
    if (text === "") localStorage.removeItem(sessionKey);
    else localStorage.setItem(sessionKey, text);
  },
};

/** Goes on with the session that signing in or a change of password gave, in place of any other. */
export async function beginSession(session: Session): Promise<void> {
  // First, so that calls of this moment are made with it.
  writeSession(session);
  try {
    const { auth } = await superviseSession();
    const { error } = await auth.setSession(session);
    if (error) throw error;
  } catch (problem) {
    console.error("The session is not being renewed yet.", problem);
  }
}

export const writeSession = (session: Session): void =>
  localStorage.setItem(sessionKey, JSON.stringify(session));

/** The session, renewed where it is about to end; null where there is none. */
export async function freshSession(): Promise<Session | null> {
  const session = readSession();
  return session && secondsLeft(session) < renewBelowSeconds ? renewSession(session) : session;
}

/** Tokens in the place of ones that the server no longer takes; null where there are none. */
export async function renewSession(session: Session): Promise<Session | null> {
  const replacement = replacementOf(session);
  if (replacement) return replacement;
  try {
    const { auth } = await superviseSession();
    // Renews it when it is about to end. What the server refuses before that is renewed by itself.
    await auth.getSession();
    if (!replacementOf(session)) await auth.refreshSession();
  } catch (problem) {
    console.error("The session could not be renewed.", problem);
  }
  return replacementOf(session);
}

/**
 * What another tab, a renewal or a change of password has put in the place of these tokens; null where nothing has. An
 * access token that is renewed in the second of its issue is the same again; the token that renews it is not.
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
export function readForSession(name: string): string | null {
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
const secondsLeft = (session: Session, now = Date.now()): number =>
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
