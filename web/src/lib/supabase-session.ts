/**
 * Supabase's client in the browser, and the only file that knows it: it takes over the session that the sign-in gave,
 * renews the token before it ends, and ends the session on sign-out. Loaded after the first screen stands.
 */
import { createBrowserClient } from "@supabase/auth-helpers-react";
import type { SupabaseClient } from "@supabase/supabase-js";
import { clearSession, keptSession, readSession, type Session, writeSession } from "./session.ts";

interface PublicConfig {
  supabaseUrl: string;
  publishableKey: string;
}

const prefix = "arbo.auth.";
let client: Promise<SupabaseClient> | undefined;

/** Starts the renewal of the session; later calls answer the same client. */
export function superviseSession(): Promise<SupabaseClient> {
  client ??= start().catch((problem: unknown) => {
    client = undefined;
    throw problem;
  });
  return client;
}

/** Renews the session now; null when it can no longer be renewed. */
export async function renewSession(): Promise<Session | null> {
  const { data } = await (await superviseSession()).auth.refreshSession();
  return data.session ? keep(data.session) : null;
}

/** Goes on with another session of the same user, whose former ones have ended. */
export async function adoptSession(session: Session): Promise<void> {
  writeSession(session);
  const { access_token, refresh_token } = session;
  await (await superviseSession()).auth.setSession({ access_token, refresh_token });
}

/** Forgets everything that this file keeps in the browser. */
export function forgetSupabase(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
  client = undefined;
}

async function start(): Promise<SupabaseClient> {
  const answer = await fetch("/config.json");
  if (!answer.ok) throw new Error(`The settings of the sign-in service answered ${answer.status}.`);
  const config = (await answer.json()) as PublicConfig;
  const supabase = createBrowserClient(config.supabaseUrl, config.publishableKey, {
    cookies: { getAll: readKept, setAll: writeKept },
    auth: { detectSessionInUrl: false },
  });
  supabase.auth.onAuthStateChange((event, session) => {
    if (session) keep(session);
    else if (event === "SIGNED_OUT") clearSession();
  });
  const ours = readSession();
  const { data } = await supabase.auth.getSession();
  if (ours && data.session?.refresh_token !== ours.refresh_token) {
    await supabase.auth.setSession({ access_token: ours.access_token, refresh_token: ours.refresh_token });
  }
  return supabase;
}

/** A renewal that arrives when the session has ended meanwhile does not bring it back. */
function keep(session: { access_token: string; refresh_token: string; expires_at?: number }): Session {
  const kept: Session = {
    access_token: session.access_token,
    refresh_token: session.refresh_token,
    expires_at: session.expires_at ?? Math.floor(Date.now() / 1000) + 3600,
  };
  if (keptSession()) writeSession(kept);
  return kept;
}

/** The helper wants cookies; local storage serves instead, so that the tokens do not travel with every request. */
function readKept(): { name: string; value: string }[] {
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ name: name.slice(prefix.length), value: localStorage.getItem(name) ?? "" }));
}

function writeKept(cookies: readonly { name: string; value: string }[]): void {
  for (const { name, value } of cookies) {
    if (value === "") localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, value);
  }
}
