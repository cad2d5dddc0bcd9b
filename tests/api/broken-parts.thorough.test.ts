/** Breaks parts of a running system and checks what /api/health reports. Runs on a separate stack. */
import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { identityOf } from "../../supabase/local/common/processes.ts";
import { demoPassword, type StackProcess, startStackProcess } from "../support/stack-process.ts";

let folder: string;
let own: StackProcess;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "broken-parts-"));
  own = await startStackProcess(path.join(folder, "data"));
  token = await signIn();
}, 180_000);

afterAll(async () => {
  await own?.end("SIGTERM");
  await rm(folder, { recursive: true, force: true });
}, 60_000);

async function signIn(): Promise<string> {
  const answer = await fetch(`${own.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: demoPassword }),
  });
  return ((await answer.json()) as { data: { session: { access_token: string } } }).data.session.access_token;
}

interface Health {
  status: number;
  body: { message?: string; request_id?: string; details?: { field?: string; message: string }[] };
}

async function health(administrator: boolean): Promise<Health> {
  const answer = await fetch(`${own.url}/api/health`, {
    headers: administrator ? { authorization: `Bearer ${token}` } : {},
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

/**
 * Polls /api/health until it returns the expected status. Polling is needed because health caches each result for a few
 * seconds.
 */
async function healthOnce(status: number, patience = 30_000): Promise<void> {
  const began = Date.now();
  while ((await health(false)).status !== status) {
    expect(Date.now() - began, `health ${status}`).toBeLessThan(patience);
    await sleep(250);
  }
}

/** Checks that health names the broken part to administrators, and shows other callers only that a part is broken. */
async function expectBroken(
  parts: string[],
  words: RegExp,
  publicMessage = "A part of the system does not work.",
): Promise<void> {
  await healthOnce(503);
  const [anybody, administrator] = [await health(false), await health(true)];
  expect(anybody).toMatchObject({ status: 503, body: { request_id: expect.any(String) } });
  expect(anybody.body.details).toEqual([{ message: publicMessage }]);
  expect(administrator.status).toBe(503);
  expect(administrator.body.details?.map(({ field }) => field)).toEqual(parts);
  expect(administrator.body.details?.map(({ message }) => message).join(" ")).toMatch(words);
}

const storageFolder = () => path.join(own.dataDir, "storage");

it("During 300 simultaneous requests, the health endpoint writes to the database at most 5 times.", async () => {
  await healthOnce(200);
  const { body } = await health(true);
  expect(body).toMatchObject({
    data: {
      parts: ["database", "migrations", "storage", "disk", "functions", "auth", "figures"].map((part) => ({
        part,
        problem: null,
        milliseconds: expect.any(Number),
      })),
    },
  });
  const database = openDatabase(own.superuserUrl, { most: 1 });
  const written = async () => {
    const [row] = await database`select pg_stat_get_tuples_updated('private.pulse'::regclass)::int as n`;
    return Number(row?.n);
  };
  try {
    await sleep(6000);
    const before = await written();
    const answers = await Promise.all(Array.from({ length: 300 }, () => health(false)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    await sleep(1500);
    expect((await written()) - before).toBeLessThanOrEqual(5);
  } finally {
    await database.end();
  }
}, 60_000);

it("The health endpoint reports a problem if the storage folder is missing or is a file.", {
  timeout: 90_000,
}, async () => {
  const away = `${storageFolder()}.away`;
  await rename(storageFolder(), away);
  try {
    await expectBroken(["storage", "disk"], /folder of the stored files is missing/);
    // The system must not recreate the missing storage folder, because this would silently hide the loss of
    // its files.
    expect(await readdir(own.dataDir)).not.toContain("storage");
    await writeFile(storageFolder(), "");
    await sleep(6000);
    expect((await health(false)).status).toBe(503);
  } finally {
    await rm(storageFolder(), { force: true });
    await rename(away, storageFolder());
  }
  await healthOnce(200);
});

it("The health endpoint reports a problem if the disk with the stored files is full.", {
  timeout: 90_000,
}, async ({ skip }) => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", storageFolder()], {
      stdio: "ignore",
    });
  } catch {
    skip("only who may mount can fill a disk of their own");
  }
  try {
    await writeFile(path.join(storageFolder(), "full"), Buffer.alloc(64 * 1024)).catch(() => undefined);
    await expectBroken(
      ["storage", "disk"],
      /disk is full: 0 MB left/,
      "The disk of the server is full. Ask the server administrator to free space.",
    );
  } finally {
    execFileSync("umount", [storageFolder()]);
  }
  await healthOnce(200);
});

it("If an edge function hangs, the health endpoint names this function and the system restarts it.", {
  timeout: 90_000,
}, async () => {
  const pid = own.pids()["function charts"] ?? 0;
  process.kill(pid, "SIGSTOP");
  await expectBroken(["functions"], /charts/);
  await healthOnce(200, 45_000);
  expect(own.pids()["function charts"]).not.toBe(pid);
});

it("If the main process was killed, the next start of the system ends all child processes that are still running.", {
  timeout: 180_000,
}, async () => {
  const left = Object.values(own.pids()).map((pid) => ({ pid, identity: identityOf(pid) }));
  await own.end("SIGKILL");
  // Killing the parent process leaves the database and the functions running. The test also makes one of them hang.
  process.kill(left[0]?.pid ?? 0, "SIGSTOP");
  const alive = () => left.filter(({ pid, identity }) => identity !== null && identityOf(pid) === identity);
  expect(alive().length).toBeGreaterThan(0);
  own = await startStackProcess(own.dataDir);
  expect(alive()).toEqual([]);
  expect(await signIn()).not.toBe("");
  await healthOnce(200);
});
