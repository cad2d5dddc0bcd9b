/** Threat over HTTP: a token stays in use after its user was disabled, demoted, signed out or given a new password. */
import { describe, expect, it } from "vitest";
import {
  as,
  dataOf,
  makePerson,
  removePeopleAfterwards,
  rest,
  strongPassword,
  type TestPerson,
  tokenFor,
} from "./people-support.ts";
import { arbo, call, callAs, database, stack } from "./support.ts";

removePeopleAfterwards();

/** Returns the access that a token still gives to the API and to REST, and whether a write still succeeds. */
async function gets(token: string) {
  const [list, beside, write] = await Promise.all([
    as(token, "POST", "/api/arbo-masterlist", { page: 1, page_size: 1 }),
    rest(token, "GET", "arbo_masterlist?limit=1"),
    as(token, "PUT", "/api/arbo-masterlist/update", arbo({ arbo_name: "" })),
  ]);
  return { api: list.status, rest: ((await beside.json()) as unknown[]).length, write: write.status };
}

const noAccess = { api: 401, rest: 0, write: 401 };

const admin = (path: string, person: TestPerson, more: object = {}) =>
  callAs("admin", "POST", path, { id: person.id, ...more });

describe("Tokens of ended sessions", () => {
  it("A disabled user's token is refused by the API and REST.", async () => {
    const person = await makePerson();
    expect(await gets(person.token)).toMatchObject({ api: 200, rest: 1, write: 400 });
    const answer = await admin("/api/auth/users/disable", person);
    expect(answer.body.data).toMatchObject({ disabled: true });
    expect(await gets(person.token)).toEqual(noAccess);
    const again = await call("POST", "/api/auth/login", {
      body: { username: person.username, password: strongPassword },
    });
    expect(again.status).toBe(401);

    expect((await admin("/api/auth/users/enable", person)).status).toBe(200);
    expect(await gets(person.token)).toEqual(noAccess);
    expect(await gets(await tokenFor(person.username))).toMatchObject({ api: 200, rest: 1 });
  });

  it("A user's token is refused after an administrator has signed the user out of all devices.", async () => {
    const person = await makePerson();
    const other = await tokenFor(person.username);
    expect((await admin("/api/auth/users/sign-out", person)).status).toBe(200);
    expect(await gets(person.token)).toEqual(noAccess);
    expect(await gets(other)).toEqual(noAccess);
    expect(await gets(await tokenFor(person.username))).toMatchObject({ api: 200 });
  });

  it("A user's token is refused after an administrator has set a new password for the user.", async () => {
    const person = await makePerson();
    const answer = await admin("/api/auth/users/password", person, { password: "Bangus-sa-lawa-9" });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain("Bangus");
    expect(await gets(person.token)).toEqual(noAccess);
    const former = await call("POST", "/api/auth/login", {
      body: { username: person.username, password: strongPassword },
    });
    expect(former.status).toBe(401);
    expect(await gets(await tokenFor(person.username, "Bangus-sa-lawa-9"))).toMatchObject({ api: 200 });
  });

  it.each([
    [
      "the API",
      401,
      ({ username }: TestPerson, password: string) =>
        call("POST", "/api/auth/login", { body: { username, password } }),
    ],
    [
      "Auth",
      400,
      ({ email }: TestPerson, password: string) =>
        fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
          method: "POST",
          headers: { apikey: stack.publishableKey, "content-type": "application/json" },
          body: JSON.stringify({ email, password }),
        }),
    ],
  ])(
    "A sign-in at %s with the old password opens no session if the password changes meanwhile.",
    async (_where, refused, signIn) => {
      const person = await makePerson();
      const late = await database.begin(async (tx) => {
        // Auth checks the password and then waits for the lock of the account, before it opens the session.
        await tx`select from auth.users where id = ${person.id} for no key update`;
        const answer = signIn(person, strongPassword);
        await expect
          .poll(
            () =>
              tx`select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`,
          )
          .not.toEqual([]);
        await tx`update auth.users set
        encrypted_password = extensions.crypt('Bangus-sa-lawa-9', extensions.gen_salt('bf', 4)),
        raw_app_meta_data = raw_app_meta_data || jsonb_build_object('password_set_at', clock_timestamp())
        where id = ${person.id}`;
        return () => answer;
      });
      expect((await late()).status).toBe(refused);
      expect(await database`select from auth.sessions where user_id = ${person.id}`).toEqual([]);
      expect((await signIn(person, "Bangus-sa-lawa-9")).status).toBe(200);
    },
  );

  it("The token of a session that the user has ended is refused, but not the token of another session.", async () => {
    const person = await makePerson();
    const other = await tokenFor(person.username);
    expect((await as(person.token, "POST", "/api/auth/logout")).status).toBe(200);
    expect(await gets(person.token)).toEqual(noAccess);
    expect(await gets(other)).toMatchObject({ api: 200 });
  });

  it("A removed user's token is refused by the API and REST.", async () => {
    const person = await makePerson();
    expect((await callAs("admin", "DELETE", "/api/user-table/delete", { id: person.id })).body.data).toEqual({
      deleted: 1,
    });
    expect(await gets(person.token)).toEqual(noAccess);
  });
});

describe("Changes of one's own password", () => {
  it("A user's password change ends all earlier sessions of the user.", async () => {
    const person = await makePerson();
    const other = await tokenFor(person.username);
    const wanted = (current_password: string, new_password: string) =>
      as(person.token, "PUT", "/api/auth/password", { current_password, new_password });
    const wrong = await wanted("not the present one", "Bangus-sa-lawa-9");
    expect(wrong.status).toBe(403);
    expect(wrong.body.details?.[0]?.field).toBe("current_password");
    const weak = await wanted(strongPassword, "password2025");
    expect(weak.status).toBe(422);
    const done = await wanted(strongPassword, "Bangus-sa-lawa-9");
    const { session } = dataOf<{ session: { access_token: string } }>(done);
    expect(await gets(session.access_token)).toMatchObject({ api: 200, rest: 1 });
    expect(await gets(person.token)).toEqual(noAccess);
    expect(await gets(other)).toEqual(noAccess);
  });

  it("A stranger's wrong guesses at a password don't prevent the user from changing the password.", async () => {
    const person = await makePerson();
    const send = async (method: string, path: string, headers: Record<string, string>, body: object) => {
      const answer = await fetch(`${stack.url}${path}`, {
        method,
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
      const { data } = (await answer.json()) as { data?: { session: { access_token: string } } };
      return { status: answer.status, token: data?.session.access_token ?? "", headers: answer.headers };
    };
    const signIn = (password: string, cookie = "") =>
      send("POST", "/api/auth/login", cookie ? { cookie } : {}, { username: person.username, password });
    const { token, headers } = await signIn(strongPassword);
    const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
    await database`insert into private.sign_in_failures (username, address, judged)
      select ${person.username}, '203.0.113.9', true from generate_series(1, 10)`;
    const wanted = { current_password: strongPassword, new_password: "Bangus-sa-lawa-9" };
    const authorization = `Bearer ${token}`;
    const changed = await send("PUT", "/api/auth/password", { authorization, cookie }, wanted);
    expect(changed.status).toBe(200);
    expect(await gets(changed.token)).toMatchObject({ api: 200, rest: 1 });
    const [entry] = await database`select user_id, action from private.user_log
      where subject = ${person.id} and action = 'New password'`;
    expect(entry).toEqual({ user_id: person.id, action: "New password" });
    expect((await signIn(wanted.new_password)).status).toBe(429);
    expect((await signIn(wanted.new_password, cookie)).status).toBe(200);
  });
});

describe("Requests of a user whose rights were reduced", () => {
  it("A signed-in user whose rights are reduced stays signed in with the new rights.", async () => {
    const person = await makePerson({ level: "Central", routes: ["users", "forms"] });
    expect((await as(person.token, "GET", "/api/auth/users")).status).toBe(200);
    const role = { id: person.roleId, status: "Provincial", route: "forms", access_controls: "Read" };
    const early = await callAs("admin", "PUT", "/api/uac/update", role);
    expect(early.body.message).toContain("no office at the level Provincial");
    const moved = { id: person.id, region_name: "Region III (Central Luzon)", province_name: "Nueva Ecija" };
    expect((await callAs("admin", "PUT", "/api/auth/usersupdate", moved)).status).toBe(200);
    expect((await callAs("admin", "PUT", "/api/uac/update", role)).status).toBe(200);
    expect((await as(person.token, "GET", "/api/auth/users")).status).toBe(403);
    const list = await as(person.token, "POST", "/api/arbo-masterlist", { page: 1, page_size: 200 });
    expect(new Set(dataOf<{ province_name: string }[]>(list).map((row) => row.province_name))).toEqual(
      new Set(["Nueva Ecija"]),
    );
    expect((await as(person.token, "PUT", "/api/arbo-masterlist/update", arbo())).status).toBe(403);
  });
});
