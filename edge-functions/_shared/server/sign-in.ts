/**
 * Signing in by username and out again, through Supabase Auth.
 *
 * Nothing may tell which usernames exist: an unknown one, a disabled one and a wrong password are answered with the same
 * text and status, and only at fixed marks of time, whatever was done until then. Attempts are limited by account and
 * by address.
 */
import { Problem } from "../problems.ts";
import { currentUser } from "./accounts.ts";
import { WaitProblem } from "./answers.ts";
import type { JsonObject } from "./body.ts";
import { gateway } from "./database.ts";
import { serverSettings } from "./settings.ts";
import { callerFrom } from "./token.ts";

export interface SignIn {
  user: JsonObject;
  session: { access_token: string; refresh_token: string; expires_at: number };
}

/** Failures are answered at the next multiple of this, in milliseconds since they began. */
const failureMark = 600;
const authTimeout = 15_000;

/**
 * @param address Where the request comes from, for the limit.
 * @throws Problem unauthenticated (wrong), too_many, malformed.
 */
export async function signIn(body: JsonObject, address: string): Promise<SignIn> {
  const { username, password } = readCredentials(body);
  const began = performance.now();
  const [row] = await gateway().unsafe<{ email: string | null; wait_seconds: number | null }[]>(
    "select email, wait_seconds from private.begin_sign_in($1::text, $2::text)",
    [username, address],
  );
  const wait = row?.wait_seconds ?? 0;
  if (wait > 0) {
    const minutes = Math.ceil(wait / 60);
    throw new WaitProblem(
      `Too many attempts to sign in. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
      wait,
    );
  }
  const session = row?.email ? await passwordGrant(row.email, password) : null;
  await gateway().unsafe("select private.end_sign_in($1::text, $2::text, $3::text::boolean)", [
    username,
    address,
    String(session !== null),
  ]);
  if (!session) {
    const spent = performance.now() - began;
    await pause(Math.ceil(spent / failureMark) * failureMark - spent);
    throw new Problem("unauthenticated", "The username or the password is wrong.");
  }
  const user = await currentUser(await callerFrom(`Bearer ${session.access_token}`));
  return { user, session };
}

/** Ends the session of a token at Supabase Auth. A token that has ended already is as good as signed out. */
export async function signOut(token: string | null): Promise<void> {
  if (!token) return;
  const answer = await callAuth("logout?scope=local", { authorization: `Bearer ${token}` });
  await answer.body?.cancel();
  if (answer.status >= 500) throw new Error(`Auth answered ${answer.status} to a sign-out.`);
}

function readCredentials(body: JsonObject): { username: string; password: string } {
  const { username, password, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw wrong(unknown, `"${unknown.slice(0, 60)}" is not a field of this call.`);
  if (typeof username !== "string" || username.trim() === "") throw wrong("username", "Give a username.");
  if (typeof password !== "string" || password === "") throw wrong("password", "Give a password.");
  if (username.length > 200 || password.length > 1000) {
    throw wrong("username", "The username or the password is too long.");
  }
  if (/\p{Cc}/u.test(username)) throw wrong("username", "The username has a character that cannot be typed.");
  return { username: username.trim(), password };
}

const wrong = (field: string, message: string) => new Problem("malformed", message, [{ field, message }]);

async function passwordGrant(email: string, password: string): Promise<SignIn["session"] | null> {
  const answer = await callAuth("token?grant_type=password", {}, { email, password });
  if (answer.ok) {
    const { access_token, refresh_token, expires_at, expires_in } = await answer.json();
    const ends = expires_at ?? Math.floor(Date.now() / 1000) + Number(expires_in);
    return { access_token, refresh_token, expires_at: ends };
  }
  await answer.body?.cancel();
  if (answer.status === 429)
    throw new WaitProblem("Too many attempts to sign in. Try again in a minute.", 60);
  // 400, 401, 403 and 422 are all Auth's ways of saying no; the reason stays here.
  if (answer.status < 500) return null;
  throw new Error(`Auth answered ${answer.status} to a sign-in.`);
}

function callAuth(call: string, headers: Record<string, string>, body?: object): Promise<Response> {
  const { supabaseUrl, publishableKey } = serverSettings();
  return fetch(`${supabaseUrl}/auth/v1/${call}`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json", ...headers },
    body: JSON.stringify(body ?? {}),
    signal: AbortSignal.timeout(authTimeout),
  });
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
