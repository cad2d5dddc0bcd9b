/**
 * Personal API tokens: a program uses the API as somebody and under the same policies, reading or writing, until a day or
 * until it is revoked; what it does is in the log under the token's name, and accounts are out of its reach.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, arbo, call, callAs, cleanUp, type DemoUser, database, rowsOf } from "./support.ts";

interface Token {
  id: number;
  name: string;
  may_write: boolean;
  expires_at: string;
  token: string;
}

const tokensPath = "/api/auth/tokens";

async function create(user: DemoUser, access: "read" | "write", name = `Test ${access}`): Promise<Token> {
  const answer = await callAs(user, "POST", tokensPath, { name, access, days: 30 });
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

afterAll(async () => {
  await database`delete from private.api_tokens where name like 'Test %'`;
  await cleanUp();
});

describe("a token", () => {
  it("is answered once; lists and the database know its hash at most", async () => {
    expect(reading.token).toMatch(/^arbo_[\w-]{43}$/);
    const listed = await callAs("provincial", "GET", tokensPath);
    expect(listed.text).not.toContain(reading.token);
    expect(listed.text).not.toContain("hash");
    const [kept] = await database<{ row: string }[]>`
      select t::text as row from private.api_tokens t where t.id = ${reading.id}`;
    expect(kept?.row).not.toContain(reading.token);
  });

  it("reads as its owner: the same rows, and not another office's", async () => {
    const own = await callAs("provincial", "POST", "/api/arbo-masterlist", { page: 1, page_size: 5 });
    const read = await readArbos(reading.token);
    expect(read.status, read.text).toBe(200);
    expect(read.body.total).toBe(own.body.total);
    expect(rowsOf(read)).toEqual(rowsOf(own));
    const all = await callAs("central", "POST", "/api/arbo-masterlist", { page: 1, page_size: 5 });
    expect(read.body.total).toBeLessThan(all.body.total ?? 0);
  });

  it("works for charts, dropdown lists and whole lists", async () => {
    const { token } = reading;
    expect((await call("POST", "/charts/main-dashboard", { token, body: {} })).status).toBe(200);
    expect((await call("GET", "/dropdown/fund-source", { token })).status).toBe(200);
    expect((await call("POST", "/api/participant", { token, body: {} })).status).toBe(200);
  });

  it("that reads only saves, approves and deletes nothing", async () => {
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
      expect(answer.body.message).toMatch(/reads only/);
    }
  });

  it("that writes saves a row, and the history and the log name the token", async () => {
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
    ["POST", tokensPath, { name: "Test more", access: "write", days: 365 }],
    ["DELETE", tokensPath, { id: 1 }],
    ["PUT", "/api/auth/password", { current_password: "x", new_password: "y" }],
    ["PUT", "/api/auth/profile", { name: "Somebody else" }],
    ["POST", "/api/user/search", { page: 1 }],
    ["POST", "/api/auth/users/password", { id: "x", password: "y" }],
  ] as const)("does not reach accounts: %s %s", async (method, path, body) => {
    const { token } = await create("admin", "write", "Test admin");
    const answer = await call(method, path, { token, ...(body ? { body } : {}) });
    expect(answer.status, answer.text).toBe(403);
    expect(answer.body.message).toMatch(/API token/);
  });

  it("tells who it acts for", async () => {
    const answer = await call("GET", "/api/auth/current-user", { token: reading.token });
    expect(answer.body.data).toMatchObject({ username: "provincial" });
  });
});

describe("a token ends", () => {
  it("when it is revoked, by its owner alone", async () => {
    const { id, token } = await create("provincial", "read", "Test ends");
    const other = await callAs("regional", "DELETE", tokensPath, { id });
    expect(other.status).toBe(404);
    expect((await readArbos(token)).status).toBe(200);
    expect((await callAs("provincial", "DELETE", tokensPath, { id })).status).toBe(200);
    expect((await readArbos(token)).status).toBe(401);
  });

  it("on its day", async () => {
    const { id, token } = await create("provincial", "read", "Test old");
    await database`update private.api_tokens set expires_at = now() - interval '1 second' where id = ${id}`;
    expect((await readArbos(token)).status).toBe(401);
    expect((await list("provincial")).map((one) => one.id)).toContain(id);
  });

  it("for as long as the account is disabled", async () => {
    const { token } = await create("viewer", "read", "Test disabled");
    try {
      await database`update public.users set disabled = true where username = 'viewer'`;
      expect((await readArbos(token)).status).toBe(401);
    } finally {
      await database`update public.users set disabled = false where username = 'viewer'`;
    }
    expect((await readArbos(token)).status).toBe(200);
  });

  it.each(["arbo_", `arbo_${"A".repeat(43)}`, "arbo_' or true --", `arbo_${"x".repeat(5000)}`])(
    "or never was: %s",
    async (token) => {
      expect((await readArbos(token)).status).toBe(401);
    },
  );
});

describe("a token is created", () => {
  it.each([
    ["name", { name: " ", access: "read", days: 1 }],
    ["name", { name: "x".repeat(81), access: "read", days: 1 }],
    ["access", { name: "Test", access: "all", days: 1 }],
    ["days", { name: "Test", access: "read", days: 366 }],
    ["days", { name: "Test", access: "read", days: 0.5 }],
    ["user_id", { name: "Test", access: "read", days: 1, user_id: "x" }],
  ])("with a %s that is as it must be", async (field, body) => {
    const answer = await callAs("provincial", "POST", tokensPath, body);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.details?.[0]?.field).toBe(field);
  });

  it("at most twenty times over", async () => {
    for (let left = 20 - (await list("regional")).length; left > 0; left--) {
      await create("regional", "read", `Test ${left}`);
    }
    const answer = await callAs("regional", "POST", tokensPath, { name: "Test", access: "read", days: 1 });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toMatch(/20 API tokens/);
  });
});
