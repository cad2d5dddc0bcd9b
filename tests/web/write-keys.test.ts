/**
 * Idempotency keys of requests that save. Each action keeps its key until its outcome is known, so that a retry saves
 * nothing twice.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../web/src/lib/http/api.ts";
import { call } from "../../web/src/lib/http/http.ts";
import type { ApiProblem } from "../../web/src/lib/http/problem.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const keys: (string | null)[] = [];
let answers: (() => Response)[] = [];

const ok = () => new Response('{"status":"success","data":[]}');
const failure = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status });
const lost = () => {
  throw new TypeError("Failed to fetch");
};

beforeEach(() => {
  localStorage.clear();
  keys.length = 0;
  answers = [];
  writeSession({ access_token: "token", refresh_token: "r", expires_at: Date.now() / 1000 + 3600 });
  vi.stubGlobal("fetch", async (path: string, { headers }: { headers?: Record<string, string> } = {}) => {
    if (path === "/api/health") return ok();
    keys.push(headers?.["idempotency-key"] ?? null);
    return (answers.shift() ?? ok)();
  });
});
afterEach(() => vi.unstubAllGlobals());

const add = (value: string) =>
  call("PUT /dropdown/{list}/register", [{ type: value }], { at: { list: "sex" } });
const tried = (work: Promise<unknown>) => work.then(() => null).catch((problem: ApiProblem) => problem);

test("Two successful saves with the same content have different Idempotency-Keys.", async () => {
  await add("one");
  await add("two");
  await add("one");
  expect(keys.every((key) => uuid.test(key ?? ""))).toBe(true);
  expect(new Set(keys).size).toBe(3);
});

test("The app sends no Idempotency-Key with a request that only reads data.", async () => {
  await api.list("arbo-masterlist", {});
  await api.update("arbo-masterlist", [{}], { import_id: "a", batch: 1 });
  expect(keys).toEqual([null, null]);
});

describe.each<[string, () => Response]>([
  ["the connection was lost", lost],
  ["the gateway lost the response", failure(502, { status: "error", message: "Lost.", outcome: "unknown" })],
  ["a proxy responded with its own page", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
  [
    "the response broke off",
    () => ({ ok: true, status: 200, text: async () => lost() }) as unknown as Response,
  ],
])("Repeated save after %s", (_, first) => {
  test("A repeated save has the same Idempotency-Key if the outcome of the first save is unknown.", async () => {
    answers = [first, first];
    await tried(add("one"));
    await tried(add("one"));
    await add("other");
    await add("one");
    expect(keys[1]).toBe(keys[0]);
    expect(keys[3]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test("The app reports that the outcome of a save without a response is unknown.", async () => {
    answers = [first];
    const problem = await tried(add("one"));
    expect(problem?.outcome).toBe("unknown");
    expect(problem?.message).not.toMatch(/nothing was saved/i);
  });
});

test.each<[string, () => Response]>([
  ["it was saved", ok],
  ["it was refused", failure(422, { status: "error", message: "No.", details: [] })],
  ["certainly nothing was saved", failure(503, { status: "error", message: "No.", outcome: "nothing" })],
])("After %s, the same content gets a new Idempotency-Key at the next save.", async (_, second) => {
  answers = [lost, second];
  await tried(add("one"));
  await tried(add("one"));
  await add("one");
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("The two saves of a double click have the same Idempotency-Key.", async () => {
  await Promise.all([add("one"), add("one")]);
  expect(keys[1]).toBe(keys[0]);
});

test("If a user repeats a lost save after a page reload, the request has the same Idempotency-Key.", async () => {
  answers = [lost];
  await tried(add("Very Personal"));
  expect(JSON.stringify({ ...localStorage })).not.toContain("Personal");
  vi.resetModules();
  const reloaded = await import("../../web/src/lib/http/http.ts");
  await reloaded.call("PUT /dropdown/{list}/register", [{ type: "Very Personal" }], { at: { list: "sex" } });
  expect(keys[1]).toBe(keys[0]);
});

test("A save with an unknown outcome keeps its Idempotency-Key for ten minutes.", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    answers = [lost, lost, lost];
    const inMinutes = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
    await tried(add("one"));
    inMinutes(9);
    await tried(add("one"));
    inMinutes(9);
    await tried(add("one"));
    inMinutes(11);
    await add("one");
    expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  } finally {
    vi.useRealTimers();
  }
});
