/** `npm run db:reset` shows what will be lost and asks before it deletes. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { projectRoot } from "../../../supabase/local/common/settings.ts";
import { spawnBare, startBare } from "../../support/bare-stack.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let dataDir: string;
const cluster = () => existsSync(path.join(dataDir, "postgres/PG_VERSION"));
const command = ["--import", "tsx", "supabase/local/reset.ts"];
const options = () =>
  ({ cwd: projectRoot, env: { ...process.env, DATA_DIR: dataDir }, encoding: "utf8" }) as const;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "reset-"));
  dataDir = path.join(folder, "demo-data");
  const stack = await startBare(dataDir);
  const sql = openDatabase(stack.superuserUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
  await sql`create table public.kept (id int, row_version int)`;
  await sql`insert into public.kept select n, 1 from generate_series(1, 1234) n`;
  await sql.end();
  await stack.stop();
  await mkdir(path.join(dataDir, "storage/ab"), { recursive: true });
  await writeFile(path.join(dataDir, "storage/ab", "a".repeat(64)), Buffer.alloc(2 ** 20));
  await writeFile(path.join(dataDir, "storage/ab", `${"a".repeat(64)}.json`), "{}");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("The command db:reset deletes nothing without a terminal.", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, options());
  expect(stdout).toContain(`This permanently deletes everything in ${dataDir}`);
  expect(stdout).toMatch(/1,234 records\n.*0 sign-ins\n.*1 stored file of 1\.0 MB/);
  expect(stderr).toMatch(/Nothing was deleted, because there is no terminal .+ Use --yes/);
  expect([status, cluster()]).toEqual([1, true]);
});

it("The command db:reset refuses to delete the database of a running system.", async () => {
  const running = await spawnBare(dataDir);
  const { status, stderr } = spawnSync(process.execPath, [...command, "--yes"], options());
  await running.stop();
  expect(stderr).toMatch(/Another start \(process \d+\) is using/);
  expect([status, cluster()]).toEqual([1, true]);
});

it.skipIf(spawnSync("script", ["--version"]).status !== 0)(
  "The command db:reset asks a user at a terminal for the folder's name (needs the program `script`).",
  () => {
    const line = [process.execPath, ...command].join(" ");
    const answer = (input: string) =>
      spawnSync("script", ["-qec", line, "/dev/null"], { ...options(), input });
    expect(answer("yes\n").stdout).toMatch(/Type the folder's name, demo-data.+the name does not match/s);
    expect(cluster()).toBe(true);
    expect(answer("demo-data\n").stdout).toMatch(/The database in .+ was deleted/);
    expect(cluster()).toBe(false);
  },
);

it.each([
  ["logs/postgres.log", "logs/postgres.log"],
  ["storage/ab/letter.txt", "storage"],
  ["restoring/postgres/PG_VERSION", "restoring"],
])("The command db:reset deletes %s, with which the system does not start.", async (file, trace) => {
  const left = path.join(folder, trace.replace("/", "-"));
  await mkdir(path.dirname(path.join(left, file)), { recursive: true });
  await writeFile(path.join(left, file), "");
  await expect(startBare(left)).rejects.toThrow(/npm run db:reset/);
  const env = { ...process.env, DATA_DIR: left };
  const { status, stdout } = spawnSync(process.execPath, [...command, "--yes"], { ...options(), env });
  expect([status, stdout]).toEqual([0, expect.stringContaining(`traces of them: ${trace}\n`)]);
  await (await startBare(left)).stop();
});

it("The command db:reset finds no database in an empty folder.", async () => {
  const empty = path.join(folder, "empty");
  await mkdir(empty);
  const { status, stdout } = spawnSync(process.execPath, [...command, "--yes"], {
    ...options(),
    env: { ...process.env, DATA_DIR: empty },
  });
  expect([status, stdout, readdirSync(empty)]).toEqual([0, `There is no database in ${empty}.\n`, []]);
});

it("The command db:reset with the option --yes deletes the database without asking.", async () => {
  await (await startBare(dataDir)).stop();
  expect(cluster()).toBe(true);
  // Simulates the folders that remain if a failed upgrade is killed while it restores the database.
  const left = ["postgres.failed", "putting-back"].map((name) => path.join(dataDir, name));
  for (const name of left) await mkdir(path.join(name, "postgres"), { recursive: true });
  execFileSync(process.execPath, [...command, "--yes"], options());
  expect([cluster(), existsSync(path.join(dataDir, "secrets.json"))]).toEqual([false, true]);
  expect(left.filter((name) => existsSync(name))).toEqual([]);
  await (await startBare(dataDir)).stop();
});
