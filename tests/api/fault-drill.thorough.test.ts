/**
 * Kills functions, Postgres and the whole system while users save. No acknowledged row may be lost, no row may be
 * stored twice, and no request may take 20 seconds. Runs on a separate stack.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { demoPassword, type StackProcess, startStackProcess } from "../support/stack-process.ts";
import {
  aBatch,
  aRow,
  createSupport,
  keepSaving,
  photosOf,
  type Save,
  timesStored,
} from "./fault-writers.ts";

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

it("After the API's process is killed, the next request to the system succeeds within two seconds.", {
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

/**
 * Number of kills, and number of users who save single rows. `DRILL=full` selects larger numbers and takes a quarter of
 * an hour.
 */
const size = process.env.DRILL === "full" ? { kills: 20, rowWriters: 12 } : { kills: 6, rowWriters: 4 };
const kills = ["function api", "postgres", "function api", "function api", "postgres", "system"] as const;

it("If users repeat their saves after a process of the system was killed, each row is stored exactly once.", {
  timeout: size.kills * 70_000,
}, async () => {
  const target = { own, token };
  const record = await createSupport(target);
  let over = false;
  const write = (next: () => Save) => keepSaving(target, next, () => over);
  const writing = Promise.all([
    ...Array.from({ length: size.rowWriters }, () => write(aRow)),
    write(aBatch),
    write(() => photosOf(record)),
  ]);
  for (let round = 0; round < size.kills; round++) {
    const kill = kills[round % kills.length] ?? "system";
    await sleep(1500);
    if (kill === "system") {
      await own.end("SIGKILL");
      own = await startStackProcess(path.join(folder, "data"));
      target.own = own;
    } else process.kill(own.pids()[kill] ?? 0, "SIGKILL");
    await until(isResponding, 90_000);
  }
  over = true;
  const saved = (await writing).flat();
  expect(saved.filter(({ acknowledged }) => !acknowledged)).toEqual([]);
  for (const table of ["arbo_masterlist", "form_11_geotags"] as const) {
    const all = saved.filter((one) => one.table === table);
    const ids = all.flatMap((one) => one.ids);
    const column = all[0]?.column ?? "arbo_name";
    expect(ids.length, table).toBeGreaterThan(0);
    const found = await timesStored(target, { table, column, ids });
    expect(ids.filter((id) => found.get(id) !== 1)).toEqual([]);
  }
  const hidden = saved.filter(({ refused }) =>
    refused.some(({ outcome, stored }, at) => outcome === "nothing" && stored && at === 0),
  );
  expect(hidden).toEqual([]);
  const slowest = Math.max(...saved.map((one) => one.slowest));
  expect(slowest).toBeLessThan(20_000);
  const refused = saved.flatMap((row) => row.refused);
  console.info(
    `${size.kills} kills, ${saved.length} saves of ${saved.flatMap(({ ids }) => ids).length} rows and photos, ${refused.length} tries refused, ${refused.filter(({ outcome }) => outcome !== "nothing").length} of them with an unknown outcome, slowest try ${slowest} ms`,
  );
});
