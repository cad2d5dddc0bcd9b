/** Requests to a fake Auth server: their headers, and how the code interprets refusals. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { changeAccount, passwordGrant } from "#shared/server/people/auth-calls.ts";
import { accountFailure } from "#shared/server/people/people-changes.ts";

let auth: Server;
let headers: IncomingHttpHeaders;
let passwords: string[];
let answer: { status: number; body: object };
/** The fake Auth server's first responses, one per request. After these, it returns `answer` for every request. */
let before: { status: number; body: object }[] = [];

beforeAll(async () => {
  auth = createServer((request, response) => {
    headers = request.headers;
    const { status, body } = before.shift() ?? answer;
    let text = "";
    request
      .on("data", (chunk) => {
        text += chunk;
      })
      .on("end", () => {
        passwords.push(JSON.parse(text).password);
        response.writeHead(status).end(JSON.stringify(body));
      });
  });
  await new Promise<void>((resolve) => auth.listen(0, "127.0.0.1", resolve));
  Object.assign(process.env, {
    SUPABASE_URL: `http://127.0.0.1:${(auth.address() as AddressInfo).port}`,
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_here"}',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_here"}',
    API_DB_URL: "postgresql://api_gateway@127.0.0.1/postgres",
  });
});

afterAll(() => void auth.close());

beforeEach(() => {
  passwords = [];
  answer = { status: 200, body: { access_token: "a", refresh_token: "r", expires_at: 1 } };
});

const ask = () => passwordGrant("one@office.example", "a password", { address: "203.0.113.9", agent: null });

it("The sign-in request sends the client's address and the project's secret key to Auth.", async () => {
  expect(await ask()).toEqual({ access_token: "a", refresh_token: "r", expires_at: 1 });
  expect(headers).toMatchObject({ apikey: "sb_secret_here", "sb-forwarded-for": "203.0.113.9" });
});

it("A password is sent to Auth with composed letters, and as it was typed only if Auth refuses that.", async () => {
  const origin = { address: "203.0.113.9", agent: null };
  const decomposed = "Pan\u0303a at palay";
  const composed = "Pa\u00f1a at palay";
  await passwordGrant("one@office.example", decomposed, origin);
  expect(passwords).toEqual([composed]);
  answer = { status: 400, body: { code: 400, error_code: "invalid_credentials", msg: "Invalid" } };
  expect(await passwordGrant("one@office.example", decomposed, origin)).toBeNull();
  expect(passwords).toEqual([composed, composed, decomposed]);
  expect(await passwordGrant("one@office.example", composed, origin)).toBeNull();
  expect(passwords).toEqual([composed, composed, decomposed, composed]);
});

it("The error message for too many sign-in attempts says how long to wait.", async () => {
  const refusal = (msg: string) => ({
    status: 400,
    body: { code: 400, error_code: "invalid_credentials", msg },
  });
  answer = refusal("Invalid login credentials");
  expect(await ask()).toBeNull();
  answer = refusal("Too many attempts to sign in. Try again in ten minutes.");
  await expect(ask()).rejects.toMatchObject({
    kind: "too_many",
    message: expect.stringMatching(/ten minutes/),
  });
});

const overLimit = {
  status: 429,
  body: { code: 429, error_code: "over_request_rate_limit", msg: "Request rate limit reached" },
};

it("The system retries a sign-in that Auth refuses because of the client address's rate limit.", async () => {
  before = [overLimit, overLimit];
  expect(await ask()).toMatchObject({ access_token: "a" });
}, 10_000);

it("If Auth repeatedly refuses a sign-in, the error message states how many seconds to wait.", async () => {
  answer = overLimit;
  await expect(ask()).rejects.toMatchObject({
    kind: "too_many",
    message: "Many people are signing in. Your turn comes in about 3 seconds.",
    seconds: 3,
  });
}, 30_000);

it("If Auth refuses a value of an account, the administrator gets Auth's reason, and that nothing was changed.", async () => {
  for (const status of [400, 422]) {
    answer = { status, body: { code: status, error_code: "validation_failed", msg: "Invalid format" } };
    const error = await changeAccount("an-id", { email: "one@office.example" }).catch((thrown) => thrown);
    expect(accountFailure(error, "Nothing was changed")).toMatchObject({
      status: 400,
      message: 'The account service refused this: "Invalid format". Nothing was changed.',
    });
  }
  answer = { status: 403, body: { code: 403, error_code: "not_admin", msg: "User not allowed" } };
  const error = await changeAccount("an-id", { email: "one@office.example" }).catch((thrown) => thrown);
  expect(accountFailure(error, "Nothing was changed")).toMatchObject({ status: 500 });
});
