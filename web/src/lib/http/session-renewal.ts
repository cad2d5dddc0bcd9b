/**
 * Begins and renews the session. supabase-js renews the tokens (auth-client.ts). Requests read the token from the
 * browser's storage (stored-session.ts), so that screens don't wait for supabase-js.
 */
import type { SupabaseClient } from "@supabase/supabase-js";
import { type Session, writeSession } from "../secrets/stored-session.ts";
import { connection, onConnection } from "./connection.ts";
import { publicConfig } from "./public-config.ts";
import { readSession, userIdOf } from "./session.ts";

/** A request renews tokens that expire in fewer seconds than this. */
const renewBelowSeconds = 20;

let client: Promise<SupabaseClient> | undefined;

/** Loads supabase-js, which then renews the session regularly. Later calls return the same client. */
export function startSessionRenewal(): Promise<SupabaseClient> {
  client ??= Promise.all([import("./auth-client.ts"), publicConfig()])
    .then(([{ startAuthClient }, config]) => startAuthClient(config))
    .catch((problem: unknown) => {
      client = undefined;
      throw problem;
    });
  return client;
}

/** Starts a session after sign-in or a password change and replaces any earlier session. */
export async function beginSession(session: Session): Promise<void> {
  // Store the session before supabase-js loads, so that requests can use the new session immediately.
  writeSession(session);
  try {
    const { auth } = await startSessionRenewal();
    const { error } = await auth.setSession(session);
    if (error) throw error;
  } catch (problem) {
    console.error("The session could not be renewed.", problem);
  }
}

/** Web Lock that a tab holds while it changes the user's password. */
const passwordLock = "arbo.password-change";

let passwordChange: Promise<unknown> | undefined;

/** Maximum number of milliseconds for which other requests wait for a password change. */
const longestPasswordChange = 30_000;

/**
 * Makes `renewSession` wait for a password change in any tab. The change ends all sessions of the user. So the server
 * rejects all requests until the new session is stored.
 * @param change Resolves when the new session is stored, or when the change has failed.
 */
export function awaitPasswordChange(change: Promise<unknown>): void {
  const limit = new Promise((resolve) => setTimeout(resolve, longestPasswordChange));
  passwordChange = Promise.race([change, limit]);
  // Other tabs wait for the lock. Origins that are not secure have no locks.
  void navigator.locks?.request(passwordLock, () => passwordChange);
}

/**
 * Returns the session, with renewed tokens if they are about to expire. Returns null without a session, or if the
 * tokens can't be renewed. While the server can't be reached, returns the old tokens.
 * @param isPasswordChange True for the request that changes the password.
 */
export async function freshSession(isPasswordChange?: boolean): Promise<Session | null> {
  const session = readSession();
  const soon = Date.now() / 1000 + renewBelowSeconds;
  if (!session || session.expires_at >= soon || connection().lost) return session;
  return (await renewSession(session, isPasswordChange)) ?? (connection().lost ? session : null);
}

/**
 * Returns a session with new tokens after the server rejected the tokens of the given session. Returns null if the
 * session can't be renewed, or if another user has signed in. Also returns null as soon as the connection is lost,
 * because supabase-js would retry for half a minute.
 * @param isPasswordChange True for the request that changes the password. All other requests wait until the password
 * change has ended.
 */
export async function renewSession(session: Session, isPasswordChange?: boolean): Promise<Session | null> {
  let stop: (() => void) | undefined;
  const lost = new Promise<void>((resolve) => {
    stop = onConnection(() => connection().lost && resolve());
  });
  if (!isPasswordChange) await Promise.race([lost, endOfPasswordChange()]);
  if (isStored(session)) await Promise.race([lost, renewTokens(session)]);
  stop?.();
  return replacementOf(session);
}

async function endOfPasswordChange(): Promise<void> {
  await passwordChange;
  await navigator.locks?.request(passwordLock, () => undefined);
}

async function renewTokens(session: Session): Promise<void> {
  try {
    const { auth } = await startSessionRenewal();
    // refreshSession also renews tokens that the server rejects before their expiry; getSession doesn't.
    await auth.getSession();
    if (isStored(session)) await auth.refreshSession();
  } catch (problem) {
    console.error("The session could not be renewed.", problem);
  }
}

/**
 * Returns the stored session if another tab, a renewal or a password change has replaced the given tokens of its user.
 * Otherwise returns null.
 */
function replacementOf(former: Session): Session | null {
  const session = readSession();
  return userIdOf(session) === userIdOf(former) && !isStored(former) ? session : null;
}

/**
 * True if the given tokens are still stored. Compares both tokens, because an access token that is renewed within a
 * second can be identical.
 */
function isStored({ access_token, refresh_token }: Session): boolean {
  const session = readSession();
  return session?.access_token === access_token && session.refresh_token === refresh_token;
}
