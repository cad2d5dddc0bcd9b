/**
 * Reading from a streaming replica: which requests use the replica, that saves are visible at once, and what happens
 * when the replica lags, hangs, dies or is promoted. Runs on a separate stack.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { findFreePort } from "../../supabase/local/common/ports.ts";
import { type StreamingReplica, startStreamingReplica } from "../support/replica.ts";
import { demoPassword, type StackProcess, startStackProcess } from "../support/stack-process.ts";

const metricsToken = "metrics-of-the-replica-test";
const office = { region_name: "Region III (Central Luzon)", province_name: "Nueva Ecija" };
let folder: string;
let own: StackProcess;
let replica: StreamingReplica;
let primarySql: Database;
let replicaSql: Database;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "replica-"));
  const data = path.join(folder, "data");
  const port = await findFreePort();
  own = await startStackProcess(data);
  const url = new URL(own.apiGatewayUrl);
  url.port = String(port);
  await own.end("SIGTERM");
  own = await startStackProcess(data, { API_DB_READ_URL: url.toString(), METRICS_TOKEN: metricsToken });
  token = await signIn("admin", demoPassword);
  await Promise.all(Array.from({ length: 30 }, (_, n) => saveArbo(`Cooperative ${n}`)));
  replica = await startStreamingReplica(own, path.join(folder, "replica"), port);
  primarySql = openDatabase(own.superuserUrl, { most: 2 });
  replicaSql = openDatabase(replica.url, { most: 1 });
  await untilReplicaIsUsed();
}, 240_000);

afterAll(async () => {
  await replicaSql?.end();
  await primarySql?.end();
  await replica?.end("SIGINT");
  await own?.end("SIGTERM");
  await rm(folder, { recursive: true, force: true });
}, 60_000);

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: every endpoint has a different response.
  body: any;
}

async function call(method: string, path: string, body: object | null = {}, as = token): Promise<Answer> {
  const answer = await fetch(own.url + path, {
    method,
    headers: { "content-type": "application/json", ...(as ? { authorization: `Bearer ${as}` } : {}) },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

async function signIn(username: string, password: string): Promise<string> {
  const { body } = await call("POST", "/api/auth/login", { username, password }, "");
  return body.data.session.access_token;
}

const saveArbo = (name: string) =>
  call("PUT", "/api/arbo-masterlist/update", { arbo_name: `${name} ${randomUUID()}`, ...office });

const list = (more: object = {}) => call("POST", "/api/arbo-masterlist", { page: 1, page_size: 5, ...more });

/**
 * Returns the number of read transactions of all functions per server: `replica`, or `primary` with the reason why the
 * replica was not used.
 */
async function reads(): Promise<Record<string, number>> {
  const answer = await fetch(`${own.url}/api/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const found: Record<string, number> = {};
  for (const [, server, reason, count] of (await answer.text()).matchAll(
    /^arbo_reads_total\{.*server="(\w+)",reason="(\w*)"\} (\d+)$/gm,
  )) {
    const key = [server, reason].filter(Boolean).join(" ");
    found[key] = (found[key] ?? 0) + Number(count);
  }
  return found;
}

/** Waits until the functions read from the replica. */
async function untilReplicaIsUsed(): Promise<void> {
  const began = Date.now();
  for (;;) {
    const before = (await reads()).replica ?? 0;
    await list();
    await call("POST", "/charts/form-5");
    await call("GET", "/dropdown/fund-source");
    if (((await reads()).replica ?? 0) >= before + 3) return;
    expect(Date.now() - began).toBeLessThan(40_000);
    await sleep(250);
  }
}

/** Returns how often each server has scanned the masterlist and the dropdown values since its start. */
async function scans(): Promise<{ primary: number; replica: number }> {
  // An idle connection reports its scans to Postgres only after ten seconds.
  await sleep(11_000);
  const [primary = 0, onReplica = 0] = await Promise.all(
    [primarySql, replicaSql].map(async (database) => {
      const [row] = await database`select sum(seq_scan + coalesce(idx_scan, 0))::int as n
        from pg_stat_user_tables where relname in ('arbo_masterlist', 'dropdown_values')`;
      return Number(row?.n);
    }),
  );
  return { primary, replica: onReplica };
}

/** Sends one reading request of each kind. */
async function readEverything(): Promise<void> {
  expect((await list()).body.total).toBeGreaterThanOrEqual(30);
  expect((await call("POST", "/api/arbo-masterlist?purpose=export")).body.total).toBeGreaterThanOrEqual(30);
  expect((await call("POST", "/charts/main-dashboard")).status).toBe(200);
  expect((await call("POST", "/api/targetaccompfme")).status).toBe(200);
  expect((await call("POST", "/api/report-arbocapdevcd")).status).toBe(200);
  expect((await call("POST", "/api/work-queues")).status).toBe(200);
  expect((await call("GET", "/dropdown/fund-source")).status).toBe(200);
}

describe("A replica without lag", () => {
  it("The API answers read requests from a database replica that is up to date.", async () => {
    // On a busy machine, the replica may lag for a moment, so that the functions read from the primary. The test then
    // tries again.
    for (let tries = 1; ; tries++) {
      await untilReplicaIsUsed();
      const before = await scans();
      const counted = await reads();
      for (let n = 0; n < 3; n++) await readEverything();
      const after = await reads();
      const scanned = await scans();
      const [there, here] = [scanned.replica - before.replica, scanned.primary - before.primary];
      const elsewhere = (after["primary behind"] ?? 0) - (counted["primary behind"] ?? 0);
      if (elsewhere > 0 && tries < 8) continue;
      expect(elsewhere).toBe(0);
      expect((after.replica ?? 0) - (counted.replica ?? 0)).toBeGreaterThanOrEqual(21);
      expect(there).toBeGreaterThan(15);
      expect(here).toBeLessThan(there / 2);
      return;
    }
  }, 300_000);

  it("A newly saved row appears in the next list, even if the API reads the list from a database replica.", async () => {
    const counted = await reads();
    for (let n = 0; n < 50; n++) {
      const saved = await saveArbo("Seen at once");
      const [row] = saved.body.data as { id: number; arbo_name: string }[];
      const found = await list({ arbo_name: [row?.arbo_name] });
      expect([n, found.body.total]).toEqual([n, 1]);
    }
    const after = await reads();
    // The API reads most of these lists from the replica, after a short wait until the replica has replayed the user's
    // save.
    expect((after.replica ?? 0) - (counted.replica ?? 0)).toBeGreaterThan(25);
  }, 60_000);

  it("If a user is disabled or loses the role, the next list contains no rows, even if the API reads from a replica.", async () => {
    const set = (fields: string) =>
      primarySql.unsafe(`update public.users set ${fields} where username = 'admin'`);
    const [admin] = await primarySql`select roles from public.users where username = 'admin'`;
    await primarySql`alter table public.users disable trigger user`;
    try {
      for (let n = 0; n < 15; n++) {
        expect((await list()).status).toBe(200);
        await set("disabled = true");
        expect([n, (await list()).status]).toEqual([n, 401]);
        await set("disabled = false, roles = 'No such role'");
        expect([n, (await list()).body.total]).toEqual([n, 0]);
        await primarySql`update public.users set roles = ${admin?.roles} where username = 'admin'`;
      }
    } finally {
      await primarySql`alter table public.users enable trigger user`;
    }
    const leaving = await signIn("admin", demoPassword);
    expect((await call("POST", "/api/arbo-masterlist", { page: 1 }, leaving)).status).toBe(200);
    await call("POST", "/api/auth/logout", {}, leaving);
    expect((await call("POST", "/api/arbo-masterlist", { page: 1 }, leaving)).status).toBe(401);
  }, 60_000);
});

describe("A replica that lags", () => {
  it("The API uses the primary database without a delay while the database replica lags behind.", async () => {
    await replicaSql`select pg_wal_replay_pause()`;
    try {
      const saved = await saveArbo("Not there yet");
      const before = await reads();
      const [row] = saved.body.data as { arbo_name: string }[];
      const slowest = await slowestOf(40, async () => {
        expect((await list({ arbo_name: [row?.arbo_name] })).body.total).toBe(1);
      });
      const after = await reads();
      expect((after["primary behind"] ?? 0) - (before["primary behind"] ?? 0)).toBe(40);
      expect(after.replica).toBe(before.replica);
      expect(slowest).toBeLessThan(3000);
      expect(await part("replica")).toMatch(/lags behind the primary by \d+ bytes/);
    } finally {
      await replicaSql`select pg_wal_replay_resume()`;
    }
    await untilReplicaIsUsed();
    expect(await part("replica")).toBeNull();
  }, 90_000);
});

describe("A replica that fails", () => {
  it("When the database replica hangs, each list request succeeds within 8 seconds.", async () => {
    process.kill(replica.pid, "SIGSTOP");
    const held = await replicaSql`select pid from pg_stat_activity where backend_type = 'client backend'`;
    for (const { pid } of held) process.kill(Number(pid), "SIGSTOP");
    try {
      const slowest = await slowestOf(20, async () => expect((await list()).status).toBe(200));
      expect(slowest).toBeLessThan(8000);
    } finally {
      for (const { pid } of held) process.kill(Number(pid), "SIGCONT");
      process.kill(replica.pid, "SIGCONT");
    }
    await untilReplicaIsUsed();
  }, 90_000);

  it("No request fails when the database replica crashes under load.", async () => {
    let going = true;
    let answered = 0;
    const failed: unknown[] = [];
    const reader = async (path: string) => {
      while (going) {
        const answer = await call("POST", path, path.startsWith("/charts") ? {} : { page: 1 });
        if (answer.status === 200) answered++;
        else failed.push(answer);
      }
    };
    const readers = [
      ...Array.from({ length: 6 }, () => reader("/api/arbo-masterlist")),
      ...Array.from({ length: 2 }, () => reader("/charts/main-dashboard")),
    ];
    const before = await reads();
    for (let n = 0; n < 2; n++) {
      await sleep(3000);
      await replica.end("SIGKILL");
      await sleep(3000);
      await replica.start();
      await untilReplicaIsUsed();
    }
    going = false;
    await Promise.all(readers);
    const after = await reads();
    expect(failed).toEqual([]);
    expect(answered).toBeGreaterThan(100);
    expect((after["primary failed"] ?? 0) - (before["primary failed"] ?? 0)).toBeGreaterThan(0);
    expect((after.replica ?? 0) - (before.replica ?? 0)).toBeGreaterThan(0);
  }, 120_000);

  it("The API stops using a database replica that was promoted to a primary database.", async () => {
    await replicaSql`select pg_promote(true, 30)`;
    const before = await reads();
    for (let n = 0; n < 10; n++) {
      const saved = await saveArbo("After the promotion");
      const [row] = saved.body.data as { arbo_name: string }[];
      expect((await list({ arbo_name: [row?.arbo_name] })).body.total).toBe(1);
    }
    expect((await reads()).replica).toBe(before.replica);
    expect(await part("replica")).toMatch(/not a replica: it was promoted/);
    // Health reports that the system works without the replica.
    expect((await call("GET", "/api/health", null, "")).status).toBe(200);
  }, 60_000);
});

async function slowestOf(times: number, work: () => Promise<unknown>): Promise<number> {
  let slowest = 0;
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    await work();
    slowest = Math.max(slowest, performance.now() - began);
  }
  return slowest;
}

/**
 * Returns the problem that /api/health reports to administrators about a part of the system, or null. Waits first,
 * because health caches each result for five seconds.
 */
async function part(name: string): Promise<string | null | undefined> {
  await sleep(5100);
  const { body } = await call("GET", "/api/health", null);
  const parts: { part: string; problem: string | null }[] = body.data.parts;
  return parts.find((one) => one.part === name)?.problem;
}
