/**
 * Changes passwords, disables and enables users, ends sessions, changes the user's own profile, and repairs accounts
 * that don't agree with their profile.
 */
import type { BodyOf } from "../../contracts/base/call.ts";
import { Problem } from "../../contracts/base/problems.ts";
import type * as contracts from "../../contracts/signing-in.ts";
import { currentUser } from "../access/accounts.ts";
import { asCaller } from "../access/as-caller.ts";
import { type Caller, callerFrom } from "../access/token.ts";
import { gateway, type Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";
import { callAuth, changeAccount, removeAccount, type Session } from "./auth-calls.ts";
import { requirePerson } from "./people.ts";
import { accountFailure, changeProfile, requirePassword, writePeople } from "./people-changes.ts";
import { attemptSignIn, type Origin } from "./sign-in.ts";

/** Sets a new password for a user and ends their sessions. */
export async function resetPassword(caller: Caller, id: string, password: unknown): Promise<JsonObject> {
  const chosen = requirePassword(password, await requirePerson(caller, id));
  await writePeople(caller, (tx) => tx`select private.check_account_change(${id}::text::uuid)`);
  try {
    await changeAccount(id, { password: chosen });
  } catch (error) {
    throw accountFailure(error, "The password was not changed");
  }
  await writePeople(caller, (tx) => tx`select private.record_password_change(${id}::text::uuid)`);
  return requirePerson(caller, id);
}

export interface Disabled {
  person: JsonObject;
  /** True if the update of Auth failed, so that the account in Auth is not banned yet. */
  pending: boolean;
}

/**
 * Disables a user: their next request is refused. Auth is updated afterwards. If the update of Auth fails, the user is
 * still locked out of this system, and the account check reports the difference.
 */
export async function disable(caller: Caller, id: string): Promise<Disabled> {
  await writePeople(caller, async (tx) => {
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
  return { person: await requirePerson(caller, id), pending };
}

/**
 * Enables a user again. The account in Auth is enabled before the profile, so that a failure leaves the user disabled.
 */
export async function enable(caller: Caller, id: string): Promise<JsonObject> {
  await writePeople(caller, (tx) => tx`select private.check_account_change(${id}::text::uuid)`);
  try {
    await changeAccount(id, { banned: false });
  } catch (error) {
    throw accountFailure(error, "The user is still disabled");
  }
  try {
    await writePeople(caller, (tx) => changeProfile(tx, id, { disabled: false }, null));
  } catch (error) {
    await changeAccount(id, { banned: true });
    throw error;
  }
  return requirePerson(caller, id);
}

/** Ends all sessions of a user. */
export async function signOutEverywhere(caller: Caller, id: string): Promise<JsonObject> {
  await writePeople(caller, (tx) => tx`select private.end_sessions(${id}::text::uuid)`);
  return requirePerson(caller, id);
}

/** Changes the caller's own name and position. */
export async function changeOwnProfile(
  caller: Caller,
  input: BodyOf<typeof contracts.changeProfile>,
): Promise<JsonObject> {
  const unknown = Object.keys(input).find((name) => name !== "name" && name !== "position");
  if (unknown !== undefined) {
    const message = `You can change only your name and position. Ask an administrator to change "${unknown.slice(0, 60)}".`;
    throw new Problem("refused", message, [{ field: unknown, message }]);
  }
  const profile = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  await writePeople(caller, (tx) => changeProfile(tx, caller.userId, profile, null));
  return currentUser(caller);
}

/**
 * Changes the caller's own password and ends all sessions of the caller. The current password is required, and checked
 * with the rate limits of sign-in. Returns a new session, which was started with the new password.
 * @throws Problem of kind `unauthenticated` when the password was changed, but the new sign-in failed.
 */
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
    throw accountFailure(error, "Your password was not changed");
  }
  // The change of the password has ended the caller's session. An error from here on doesn't undo the change.
  try {
    await gateway().unsafe("select private.record_own_password_change($1::text::uuid, $2::text)", [
      caller.userId,
      origin.browser,
    ]);
    const fresh = await attemptSignIn(String(username), origin, chosen);
    if (fresh) {
      const renewed = await callerFrom(`Bearer ${fresh.access_token}`);
      await writePeople(renewed, (tx) => tx`select private.end_other_sessions()`);
      return fresh;
    }
  } catch (error) {
    accountFailure(error, "The user must sign in again");
  }
  throw new Problem("unauthenticated", "Your password was changed. Sign in again.");
}

const refusedPassword = (message: string, field = "current_password") =>
  new Problem("refused", message, [{ field, message }]);

/**
 * Checks the user's password again by a new sign-in, to which the rate limits of sign-in apply. Runs `work` in a
 * transaction of the new session, and then ends that session.
 * @throws Problem of kind `refused` if the password is wrong, or `too_many` if a rate limit is exceeded.
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
    return await writePeople(await callerFrom(authorization), work);
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
  /** Sentence that describes what a repair would do. */
  repair: string;
}

const repairs: Record<Drift["problem"], string> = {
  no_profile: "The account has no profile and no rights: it will be removed.",
  email_differs: "The profile will get the account's e-mail address.",
  not_banned: "The user is disabled: the account will be banned, too.",
  banned: "The user is enabled: the account will be unbanned.",
};

/**
 * Lists the accounts and profiles that don't agree with each other. Only administrators of the central office get this
 * list.
 */
export async function findAccountDrift(caller: Caller): Promise<Drift[]> {
  const rows = await asCaller(
    caller,
    (tx) => tx<Omit<Drift, "repair">[]>`select * from private.account_drift()`,
  );
  return rows.map((row) => ({ ...row, repair: repairs[row.problem] }));
}

/**
 * Repairs accounts that don't agree with their profiles: one account, or all of them. Returns the number of solved
 * problems, and the remaining problems.
 */
export async function repairAccounts(
  caller: Caller,
  only: string | null,
): Promise<{ repaired: number; left: Drift[] }> {
  const drift = await findAccountDrift(caller);
  const chosen = drift.filter(({ user_id }) => only === null || user_id === only);
  for (const { user_id: id, email, problem } of chosen) {
    try {
      if (problem === "email_differs") {
        await writePeople(caller, (tx) => tx`select private.repair_email(${id}::text::uuid)`);
        continue;
      }
      if (problem === "no_profile") await removeAccount(id);
      else await changeAccount(id, { banned: problem === "not_banned" });
      await writePeople(
        caller,
        (tx) => tx`select private.log_account_repair(${id}::text::uuid, ${problem}::text, ${email}::text)`,
      );
    } catch (error) {
      // A problem that can't be repaired is reported in `left`.
      if (!(error instanceof Problem)) accountFailure(error, "Not repaired");
    }
  }
  const left = await findAccountDrift(caller);
  return { repaired: drift.length - left.length, left };
}
