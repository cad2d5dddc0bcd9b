/**
 * Sends many expensive requests at once, first anonymously and then as a user. Meanwhile, /api/health and another
 * user's lists must respond in time, and no function process may end. `AT_ONCE` is the number of requests (default 20).
 */
import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { type FunctionName, pidOf } from "../support/function-process.ts";
import { healthDuring, slownessOf } from "./health-probe.ts";
import { arbo, database, stack, tokenOf } from "./support.ts";

const atOnce = Number(process.env.AT_ONCE ?? 20);
vi.setConfig({ testTimeout: 300_000 });

const names: FunctionName[] = ["api", "charts", "dropdown"];
/** Maximum response time of /api/health in milliseconds; higher on a slow or busy machine. */
const longestHealth = 2000;
/** Maximum response time of another user's list in milliseconds: half the longest wait for a database connection. */
const longestRead = 7500;
const json = "application/json";

interface Sent {
  method: string;
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

const wide = `[${"{},".repeat(1_300_000)}{}]`;
const deep = "[".repeat(4_000_000);
const anonymous: readonly ((n: number) => Sent)[] = [
  () => ({ method: "GET", path: "/api/openapi.json" }),
  () => ({ method: "GET", path: "/api/openapi.json", headers: { "accept-encoding": "identity" } }),
  (n) => ({
    method: "POST",
    path: "/api/auth/login",
    body: JSON.stringify({ username: `stranger-${n}-${randomUUID()}`, password: "x".repeat(900) }),
  }),
  () => ({ method: "POST", path: "/api/auth/login", body: deep }),
  () => ({ method: "PUT", path: "/api/participant/update", body: wide }),
  () => ({ method: "POST", path: "/api/arbo-masterlist", body: `{"q":"${"x".repeat(250_000)}"}` }),
  () => ({ method: "POST", path: "/charts/form-5", body: wide }),
  () => ({ method: "PUT", path: "/dropdown/fund-source/insert", body: wide }),
  (n) => ({
    method: "POST",
    path: "/auth/v1/token?grant_type=password",
    body: JSON.stringify({ email: `stranger-${n}@office.example`, password: "x".repeat(70) }),
  }),
  () => ({ method: "POST", path: "/auth/v1/signup", body: deep.slice(0, 60_000) }),
  () => ({ method: "GET", path: "/rest/v1/arbo_masterlist?select=*,participants(*)&order=id.desc" }),
  () => ({ method: "POST", path: "/rest/v1/arbo_masterlist", body: deep.slice(0, 60_000) }),
  () => ({ method: "POST", path: "/storage/v1/object/evidence/x.jpg", body: "x".repeat(60_000) }),
];

const records = (n: number) =>
  JSON.stringify(
    Array.from({ length: 500 }, (_, row) =>
      // The last record is invalid (-1 members), so the API refuses the whole list.
      arbo({
        arbo_name: `Refused ${n} ${row}`,
        remarks: "many words ".repeat(60),
        total_member: row === 499 ? -1 : 3,
      }),
    ),
  );
const signedIn: readonly ((n: number) => Sent)[] = [
  (n) => ({ method: "PUT", path: "/api/arbo-masterlist/update", body: records(n) }),
  (n) => ({ method: "POST", path: "/api/arbo-masterlist/soft-checks", body: records(n) }),
  () => ({ method: "PUT", path: "/api/participant/update", body: wide }),
  () => ({ method: "PUT", path: "/api/arbo-masterlist/update", body: deep }),
  () => ({ method: "POST", path: "/charts/main-dashboard", body: "{}" }),
];

/** Sends all requests at once. @returns Number of responses per status. */
async function sendAll(sent: readonly Sent[], token?: string): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  await Promise.all(
    sent.map(async ({ method, path, body, headers }) => {
      const answer = await fetch(stack.url + path, {
        method,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { "content-type": json }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(/\/v1\//.test(path) ? { apikey: stack.publishableKey } : {}),
        },
        ...(body === undefined ? {} : { body }),
      });
      await answer.arrayBuffer();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    }),
  );
  return statuses;
}

const sentBy = (kinds: readonly ((n: number) => Sent)[]) =>
  Array.from({ length: atOnce }, (_, n) => (kinds[n % kinds.length] as (n: number) => Sent)(n));

it.each([
  ["callers who are not signed in", anonymous, undefined],
  ["one user", signedIn, "provincial"],
] as const)(
  "While many expensive requests from %s are running, the health endpoint still responds quickly.",
  async (who, kinds, user) => {
    const token = user && (await tokenOf(user));
    const pids = names.map(pidOf);
    let statuses: Record<string, number> = {};
    const sent = sentBy(kinds);
    const slowness = await slownessOf(stack.url);
    const health = await healthDuring(stack.url, async () => {
      statuses = await sendAll(sent, token);
    });
    console.info(`${atOnce} calls of ${who}: ${JSON.stringify(statuses)}, health ${JSON.stringify(health)}`);
    expect(names.map(pidOf)).toEqual(pids);
    expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([]);
    expect(Object.keys(health.statuses)).toEqual(["200"]);
    expect(health.slowest).toBeLessThan(longestHealth * slowness);
    await database`
      delete from private.sign_in_failures
      where username like 'stranger-%' or username like 'auth stranger-%'`;
  },
);

/**
 * A list just under 64 kB, the size from which a body is large. Only the database finds the error in the last record.
 */
const refusedByDatabase = (n: number) =>
  JSON.stringify(
    Array.from({ length: 400 }, (_, row) =>
      arbo({ arbo_name: `Refused ${n} ${row}`, ...(row === 399 ? { muncity_name: "Nowhere" } : {}) }),
    ),
  );

it("Expensive list requests of one user don't delay another user's requests.", async () => {
  const [busy, other] = [await tokenOf("provincial"), await tokenOf("central")];
  const body = refusedByDatabase(0);
  expect(body.length).toBeLessThan(64 * 1024);
  const slowness = await slownessOf(stack.url);
  let statuses: Record<string, number> | undefined;
  const sending = sendAll(
    Array.from({ length: 50 }, (_, n) => ({
      method: "PUT",
      path: "/api/arbo-masterlist/update",
      body: refusedByDatabase(n),
    })),
    busy,
  ).then((all) => {
    statuses = all;
  });
  const read: { status: number; milliseconds: number }[] = [];
  while (!statuses) {
    const began = performance.now();
    const answer = await fetch(`${stack.url}/api/arbo-masterlist`, {
      method: "POST",
      headers: { "content-type": json, authorization: `Bearer ${other}` },
      body: JSON.stringify({ page: 1, page_size: 50 }),
    });
    await answer.arrayBuffer();
    read.push({ status: answer.status, milliseconds: performance.now() - began });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await sending;
  const slowest = Math.round(Math.max(...read.map(({ milliseconds }) => milliseconds)));
  console.info(`Refused lists: ${JSON.stringify(statuses)}; ${read.length} reads, slowest ${slowest} ms`);
  expect(Object.keys(statuses).filter((status) => status !== "422" && status !== "429")).toEqual([]);
  expect(read.filter(({ status }) => status !== 200)).toEqual([]);
  expect(slowest).toBeLessThan(longestRead * slowness);
});
