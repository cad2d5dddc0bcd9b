/**
 * Signing in by username and out again, through Supabase Auth.
 *
 * Nothing may tell which usernames exist: an unknown one, a disabled one and a wrong password are answered with the same
 * text and status, after the same work of Supabase Auth, and only at fixed marks of time. Wrong passwords are limited by account
 * and by address; a browser that has signed in before counts for itself.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { BodyOf } from "../../contracts/call.ts";
import { Problem } from "../../contracts/problems.ts";
import type { login } from "../../contracts/signing-in.ts";
import { untilNextMark } from "../../rules/failure-mark.ts";
import { currentUser } from "../access/accounts.ts";
import { asCaller } from "../access/as-caller.ts";
import { callerFrom, personFrom } from "../access/token.ts";
import { gateway } from "../db/database.ts";
import { fullDisk } from "../health/health.ts";
import { WaitProblem } from "../http/answers.ts";
import type { JsonObject } from "../http/body.ts";
import { countSignIn } from "../observe/metrics.ts";
import { ConnectionLost } from "../sql/sql.ts";
import { callAuth, passwordGrant, type Session } from "./auth-calls.ts";
import { decoyAddress } from "./decoy.ts";

export interface SignIn {
  user: JsonObject;
  session: Session;
}

/** Where an attempt comes from, for the limits. */
export interface Origin {
  address: string;
  /** The hash of the cookie that a browser has since it signed in (browser-cookie.ts). */
  browser: string | null;
  /** What the browser calls itself. */
  agent: string | null;
}

/** Milliseconds between two looks at whether attempts under way have ended, and in all. */
const busyPause = 250;
const longestBusy = 20_000;
/** Milliseconds that an attempt which nobody judged has for being told as ended. */
const longestTelling = 2000;

/** @throws Problem unauthenticated (wrong), too_many. */
export async function signIn({ username, password }: BodyOf<typeof login>, origin: Origin): Promise<SignIn> {
  const session = await attemptSignIn(username, origin, password).catch(async (error: unknown) => {
    throw (await fullDiskProblem(error)) ?? error;
  });
  if (!session) throw new Problem("unauthenticated", "The username or the password is wrong.");
  const user = await currentUser(await callerFrom(`Bearer ${session.access_token}`));
  return { user, session };
}

/** Signing in writes: where it fails, a full disk is said to be the reason. Null for all other reasons. */
async function fullDiskProblem(error: unknown): Promise<Problem | null> {
  if (error instanceof Problem) return null;
  const sentence = await fullDisk().catch(() => null);
  return sentence === null ? null : new Problem("unavailable", `Nobody can sign in. ${sentence}`);
}

/**
 * One attempt, counted from its beginning: parallel guesses wait as later ones do. Null when username and password do not
 * fit, answered at the next mark of time.
 * @throws Problem too_many.
 */
export async function attemptSignIn(
  username: string,
  origin: Origin,
  password: string,
): Promise<Session | null> {
  const began = performance.now();
  const { email, attempt } = await begin(username, origin, began);
  const tell = (success: boolean | null) =>
    gateway().unsafe("select private.end_sign_in($1::text::bigint, $2::text::boolean, $3::text)", [
      attempt,
      success === null ? null : String(success),
      origin.browser,
    ]);
  // Told twice, what is no failure counts once; and it keeps others waiting until it is told.
  const end = (success: boolean | null) =>
    tell(success).catch((error: unknown) => {
      if (success === false || !(error instanceof ConnectionLost)) throw error;
      return tell(success);
    });
  let session: Session | null;
  try {
    // Known or not, Auth judges a password: the same work in the same queue.
    const decoy = await decoyAddress();
    const granted = await passwordGrant(email ?? decoy, password, origin);
    session = email ? granted : null;
  } catch (error) {
    // Nobody has judged the password: the attempt counts for nothing.
    countSignIn(error instanceof WaitProblem ? "held_off" : "failed");
    // Where the database fails too, whoever waits has waited for Auth already, and the attempt ends by its age.
    await Promise.race([end(null).catch(() => undefined), pause(longestTelling)]);
    throw error;
  }
  countSignIn(session ? "accepted" : "wrong");
  await end(session !== null);
  if (!session) await pause(untilNextMark(performance.now() - began));
  return session;
}

interface Begun {
  email: string | null;
  wait_seconds: number | null;
  attempt: string | null;
  busy: boolean;
}

/** Begins, once fewer attempts are under way than may fail. @throws Problem too_many. */
async function begin(username: string, { address, browser }: Origin, began: number): Promise<Begun> {
  for (;;) {
    const [row] = await gateway().unsafe<Begun[]>(
      "select email, wait_seconds, attempt, busy from private.begin_sign_in($1::text, $2::text, $3::text)",
      [username, address, browser],
    );
    if (!row) throw new Error("The database did not begin the attempt to sign in.");
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

/** Ends the session of a token at Supabase Auth. A token that has ended already is as good as signed out. */
export async function signOut(token: string | null): Promise<void> {
  if (!token) return;
  try {
    const caller = await personFrom(`Bearer ${token}`);
    await asCaller(caller, (tx) => tx`select private.note_sign_out()`, { write: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  const answer = await callAuth("logout?scope=local", { headers: { authorization: `Bearer ${token}` } });
  await answer.body?.cancel();
}
