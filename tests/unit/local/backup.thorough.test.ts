/**
 * A folder of backups: the contents of a backup, incomplete backups, and unchanged files, which are not copied again.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { projectRoot } from "../../../supabase/local/common/settings.ts";
import { listTree } from "../../../supabase/local/postgres/cluster-place.ts";
import { findProcessesIn } from "../../../supabase/local/postgres/postgres-keeper.ts";
import { command, runEntry } from "../../support/backups.ts";
import { spawnBare, startBare } from "../../support/bare-stack.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let folder: string;
/** DATA_DIR of a stopped system with 2,000 rows and three stored files. */
let original: string;
const photos = ["first", "second", "third"].map((words) => Buffer.from(words.repeat(50_000)));

const at = (name: string) => path.join(folder, name);
const backup = (dataDir: string, to: string, ...more: string[]) =>
  command("backup", { DATA_DIR: dataDir }, to, ...more);
const restore = (from: string, dataDir: string, ...more: string[]) =>
  command("restore", { DATA_DIR: dataDir }, from, ...more);
const storedAt = (dataDir: string, key: string) => {
  const name = createHash("sha256").update(`evidence/${key}`).digest("hex");
  return path.join(dataDir, "storage", name.slice(0, 2), name);
};
async function store(dataDir: string, key: string, bytes: Buffer) {
  const file = storedAt(dataDir, key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
  await writeFile(`${file}.json`, JSON.stringify({ key }));
}
async function inDatabase<Result>(url: string, work: (sql: Database) => Promise<Result>) {
  const sql = openDatabase(url, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
async function rowsIn(dataDir: string): Promise<number> {
  const stack = await startBare(dataDir);
  const [row] = await inDatabase(stack.superuserUrl, (sql) => sql`select count(*)::int as n from kept`);
  await stack.stop();
  return row?.n;
}
const manifestsIn = async (to: string) => (await readdir(to)).filter((name) => name.endsWith(".json")).sort();
const pieceOf = (to: string, bytes: Buffer) => {
  const name = createHash("sha256").update(bytes).digest("hex");
  return path.join(to, "objects", name.slice(0, 2), name);
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "backups-"));
  original = at("original");
  const stack = await startBare(original);
  await inDatabase(
    stack.superuserUrl,
    (sql) => sql`create table kept as select n as id, md5(n::text) as words from generate_series(1, 2000) n`,
  );
  await stack.stop();
  for (const [n, bytes] of photos.entries()) await store(original, `photo-${n}`, bytes);
  await symlink(original, at("link-to-original"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
describe("Backup of the system", () => {
  it("A backup of a stopped system restores all rows, files and secrets.", async () => {
    const made = await backup(original, at("stopped"));
    expect(made.text).toMatch(/\d{8}T\d{9}Z\.json: .+ files, .+ MB/);
    expect(made.code).toBe(0);
    const restored = await restore(at("stopped"), at("stopped-restored"));
    expect(restored).toMatchObject({
      code: 0,
      text: expect.stringMatching(/The restored system matches the backup\. npm start serves it/),
    });
    for (const [n, bytes] of photos.entries())
      expect(await readFile(storedAt(at("stopped-restored"), `photo-${n}`))).toEqual(bytes);
    const secrets = (dataDir: string) => readFile(path.join(dataDir, "secrets.json"), "utf8");
    expect(await secrets(at("stopped-restored"))).toBe(await secrets(original));
    expect(await rowsIn(at("stopped-restored"))).toBe(2000);
  });

  it("A backup of a running system contains every write that was committed before the backup began.", async () => {
    await cp(original, at("running"), { recursive: true, preserveTimestamps: true });
    const stack = await spawnBare(at("running"));
    const sql = openDatabase(stack.superuserUrl, { most: 8, patience: Number.POSITIVE_INFINITY });
    try {
      await sql`create table written (writer int, n int, words text, primary key (writer, n))`;
      const counts = Array.from({ length: 8 }, () => 0);
      let over = false;
      const writers = counts.map(async (_, writer) => {
        while (!over) {
          const n = (counts[writer] ?? 0) + 1;
          await sql`insert into written values (${writer}, ${n}, ${"x".repeat(2000)})`;
          counts[writer] = n;
        }
      });
      while (counts.some((n) => n < 20)) await sleep(10);
      const before = [...counts];
      const made = await backup(at("running"), at("of-running"));
      over = true;
      await Promise.all(writers);
      expect(made).toMatchObject({ code: 0 });
      expect(counts.every((n, writer) => n > (before[writer] ?? 0))).toBe(true);
      expect(await restore(at("of-running"), at("running-restored"))).toMatchObject({ code: 0 });
      const copy = await startBare(at("running-restored"));
      const found = await inDatabase(copy.superuserUrl, (own) => {
        return own`select writer, count(*)::int as n, max(n) as last from written group by writer order by writer`;
      });
      await copy.stop();
      expect(found).toHaveLength(8);
      for (const { writer, n, last } of found) {
        expect(n).toBe(last);
        expect(n).toBeGreaterThanOrEqual(before[writer] ?? 0);
      }
    } finally {
      await sql.end();
      await stack.stop();
    }
  });

  it("A second backup into the same folder does not copy unchanged files again.", async () => {
    const to = at("twice");
    await cp(original, at("twice-of"), { recursive: true, preserveTimestamps: true });
    await backup(at("twice-of"), to);
    const first = await Promise.all(photos.map((bytes) => stat(pieceOf(to, bytes))));
    const more = Buffer.from("a new one");
    await store(at("twice-of"), "photo-new", more);
    expect(await backup(at("twice-of"), to)).toMatchObject({ code: 0 });
    const second = await Promise.all(photos.map((bytes) => stat(pieceOf(to, bytes))));
    expect(second.map(({ ino, mtimeMs }) => [ino, mtimeMs])).toEqual(
      first.map(({ ino, mtimeMs }) => [ino, mtimeMs]),
    );
    expect(existsSync(pieceOf(to, more))).toBe(true);
    const [older = "", newer = ""] = await manifestsIn(to);
    expect(await restore(to, at("twice-older"), older)).toMatchObject({ code: 0 });
    expect(existsSync(storedAt(at("twice-older"), "photo-new"))).toBe(false);
    expect(await restore(to, at("twice-newer"))).toMatchObject({ code: 0 });
    expect(await readFile(storedAt(at("twice-newer"), "photo-new"))).toEqual(more);
    expect((await backup(at("twice-of"), to, "--keep", "1")).text).toMatch(`Removed: ${older}, ${newer}`);
    expect(await restore(to, at("twice-kept"))).toMatchObject({ code: 0 });
    expect(await rowsIn(at("twice-kept"))).toBe(2000);
  });

  it("A backup without a file that the database knows names the file and removes no older backup.", async () => {
    const [dataDir, to] = [at("lossy"), at("of-lossy")];
    await cp(original, dataDir, { recursive: true, preserveTimestamps: true });
    const stack = await startBare(dataDir);
    await inDatabase(stack.superuserUrl, async (sql) => {
      await sql`insert into storage.buckets (id, name) values ('evidence', 'evidence')`;
      await sql`insert into storage.objects (bucket_id, name) select 'evidence', 'photo-' || n from generate_series(0, 2) n`;
    });
    await stack.stop();
    expect(await backup(dataDir, to, "--keep", "1")).toMatchObject({ code: 0 });
    await rm(storedAt(dataDir, "photo-1"));
    const { code, text } = await backup(dataDir, to, "--keep", "1");
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(/! 1 stored file is missing and not in this backup: photo-1\..+No older backup/s),
    ]);
    expect(await manifestsIn(to)).toHaveLength(2);
    await rm(path.join(dataDir, "storage"), { recursive: true });
    expect((await backup(dataDir, to)).text).toMatch(
      /3 stored files are missing .+: photo-0, photo-1, photo-2\./,
    );
  });

  it("A restore refuses an incomplete backup whose process was killed.", async () => {
    const to = at("killed");
    const child = spawn(
      process.execPath,
      ["supabase/local/bootstrap.mjs", "supabase/local/backup/commands/backup.ts", to],
      { cwd: projectRoot, env: { PATH: process.env.PATH, DATA_DIR: original }, stdio: "ignore" },
    );
    while (!existsSync(path.join(to, "objects")) || (await listTree(path.join(to, "objects"))).length < 100)
      await sleep(5);
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    expect(await manifestsIn(to)).toEqual(["stack.json"]);
    expect(await restore(to, at("killed-restored"))).toMatchObject({
      code: 1,
      text: expect.stringMatching(/There is no complete backup in /),
    });
    expect(existsSync(at("killed-restored"))).toBe(false);
    expect(await backup(original, to)).toMatchObject({ code: 0 });
    expect(existsSync(path.join(original, "stack.json")), "DATA_DIR is unlocked").toBe(false);
    expect(findProcessesIn(path.join(original, "postgres")), "no process remains").toEqual([]);
    expect(await restore(to, at("killed-restored"))).toMatchObject({ code: 0 });
  });

  it.each([
    [
      "of a missing system",
      () => [at("nowhere"), at("of-nowhere")],
      /There is no system in .+nowhere to back up/,
    ],
    [
      "into the system itself",
      () => [original, path.join(original, "backups")],
      /is inside .+ and would be lost with it/,
    ],
    [
      "into the system through a symbolic link",
      () => [original, path.join(at("link-to-original"), "backups")],
      /is inside .+ and would be lost with it/,
    ],
    ["without a folder", () => [original, ""], /Usage: DATA_DIR/],
  ] as const)("The backup command refuses a backup %s with an error message.", async (_, operands, words) => {
    const [dataDir = "", to = ""] = operands();
    const { code, text } = await command("backup", { DATA_DIR: dataDir }, ...(to ? [to] : []));
    expect([code, text]).toEqual([1, expect.stringMatching(words)]);
    expect(text).not.toMatch(/ at .+:\d+/);
  });
});

it("The export command refuses a folder inside of the system.", async () => {
  const target = path.join(original, "storage/ex");
  const { code, text } = await runEntry("supabase/local/export/export.ts", { DATA_DIR: original }, target);
  expect([code, text]).toEqual([1, expect.stringMatching(/is inside .+ and would be lost with it/)]);
});

describe("Restore of a backup", () => {
  let to: string;
  beforeAll(async () => {
    to = at("to-restore");
    expect(await backup(original, to)).toMatchObject({ code: 0 });
  });
  const damagedCopy = async (name: string) => {
    await cp(to, at(name), { recursive: true });
    return at(name);
  };

  it("The restore command accepts the path that the backup command prints.", async () => {
    const [name = ""] = await manifestsIn(to);
    const target = at("by path");
    expect(await restore(path.join(to, name), target)).toMatchObject({
      code: 0,
      text: expect.stringContaining(`npm start serves it, with DATA_DIR='${target}'.`),
    });
  });

  it("The restore command refuses a folder that is not empty.", async () => {
    await mkdir(at("full"));
    await writeFile(at("full/letter.txt"), "mine");
    const { code, text } = await restore(to, at("full"));
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(/is not empty \(letter\.txt\), and nothing was restored/),
    ]);
    expect(await readdir(at("full"))).toEqual(["letter.txt"]);
    expect((await restore(to, original)).text).toMatch(/is not empty/);
  });

  it("The system can't start from the folder of an interrupted restore.", async () => {
    await mkdir(at("cut-off/restoring/postgres"), { recursive: true });
    await expect(startBare(at("cut-off"))).rejects.toThrow(
      /secrets\.json is missing, but .+restoring.* exists/,
    );
    expect((await restore(to, at("cut-off"))).text).toMatch(/was interrupted.+rm -r/);
  });

  it("A restore leaves out a damaged photo of the backup and reports it.", async () => {
    const copy = await damagedCopy("damaged-photo");
    await appendFile(pieceOf(copy, photos[1] as Buffer), "!");
    await rm(pieceOf(copy, photos[2] as Buffer));
    const { code, text } = await restore(copy, at("without-photo"));
    expect(code).toBe(1);
    for (const n of [1, 2])
      expect(text).toContain(path.relative(at("without-photo"), storedAt(at("without-photo"), `photo-${n}`)));
    expect(text).toMatch(/Restored, but 2 problems were found/);
    expect(await readFile(storedAt(at("without-photo"), "photo-0"))).toEqual(photos[0]);
    expect(await rowsIn(at("without-photo"))).toBe(2000);
  });

  it("A restore from a backup with a damaged database restores nothing.", async () => {
    const copy = await damagedCopy("damaged-database");
    const [name = ""] = await manifestsIn(copy);
    const { files } = JSON.parse((await readFile(path.join(copy, name), "utf8")).slice(65));
    const piece: string = files["postgres/global/pg_control"].pieces[0];
    await writeFile(path.join(copy, "objects", piece.slice(0, 2), piece), "");
    const { code, text } = await restore(copy, at("no-database"));
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(/nothing was restored.+postgres\/global\/pg_control: .+ is damaged/s),
    ]);
    expect(await readdir(at("no-database"))).toEqual([]);
  });

  it("If the manifest of a backup is damaged, a restore reports the damage.", async () => {
    const copy = await damagedCopy("damaged-manifest");
    const [name = ""] = await manifestsIn(copy);
    const text = await readFile(path.join(copy, name), "utf8");
    await writeFile(path.join(copy, name), text.replace('"kind":"cluster"', '"kind":"clustre"'));
    expect((await restore(copy, at("no-manifest"))).text).toMatch(
      /is damaged: its content does not match its digest/,
    );
    await writeFile(path.join(copy, name), text.slice(0, 1000));
    expect((await restore(copy, at("no-manifest"))).text).toMatch(
      /is damaged: its content does not match its digest/,
    );
    expect((await restore(copy, at("no-manifest"), "20000101T000000000Z.json")).text).toMatch(
      /There is no backup/,
    );
  });
});
