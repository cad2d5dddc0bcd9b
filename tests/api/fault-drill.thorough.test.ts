/**
 * Kills functions, Postgres and the whole system while users save. No acknowledged row is lost, and every request
 * takes less than 20 seconds. If the API reports that nothing was saved, the row is not stored. After every refused
 * save has been repeated, each row exists exactly once. Runs on a separate stack.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { demoPassword, type StackProcess, startStackProcess } from "../support/stack-process.ts";

const office = { region_name: "Region III (Central Luzon)", province_name: "Nueva Ecija" };
let folder: string;
let own: StackProcess;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "fault-drill-"));
  own = await startStackProcess(path.join(folder, "data"));
  const answer = await fetch(`${own.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: demoPassword }),
  });
  token = ((await answer.json()) as { data: { session: { access_token: string } } }).data.session
    .access_token;
}, 240_000);

afterAll(async () => {
  await own?.end("SIGTERM");
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const until = async (done: () => boolean | Promise<boolean>, patience = 60_000) => {
  for (const end = Date.now() + patience; !(await done()); await sleep(200))
    if (Date.now() > end) throw new Error("waited in vain");
};
const isResponding = () =>
  fetch(`${own.url}/api/auth/current-user`, { headers: { authorization: `Bearer ${token}` } }).then(
    ({ status }) => status === 200,
    () => false,
  );

it("After a function was killed during an upload, the next request on the same connection gets a response.", {
  timeout: 120_000,
}, async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(own.url);
  const ask = (
    method: string,
    target: string,
    length: number,
    write: (sent: ReturnType<typeof request>) => void,
  ) =>
    new Promise<{ status: number; after: number }>((resolve, reject) => {
      const began = Date.now();
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "content-length": String(length),
      };
      const sent = request({ agent, hostname, port, method, path: target, headers }, (answer) =>
        answer
          .resume()
          .once("end", () => resolve({ status: answer.statusCode ?? 0, after: Date.now() - began })),
      );
      sent.once("error", reject);
      write(sent);
    });
  for (const half of [100, 100_000, 1_500_000]) {
    await until(isResponding);
    const pid = own.pids()["function api"] ?? 0;
    const first = ask("PUT", "/api/arbo-masterlist/update", 2 * half, (sent) => sent.write(" ".repeat(half)));
    await sleep(500);
    process.kill(pid, "SIGKILL");
    expect([502, 503]).toContain((await first).status);
    const second = await ask("GET", "/config.json", 0, (sent) => sent.end());
    expect(second.status).toBe(200);
    expect(second.after).toBeLessThan(2000);
  }
  agent.destroy();
  await until(isResponding);
});

interface Saved {
  name: string;
  /** For each refused save: the outcome that the response reported, and whether the row was stored. */
  refused: { outcome: string | undefined; stored: boolean | null }[];
  acknowledged: boolean;
  slowest: number;
}

/**
 * Saves rows as the product's client does: with one idempotency key per row, and with retries until the API
 * acknowledges the save.
 */
async function writer(done: () => boolean): Promise<Saved[]> {
  const all: Saved[] = [];
  while (!done()) {
    const row: Saved = { name: `Drill ${randomUUID()}`, refused: [], acknowledged: false, slowest: 0 };
    all.push(row);
    const key = randomUUID();
    for (let tries = 0; !row.acknowledged && tries < 200; tries++) {
      const began = Date.now();
      const answer = await fetch(`${own.url}/api/arbo-masterlist/update`, {
        method: "PUT",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "idempotency-key": key,
        },
        body: JSON.stringify([{ ...office, arbo_name: row.name }]),
        signal: AbortSignal.timeout(60_000),
      }).catch(() => null);
      row.slowest = Math.max(row.slowest, Date.now() - began);
      row.acknowledged = answer?.status === 200;
      if (row.acknowledged) break;
      const body = (await answer?.json().catch(() => null)) as { outcome?: string } | null;
      row.refused.push({ outcome: answer ? body?.outcome : "unknown", stored: await isStored(row.name) });
      await sleep(300);
    }
  }
  return all;
}

async function counted(names: readonly string[]): Promise<Map<string, number>> {
  const database = openDatabase(own.superuserUrl, { most: 1 });
  try {
    const rows = await database.unsafe<{ arbo_name: string; times: number }[]>(
      `select arbo_name, count(*)::integer as times from public.arbo_masterlist
       where arbo_name = any ($1::text[]) group by arbo_name`,
      [`{${names.map((name) => `"${name}"`).join(",")}}`],
    );
    return new Map(rows.map(({ arbo_name, times }) => [arbo_name, times]));
  } finally {
    await database.end();
  }
}

/** Checks whether the row is stored. Returns null while the database does not respond. */
const isStored = (name: string): Promise<boolean | null> =>
  counted([name]).then(
    (found) => found.has(name),
    () => null,
  );

it("While functions, Postgres and the system are killed, each saved row is stored once, and no response says that a stored row was not saved.", {
  timeout: 400_000,
}, async () => {
  const kills = ["function api", "postgres", "function api", "function api", "postgres", "system"];
  let over = false;
  const writing = Promise.all(Array.from({ length: 4 }, () => writer(() => over)));
  for (const kill of kills) {
    await sleep(1500);
    if (kill === "system") {
      await own.end("SIGKILL");
      own = await startStackProcess(path.join(folder, "data"));
    } else process.kill(own.pids()[kill] ?? 0, "SIGKILL");
    await until(isResponding, 90_000);
  }
  over = true;
  const saved = (await writing).flat();
  const found = await counted(saved.map(({ name }) => name));
  expect(saved.filter(({ acknowledged }) => !acknowledged)).toEqual([]);
  expect(saved.map(({ name }) => found.get(name))).toEqual(saved.map(() => 1));
  const hidden = saved.filter(({ refused }) =>
    refused.some(({ outcome, stored }, at) => outcome === "nothing" && stored && at === 0),
  );
  expect(hidden).toEqual([]);
  expect(Math.max(...saved.map(({ slowest }) => slowest))).toBeLessThan(20_000);
  const refused = saved.flatMap((row) => row.refused);
  console.info(
    `${saved.length} rows, ${refused.length} tries refused, ${refused.filter(({ outcome }) => outcome !== "nothing").length} of them with an unknown outcome`,
  );
});
