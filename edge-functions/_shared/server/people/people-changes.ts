/**
 * Keeping people and their accounts: the profile here, the account with Supabase Auth. The database says yes first, as
 * the caller; then Auth is told, with the service key. What is in both is written by the database in one transaction
 * (accounts migration), and what can be half done is taken back when the other half fails.
 */
import type { BodyOf } from "../../contracts/call.ts";
import type * as contracts from "../../contracts/people.ts";
import { malformed, Problem, type ProblemDetail } from "../../contracts/problems.ts";
import { people } from "../../records/administration/people.ts";
import { type PasswordOwner, passwordProblem } from "../../rules/passwords.ts";
import { fieldsOf, validateRecord } from "../../validate/validate.ts";
import { beginWrite, doOnce, finishWrite, forgetWrite, takeWrite } from "../access/keyed-write.ts";
import type { Caller } from "../access/token.ts";
import { writeAsCaller } from "../access/write-as-caller.ts";
import { arrayLiteral, type Transaction } from "../db/database.ts";
import { ServiceFailure } from "../db/service-failure.ts";
import type { JsonObject } from "../http/body.ts";
import { logFailure } from "../observe/log.ts";
import { noteOutcome, notes } from "../observe/request.ts";
import { type AccountChange, changeAccount, createAccount, removeAccount } from "./auth-calls.ts";
import { findPerson, peopleTable, personInSight } from "./people.ts";

/**
 * As the caller, in a transaction that writes; the database's refusals become problems about people. What follows with
 * Auth is allowed at every repeat anew, so that no Idempotency-Key stands in for a right that the caller has lost.
 */
export const writing = <T>(caller: Caller, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  writeAsCaller(caller, { record: people, keyed: false }, work);

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const usernameShape = /^[A-Za-z0-9._-]{3,60}$/;

/** Adds a person: `{username, email, password, …}`. Answers the row as lists show it. */
export async function registerPerson(caller: Caller, body: JsonObject): Promise<JsonObject> {
  const { password, ...rest } = body;
  const { id: _id, row_version: _version, ...entered } = rest;
  const value = judged(entered, "insert");
  const chosen = requirePassword(password, value);
  const keyed = takeWrite();
  const intend = async (tx: Transaction) => {
    const [row] = await tx<{ id: string }[]>`
      select private.intend_account(${JSON.stringify(value)}::text::jsonb) as id`;
    return row?.id ?? "";
  };
  const id = await writing(caller, (tx) => (keyed ? doOnce(tx, keyed, intend) : intend(tx)));
  const before = keyed && (await findPerson(caller, id));
  if (before) return before;
  try {
    // The account and its profile are one transaction of the database.
    await createAccount(id, String(value.email), chosen);
  } catch (error) {
    // From here on Auth makes no account of this id any more; it may have made it, and the answer was lost.
    await writing(caller, (tx) => tx`select private.forget_intent(${id}::text::uuid)`);
    const made = await findPerson(caller, id);
    if (made) return made;
    if (keyed) await writing(caller, (tx) => forgetWrite(tx, keyed));
    noteOutcome("nothing");
    throw accountFailure(error, "Nobody was added");
  }
  return personInSight(caller, id);
}

/** What a keyed change keeps when Auth has done its part; before that, the profile as it was. */
const done = "done";

/** Changes a person: `{id, row_version?, …fields, password?}`. Fields that are as they were may come along. */
export async function updatePerson(
  caller: Caller,
  body: BodyOf<typeof contracts.updatePerson>,
): Promise<JsonObject> {
  const { id, row_version: version, password, ...rest } = body;
  const keyed = takeWrite();
  const current = await personInSight(caller, id);
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
  if (disabled !== undefined) throw malformed("disabled", "Use the calls disable and enable.");
  const { email, ...profile } = judged(fields, "update", current);
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
  const before = await writing(caller, async (tx) => {
    const begun = keyed && (await beginWrite(tx, keyed));
    if (begun?.answer === done) return null;
    if (!begun) refuseStale(version, current);
    if (touchesAccount) {
      await tx`select private.check_account_change(${id}::text::uuid, ${account.email ?? null}::text)`;
    }
    // What the first try of the same request wrote stays; others may have changed it since.
    if (begun) return begun.answer as JsonObject;
    const former = await changeProfile(tx, id, profile, Number(current.row_version));
    const replaced = Object.fromEntries(Object.keys(profile).map((name) => [name, former[name] ?? null]));
    if (keyed) await finishWrite(tx, keyed, touchesAccount ? replaced : done);
    return replaced;
  });
  if (touchesAccount && before) {
    try {
      await changeAccount(id, account);
    } catch (error) {
      await writing(caller, async (tx) => {
        await changeProfile(tx, id, before, null);
        if (keyed) await forgetWrite(tx, keyed);
      });
      if (!isUncertain(error)) noteOutcome("nothing");
      throw accountFailure(error, "Nothing was changed");
    }
    await writing(caller, async (tx) => {
      if (account.password) await tx`select private.note_password(${id}::text::uuid)`;
      if (keyed) await finishWrite(tx, keyed, done);
    });
  }
  return personInSight(caller, id);
}

/** Writes profile fields and answers the profile as it was. @throws Problem conflict when it is at another version. */
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
 * Removes people with their accounts. All are allowed before the first goes; answers how many went. A repeat of the same
 * request goes on with those who are left.
 */
export async function removePeople(caller: Caller, ids: readonly string[]): Promise<number> {
  const keyed = takeWrite();
  const left = await writing(caller, async (tx) => {
    const begun = keyed && (await beginWrite(tx, keyed));
    const still = begun ? await stillThere(tx, ids) : ids;
    for (const id of still) await tx`select private.intend_removal(${id}::text::uuid)`;
    if (keyed && !begun) await finishWrite(tx, keyed, null);
    return still;
  });
  let removed = ids.length - left.length;
  try {
    for (const id of left) {
      // An account that is gone by now was removed by the same request, sent twice.
      await removeAccount(id).catch((error: unknown) => {
        if (!(error instanceof Problem && error.kind === "not_found")) throw error;
      });
      removed++;
    }
  } catch (error) {
    const remaining = left.slice(removed - (ids.length - left.length));
    await writing(caller, async (tx) => {
      for (const id of remaining) await tx`select private.forget_intent(${id}::text::uuid)`;
    });
    if (removed === 0 && !isUncertain(error)) noteOutcome("nothing");
    throw accountFailure(
      error,
      removed === 0 ? "Nobody was removed" : `${removed} of ${ids.length} were removed`,
    );
  }
  return removed;
}

async function stillThere(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from public.users where id = any (${arrayLiteral(ids)}::text::uuid[])`;
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => there.has(id));
}

/** Whether Auth may have done what it was asked for, although it failed. */
const isUncertain = (error: unknown): boolean => error instanceof ServiceFailure && error.uncertain;

/** What an administrator sees when Auth has failed; problems that it named stay what they are. */
export function accountFailure(error: unknown, outcome: string): unknown {
  if (error instanceof Problem) return error;
  logFailure(error, notes()?.requestId ?? null, "auth admin");
  if (isUncertain(error)) return error;
  return new Problem("internal", `The account service failed. ${outcome}; try again.`);
}

/** Parsed fields of a profile. @throws Problem rule or malformed with every field that is wrong. */
function judged(input: JsonObject, mode: "insert" | "update", current?: JsonObject): JsonObject {
  const known = fieldsOf(people);
  const unknown = Object.keys(input).find((name) => !known.has(name));
  if (unknown !== undefined) throw malformed(unknown, `"${unknown.slice(0, 60)}" cannot be set.`);
  const { value, problems } = validateRecord(people, input, mode, current ? { current } : {});
  const details: ProblemDetail[] = [...problems];
  if (typeof value.username === "string" && !usernameShape.test(value.username)) {
    const message = "Username: 3 to 60 letters, digits, points, dashes and underscores.";
    details.push({ field: "username", message });
  }
  if (typeof value.email === "string" && !emailShape.test(value.email)) {
    details.push({ field: "email", message: "E-mail: this is not an address." });
  }
  if (details.length > 0) throw new Problem("malformed", details[0]?.message ?? "", details);
  return typeof value.email === "string" ? { ...value, email: value.email.toLowerCase() } : value;
}

/** @throws Problem malformed, rule. */
export function requirePassword(password: unknown, owner: JsonObject, field = "password"): string {
  if (typeof password !== "string" || password === "") throw malformed(field, "Enter a password.");
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const whose: PasswordOwner = { username: text(owner.username), email: text(owner.email) };
  const problem = passwordProblem(password, whose);
  if (problem) throw new Problem("rule", problem, [{ field, message: problem }]);
  return password;
}

function refuseStale(version: unknown, current: JsonObject): void {
  if (version === undefined || version === null || Number(version) === current.row_version) return;
  throw stale(current);
}

const stale = (current?: JsonObject): Problem => {
  const message = "Somebody else saved this user after you opened it.";
  return new Problem("conflict", message, [
    { field: "row_version", message, ...(current ? { current } : {}) },
  ]);
};
