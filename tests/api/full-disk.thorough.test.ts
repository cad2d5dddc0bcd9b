/**
 * The disk of the database is full. Signing in writes to the database, so no user can sign in. The sign-in endpoint
 * and /api/health state the reason, and the system recovers by itself when there is space again. Runs on a separate
 * stack on a small disk.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { demoPassword, type StackProcess, startStackProcess } from "../support/stack-process.ts";
import { fillDisk, mountDisk } from "../support/tiny-disk.ts";

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
}, 60_000);

const sentence = "The disk of the server is full. Ask the server administrator to free space.";

interface ApiResponse {
  status: number;
  body: { message?: string; outcome?: string };
}

async function ask(own: StackProcess, target: string, init: RequestInit = {}): Promise<ApiResponse> {
  const answer = await fetch(own.url + target, { signal: AbortSignal.timeout(60_000), ...init });
  return { status: answer.status, body: (await answer.json()) as ApiResponse["body"] };
}

const json = { "content-type": "application/json" };
const signIn = (own: StackProcess) =>
  ask(own, "/api/auth/login", {
    method: "POST",
    headers: json,
    body: JSON.stringify({ username: "admin", password: demoPassword }),
  });

it("The sign-in endpoint and /api/health report that the disk is full.", { timeout: 900_000 }, async ({
  skip,
}) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "full-disk-"));
  const data = path.join(folder, "data");
  await mkdir(data);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const takeAway = mountDisk(data, 900);
  if (!takeAway) return skip("only who may mount can fill a disk of their own");
  cleanups.push(takeAway);
  const own = await startStackProcess(data);
  cleanups.push(() => own.end("SIGTERM"));
  const { status, body } = await signIn(own);
  expect(status).toBe(200);
  const { access_token: token } = (body as { data: { session: { access_token: string } } }).data.session;

  const filling = await fillDisk(data);
  // Waits, because health results are cached for a few seconds.
  await sleep(6000);
  const began = Date.now();
  expect(await ask(own, "/api/health")).toMatchObject({ status: 503, body: { message: sentence } });
  // Signing in still works for a while, because Postgres first uses space that it has already allocated.
  let refused = await signIn(own);
  for (let tries = 0; refused.status === 200 && tries < 200; tries++) refused = await signIn(own);
  expect(refused).toMatchObject({ status: 503, body: { message: `Sign-in is not possible. ${sentence}` } });
  expect(Date.now() - began).toBeLessThan(120_000);
  const rows = Array.from({ length: 400 }, (_, n) => ({ arbo_name: `Full ${n}`, remarks: "x".repeat(3000) }));
  const saved = await ask(own, "/api/arbo-masterlist/update", {
    method: "PUT",
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify(rows),
  });
  expect(saved.status).not.toBe(200);

  await rm(filling);
  for (const until = Date.now() + 90_000; ; await sleep(500)) {
    const again = await signIn(own).catch(() => null);
    if (again?.status === 200) break;
    expect(Date.now(), JSON.stringify(again)).toBeLessThan(until);
  }
});
