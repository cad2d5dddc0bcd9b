/**
 * The disk of the database fills up. The stack refuses changes before the disk is full, so that administrators can
 * still sign in and see the reason. If other programs fill the disk, the stack deletes its reserve file. The system
 * recovers when there is space again. Runs on a separate stack.
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { reserveFile } from "../../supabase/local/common/disk-space.ts";
import { demoPassword, type StackProcess, startStackProcess } from "../support/stack-process.ts";
import { fillDisk, mountDisk } from "../support/tiny-disk.ts";
import { arbo } from "./support.ts";

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
}, 60_000);

const sentence = "The disk of the server is full. Ask the server administrator to free space.";

interface ApiResponse {
  status: number;
  body: { message?: string; outcome?: string; data?: object };
}

async function ask(own: StackProcess, target: string, init: RequestInit = {}): Promise<ApiResponse> {
  const answer = await fetch(own.url + target, { signal: AbortSignal.timeout(60_000), ...init });
  return { status: answer.status, body: (await answer.json()) as ApiResponse["body"] };
}

const json = { "content-type": "application/json" };
const bearer = (token: string) => ({ ...json, authorization: `Bearer ${token}` });
const signIn = (own: StackProcess) =>
  ask(own, "/api/auth/login", {
    method: "POST",
    headers: json,
    body: JSON.stringify({ username: "admin", password: demoPassword }),
  });

/** Signs in and returns the token. */
async function signedIn(own: StackProcess): Promise<string> {
  const { status, body } = await signIn(own);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body.data as { session: { access_token: string } }).session.access_token;
}

const save = (own: StackProcess, token: string) =>
  ask(own, "/api/arbo-masterlist/update", {
    method: "PUT",
    headers: bearer(token),
    body: JSON.stringify(arbo()),
  });

/** Retries until the function returns a truthy value. */
async function until<T>(read: () => Promise<T> | T): Promise<T> {
  for (const end = Date.now() + 90_000; ; await sleep(500)) {
    const value = await read();
    if (value) return value;
    expect(Date.now(), JSON.stringify(value)).toBeLessThan(end);
  }
}

it("While the disk is full, the system refuses every change, but lets an administrator sign in.", {
  timeout: 900_000,
}, async ({ skip }) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "full-disk-"));
  const data = path.join(folder, "data");
  await mkdir(data);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const takeAway = mountDisk(data, 1100);
  if (!takeAway) return skip("only who may mount can fill a disk of their own");
  cleanups.push(takeAway);
  const own = await startStackProcess(data);
  cleanups.push(() => own.end("SIGTERM"));
  const token = await signedIn(own);
  const hasReserve = () => existsSync(path.join(data, reserveFile));
  await until(hasReserve);
  expect(await save(own, token)).toMatchObject({ status: 200 });

  // Simulates another program that fills the disk except for 150 MB.
  const { bavail, bsize } = await statfs(data);
  const other = path.join(data, "other");
  for (let left = bavail * bsize - 150 * 2 ** 20; left > 0; left -= 2 ** 20)
    await writeFile(other, Buffer.alloc(2 ** 20), { flag: "a" });
  await until(async () => (await ask(own, "/api/health")).status === 503);
  // The stack measures the disk each second.
  await sleep(2000);
  expect(hasReserve()).toBe(true);
  await expectRefusedChanges(own, await signedIn(own));

  // Simulates another program that fills the disk to the last byte.
  const filling = await fillDisk(data);
  await until(() => !hasReserve());
  for (let times = 0; times < 60; times++) await signedIn(own);
  await expectRefusedChanges(own, await signedIn(own));

  // Simulates another program that also uses up the space of the deleted reserve file. Users can still sign in while
  // Postgres has space that it had already allocated.
  await fillDisk(data);
  let refused = await signIn(own);
  for (let tries = 0; refused.status === 200 && tries < 200; tries++) refused = await signIn(own);
  expect(refused).toMatchObject({ status: 503, body: { message: `Sign-in is not possible. ${sentence}` } });

  await rm(filling);
  await rm(other);
  await until(async () => (await signIn(own).catch(() => null))?.status === 200);
  await until(async () => (await save(own, await signedIn(own))).status === 200);
  await until(hasReserve);

  // The disk fills up while the system is stopped.
  await own.end("SIGTERM");
  await fillDisk(data);
  const restarted = await startStackProcess(data);
  cleanups.push(() => restarted.end("SIGTERM"));
  expect(hasReserve()).toBe(false);
  await expectRefusedChanges(restarted, await signedIn(restarted));
});

/** Expects that an administrator can read, sees that the disk is full, and can't save through the API or REST. */
async function expectRefusedChanges(own: StackProcess, token: string) {
  const everyone = await ask(own, "/api/health");
  expect(everyone).toMatchObject({ status: 503, body: { message: sentence } });
  const { body } = await ask(own, "/api/health", { headers: bearer(token) });
  const { parts } = body.data as { parts: { part: string; problem: string | null }[] };
  const failing = parts.filter(({ problem }) => problem !== null);
  expect(failing).toEqual([
    expect.objectContaining({
      part: "disk",
      problem: expect.stringMatching(
        /The disk is full: \d+ MB left\. Nothing can be saved until 200 MB are free\./,
      ),
    }),
  ]);
  const list = { method: "POST", headers: bearer(token), body: "{}" };
  expect((await ask(own, "/api/arbo-masterlist", list)).status).toBe(200);
  expect(await save(own, token)).toMatchObject({
    status: 503,
    body: {
      message: expect.stringMatching(/disk of the server is full. Nothing was saved/),
      outcome: "nothing",
    },
  });
  const change = { method: "PATCH", body: JSON.stringify({ remarks: "full" }) };
  const headers = { ...bearer(token), apikey: own.publishableKey };
  const rest = await ask(own, "/rest/v1/arbo_masterlist?id=eq.1", { ...change, headers });
  expect(rest).toMatchObject({ status: 503, body: { error_code: "disk_full" } });
}
