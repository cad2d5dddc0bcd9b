/**
 * Administers users. A user has a profile in this database and an account in Supabase Auth. The database first checks
 * the caller's permission; then Auth is called with the service key. Data that is in both the profile and the account
 * is written in one transaction of the database (81_accounts.sql). If a request changes both and the second change
 * fails, the first change is undone.
 */
import type { BodyOf } from "../../contracts/base/call.ts";
import { malformed, Problem, type ProblemDetail } from "../../contracts/base/problems.ts";
import { idNumber, isUnset } from "../../contracts/base/values.ts";
import type * as contracts from "../../contracts/people.ts";
import { people } from "../../records/administration/people.ts";
import { normalizePassword, type PasswordOwner, passwordProblem } from "../../rules/passwords.ts";
import { isEmailAddress, isUsername } from "../../validate/account-fields.ts";
import { fieldsOf, validateRecord } from "../../validate/validate.ts";
import { asCaller } from "../access/as-caller.ts";
import {
  beginKeyedWrite,
  finishKeyedWrite,
  releaseKeyedWrite,
  runKeyedWrite,
  takeKeyedWrite,
} from "../access/keyed-write.ts";
import type { Caller } from "../access/token.ts";
import { writeAsCaller } from "../access/write-as-caller.ts";
import { arrayLiteral, type Transaction } from "../db/database.ts";
import { ServiceFailure } from "../db/service-failure.ts";
import type { JsonObject } from "../http/body.ts";
import { logFailure } from "../observe/log.ts";
import { noteOutcome, notes } from "../observe/request.ts";
import { isDatabaseError } from "../sql/sql.ts";
import {
  type AccountChange,
  AccountRefusal,
  changeAccount,
  createAccount,
  removeAccount,
} from "./auth-calls.ts";
import { findPerson, peopleTable, requirePerson } from "./people.ts";

/**
 * Runs a writing transaction as the caller and turns the database's refusals into readable problems. The transaction
 * does not use the Idempotency-Key. So a repeat of the request checks the caller's permission again before it calls
 * Auth.
 */
export const writePeople = <T>(caller: Caller, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  writeAsCaller(caller, { record: people, keyed: false }, work);

/**
 * Adds a user: `{username, email, password, uac_id, …}`. Without `roles`, the user gets the role name of the role
 * entry, if the entry has exactly one role name. Returns the user's row with the columns that lists have.
 */
export async function registerPerson(caller: Caller, body: JsonObject): Promise<JsonObject> {
  const { password, ...rest } = body;
  const { id: _id, row_version: _version, ...entered } = rest;
  const roles = isUnset(entered.roles) ? await onlyRoleOf(caller, entered.uac_id) : entered.roles;
  const value = validateProfile({ ...entered, roles }, "insert");
  const chosen = requirePassword(password, value);
  const keyed = takeKeyedWrite();
  const intend = async (tx: Transaction) => {
    const [row] = await tx<{ id: string }[]>`
      select private.authorize_new_account(${JSON.stringify(value)}::text::jsonb) as id`;
    return row?.id ?? "";
  };
  const id = await writePeople(caller, (tx) => (keyed ? runKeyedWrite(tx, keyed, intend) : intend(tx)));
  const before = keyed && (await findPerson(caller, id));
  if (before) return before;
  try {
    // The database creates account and profile in one transaction.
    await createAccount(id, String(value.email), chosen);
  } catch (error) {
    // Cancel the intent to create this account, so that a delayed request can't create the account later. If only the
    // response of Auth was lost, the account exists already.
    await writePeople(caller, (tx) => tx`select private.cancel_account_intent(${id}::text::uuid)`);
    const made = await findPerson(caller, id);
    if (made) return made;
    if (keyed) await writePeople(caller, (tx) => releaseKeyedWrite(tx, keyed));
    await explainAccountFailure(caller, error, intend);
    noteOutcome("nothing");
    throw accountFailure(error, "The user was not added");
  }
  return requirePerson(caller, id);
}

/** Returns the role name of a role entry; null if the entry has several names or the caller can't see it. */
async function onlyRoleOf(caller: Caller, entry: unknown): Promise<string | null> {
  const id = idNumber(entry);
  if (id === undefined) return null;
  const [row] = await asCaller(
    caller,
    (tx) => tx<{ names: string[] }[]>`
      select to_json(rolename) as names from public.uac where id = ${String(id)}::text::bigint`,
  );
  return row?.names.length === 1 ? (row.names[0] ?? null) : null;
}

/**
 * Result that is stored under the Idempotency-Key once a change is complete. While Auth still has to change the
 * account, the stored result is the previous values of the changed fields, with the version that the change has made.
 */
const done = "done";

/** Changes a user: `{id, row_version?, …fields, password?}`. The request may include unchanged fields. */
export async function updatePerson(
  caller: Caller,
  body: BodyOf<typeof contracts.updatePerson>,
): Promise<JsonObject> {
  const { id, row_version: version, password, ...rest } = body;
  const keyed = takeKeyedWrite();
  const current = await requirePerson(caller, id);
  const changed = Object.fromEntries(
    Object.entries(rest).filter(
      ([name, value]) =>
        !(
          peopleTable.columns.has(name) &&
          JSON.stringify(value ?? null) === JSON.stringify(current[name] ?? null)
        ),
    ),
  );
  const { disabled, ...fields } = changed;
  if (disabled !== undefined) throw malformed("disabled", "Use the endpoints disable and enable.");
  const { email, ...profile } = validateProfile(fields, "update", current);
  const account: AccountChange = {};
  if (typeof email === "string") account.email = email;
  if (password !== undefined && password !== null && password !== "") {
    account.password = requirePassword(password, {
      ...current,
      ...profile,
      ...(account.email ? { email } : {}),
    });
  }
  const touchesAccount = Object.keys(account).length > 0;
  const before = await writePeople(caller, async (tx) => {
    const begun = keyed && (await beginKeyedWrite(tx, keyed));
    if (begun?.answer === done) return null;
    if (!begun) refuseStale(version, current);
    if (touchesAccount) {
      await (account.email
        ? tx`select private.authorize_email_change(${id}::text::uuid, ${account.email}::text)`
        : tx`select private.check_account_change(${id}::text::uuid)`);
    }
    // An earlier attempt of this request has already written the profile. Don't write it again, because other users may
    // have changed the profile since.
    if (begun) return begun.answer as JsonObject;
    const former = await changeProfile(tx, id, profile, Number(current.row_version));
    const replaced: JsonObject = { row_version: Number(current.row_version) + 1 };
    for (const name of Object.keys(profile)) replaced[name] = former[name] ?? null;
    if (keyed) await finishKeyedWrite(tx, keyed, touchesAccount ? replaced : done);
    return replaced;
  });
  if (touchesAccount && before) {
    try {
      await changeAccount(id, account);
    } catch (error) {
      const { row_version: written, ...fields } = before;
      const isUndone = await writePeople(caller, async (tx) => {
        if (account.email) await tx`select private.cancel_account_intent(${id}::text::uuid)`;
        if (keyed) await releaseKeyedWrite(tx, keyed);
        try {
          await changeProfile(tx, id, fields, Number(written));
          return true;
        } catch (conflict) {
          // Another user has saved the profile since, so it stays as it is.
          if (conflict instanceof Problem) return false;
          throw conflict;
        }
      });
      const { email: wanted } = account;
      if (isUndone && wanted)
        await explainAccountFailure(caller, error, async (tx) => {
          await tx`select private.authorize_email_change(${id}::text::uuid, ${wanted}::text)`;
          return id;
        });
      if (isUndone && !isUncertain(error)) noteOutcome("nothing");
      const kept =
        "Someone else has saved this user since, so only the other fields of your change were saved";
      if (!isUndone && error instanceof Problem) {
        throw new Problem(error.kind, `${error.message} ${kept}.`, error.details);
      }
      throw accountFailure(error, isUndone ? "Nothing was changed" : kept);
    }
    await writePeople(caller, async (tx) => {
      if (account.password) await tx`select private.record_password_change(${id}::text::uuid)`;
      if (keyed) await finishKeyedWrite(tx, keyed, done);
    });
  }
  return requirePerson(caller, id);
}

/**
 * Changes profile fields and returns their previous values.
 * @throws Problem of kind `conflict` when the version differs.
 */
export async function changeProfile(
  tx: Transaction,
  id: string,
  profile: JsonObject,
  version: number | null,
): Promise<JsonObject> {
  if (Object.keys(profile).length === 0) return {};
  const [row] = await tx<{ before: JsonObject | null }[]>`
    select private.change_profile(${id}::text::uuid, ${JSON.stringify(profile)}::text::jsonb, ${version === null ? null : String(version)}::text::integer) as before`;
  if (!row?.before) throw stale();
  return row.before;
}

/**
 * Removes users with their accounts and returns the number of removed users. Permission is checked for all users before
 * the first user is removed. A repeat of the request continues with the remaining users.
 * @throws Problem of kind `conflict` when a user was saved after the caller saw the user.
 */
export async function removePeople(
  caller: Caller,
  { ids, versions }: contracts.PeopleRemoval,
): Promise<number> {
  const keyed = takeKeyedWrite();
  const left = await writePeople(caller, async (tx) => {
    const begun = keyed && (await beginKeyedWrite(tx, keyed));
    const still: string[] = [];
    for (const id of ids) if (await authorizeRemoval(tx, id, begun !== null)) still.push(id);
    if (!begun) await refuseStaleRemoval(tx, versions);
    if (keyed && !begun) await finishKeyedWrite(tx, keyed, null);
    return still;
  });
  let removed = ids.length - left.length;
  try {
    for (const id of left) {
      // If the account is missing, another attempt of the same request has removed it.
      await removeAccount(id).catch((error: unknown) => {
        if (!(error instanceof Problem && error.kind === "not_found")) throw error;
      });
      removed++;
    }
  } catch (error) {
    const remaining = left.slice(removed - (ids.length - left.length));
    await writePeople(caller, async (tx) => {
      for (const id of remaining) await tx`select private.cancel_account_intent(${id}::text::uuid)`;
    });
    if (removed === 0 && !isUncertain(error)) noteOutcome("nothing");
    throw accountFailure(
      error,
      removed === 0 ? "No users were removed" : `${removed} of ${ids.length} users were removed`,
    );
  }
  return removed;
}

/**
 * Authorizes the removal of a user. Returns false if the request is a repeat and the user no longer exists, because the
 * first request may have removed the user.
 */
async function authorizeRemoval(tx: Transaction, id: string, isRepeat: boolean): Promise<boolean> {
  try {
    await tx.savepoint((point) => point`select private.authorize_account_removal(${id}::text::uuid)`);
    return true;
  } catch (error) {
    if (isRepeat && isDatabaseError(error) && error.code === "AG004") return false;
    throw error;
  }
}

/** Refuses the removal of a user whose profile was saved after the caller saw it. */
async function refuseStaleRemoval(tx: Transaction, versions: ReadonlyMap<string, number>): Promise<void> {
  if (versions.size === 0) return;
  const changed = await tx.unsafe<{ id: string }[]>(
    `select p.id from ${peopleTable.sql} p
       join unnest($1::text::uuid[], $2::text::integer[]) seen (id, row_version) on seen.id = p.id
     where p.row_version <> seen.row_version`,
    [arrayLiteral([...versions.keys()]), arrayLiteral([...versions.values()])],
  );
  if (changed.length > 0) throw stale();
}

/** Returns true if a request to Auth failed, but Auth may have carried it out nevertheless. */
const isUncertain = (error: unknown): boolean => error instanceof ServiceFailure && error.uncertain;

/**
 * Authorizes a change once more after Auth has failed. If a concurrent request has taken the username or the address
 * since the first authorization, this throws the Problem that names the field.
 * @param authorize Authorizes the change and returns the id of the account.
 */
async function explainAccountFailure(
  caller: Caller,
  error: unknown,
  authorize: (tx: Transaction) => Promise<string>,
): Promise<void> {
  if (error instanceof Problem) return;
  await writePeople(caller, async (tx) => {
    const id = await authorize(tx);
    await tx`select private.cancel_account_intent(${id}::text::uuid)`;
  });
}

/**
 * Converts a failure of Auth to a problem for the administrator. Problems with a known cause are returned unchanged.
 */
export function accountFailure(error: unknown, outcome: string): unknown {
  if (error instanceof Problem) return error;
  logFailure(error, notes()?.requestId ?? null, "auth admin");
  if (isUncertain(error)) return error;
  if (error instanceof AccountRefusal)
    return new Problem("malformed", `The account service refused this: "${error.message}". ${outcome}.`);
  return new Problem("internal", `The account service failed. ${outcome}. Try again.`);
}

/** Validates profile fields. @throws Problem of kind `malformed` that lists every wrong field. */
function validateProfile(input: JsonObject, mode: "insert" | "update", current?: JsonObject): JsonObject {
  const known = fieldsOf(people);
  const unknown = Object.keys(input).find((name) => !known.has(name));
  if (unknown !== undefined) throw malformed(unknown, `"${unknown.slice(0, 60)}" cannot be set.`);
  const { value, problems } = validateRecord(people, input, mode, current ? { current } : {});
  const details: ProblemDetail[] = [...problems];
  if (typeof value.username === "string" && !isUsername(value.username)) {
    const message = "Username: 3 to 60 letters, digits, points, dashes and underscores.";
    details.push({ field: "username", message });
  }
  if (typeof value.email === "string" && !isEmailAddress(value.email)) {
    details.push({ field: "email", message: "E-mail: this is not a valid address." });
  }
  if (details.length > 0) throw new Problem("malformed", details[0]?.message ?? "", details);
  return typeof value.email === "string" ? { ...value, email: value.email.toLowerCase() } : value;
}

/** Checks a new password and returns the form to store. @throws Problem of kind `malformed`, `rule`. */
export function requirePassword(password: unknown, owner: JsonObject, field = "password"): string {
  if (typeof password !== "string" || password === "") throw malformed(field, "Enter a password.");
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const whose: PasswordOwner = { username: text(owner.username), email: text(owner.email) };
  const problem = passwordProblem(password, whose);
  if (problem) throw new Problem("rule", problem, [{ field, message: problem }]);
  return normalizePassword(password);
}

function refuseStale(version: number | null | undefined, current: JsonObject): void {
  if (version === undefined || version === null || version === current.row_version) return;
  throw stale(current);
}

const stale = (current?: JsonObject): Problem => {
  const message = "Someone else saved this user after you opened it.";
  return new Problem("conflict", message, [
    { field: "row_version", message, ...(current ? { current } : {}) },
  ]);
};
