/** The state of an account: passwords, disabling, sessions, one's own profile, and accounts that lost their profile. */
import type { BodyOf } from "../../contracts/call.ts";
import { Problem } from "../../contracts/problems.ts";
import type * as contracts from "../../contracts/signing-in.ts";
import { currentUser } from "../access/accounts.ts";
import { asCaller } from "../access/as-caller.ts";
import { type Caller, callerFrom } from "../access/token.ts";
import type { Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";
import { callAuth, changeAccount, passwordGrant, removeAccount, type Session } from "./auth-calls.ts";
import { personInSight } from "./people.ts";
import { accountFailure, changeProfile, requirePassword, writing } from "./people-changes.ts";
import { attemptSignIn, type Origin } from "./sign-in.ts";

/** Gives somebody a new password and ends their sessions. */
export async function resetPassword(caller: Caller, id: string, password: unknown): Promise<JsonObject> {
  const chosen = requirePassword(password, await personInSight(caller, id));
  await writing(caller, (tx) => tx`select private.check_account_change(${id}::text::uuid)`);
  try {
    await changeAccount(id, { password: chosen });
  } catch (error) {
    throw accountFailure(error, "The password is as it was");
  }
  await writing(caller, (tx) => tx`select private.note_password(${id}::text::uuid)`);
  return personInSight(caller, id);
}

export interface Disabled {
  person: JsonObject;
  /** Auth has not been told yet. */
  pending: boolean;
}

/**
 * Disables somebody: with the next request nothing of theirs is answered. Auth is told after; when it fails, the person
 * stays locked out here, which is the safe side, and the comparison of accounts shows what is left to do.
 */
export async function disable(caller: Caller, id: string): Promise<Disabled> {
  await writing(caller, async (tx) => {
    await tx`select private.end_sessions(${id}::text::uuid)`;
    await changeProfile(tx, id, { disabled: true }, null);
  });
  const pending = await changeAccount(id, { banned: true }).then(
    () => false,
    (error: unknown) => {
      accountFailure(error, "Locked out here");
      return true;
    },
  );
  return { person: await personInSight(caller, id), pending };
}

/** Lets somebody in again: Auth first, so that a failure leaves them out. */
export async function enable(caller: Caller, id: string): Promise<JsonObject> {
  await writing(caller, (tx) => tx`select private.check_account_change(${id}::text::uuid)`);
  try {
    await changeAccount(id, { banned: false });
  } catch (error) {
    throw accountFailure(error, "The person stays disabled");
  }
  try {
    await writing(caller, (tx) => changeProfile(tx, id, { disabled: false }, null));
  } catch (error) {
    await changeAccount(id, { banned: true });
    throw error;
  }
  return personInSight(caller, id);
}

/** Ends all sessions of somebody. */
export async function signOutEverywhere(caller: Caller, id: string): Promise<JsonObject> {
  await writing(caller, (tx) => tx`select private.end_sessions(${id}::text::uuid)`);
  return personInSight(caller, id);
}

/** One's own name and position. */
export async function changeOwnProfile(
  caller: Caller,
  input: BodyOf<typeof contracts.changeProfile>,
): Promise<JsonObject> {
  const unknown = Object.keys(input).find((name) => name !== "name" && name !== "position");
  if (unknown !== undefined) {
    const message = `You can change only your name and position; "${unknown.slice(0, 60)}" is changed by an administrator.`;
    throw new Problem("refused", message, [{ field: unknown, message }]);
  }
  const profile = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  await writing(caller, (tx) => changeProfile(tx, caller.userId, profile, null));
  return currentUser(caller);
}

/** One's own password. The present one is asked for, with the limits of signing in; all former sessions end. */
export async function changeOwnPassword(
  caller: Caller,
  { current_password: present, new_password: wanted }: BodyOf<typeof contracts.changePassword>,
  origin: Origin,
): Promise<Session> {
  const { username, email } = await currentUser(caller);
  const chosen = requirePassword(wanted, { username, email }, "new_password");
  const session = await attemptSignIn(String(username), origin, present);
  if (!session) throw refusedPassword("This is not your current password.");
  try {
    await changeAccount(caller.userId, { password: chosen });
  } catch (error) {
    throw accountFailure(error, "Your password is as it was");
  }
  const fresh = await passwordGrant(String(email), chosen, origin);
  if (!fresh) throw new Problem("unauthenticated", "Your password was changed. Sign in again.");
  // The caller's session has ended with the former password; the new one notes it, and ends all others.
  const renewed = await callerFrom(`Bearer ${fresh.access_token}`);
  await writing(renewed, (tx) => tx`select private.note_password(${caller.userId}::text::uuid)`);
  return fresh;
}

const refusedPassword = (message: string, field = "current_password") =>
  new Problem("refused", message, [{ field, message }]);

/**
 * Asks a user for their password again, with the limits of signing in, and runs `work` in a transaction of the session
 * that this opens. The session ends with it.
 * @throws Problem refused when it is not the password, too_many.
 */
export async function withPassword<T>(
  caller: Caller,
  password: string,
  origin: Origin,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { username } = await currentUser(caller);
  const session = await attemptSignIn(String(username), origin, password);
  if (!session) throw refusedPassword("This is not your password.", "password");
  const authorization = `Bearer ${session.access_token}`;
  try {
    return await writing(await callerFrom(authorization), work);
  } finally {
    const ended = await callAuth("logout?scope=local", { headers: { authorization } });
    await ended.body?.cancel();
  }
}

export interface Drift {
  user_id: string;
  username: string | null;
  email: string | null;
  problem: "no_profile" | "email_differs" | "not_banned" | "banned";
  /** What a repair does, as a sentence. */
  repair: string;
}

const repairs: Record<Drift["problem"], string> = {
  no_profile: "The account has no profile and can do nothing: it is removed.",
  email_differs: "The profile takes over the account's address.",
  not_banned: "The disabled person's account is banned as well.",
  banned: "The account of the enabled person is let in again.",
};

/** Accounts and profiles that do not agree. For administrators of the central office. */
export async function accountDrift(caller: Caller): Promise<Drift[]> {
  const rows = await asCaller(
    caller,
    (tx) => tx<Omit<Drift, "repair">[]>`select * from private.account_drift()`,
  );
  return rows.map((row) => ({ ...row, repair: repairs[row.problem] }));
}

/** Repairs one account or all, and answers how many problems are gone and what is left. */
export async function repairAccounts(
  caller: Caller,
  only: string | null,
): Promise<{ repaired: number; left: Drift[] }> {
  const drift = await accountDrift(caller);
  const chosen = drift.filter(({ user_id }) => only === null || user_id === only);
  for (const { user_id: id, problem } of chosen) {
    try {
      if (problem === "no_profile") await removeAccount(id);
      else if (problem === "email_differs")
        await writing(caller, (tx) => tx`select private.repair_email(${id}::text::uuid)`);
      else await changeAccount(id, { banned: problem === "not_banned" });
    } catch (error) {
      // What cannot be repaired is told as what is left.
      if (!(error instanceof Problem)) accountFailure(error, "Not repaired");
    }
  }
  const left = await accountDrift(caller);
  return { repaired: drift.length - left.length, left };
}
