/**
 * Administration over HTTP: the user list, registration, roles, and the checks that every administration endpoint
 * makes.
 */
import { beforeAll, describe, expect, it } from "vitest";
import {
  as,
  dataOf,
  makePerson,
  makeRole,
  personWith,
  refusalOf,
  removeAtEnd,
  removePeopleAfterwards,
  type TestPerson,
} from "./people-support.ts";
import { call, callAs, database, province, region, rowsOf, save, tokenOf } from "./support.ts";

removePeopleAfterwards();

let regional: TestPerson;
beforeAll(async () => {
  regional = await makePerson({ level: "Regional", routes: ["users"] });
});

interface Person {
  id: string;
  username: string;
  level: string;
}

const search = async (body: object) => callAs("admin", "POST", "/api/user/search", body);

describe("User list", () => {
  it("An administrator can filter, search, sort and page the user list.", async () => {
    const all = dataOf<Person[]>(await callAs("admin", "GET", "/api/auth/users"));
    expect(all.map(({ username }) => username)).toEqual(
      expect.arrayContaining(["admin", "viewer", regional.username]),
    );
    const provincial = await search({
      level: "Provincial",
      province_name: [province],
      page: 1,
      page_size: 1,
      sort: [{ field: "username", dir: "desc" }],
    });
    expect(dataOf<Person[]>(provincial)).toHaveLength(1);
    expect(provincial.body.total).toBe(all.filter(({ level }) => level === "Provincial").length);
    expect(
      dataOf<Person[]>(await search({ q: "demo ADMINistrator" })).map(({ username }) => username),
    ).toEqual(["admin"]);
    expect(dataOf<Person[]>(await search({ q: "100%_" }))).toEqual([]);
    expect(dataOf<Person[]>(await search({ disabled: true, username: "admin" }))).toEqual([]);
    for (const body of [{ password: "x" }, { q: {} }, { page: 0 }, { sort: [{ field: "password" }] }]) {
      expect((await search(body)).status, JSON.stringify(body)).toBe(400);
    }
  });

  it("The user list shows when each user last signed in.", async () => {
    const lastOf = async (username: string) =>
      dataOf<{ last_sign_in: string | null }[]>(await search({ username }))[0]?.last_sign_in;
    const before = Date.now();
    const one = await makePerson({ routes: ["dashboard"] });
    const at = Date.parse((await lastOf(one.username)) ?? "");
    // Allows a difference of a minute between Auth's clock and the test's clock.
    expect(Math.abs(at - before)).toBeLessThan(60_000);
    const body = personWith({ id: one.roleId, rolename: one.rolename });
    removeAtEnd(dataOf<{ id: string }>(await callAs("admin", "POST", "/api/auth/register", body)).id);
    expect(await lastOf(body.username)).toBeNull();
    const sorted = await search({
      roles: one.rolename,
      sort: [{ field: "last_sign_in", dir: "asc" }],
      page: 1,
      page_size: 5,
    });
    expect(dataOf<Person[]>(sorted).map(({ username }) => username)).toEqual([one.username, body.username]);
    const own = await as(one.token, "GET", "/api/auth/current-user");
    expect(own.text).not.toContain("last_sign_in");
  });

  it("The user list contains no password hashes or other secrets, even for an administrator.", async () => {
    const { text } = await callAs("admin", "GET", "/api/auth/users");
    expect(text).not.toMatch(/password|encrypted|secret|token/i);
  });
});

describe("Registering a user", () => {
  it("If an administrator registers a user with the id of a role, the API stores this role's name for the user.", async () => {
    const role = await makeRole();
    const { roles, ...person } = personWith(role);
    const answer = await callAs("admin", "PUT", "/api/user-table/register", person);
    expect(answer.status, answer.text).toBe(200);
    removeAtEnd(dataOf<{ id: string }>(answer).id);
    expect(answer.body.data).toMatchObject({ roles });
    await save("admin", "uac", { id: role.id, rolename: [role.rolename, `${role.rolename} too`] });
    const refused = await callAs("admin", "PUT", "/api/user-table/register", {
      ...personWith(role),
      roles: null,
    });
    expect(refusalOf(refused)).toMatchObject({ status: 400, field: "roles", message: "Role is required" });
  });

  it.each([
    ["username", { username: "a b" }],
    ["username", { username: "" }],
    ["email", { email: "no address" }],
    ["email", { email: "admin@demo.example" }],
    ["password", { password: "short" }],
    ["password", { password: "P@ssw0rd2025" }],
    ["password", { password: undefined }],
    ["roles", { roles: "No such name" }],
    ["uac_id", { uac_id: 99_999_999 }],
    ["region_name", { region_name: null, province_name: null }],
    ["province_name", { province_name: "Atlantis" }],
    ["colour", { colour: "red" }],
  ])("The API refuses a registration with an invalid %s, and names this field: %j", async (field, change) => {
    const role = await makeRole();
    const answer = await callAs("admin", "POST", "/api/auth/register", { ...personWith(role), ...change });
    expect([400, 409, 422]).toContain(answer.status);
    expect(refusalOf(answer).field).toBe(field);
  });
});

describe("Malformed e-mail addresses", () => {
  it.each([
    "juan..cruz@dar.gov.ph",
    "juan.cruz.@dar.gov.ph",
    "a@x.ph.",
    "a@-x.ph",
    "a@x-.ph",
    "ñ@x.ph",
    "jose@peña.ph",
    "juan,cruz@x.ph",
    "a@x.ph;b@y.ph",
  ])("The API refuses the e-mail address %s of a new user and of a stored user.", async (email) => {
    const refused = { status: 400, field: "email", message: "E-mail: this is not a valid address." };
    const added = await callAs("admin", "POST", "/api/auth/register", {
      ...personWith({ id: regional.roleId, rolename: regional.rolename }, { level: "Regional" }),
      email,
    });
    expect(refusalOf(added)).toEqual(refused);
    const changed = await callAs("admin", "PUT", "/api/auth/usersupdate", { id: regional.id, email });
    expect(refusalOf(changed)).toEqual(refused);
  });

  it("An administrator can give a user an address with all signs that Auth accepts.", async () => {
    const email = `j.o'neil-cruz_2+${regional.username}@mail-1.dar.gov.ph`;
    const changed = await callAs("admin", "PUT", "/api/auth/usersupdate", { id: regional.id, email });
    expect(changed.body.data).toMatchObject({ email });
  });
});

describe("Usernames and e-mail addresses that a concurrent request takes first", () => {
  /**
   * Sends a request while the change of a concurrent request is not committed yet. Commits that change when the
   * account service waits for it.
   */
  const overtaken = (username: string, email: string, request: () => ReturnType<typeof callAs>) =>
    database
      .begin(async (tx) => {
        const { id, rolename } = await makeRole();
        const [rival] = await tx<{ id: string }[]>`
          insert into auth.users (id, email) values (gen_random_uuid(), ${email}) returning id`;
        removeAtEnd(rival?.id ?? "");
        await tx`insert into public.users (id, username, email, roles, uac_id, region_name, province_name)
          values (${rival?.id ?? ""}, ${username}, ${email}, ${rolename}, ${id}, ${region}, ${province})`;
        const answer = request();
        await expect
          .poll(
            () =>
              tx`select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`,
          )
          .not.toEqual([]);
        return () => answer;
      })
      .then((answer) => answer());

  it.each([
    ["username", "There is another user with the same Username."],
    ["email", "There is another user with the same E-mail."],
  ] as const)(
    "The API refuses a new user if a concurrent request takes the %s first.",
    async (field, message) => {
      const wanted = personWith(await makeRole());
      const other = personWith({ id: 0, rolename: "" });
      const { username, email } = Object.assign(other, { [field]: wanted[field] });
      const answer = await overtaken(username, email, () =>
        callAs("admin", "POST", "/api/auth/register", wanted),
      );
      expect(refusalOf(answer)).toEqual({ status: 409, message, field });
    },
  );

  it("The API refuses a new e-mail address of a user if a concurrent request takes it first.", async () => {
    const one = await makePerson();
    const { username, email } = personWith({ id: 0, rolename: "" });
    const answer = await overtaken(username, email, () =>
      callAs("admin", "PUT", "/api/auth/usersupdate", { id: one.id, email, position: "Clerk" }),
    );
    const message = "There is another user with the same E-mail.";
    expect(refusalOf(answer)).toEqual({ status: 409, message, field: "email" });
    const [row] = await database`select email, position from public.users where id = ${one.id}`;
    expect(row).toEqual({ email: one.email, position: null });
  });
});

describe("Administration of roles", () => {
  it("An administrator can send a role's names, rights and route permissions as arrays or as comma-separated text.", async () => {
    const entry = {
      rolename: "API test a, API test b",
      roletype: "API test",
      route: ["dashboard", "forms"],
      access_controls: "Read,Edit",
      status: "Regional",
    };
    const [saved] = dataOf<Record<string, unknown>[]>(await callAs("admin", "PUT", "/api/Uac/update", entry));
    expect(saved).toMatchObject({
      rolename: ["API test a", "API test b"],
      route: ["dashboard", "forms"],
      access_controls: ["Read", "Edit"],
    });
    const list = await callAs("admin", "POST", "/api/Uac", { status: "Regional", q: "api test" });
    expect(dataOf<{ id: number }[]>(list).map(({ id }) => id)).toContain(saved?.id);
    const bad = await callAs("admin", "PUT", "/api/uac/update", { ...entry, access_controls: "Read,Write" });
    expect(refusalOf(bad)).toMatchObject({ field: "access_controls" });
    expect((await callAs("admin", "DELETE", "/api/uac/delete", [saved?.id])).body.data).toEqual({
      deleted: 1,
    });
  });

  it("A role's names, routes and rights are stored once, even if a request repeats them.", async () => {
    const [saved] = dataOf<Record<string, unknown>[]>(
      await callAs("admin", "PUT", "/api/uac/update", {
        rolename: "API test a, API test b,API test a",
        roletype: "API test",
        route: ["dashboard", "dashboard"],
        access_controls: "Read,read",
        status: "Regional",
      }),
    );
    expect(saved).toMatchObject({
      rolename: ["API test a", "API test b"],
      route: ["dashboard"],
      access_controls: ["Read"],
    });
    await callAs("admin", "DELETE", "/api/uac/delete", [saved?.id]);
  });

  it("An administrator can't delete or rename a role that a user has.", async () => {
    const person = await makePerson();
    const removal = await callAs("admin", "DELETE", "/api/uac/delete", [person.roleId]);
    expect([409, 422]).toContain(removal.status);
    const renamed = await callAs("admin", "PUT", "/api/uac/update", {
      id: person.roleId,
      rolename: "API test other",
    });
    expect(renamed.body.message).toContain(person.username);
  });

  it("Users see their own role, and administrators see all roles.", async () => {
    const own = await callAs("provincial", "POST", "/api/uac", {});
    expect(dataOf<object[]>(own)).toMatchObject([{ rolename: ["Provincial Program Officer"] }]);
    expect((await as(regional.token, "POST", "/api/uac", {})).body.total).toBeGreaterThan(4);
  });

  it("A regional administrator can change users, but not roles.", async () => {
    const { body } = await as(regional.token, "GET", "/api/auth/current-user");
    expect(body.data).toMatchObject({
      access: { reference: { uac: { route: "users", keeps: "nothing" }, users: { keeps: "all" } } },
    });
    const tried = await as(regional.token, "PUT", "/api/uac/update", {
      id: regional.roleId,
      roletype: "Mine",
    });
    expect(refusalOf(tried)).toMatchObject({ status: 403 });
  });
});

describe("Row version in a request to change a user", () => {
  it("If the row version in a change of a user is neither a whole number nor a text of digits, the API refuses the change.", async () => {
    const change = async (row_version: unknown) => {
      const [viewer] = rowsOf(await callAs("admin", "POST", "/api/user/search", { username: "viewer" }));
      const version = row_version === "current" ? String(viewer?.row_version) : row_version;
      const body = { id: viewer?.id, row_version: version };
      const answer = await callAs("admin", "PUT", "/api/auth/usersupdate", body);
      return [answer.status, answer.body.details?.[0]?.field];
    };
    expect(await change("current")).toEqual([200, undefined]);
    expect(await change(null)).toEqual([200, undefined]);
    expect(await change(999_999)).toEqual([409, "row_version"]);
    for (const wrong of ["abc", [3], 3_000_000_000, 1.5, {}, true])
      expect(await change(wrong), JSON.stringify(wrong)).toEqual([400, "row_version"]);
  });
});

describe("Row versions in a request to delete users or roles", () => {
  it("The API refuses to delete a user if the request contains an outdated row version.", async () => {
    const person = await makePerson();
    const read = async () =>
      rowsOf(await callAs("admin", "POST", "/api/user/search", { username: person.username }))[0];
    const seen = (await read())?.row_version;
    await callAs("admin", "PUT", "/api/auth/usersupdate", { id: person.id, position: "Moved meanwhile" });
    const path = "/api/user-table/delete";
    const stale = await callAs("admin", "DELETE", path, { id: person.id, row_version: seen });
    expect(refusalOf(stale)).toEqual({
      status: 409,
      message: "Someone else saved this user after you opened it.",
      field: "row_version",
    });
    const now = await read();
    expect(now).toMatchObject({ position: "Moved meanwhile" });
    const several = {
      id: [person.id, "00000000-0000-4000-8000-00000000000a"],
      row_version: now?.row_version,
    };
    expect((await callAs("admin", "DELETE", path, several)).status).toBe(400);
    const fresh = await callAs("admin", "DELETE", path, { id: person.id, row_version: now?.row_version });
    expect(fresh.body.data).toEqual({ deleted: 1 });
  });

  it("To delete a user or role, an administrator can send the whole row as a list response contained it.", async () => {
    const person = await makePerson();
    const path = "/api/user-table/delete";
    const [user] = rowsOf(await callAs("admin", "POST", "/api/user/search", { username: person.username }));
    const [role] = rowsOf(await callAs("admin", "POST", "/api/uac", { id: person.roleId }));
    expect((await callAs("admin", "DELETE", path, [{ ...user, colour: "red" }])).status).toBe(400);
    const stale = await callAs("admin", "DELETE", path, [{ ...user, row_version: 999 }]);
    expect(refusalOf(stale)).toMatchObject({ status: 409, field: "row_version" });
    expect((await callAs("admin", "DELETE", path, [user])).body.data).toEqual({ deleted: 1 });
    const old = await callAs("admin", "DELETE", "/api/uac/delete", [{ ...role, row_version: 999 }]);
    expect(refusalOf(old)).toMatchObject({ status: 409, field: "row_version" });
    expect((await callAs("admin", "DELETE", "/api/uac/delete", [role])).body.data).toEqual({ deleted: 1 });
  });
});

const calls: [string, string, unknown][] = [
  ["GET", "/api/auth/users", undefined],
  ["POST", "/api/user/search", {}],
  ["POST", "/api/auth/register", {}],
  ["PUT", "/api/user-table/register", {}],
  ["PUT", "/api/auth/usersupdate", {}],
  ["DELETE", "/api/user-table/delete", {}],
  ["POST", "/api/auth/users/password", {}],
  ["POST", "/api/auth/users/disable", {}],
  ["POST", "/api/auth/users/enable", {}],
  ["POST", "/api/auth/users/sign-out", {}],
  ["POST", "/api/auth/users/check", {}],
  ["POST", "/api/auth/users/repair", {}],
  ["PUT", "/api/auth/profile", {}],
  ["PUT", "/api/auth/password", {}],
  ["POST", "/api/uac/see-as", {}],
  ["POST", "/api/user-log/read", {}],
  ["POST", "/api/user-log/register", {}],
  ["POST", "/api/user-log/verify", {}],
  ["POST", "/dropdown/fund-source/usage", {}],
];

describe.each(calls)("Endpoint %s %s", (method, path, body) => {
  it("Account and administration endpoints refuse a caller who is not signed in.", async () => {
    expect((await call(method, path, { body })).status).toBe(401);
    expect((await call(method, path, { token: "x.y.z", body })).status).toBe(401);
  });

  it("Account and administration endpoints refuse a request body that is malformed or too large.", async () => {
    if (method === "GET" || path.endsWith("/check") || path.endsWith("/verify")) return;
    const json = { "content-type": "application/json" };
    const token = await tokenOf("admin");
    const raw = (text: string) => call(method, path, { token, raw: text, headers: json });
    expect((await raw("{")).status).toBe(400);
    expect((await raw('"text"')).status).toBe(400);
    expect((await raw(JSON.stringify({ q: "x".repeat(300_000) }))).status).toBe(413);
  });
});
