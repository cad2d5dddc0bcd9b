/**
 * Sends invalid input to every endpoint. The API must refuse each request with the right status, in the standard
 * error format.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { records } from "#shared/records/index.ts";
import { sample } from "../support/thorough.ts";
import { type Answer, call, cleanUp, stack, tokenOf } from "./support.ts";

let token: string;
beforeAll(async () => {
  // The caller is an administrator, because the API refuses other callers before it checks the body
  // (refused-first.test.ts).
  token = await tokenOf("admin");
});
afterAll(cleanUp);

/** Every endpoint of every record type. */
const calls = records.flatMap(({ path, approval }) => [
  ["POST", `/api/${path}`],
  ["PUT", `/api/${path}/update`],
  ["DELETE", `/api/${path}/delete`],
  ...(approval ? [["POST", `/api/${path}/approve`]] : []),
]) as [string, string][];
const all: [string, string][] = [...calls, ["POST", "/api/auth/login"], ["POST", "/api/history"]];

function expectProblem(answer: Answer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.body.status).toBe("error");
  expect(answer.body.message).toBeTruthy();
  expect(answer.body.details?.length).toBeGreaterThan(0);
  for (const detail of answer.body.details ?? []) expect(typeof detail.message).toBe("string");
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
}

describe.each(sample(all, 16))("Endpoint %s %s", (method, path) => {
  it("The tested endpoint refuses a request body that is not valid JSON.", async () => {
    for (const raw of ["{", "[1,", "nonsense", '{"a":1}}', "\u0000"]) {
      expectProblem(await call(method, path, { token, raw }), 400);
    }
    expectProblem(await call(method, path, { token, raw: new Uint8Array([0x22, 0xff, 0xfe, 0x22]) }), 400);
  });

  it("The tested endpoint returns a 415 if the content type of the request is not JSON.", async () => {
    const types = ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"];
    for (const type of types) {
      const headers = { "content-type": type };
      expectProblem(await call(method, path, { token, raw: '{"id":1}', headers }), 415);
    }
  });

  it("The tested endpoint refuses a JSON request body that is neither an object nor a list of valid objects.", async () => {
    for (const raw of ["null", "1", '"text"', "true", "[[]]", '[{"id":{}}]']) {
      expectProblem(await call(method, path, { token, raw }), 400);
    }
  });

  it("The tested endpoint refuses a request body with an unknown field.", async () => {
    for (const raw of ['{"nothing_such":1}', '{"__proto__":{"page":1}}', '{"constructor":1}']) {
      expectProblem(await call(method, path, { token, raw }), 400);
    }
  });

  it("The tested endpoint refuses a request body that is too large, with or without a Content-Length header.", async () => {
    const raw = JSON.stringify({ q: "x".repeat(5 * 1024 * 1024) });
    expectProblem(await call(method, path, { token, raw }), 413);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < 80; i++) controller.enqueue(new Uint8Array(65_536).fill(0x20));
        controller.close();
      },
    });
    const init = { method, body: stream, duplex: "half" } as RequestInit;
    const answer = await fetch(stack.url + path, {
      ...init,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
    expect(answer.status).toBe(413);
  });
});

describe.each(sample(calls, 16))("Endpoint %s %s", (method, path) => {
  it("The endpoints of every record type refuse callers who are not signed in.", async () => {
    expectProblem(await call(method, path, { body: {} }), 401);
    const basic = { authorization: "Basic YWRtaW46YWRtaW4=" };
    expectProblem(await call(method, path, { body: {}, headers: basic }), 401);
  });

  it("The endpoints of every record type return a 400 for an injection attempt.", async () => {
    const hostile = [`id" = 1 or "1`, "1; drop table users", "../../etc/passwd", "%00", "'"];
    for (const text of hostile) {
      const answers = [
        await call(method, path, { token, body: { [text]: 1 } }),
        await call(method, path, { token, body: { sort: [{ field: text, dir: "asc" }] } }),
        await call(method, path, { token, body: { id: text } }),
        await call(method, path, { token, body: { page: text } }),
      ];
      for (const answer of answers) expectProblem(answer, 400);
    }
  });
});

describe("Unknown endpoints", () => {
  it("A request with an unknown path or an unsupported method gets a 404.", async () => {
    const missing = [
      ["POST", "/api/nothing-such"],
      ["POST", "/api/users"],
      ["POST", "/api/arbo_masterlist"],
      ["GET", "/api/arbo-masterlist"],
      ["PATCH", "/api/arbo-masterlist/update"],
      ["DELETE", "/api/arbo-masterlist"],
      ["POST", "/api/arbo-masterlist%2f..%2fusers"],
      ["GET", "/api/auth/login"],
      ["GET", "/api"],
      ["GET", "/dropdown"],
      ["PUT", "/dropdown/sex"],
    ] as const;
    for (const [method, path] of missing) expectProblem(await call(method, path, { token }), 404);
  });
});

it("The health endpoint responds to a caller who is not signed in.", async () => {
  const { status, body } = await call("GET", "/api/health");
  expect([status, body]).toEqual([200, { status: "success", data: { database: "ok", version: "1.0.0" } }]);
});
