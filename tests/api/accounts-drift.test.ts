/**
 * Checks that a user's account in Auth and profile in the product's tables always agree. While the test adds, changes,
 * disables and removes users, a trigger makes one statement fail.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#shared/server/sql/sql.ts";
import {
  as,
  dataOf,
  makePerson,
  makeRole,
  personWith,
  removePeopleAfterwards,
  strongPassword,
  type TestPerson,
  tokenFor,
} from "./people-support.ts";
import { callAs, database, stack } from "./support.ts";

removePeopleAfterwards();

const owner = openDatabase(stack.superuserUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
let chief: TestPerson;
beforeAll(async () => {
  await owner.unsafe(`create function public.fail_on_purpose() returns trigger language plpgsql as
    'begin raise exception ''on purpose''; end'`);
  await owner.unsafe(`create function public.fail_after_password_change() returns trigger language plpgsql as
    'begin
      if (select u.raw_app_meta_data ? ''password_set_at'' from auth.users u where u.id = new.user_id) then
        raise exception ''on purpose'';
      end if;
      return new;
    end'`);
  chief = await makePerson({ level: "Central", routes: ["dashboard", "forms", "users"] });
});
afterAll(async () => {
  await owner.unsafe("drop function public.fail_on_purpose(), public.fail_after_password_change() cascade");
  await owner.end();
});

/** Runs `work` while a trigger makes all statements of one kind (such as insert) on a table fail. */
async function whileFailing<T>(event: string, table: string, work: () => Promise<T>): Promise<T> {
  await owner.unsafe(
    `create trigger zz_fail before ${event} on ${table} for each row execute function public.fail_on_purpose()`,
  );
  try {
    return await work();
  } finally {
    await owner.unsafe(`drop trigger zz_fail on ${table}`);
  }
}

/**
 * Counts the accounts, the profiles and the open account intents of an e-mail address. An account intent authorizes a
 * change of an account, and is open until the change is completed.
 */
async function sides(email: string) {
  const [row] = await database`
    select (select count(*)::int from auth.users where email = ${email}) as account,
      (select count(*)::int from public.users where email = ${email}) as profile,
      (select count(*)::int from private.account_intents i where i.profile ->> 'email' = ${email}) as intent`;
  return row;
}

/** Counts the open account intents about a user. */
async function intentsFor(id: string): Promise<number> {
  const [row] = await database<{ n: number }[]>`
    select count(*)::int as n from private.account_intents where user_id = ${id}`;
  return row?.n ?? 0;
}

/** Returns the author, action, status and changes of the log entries about a user. */
async function entriesAbout(subject: string): Promise<unknown[][]> {
  const answer = await as(chief.token, "POST", "/api/user-log/read", { subject });
  return dataOf<Record<string, unknown>[]>(answer).map(({ user_name, action, status, changes }) => [
    ...[user_name, action, status, changes],
  ]);
}

const drift = async () =>
  dataOf<{ user_id: string; problem: string }[]>(await as(chief.token, "POST", "/api/auth/users/check"));

describe("Adding a user", () => {
  it.each([
    ["Auth cannot create the account", "insert", "auth.users"],
    ["the profile cannot be saved", "insert", "public.users"],
    ["Auth fails after it has created the account", "insert", "auth.identities"],
    ["the log cannot be written", "insert", "private.user_log"],
  ])("A failed registration leaves neither a user account nor a profile: %s", async (_, event, table) => {
    const role = await makeRole();
    const body = personWith(role);
    const answer = await whileFailing(event, table, () =>
      as(chief.token, "POST", "/api/auth/register", body),
    );
    expect(answer.status).toBe(500);
    expect(answer.body.message).toContain("The user was not added");
    expect(answer.body).toMatchObject({ outcome: "nothing" });
    expect(await sides(body.email)).toEqual({ account: 0, profile: 0, intent: 0 });
    const again = await as(chief.token, "POST", "/api/auth/register", body);
    expect(again.status).toBe(200);
    expect(
      (await callAs("admin", "DELETE", "/api/user-table/delete", { id: dataOf<{ id: string }>(again).id }))
        .status,
    ).toBe(200);
    expect(await drift()).toEqual([]);
  });
});

describe("Changing a user", () => {
  it("A user's profile keeps the old e-mail address if Auth can't save the new address.", async () => {
    const person = await makePerson();
    const change = { id: person.id, name: "New Name", position: "Chief", email: `new.${person.email}` };
    const answer = await whileFailing("update", "auth.users", () =>
      as(chief.token, "PUT", "/api/auth/usersupdate", change),
    );
    expect(answer.status).toBe(500);
    expect(answer.body.message).toContain("Nothing was changed");
    expect(answer.body).toMatchObject({ outcome: "nothing" });
    const [row] = await database`select name, position, email from public.users where id = ${person.id}`;
    expect(row).toEqual({ name: null, position: null, email: person.email });
    expect(await intentsFor(person.id)).toBe(0);
    expect(await drift()).toEqual([]);
    expect((await as(chief.token, "PUT", "/api/auth/usersupdate", change)).body.data).toMatchObject({
      email: change.email,
      name: "New Name",
    });
    expect(await drift()).toEqual([]);
    expect(await tokenFor(person.username)).toBeTruthy();
  });

  it("If Auth can't save a user's new e-mail address, another administrator's simultaneous change of the user's name remains saved.", async () => {
    const person = await makePerson();
    const change = { id: person.id, name: "New Name", email: `new.${person.email}` };
    const nameOf = async () =>
      (await database<{ name: string | null }[]>`select name from public.users where id = ${person.id}`)[0]
        ?.name;
    let answer: ReturnType<typeof as> | undefined;
    await whileFailing("update", "auth.users", async () => {
      // The lock keeps Auth from answering until the other administrator has saved.
      await database.begin(async (tx) => {
        await tx`select id from auth.users where id = ${person.id} for update`;
        answer = as(chief.token, "PUT", "/api/auth/usersupdate", change);
        await expect.poll(nameOf).toBe("New Name");
        const other = await callAs("admin", "PUT", "/api/auth/usersupdate", { id: person.id, name: "Other" });
        expect(other.status, other.text).toBe(200);
      });
      await answer;
    });
    expect((await answer)?.body.message).toContain("Someone else has saved this user since");
    expect(await nameOf()).toBe("Other");
    expect(await intentsFor(person.id)).toBe(0);
    expect(await drift()).toEqual([]);
  });

  it("The log names the administrator who changed a user's e-mail address.", async () => {
    const person = await makePerson();
    const email = `new.${person.email}`;
    const change = { id: person.id, email, password: "Bangus-sa-lawa-9" };
    expect((await as(chief.token, "PUT", "/api/auth/usersupdate", change)).status).toBe(200);
    expect(await entriesAbout(person.id)).toEqual(
      expect.arrayContaining([
        [chief.username, "Update", null, { email: [person.email, email] }],
        [chief.username, "Reset password", null, null],
      ]),
    );
    expect(await intentsFor(person.id)).toBe(0);
  });

  it("A user's Auth account keeps the old e-mail address if the profile can't be saved.", async () => {
    const person = await makePerson();
    const answer = await whileFailing("update", "public.users", () =>
      as(chief.token, "PUT", "/api/auth/usersupdate", { id: person.id, email: `new.${person.email}` }),
    );
    expect(answer.status).toBe(500);
    const [row] =
      await database`select u.email, a.email as account from public.users u join auth.users a using (id) where u.id = ${person.id}`;
    expect(row).toEqual({ email: person.email, account: person.email });
  });

  it("An administrator can't change a user's e-mail address or username to that of another user.", async () => {
    const [one, two] = [await makePerson(), await makePerson()];
    const change = (fields: object) =>
      as(chief.token, "PUT", "/api/auth/usersupdate", { id: one.id, ...fields });
    expect((await change({ email: two.email })).body.details?.[0]).toMatchObject({ field: "email" });
    const taken = await change({ username: two.username.toUpperCase() });
    expect([taken.status, taken.body.details?.[0]?.field]).toEqual([409, "username"]);
    const stale = await change({ row_version: 99, name: "Late" });
    expect([stale.status, stale.body.details?.[0]?.current]).toMatchObject([409, { username: one.username }]);
  });
});

describe("Removing a user", () => {
  it.each([
    ["Auth fails", "delete", "auth.users"],
    ["the profile cannot be deleted", "delete", "public.users"],
  ])("If a user's removal fails, both the account and the profile remain: %s", async (_, event, table) => {
    const person = await makePerson();
    const answer = await whileFailing(event, table, () =>
      as(chief.token, "DELETE", "/api/user-table/delete", { id: person.id }),
    );
    expect(answer.status).toBe(500);
    expect(await sides(person.email)).toMatchObject({ account: 1, profile: 1 });
    expect(await intentsFor(person.id)).toBe(0);
    expect((await as(person.token, "GET", "/api/auth/current-user")).status).toBe(200);
    expect((await as(chief.token, "DELETE", "/api/user-table/delete", { id: person.id })).body.data).toEqual({
      deleted: 1,
    });
  });
});

describe("Disabling and enabling a user", () => {
  it("A disabled user loses access at once, even if Auth fails to ban the account.", async () => {
    const person = await makePerson();
    const answer = await whileFailing("update", "auth.users", () =>
      as(chief.token, "POST", "/api/auth/users/disable", { id: person.id }),
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ pending: true, data: { disabled: true } });
    expect((await as(person.token, "GET", "/api/auth/current-user")).status).toBe(401);
    expect(await drift()).toMatchObject([{ user_id: person.id, problem: "not_banned" }]);
    const repaired = await as(chief.token, "POST", "/api/auth/users/repair", { user_id: person.id });
    expect(repaired.body.data).toEqual({ repaired: 1, left: [] });
    expect(await drift()).toEqual([]);
    expect(await entriesAbout(person.id)).toContainEqual([
      ...[chief.username, "Banned account", person.email, null],
    ]);
  });

  it("If the Auth account of an enabled user is banned, the account repair lifts the ban.", async () => {
    const person = await makePerson();
    await database`update auth.users set banned_until = now() + interval '1 day' where id = ${person.id}`;
    const repaired = await as(chief.token, "POST", "/api/auth/users/repair", { user_id: person.id });
    expect(repaired.body.data).toEqual({ repaired: 1, left: [] });
    expect(await entriesAbout(person.id)).toContainEqual([
      ...[chief.username, "Unbanned account", person.email, null],
    ]);
  });

  it.each([
    ["Auth fails", "auth.users"],
    ["the profile cannot be saved", "public.users"],
  ])(
    "If an administrator's request to enable a disabled user fails, the user's account and profile stay disabled: %s",
    async (_, table) => {
      const person = await makePerson();
      expect((await as(chief.token, "POST", "/api/auth/users/disable", { id: person.id })).status).toBe(200);
      const answer = await whileFailing("update", table, () =>
        as(chief.token, "POST", "/api/auth/users/enable", { id: person.id }),
      );
      expect(answer.status).toBe(500);
      expect(await drift()).toEqual([]);
      const [row] =
        await database`select u.disabled, a.banned_until > now() as banned from public.users u join auth.users a using (id) where u.id = ${person.id}`;
      expect(row).toEqual({ disabled: true, banned: true });
    },
  );
});

describe("Changes of one's own password", () => {
  it("If the API saves a user's new password but can't start a new session, the response says that the password was changed.", async () => {
    const person = await makePerson();
    // After the API has set this user's new password, the trigger makes the insert of a new session fail.
    await owner.unsafe(`create trigger zz_fail before insert on auth.sessions for each row
      when (new.user_id = '${person.id}') execute function public.fail_after_password_change()`);
    const wanted = { current_password: strongPassword, new_password: "Bangus-sa-lawa-9" };
    const answer = await as(person.token, "PUT", "/api/auth/password", wanted);
    await owner.unsafe("drop trigger zz_fail on auth.sessions");
    expect([answer.status, answer.body.message]).toEqual([401, "Your password was changed. Sign in again."]);
    expect(await entriesAbout(person.id)).toContainEqual([person.username, "New password", null, null]);
    expect(await tokenFor(person.username, wanted.new_password)).toBeTruthy();
  });
});

describe("Comparison of accounts with profiles", () => {
  it("The account repair removes an Auth account that has no user profile.", async () => {
    const made = await fetch(`${stack.url}/auth/v1/admin/users`, {
      method: "POST",
      headers: {
        ...{ apikey: stack.secretKey, authorization: `Bearer ${stack.secretKey}` },
        "content-type": "application/json",
      },
      body: JSON.stringify({ email: "left.over@tests.example" }),
    });
    expect(made.status).toBe(200);
    const { id } = (await made.json()) as { id: string };
    expect(await drift()).toMatchObject([{ problem: "no_profile", email: "left.over@tests.example" }]);
    const answer = await as(chief.token, "POST", "/api/auth/users/repair", {});
    expect(answer.body.data).toEqual({ repaired: 1, left: [] });
    expect(await entriesAbout(id)).toEqual([
      [chief.username, "Removed account", "left.over@tests.example", null],
    ]);
  });

  it("A regional administrator can neither check Auth accounts against user profiles nor repair differences between them.", async () => {
    const regional = await makePerson({ level: "Regional", routes: ["users"] });
    expect((await as(regional.token, "POST", "/api/auth/users/check")).status).toBe(403);
    expect((await as(regional.token, "POST", "/api/auth/users/repair", {})).status).toBe(403);
  });
});
