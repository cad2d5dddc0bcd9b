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
import type { Caller } from "../access/token.ts";
import { writeAsCaller } from "../access/write-as-caller.ts";
import type { Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";
import { logFailure } from "../observe/log.ts";
import { notes } from "../observe/request.ts";
import { type AccountChange, changeAccount, createAccount, removeAccount } from "./auth-calls.ts";
import { peopleTable, personInSight } from "./people.ts";

/** As the caller, in a transaction that writes; the database's refusals become problems about people. */
export const writing = <T>(caller: Caller, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  writeAsCaller(caller, { record: people }, work);

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const usernameShape = /^[A-Za-z0-9._-]{3,60}$/;

/** Adds a person: `{username, email, password, …}`. Answers the row as lists show it. */
export async function registerPerson(caller: Caller, body: JsonObject): Promise<JsonObject> {
  const { password, ...rest } = body;
  const { id: _id, row_version: _version, ...entered } = rest;
  const value = judged(entered, "insert");
  const chosen = requirePassword(password, value);
  const [row] = await writing(
    caller,
    (tx) => tx<{ id: string }[]>`select private.intend_account(${JSON.stringify(value)}::text::jsonb) as id`,
  );
  const id = row?.id ?? "";
  try {
    // The account and its profile are one transaction of the database.
    await createAccount(id, String(value.email), chosen);
  } catch (error) {
    await writing(caller, (tx) => tx`select private.forget_intent(${id}::text::uuid)`);
    throw accountFailure(error, "Nobody was added");
  }
  return personInSight(caller, id);
}

/** Changes a person: `{id, row_version?, …fields, password?}`. Fields that are as they were may come along. */
export async function updatePerson(
  caller: Caller,
  body: BodyOf<typeof contracts.updatePerson>,
): Promise<JsonObject> {
  const { id, row_version: version, password, ...rest } = body;
  const current = await personInSight(caller, id);
  refuseStale(version, current);
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
    if (touchesAccount) {
      await tx`select private.check_account_change(${id}::text::uuid, ${account.email ?? null}::text)`;
    }
    return changeProfile(tx, id, profile, Number(current.row_version));
  });
  if (touchesAccount) {
    try {
      await changeAccount(id, account);
    } catch (error) {
      const former = Object.fromEntries(Object.keys(profile).map((name) => [name, before[name] ?? null]));
      await writing(caller, (tx) => changeProfile(tx, id, former, null));
      throw accountFailure(error, "Nothing was changed");
    }
    if (account.password) await writing(caller, (tx) => tx`select private.note_password(${id}::text::uuid)`);
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

/** Removes people with their accounts. All are allowed before the first goes; answers how many went. */
export async function removePeople(caller: Caller, ids: readonly string[]): Promise<number> {
  await writing(caller, async (tx) => {
    for (const id of ids) await tx`select private.intend_removal(${id}::text::uuid)`;
  });
  let removed = 0;
  try {
    for (const id of ids) {
      await removeAccount(id);
      removed++;
    }
  } catch (error) {
    const left = ids.slice(removed);
    await writing(caller, async (tx) => {
      for (const id of left) await tx`select private.forget_intent(${id}::text::uuid)`;
    });
    throw accountFailure(
      error,
      removed === 0 ? "Nobody was removed" : `${removed} of ${ids.length} were removed`,
    );
  }
  return removed;
}

/** What an administrator sees when Auth has failed; problems that it named stay what they are. */
export function accountFailure(error: unknown, outcome: string): unknown {
  if (error instanceof Problem) return error;
  logFailure(error, notes()?.requestId ?? null, "auth admin");
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
