/**
 * Supabase's client in the browser, and the only file that knows it: it takes over the session that the sign-in gave,
 * renews the token before it ends, and ends the session on sign-out. Loaded after the first screen stands.
 */
import { createBrowserClient } from "@supabase/auth-helpers-react";
import type { SupabaseClient, Session as SupabaseSession } from "@supabase/supabase-js";
import { publicConfig } from "./public-config.ts";
import { clearSession, keptSession, readSession, type Session, sessionId, writeSession } from "./session.ts";

const prefix = "arbo.auth.";
let client: Promise<SupabaseClient> | undefined;
/** The session that the client looks after. What it hears of the end of another one ends nothing here. */
let inHand = "";

/** Starts the renewal of the session; later calls answer the same client. */
export function superviseSession(): Promise<SupabaseClient> {
  client ??= start().catch((problem: unknown) => {
    client = undefined;
    throw problem;
  });
  return client;
}

/** Renews the session now, where it still can be; what came of it is kept (session.ts). */
export async function renewSession(): Promise<void> {
  const { data } = await (await superviseSession()).auth.refreshSession();
  if (data.session) keep(data.session);
}

/** Goes on with another session of the same user, whose former ones have ended. */
export async function adoptSession(session: Session): Promise<void> {
  // First, so that calls of this moment are made with it.
  writeSession(session);
  await takeOver(await superviseSession(), session);
}

/** Forgets everything that this file keeps in the browser. */
export function forgetSupabase(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
  client = undefined;
}

async function start(): Promise<SupabaseClient> {
  const config = await publicConfig();
  const supabase = createBrowserClient(config.supabaseUrl, config.publishableKey, {
    cookies: { getAll: readKept, setAll: writeKept },
    auth: { detectSessionInUrl: false },
  });
  supabase.auth.onAuthStateChange((event, session) => {
    if (session) keep(session);
    else if (event === "SIGNED_OUT") endInHand();
  });
  const { data } = await supabase.auth.getSession();
  const ours = readSession();
  if (!ours) return supabase;
  if (data.session?.refresh_token === ours.refresh_token) inHand = sessionId(ours);
  else await takeOver(supabase, ours);
  return supabase;
}

async function takeOver(supabase: SupabaseClient, { access_token, refresh_token }: Session): Promise<void> {
  inHand = sessionId({ access_token });
  await supabase.auth.setSession({ access_token, refresh_token });
}

/** A renewal counts for the session that it renews: it brings back none that has ended, and replaces no other. */
function keep({ access_token, refresh_token, expires_at }: SupabaseSession): void {
  const kept = keptSession();
  if (!kept || sessionId(kept) !== sessionId({ access_token })) return;
  inHand = sessionId({ access_token });
  writeSession({
    access_token,
    refresh_token,
    expires_at: expires_at ?? Math.floor(Date.now() / 1000) + 3600,
  });
}

function endInHand(): void {
  const kept = keptSession();
  if (kept && sessionId(kept) === inHand) clearSession();
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
