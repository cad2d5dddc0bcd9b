/**
 * Copies a DATA_DIR while the system writes to it. The copy must contain everything that was committed before the
 * copying began, or else refuse to start.
 */
import { execFile, execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { type BareStack, spawnBare, startBare } from "../../support/bare-stack.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let folder: string;
let original: BareStack;
let sql: Database;
const source = () => path.join(folder, "original");

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "copied-"));
  await chmod(folder, 0o777);
  original = await spawnBare(source());
  sql = openDatabase(original.superuserUrl, { most: 4, patience: Number.POSITIVE_INFINITY });
  await sql`create table kept (id int primary key, words text)`;
  await write(1, 20_000);
  await sql`checkpoint`;
  // Waits after the checkpoint, because file times are only accurate to a few milliseconds. Otherwise a newer folder
  // could look older than the checkpoint.
  await sleep(100);
});
afterAll(async () => {
  await sql?.end();
  await original?.stop();
  await rm(folder, { recursive: true, force: true });
});

const write = (from: number, to: number) =>
  sql`insert into kept select n, repeat(md5(n::text), 5) from generate_series(${from}::int, ${to}::int) n`;

/**
 * Returns the highest n for which the table and its index have all rows from 1 to n. Fails if the database is
 * inconsistent.
 */
async function wholeUntil(url: string): Promise<number> {
  const copy = openDatabase(url, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    const [table] =
      await copy`select count(*)::int as n, max(id) as last from kept where words = repeat(md5(id::text), 5)`;
    await copy`set enable_seqscan = off`;
    const [index] = await copy`select count(*)::int as n from kept where id > 0`;
    expect([table?.n, index?.n]).toEqual([table?.last, table?.last]);
    return table?.last;
  } finally {
    await copy.end();
  }
}

/** Copies parts of the folder one after the other, as a copy program might, and calls `between` half way. */
async function copyInOrder(name: string, first: string[], between: () => Promise<unknown>): Promise<string> {
  const copy = path.join(folder, name);
  await mkdir(path.join(copy, "postgres"), { recursive: true });
  const parts = execFileSync("ls", ["-A", path.join(source(), "postgres")], { encoding: "utf8" })
    .trim()
    .split("\n");
  const bring = (some: string[]) =>
    execFileSync("cp", [
      "-a",
      ...some.map((part) => path.join(source(), "postgres", part)),
      path.join(copy, "postgres"),
    ]);
  bring(first);
  await between();
  bring(parts.filter((part) => !first.includes(part)));
  execFileSync("cp", [
    "-a",
    ...["logs", "secrets.json", "stack.json"].map((part) => path.join(source(), part)),
    copy,
  ]);
  return copy;
}

let last = 20_000;
const more = async () => {
  await write(last + 1, last + 5000);
  last += 5000;
  await sql`checkpoint`;
};

it("A copy of a running system is complete if the write-ahead log is copied last.", async () => {
  const copy = await copyInOrder("data-first", ["base"], more);
  const started = await startBare(copy);
  expect(await wholeUntil(started.superuserUrl)).toBe(last);
  await started.stop();
  const again = await startBare(copy);
  expect(await wholeUntil(again.superuserUrl)).toBe(last);
  await again.stop();
});

it("The system refuses to start from a copy whose write-ahead log was copied first.", async () => {
  const copy = await copyInOrder("log-first", ["pg_wal", "global", "pg_xact"], more);
  await expect(startBare(copy)).rejects.toThrow(/is an incomplete copy of a running system: the last part/);
  await expect(startBare(copy)).rejects.toThrow(/copy of a running system: it was refused before/);
  expect(await wholeUntil(original.superuserUrl)).toBe(last);
});

it.each([
  ["its own user", undefined],
  ["another user", { uid: 65534, gid: 65534 }],
])("A `cp -a` copy of a running system, started by %s, is complete or refuses to start.", async (_, user) => {
  if (user && process.getuid?.() !== 0) return expect(user, "needs root").toBeTruthy();
  for (let tries = 1; ; tries++) {
    const copy = path.join(folder, `hot-${user?.uid}-${tries}`);
    // During the last try, the writer makes no checkpoints, because a checkpoint would make the copy incomplete.
    const stopWriting = goOnWriting(tries < 3);
    const before = last;
    // If a log file is renamed during the copy, cp does not find it, reports an error and continues.
    await promisify(execFile)("cp", ["-a", source(), copy]).catch(() => undefined);
    await stopWriting();
    expect(last).toBeGreaterThan(before);
    if (user) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, copy]);
    try {
      const started = await spawnBare(copy, user);
      expect(await wholeUntil(started.superuserUrl)).toBeGreaterThanOrEqual(before);
      await started.stop();
      return;
    } catch (error) {
      // A copy that lacks something must refuse to start and report that it is incomplete.
      expect(String(error)).toMatch(/is an incomplete copy/);
      expect(tries).toBeLessThan(3);
    }
  }
});

/** Writes rows until the returned function is called. */
function goOnWriting(withCheckpoints: boolean): () => Promise<void> {
  let going = true;
  const writing = (async () => {
    for (let n = 1; going; n++) {
      await write(last + 1, last + 200);
      last += 200;
      if (withCheckpoints && n % 20 === 0) await sql`checkpoint`;
    }
  })();
  return () => {
    going = false;
    return writing;
  };
}
