/**
 * Signs users in by username, and out, through Supabase Auth. A response must not reveal which usernames exist. So an
 * unknown username, a disabled user and a wrong password get the same response, after the same work in Supabase Auth
 * and at the end of a fixed interval (sign-in-delay.ts). Wrong passwords are limited per account, per IP address, and
 * per browser in which a user has signed in before.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { BodyOf } from "../../contracts/base/call.ts";
import { Problem } from "../../contracts/base/problems.ts";
import type { login } from "../../contracts/signing-in.ts";
import { millisecondsUntilResponse } from "../../rules/sign-in-delay.ts";
import { currentUser } from "../access/accounts.ts";
import { asCaller } from "../access/as-caller.ts";
import { callerFrom, personFrom } from "../access/token.ts";
import { gateway } from "../db/database.ts";
import { fullDisk } from "../health/health.ts";
import type { JsonObject } from "../http/body.ts";
import { WaitProblem } from "../http/responses.ts";
import { countSignIn } from "../observe/metrics.ts";
import { ConnectionLost } from "../sql/sql.ts";
import { callAuth, passwordGrant, type Session } from "./auth-calls.ts";
import { decoyAddress } from "./decoy.ts";

export interface SignIn {
  user: JsonObject;
  session: Session;
}

/** Origin of a sign-in attempt, for rate limits. */
export interface Origin {
  address: string;
  /**
   * Hash of the browser's cookie; null without a cookie. A browser gets the cookie when a user signs in
   * (browser-cookie.ts).
   */
  browser: string | null;
  /** User agent of the browser. */
  agent: string | null;
}

/** If concurrent attempts must end first: pause between two checks, and maximum total wait, in milliseconds. */
const busyPause = 250;
const longestBusy = 20_000;
/** If Auth has failed: time limit in milliseconds for recording the end of the attempt in the database. */
const reportTimeLimit = 2000;

/** Signs a user in. @throws Problem of kind `unauthenticated` (wrong username or password), `too_many`. */
export async function signIn({ username, password }: BodyOf<typeof login>, origin: Origin): Promise<SignIn> {
  const session = await attemptSignIn(username, origin, password).catch(async (error: unknown) => {
    throw (await fullDiskProblem(error)) ?? error;
  });
  if (!session) throw new Problem("unauthenticated", "The username or the password is wrong.");
  const user = await currentUser(await callerFrom(`Bearer ${session.access_token}`));
  return { user, session };
}

/**
 * Returns the problem for a sign-in that failed because of a full disk; null for all other causes. A sign-in writes to
 * the database, so a full disk makes it fail.
 */
async function fullDiskProblem(error: unknown): Promise<Problem | null> {
  if (error instanceof Problem) return null;
  const sentence = await fullDisk().catch(() => null);
  return sentence === null ? null : new Problem("unavailable", `Sign-in is not possible. ${sentence}`);
}

/**
 * Makes one sign-in attempt. The rate limits count an attempt from its start, so that they also apply to parallel
 * guesses. For a wrong username or password, returns null at the end of a fixed interval (sign-in-delay.ts). So the
 * response time does not reveal whether the username exists.
 * @throws Problem of kind `too_many`.
 */
export async function attemptSignIn(
  username: string,
  origin: Origin,
  password: string,
): Promise<Session | null> {
  const began = performance.now();
  const { email, attempt } = await begin(username, origin, began);
  const reportEnd = (success: boolean | null) =>
    gateway().unsafe("select private.end_sign_in($1::text::bigint, $2::text::boolean, $3::text)", [
      attempt,
      success === null ? null : String(success),
      origin.browser,
    ]);
  // Records the end of the attempt, because other attempts wait for it. If the connection is lost, records it once
  // more, except for a wrong password, which could then get two log entries.
  const end = (success: boolean | null) =>
    reportEnd(success).catch((error: unknown) => {
      if (success === false || !(error instanceof ConnectionLost)) throw error;
      return reportEnd(success);
    });
  let session: Session | null;
  try {
    // For an unknown username, Auth checks the password of the decoy account. The sign-in then takes as long as one
    // with a known username.
    const decoy = await decoyAddress();
    const granted = await passwordGrant(email ?? decoy, password, origin);
    session = email ? granted : null;
  } catch (error) {
    // Auth did not check the password, so the attempt is not counted as a wrong password.
    countSignIn(error instanceof WaitProblem ? "held_off" : "failed");
    // Auth has failed. If the database does not respond in time, either, don't wait longer: it ends attempts whose end
    // was never recorded.
    await Promise.race([end(null).catch(() => undefined), pause(reportTimeLimit)]);
    throw error;
  }
  countSignIn(session ? "accepted" : "wrong");
  await end(session !== null);
  if (!session) await pause(millisecondsUntilResponse(performance.now() - began));
  return session;
}

interface Begun {
  email: string | null;
  wait_seconds: number | null;
  attempt: string | null;
  busy: boolean;
}

/**
 * Starts an attempt. If the attempts in progress would reach the limit of wrong passwords by failing, first waits for
 * some of them to end.
 * @throws Problem of kind `too_many`.
 */
async function begin(username: string, { address, browser }: Origin, began: number): Promise<Begun> {
  for (;;) {
    const [row] = await gateway().unsafe<Begun[]>(
      "select email, wait_seconds, attempt, busy from private.begin_sign_in($1::text, $2::text, $3::text)",
      [username, address, browser],
    );
    if (!row) throw new Error("The database did not start the sign-in attempt.");
    const wait = row.wait_seconds ?? 0;
    if (wait === 0) return row;
    if (!row.busy || performance.now() - began > longestBusy) {
      countSignIn("held_off");
      const minutes = Math.ceil(wait / 60);
      throw new WaitProblem(
        `Too many attempts to sign in. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
        wait,
      );
    }
    await pause(busyPause);
  }
}

/** Ends the session of a token in Supabase Auth. An already ended session is not an error. */
export async function signOut(token: string | null): Promise<void> {
  if (!token) return;
  try {
    const caller = await personFrom(`Bearer ${token}`);
    await asCaller(caller, (tx) => tx`select private.log_sign_out()`, { write: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  const answer = await callAuth("logout?scope=local", { headers: { authorization: `Bearer ${token}` } });
  await answer.body?.cancel();
}
