/**
 * Renews the session with supabase-js, which the auth-helpers package configures for browsers. supabase-js renews
 * tokens before they expire, and removes a session that Auth rejects. No other module uses supabase-js or the
 * auth-helpers package.
 */
import { createBrowserClient } from "@supabase/auth-helpers-react";
import type { SupabaseClient } from "@supabase/supabase-js";
import { removeSession, sessionKey, storedSession, writeSession } from "../secrets/stored-session.ts";
import { isForeign, markServerUnreachable, noteResponse, parseBody } from "./connection.ts";
import type { PublicConfig } from "./public-config.ts";
import { clearSession, hasIdleLimitPassed, userIdOf } from "./session.ts";

/** Starts supabase-js, which then keeps renewing the session. */
export function startAuthClient(config: PublicConfig): SupabaseClient {
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
 * Sends the requests of supabase-js, and records whether the server could be reached. Treats a response from another
 * source as a lost connection. Otherwise, supabase-js would end the session.
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
 * Storage for supabase-js. After the idle limit, `getAll` returns no session, so that supabase-js doesn't renew it.
 * `setAll` joins the pieces into which the auth-helpers package splits a session. `getAll` adds a user with only an id,
 * because supabase-js would fetch a missing user from Auth.
 */
const storage = {
  getAll: () => {
    const session = storedSession();
    if (!session || hasIdleLimitPassed()) return [];
    return [{ name: sessionKey, value: JSON.stringify({ ...session, user: { id: userIdOf(session) } }) }];
  },
  setAll: (pieces: readonly { value: string }[]) => {
    const text = pieces.map(({ value }) => value).join("");
    if (text === "") removeSession();
    else writeSession(JSON.parse(text));
  },
};
