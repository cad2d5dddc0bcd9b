/**
 * Threat over HTTP: an attacker bypasses the API and calls Auth directly with the publishable key, which every
 * browser has. The Auth endpoints that the product needs stay open.
 */
import { describe, expect, it } from "vitest";
import { makePerson, removePeopleAfterwards, strongPassword, tokenFor } from "./people-support.ts";
import { callAs, database, stack } from "./support.ts";

removePeopleAfterwards();

const auth = (method: string, path: string, body: object | null, token?: string) =>
  fetch(`${stack.url}/auth/v1/${path}`, {
    method,
    headers: {
      apikey: stack.publishableKey,
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: body && JSON.stringify(body),
  });
const grant = (email: string, password: string) =>
  auth("POST", "token?grant_type=password", { email, password }).then(({ status }) => status);

/** Counts ten wrong passwords for an account, from an address that no test uses. */
const failTenTimes = (username: string) =>
  database`insert into private.sign_in_failures (username, address, judged)
    select ${username}, '203.0.113.9', true from generate_series(1, 10)`;

describe("Direct requests to Auth endpoints", () => {
  it.each([
    ["PUT", "user", { password: "Another-word-8" }],
    ["PUT", "user", { email: "else@tests.example" }],
    ["PUT", "user", { data: { a: 1 } }],
    ["POST", "signup", { email: "unknown.yet@tests.example", password: strongPassword }],
    ["POST", "signup", {}],
    ["POST", "otp", { email: "own", create_user: true }],
    ["POST", "magiclink", { email: "own" }],
    ["POST", "recover", { email: "own" }],
    ["POST", "recover", { email: "unknown.yet@tests.example" }],
    ["POST", "resend", { email: "own", type: "signup" }],
    ["POST", "verify", { email: "own", token: "123456", type: "magiclink" }],
    ["GET", "verify?type=recovery&token=123456", null],
    ["POST", "invite", { email: "unknown.yet@tests.example" }],
    ["POST", "factors", { factor_type: "totp" }],
    ["GET", "reauthenticate", null],
    ["GET", "authorize?provider=google", null],
    ["GET", "user/identities/authorize?provider=google", null],
    ["POST", "sso", { domain: "office.example" }],
    ["POST", "token?grant_type=pkce", { auth_code: "x", code_verifier: "y" }],
    ["POST", "token?grant_type=id_token", { provider: "google", id_token: "x" }],
    ["POST", "token?grant_type=web3", { chain: "solana" }],
    ["POST", "token", { email: "own", password: strongPassword }],
    ["GET", "settings", null],
    ["GET", "passkeys", null],
  ])("A user can't use this endpoint of Auth directly: %s %s %j", async (method, path, body) => {
    const person = await makePerson();
    const own = body && "email" in body && body.email === "own" ? { ...body, email: person.email } : body;
    const answer = await auth(method, path, own, person.token);
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { code: 403, error_code: "not_allowed", msg: expect.stringMatching(/not available/) },
    ]);
    expect(await database`select from auth.users where email = 'unknown.yet@tests.example'`).toHaveLength(0);
    // The endpoints that the product uses stay open.
    expect(await grant(person.email, strongPassword)).toBe(200);
    const account = await auth("GET", "user", null, person.token);
    expect([account.status, ((await account.json()) as { email: string }).email]).toEqual([
      200,
      person.email,
    ]);
  });

  it("Auth refuses the right password of an account after ten wrong passwords.", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const guesses = Array.from({ length: 15 }, () => grant(person.email.toUpperCase(), "a wrong guess"));
    expect((await Promise.all(guesses)).filter((status) => status !== 400)).toEqual([]);
    const [counted] = await database`
      select count(*)::int as guesses from private.sign_in_failures where username = ${person.username.toLowerCase()}`;
    expect(counted?.guesses).toBeLessThanOrEqual(10);
    // Auth's response has the status and code of a wrong password, and the message of the password hook.
    const refused = await auth("POST", "token?grant_type=password", {
      ...{ email: person.email, password: strongPassword },
    });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({
        error_code: "invalid_credentials",
        msg: expect.stringMatching(/^Too many attempts to sign in\./),
      }),
    ]);
    expect(await grant(other.email, strongPassword)).toBe(200);
  });

  it("The log has one entry for each sign-in and each wrong password.", async () => {
    const person = await makePerson();
    const actions = async () =>
      (
        await database<{ action: string }[]>`
          select action from private.user_log where subject = ${person.id} and action like '%ign%' order by id`
      ).map(({ action }) => action);
    expect(await actions()).toEqual(["Sign in"]);
    expect(await grant(person.email, "a wrong guess")).toBe(400);
    expect(await grant(person.email, strongPassword)).toBe(200);
    expect(await actions()).toEqual(["Sign in", "Failed sign-in", "Sign in"]);
    await tokenFor(person.username);
    await expect(tokenFor(person.username, "a wrong guess")).rejects.toThrow();
    expect((await actions()).slice(3)).toEqual(["Sign in", "Failed sign-in"]);
    // Guesses beyond the limit don't make the log grow.
    await failTenTimes(person.username);
    expect(await grant(person.email, "a wrong guess")).toBe(400);
    expect(await grant(person.email, strongPassword)).toBe(400);
    expect((await actions()).slice(5)).toEqual([]);
  });

  it("Auth refuses a disabled user, a wrong password and an unknown address with the same response.", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    expect((await callAs("admin", "POST", "/api/auth/users/disable", { id: person.id })).status).toBe(200);
    const refusal = async (email: string, password: unknown = "a wrong guess") => {
      const began = performance.now();
      const answer = await auth("POST", "token?grant_type=password", { email, password });
      return { answer: [answer.status, await answer.json()], milliseconds: performance.now() - began };
    };
    const first = await refusal(person.email);
    expect(first.milliseconds).toBeGreaterThanOrEqual(590);
    expect(first.answer).toEqual([400, expect.objectContaining({ error_code: "invalid_credentials" })]);
    for (const [email, password] of [
      [person.email, strongPassword],
      [other.email, undefined],
      ["nowhere@office.example", undefined],
    ] as const)
      expect((await refusal(email, password)).answer).toEqual(first.answer);
    expect((await refusal(person.email, 1)).answer).toEqual((await refusal(other.email, 1)).answer);
    await failTenTimes(person.username);
    expect((await refusal(person.email)).answer).toEqual([
      400,
      expect.objectContaining({ msg: expect.stringMatching(/^Too many attempts to sign in\./) }),
    ]);
  });

  it("Auth refuses to change a user's password if the request does not also set the metadata field `password_set_at`.", async () => {
    const person = await makePerson();
    const key = { apikey: stack.secretKey, authorization: `Bearer ${stack.secretKey}` };
    const set = (change: object) =>
      fetch(`${stack.url}/auth/v1/admin/users/${person.id}`, {
        method: "PUT",
        headers: { ...key, "content-type": "application/json" },
        body: JSON.stringify(change),
      }).then(({ status }) => status);
    // Real Auth makes the same change to the database when a user sends it a password.
    expect(await set({ password: "password1" })).toBe(500);
    expect(await grant(person.email, "password1")).toBe(400);
    expect(await grant(person.email, strongPassword)).toBe(200);
    const marked = {
      password: "Kalabaw-at-palay-8",
      app_metadata: { password_set_at: "2026-01-01T00:00:00Z" },
    };
    expect(await set(marked)).toBe(200);
    expect(await grant(person.email, "Kalabaw-at-palay-8")).toBe(200);
    expect(await set({ ...marked, password: "password1" })).toBe(500);
    expect(await grant(person.email, "password1")).toBe(400);
  });
});
