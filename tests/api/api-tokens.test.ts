/**
 * Personal API tokens. A program with a token has the owner's access until the token expires or is revoked. A token is
 * read-only or has write access, and can't use account endpoints. The log names the token.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { as, makePerson, removePeopleAfterwards, strongPassword } from "./people-support.ts";
import { type Answer, arbo, call, callAs, type DemoUser, database, mark, rowsOf, stack } from "./support.ts";

interface Token {
  id: number;
  name: string;
  may_write: boolean;
  expires_at: string;
  token: string;
}

const tokensPath = "/api/auth/tokens";
const password = stack.demoPassword;

async function create(user: DemoUser, access: "read" | "write", name = `Test ${access}`): Promise<Token> {
  const answer = await callAs(user, "POST", tokensPath, { name, access, days: 30, password });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as Token;
}

const list = async (user: DemoUser): Promise<Token[]> =>
  (await callAs(user, "GET", tokensPath)).body.data as Token[];

const readArbos = (token: string): Promise<Answer> =>
  call("POST", "/api/arbo-masterlist", { token, body: { page: 1, page_size: 5 } });

let reading: Token;
let writing: Token;

beforeAll(async () => {
  reading = await create("provincial", "read");
  writing = await create("provincial", "write");
});

removePeopleAfterwards();
afterAll(async () => {
  await database`delete from private.api_tokens where name like 'Test %'`;
  await database`delete from public.arbo_masterlist where arbo_name like ${`${mark}%`}`;
});

describe("Access of a caller with an API token", () => {
  it("The API shows the text of an API token only in the response to its creation, not in later lists of tokens.", async () => {
    expect(reading.token).toMatch(/^arbo_[\w-]{43}$/);
    const listed = await callAs("provincial", "GET", tokensPath);
    expect(listed.text).not.toContain(reading.token);
    expect(listed.text).not.toContain("hash");
    const [kept] = await database<{ row: string }[]>`
      select t::text as row from private.api_tokens t where t.id = ${reading.id}`;
    expect(kept?.row).not.toContain(reading.token);
  });

  it("A caller with an API token gets exactly the rows that the token's owner can see.", async () => {
    const own = await callAs("provincial", "POST", "/api/arbo-masterlist", { page: 1, page_size: 5 });
    const read = await readArbos(reading.token);
    expect(read.status, read.text).toBe(200);
    expect(read.body.total).toBe(own.body.total);
    expect(rowsOf(read)).toEqual(rowsOf(own));
    const all = await callAs("central", "POST", "/api/arbo-masterlist", { page: 1, page_size: 5 });
    expect(read.body.total).toBeLessThan(all.body.total ?? 0);
  });

  it("A caller with an API token can request charts, dropdown lists and unpaged lists.", async () => {
    const { token } = reading;
    expect((await call("POST", "/charts/main-dashboard", { token, body: {} })).status).toBe(200);
    expect((await call("GET", "/dropdown/fund-source", { token })).status).toBe(200);
    expect((await call("POST", "/api/participant", { token, body: {} })).status).toBe(200);
  });

  it("A caller with a read-only API token can't change, review or delete a row.", async () => {
    const { token } = await create("regional", "read", "Test regional");
    for (const [method, path, body] of [
      ["PUT", "/api/arbo-masterlist/update", arbo()],
      ["DELETE", "/api/arbo-masterlist/delete", { id: 1 }],
      ["POST", "/api/arbo-masterlist/approve", { id: 1, process_stage: "Approved" }],
      ["PUT", "/api/arbo-masterlist/return", { id: 1, reason: "Wrong." }],
      ["PUT", "/api/arbo-masterlist/take-back-return", { id: 1 }],
      ["PUT", "/api/arbo-masterlist/resubmit", { id: 1 }],
      ["PUT", "/api/arbo-masterlist/comment", { id: 1, text: "Why?" }],
    ] as const) {
      const answer = await call(method, path, { token, body });
      expect(answer.status, `${path} ${answer.text}`).toBe(403);
      expect(answer.body.message).toMatch(/can only read/);
    }
  });

  it("A row's history names the API token with which the row was saved.", async () => {
    const answer = await call("PUT", "/api/arbo-masterlist/update", { token: writing.token, body: arbo() });
    expect(answer.status, answer.text).toBe(200);
    const [row] = rowsOf(answer);
    const history = await callAs("provincial", "POST", "/api/history", {
      path: "arbo-masterlist",
      id: row?.id,
    });
    expect(history.body.data).toEqual([
      expect.objectContaining({ action: "Insert", user_name: "provincial", api_token: "Test write" }),
    ]);
    const verified = await callAs("admin", "POST", "/api/user-log/verify");
    expect(verified.status, verified.text).toBe(200);
  });

  it.each([
    ["GET", tokensPath, undefined],
    ["POST", tokensPath, { name: "Test more", access: "write", days: 365, password }],
    ["GET", "/api/auth/sessions", undefined],
    ["DELETE", "/api/auth/sessions/all", undefined],
    ["DELETE", tokensPath, { id: 1 }],
    ["PUT", "/api/auth/password", { current_password: "x", new_password: "y" }],
    ["PUT", "/api/auth/profile", { name: "Other name" }],
    ["POST", "/api/user/search", { page: 1 }],
    ["POST", "/api/auth/users/password", { id: "x", password: "y" }],
  ] as const)(
    "The API returns a 403 to a caller who uses an API token at an account endpoint: %s %s",
    async (method, path, body) => {
      const { token } = await create("admin", "write", "Test admin");
      const answer = await call(method, path, { token, ...(body ? { body } : {}) });
      expect(answer.status, answer.text).toBe(403);
      expect(answer.body.message).toMatch(/API token/);
    },
  );

  it.each([
    ["PUT", "/api/uac/update", { id: 1, roletype: "Another" }],
    [
      "PUT",
      "/api/report-schedules/update",
      { form: "target", start_date: "2026-01-01", end_date: "2026-02-01" },
    ],
    ["PUT", "/api/project-list/update", { project_name: "Test project" }],
    ["POST", "/api/user-log/read", { page: 1 }],
    ["POST", "/api/uac", { page: 1 }],
  ] as const)(
    "Even an administrator's API token does not give access to administration endpoints: %s %s",
    async (method, path, body) => {
      const { token } = await create("admin", "write", "Test admin");
      const answer = await call(method, path, { token, body });
      if (answer.status === 200) expect(answer.body.total, answer.text).toBeLessThanOrEqual(1);
      else expect(answer.status, answer.text).toBe(403);
    },
  );

  it("A caller with an API token gets the account data of the token's owner.", async () => {
    const answer = await call("GET", "/api/auth/current-user", { token: reading.token });
    expect(answer.body.data).toMatchObject({ username: "provincial" });
  });
});

describe("Revoked, expired and unknown API tokens", () => {
  it("Only the owner of an API token can revoke the token.", async () => {
    const { id, token } = await create("provincial", "read", "Test ends");
    const other = await callAs("regional", "DELETE", tokensPath, { id });
    expect(other.status).toBe(404);
    expect((await readArbos(token)).status).toBe(200);
    expect((await callAs("provincial", "DELETE", tokensPath, { id })).status).toBe(200);
    expect((await readArbos(token)).status).toBe(401);
  });

  it("The API refuses an expired API token but still shows it in the owner's list of tokens.", async () => {
    const { id, token } = await create("provincial", "read", "Test old");
    await database`update private.api_tokens set expires_at = now() - interval '1 second' where id = ${id}`;
    expect((await readArbos(token)).status).toBe(401);
    expect((await list("provincial")).map((one) => one.id)).toContain(id);
  });

  it.each([
    ["a new password of their own", "own", "PUT", "/api/auth/password"],
    ["a new password from an administrator", "admin", "POST", "/api/auth/users/password"],
    ["being disabled, also once they are enabled again", "admin", "POST", "/api/auth/users/disable"],
    ["being signed out by an administrator", "admin", "POST", "/api/auth/users/sign-out"],
    ["signing out of all devices", "own", "DELETE", "/api/auth/sessions/all"],
  ] as const)(
    "An API token stops working after one of these events in its owner's account: %s",
    async (_, who, method, path) => {
      const person = await makePerson();
      const wanted = { name: "Test ends too", access: "read", days: 30, password: strongPassword };
      const created = await as(person.token, "POST", tokensPath, wanted);
      expect(created.status, created.text).toBe(200);
      const { token } = created.body.data as Token;
      expect((await readArbos(token)).status).toBe(200);
      const next = "Bangus-sa-lawa-9";
      const body =
        who === "admin"
          ? { id: person.id, ...(path.endsWith("password") ? { password: next } : {}) }
          : method === "PUT"
            ? { current_password: strongPassword, new_password: next }
            : undefined;
      const ended =
        who === "admin"
          ? await callAs("admin", method, path, body)
          : await as(person.token, method, path, body);
      expect(ended.status, ended.text).toBe(200);
      expect((await readArbos(token)).status).toBe(401);
      if (!path.endsWith("disable")) return;
      expect((await callAs("admin", "POST", "/api/auth/users/enable", { id: person.id })).status).toBe(200);
      expect((await readArbos(token)).status).toBe(401);
    },
  );

  it.each(["arbo_", `arbo_${"A".repeat(43)}`, "arbo_' or true --", `arbo_${"x".repeat(5000)}`])(
    "The API refuses a request with a text that was never issued as an API token: %s",
    async (token) => {
      expect((await readArbos(token)).status).toBe(401);
    },
  );
});

describe("Creating an API token", () => {
  it.each([
    [403, "a wrong guess"],
    [400, ""],
    [400, undefined],
  ])(
    "A request to create an API token fails with status %s if it contains the current password %j.",
    async (status, wrong) => {
      const wanted = { name: "Test guess", access: "read", days: 1, password: wrong };
      const answer = await callAs("provincial", "POST", tokensPath, wanted);
      expect(answer.status, answer.text).toBe(status);
      expect(answer.body.details?.[0]?.field).toBe("password");
      expect((await list("provincial")).map((one) => one.name)).not.toContain("Test guess");
    },
  );

  it("An API token does not appear in its owner's list of sessions.", async () => {
    const person = await makePerson();
    const wanted = { name: "Test sessions", access: "read", days: 1, password: strongPassword };
    expect((await as(person.token, "POST", tokensPath, wanted)).status).toBe(200);
    const sessions = await as(person.token, "GET", "/api/auth/sessions");
    expect(sessions.body.data).toEqual([expect.objectContaining({ current: true })]);
  });

  it.each([
    ["name", { name: " ", access: "read", days: 1 }],
    ["name", { name: "x".repeat(81), access: "read", days: 1 }],
    ["access", { name: "Test", access: "all", days: 1 }],
    ["days", { name: "Test", access: "read", days: 366 }],
    ["days", { name: "Test", access: "read", days: 0.5 }],
    ["user_id", { name: "Test", access: "read", days: 1, user_id: "x" }],
  ])("The API refuses to create an API token with an invalid %s.", async (field, body) => {
    const answer = await callAs("provincial", "POST", tokensPath, { ...body, password });
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.details?.[0]?.field).toBe(field);
  });

  it("A user can have at most 20 API tokens.", async () => {
    for (let left = 20 - (await list("regional")).length; left > 0; left--) {
      await create("regional", "read", `Test ${left}`);
    }
    const answer = await callAs("regional", "POST", tokensPath, {
      name: "Test",
      access: "read",
      days: 1,
      password,
    });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toMatch(/20 API tokens/);
  });
});
