/**
 * A DATA_DIR that is copied, moved or restored is the same system. If a part is missing, the start fails instead of
 * creating a new system.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { openForRemoval } from "../../../supabase/local/remove-database.ts";
import { spawnBare, startBare } from "../../support/bare-stack.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root = process.getuid?.() === 0;
const otherUser = { uid: 65534, gid: 65534 };
let folder: string;
/** DATA_DIR of a stopped system with one row. */
let original: string;

const inDatabase = async <Result>(url: string, work: (sql: Database) => Promise<Result>) => {
  const sql = openDatabase(url, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
};
const rowsAt = (url: string) =>
  inDatabase(url, async (sql) => (await sql`select name from kept order by name`).map((row) => row.name));

let copies = 0;
async function copyOf(source: string): Promise<string> {
  const copy = path.join(folder, `copy-${++copies}`);
  execFileSync("cp", ["-a", source, copy]);
  return copy;
}

/** Returns the error message of a start that fails. */
async function startError(dataDir: string): Promise<string> {
  try {
    await (await startBare(dataDir)).stop();
  } catch (error) {
    expect(error).toMatchObject({ name: "StackError" });
    return (error as Error).message;
  }
  throw new Error(`${dataDir} started, and should not have.`);
}

beforeAll(async () => {
  // Like /root, this folder can be entered only by its owner.
  folder = await mkdtemp(path.join(os.tmpdir(), "data-dir-"));
  original = path.join(folder, "original");
  const stack = await startBare(original);
  await inDatabase(stack.superuserUrl, async (sql) => {
    await sql`create table kept (name text)`;
    await sql`insert into kept values ('first')`;
  });
  await stack.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("Folder DATA_DIR of the system", () => {
  it("The system keeps its database files in the folder DATA_DIR, even if other users can't read the parent folder.", () => {
    expect(existsSync(path.join(original, "postgres/PG_VERSION"))).toBe(true);
  });

  it("After the folder DATA_DIR has been moved, the system starts with the same rows.", async () => {
    const moved = path.join(folder, "moved".repeat(30));
    await rename(await copyOf(original), moved);
    const stack = await startBare(moved);
    expect(await rowsAt(stack.superuserUrl)).toEqual(["first"]);
    await stack.stop();
  });

  it("A user can run a second system on a copy of a running system's DATA_DIR.", async () => {
    const source = await spawnBare(await copyOf(original));
    try {
      await inDatabase(source.superuserUrl, (sql) => sql`insert into kept values ('second')`);
      const copy = await spawnBare(await copyOf(path.join(folder, `copy-${copies}`)));
      try {
        expect(await rowsAt(copy.superuserUrl)).toEqual(["first", "second"]);
        await inDatabase(copy.superuserUrl, (sql) => sql`delete from kept`);
        expect(await rowsAt(source.superuserUrl)).toEqual(["first", "second"]);
      } finally {
        await copy.stop();
      }
    } finally {
      await source.stop();
    }
  });

  it.skipIf(!root)(
    "After `chown -R` has given DATA_DIR to another user, both this user and root can start the system (needs root).",
    async () => {
      const open = await mkdtemp(path.join(os.tmpdir(), "data-dir-open-"));
      try {
        await chmod(open, 0o777);
        const copy = path.join(open, "copy");
        execFileSync("cp", ["-a", original, copy]);
        await expect(spawnBare(copy, otherUser)).rejects.toThrow(/sudo chown -R 65534:65534 '.+copy'/);
        execFileSync("chown", ["65534:65534", copy]);
        await expect(spawnBare(copy, otherUser)).rejects.toThrow(/belongs to another user/);
        execFileSync("chown", ["-R", "65534:65534", copy]);
        const theirs = await spawnBare(copy, otherUser);
        expect(await rowsAt(theirs.superuserUrl)).toEqual(["first"]);
        await theirs.stop();
        execFileSync("chmod", ["755", path.join(copy, "postgres")]);
        const roots = await spawnBare(copy);
        expect(await rowsAt(roots.superuserUrl)).toEqual(["first"]);
        await roots.stop();
      } finally {
        await rm(open, { recursive: true, force: true });
      }
    },
  );

  it("The system does not start if the database of an existing DATA_DIR is missing.", async () => {
    const copy = await copyOf(original);
    await rm(path.join(copy, "postgres"), { recursive: true });
    expect(await startError(copy)).toMatch(/The database of .+ is missing.+npm run db:reset/s);
    const { cluster, ...earlier } = JSON.parse(await readFile(path.join(copy, "secrets.json"), "utf8"));
    expect(cluster).toMatch(/^\d{15,}$/);
    await writeFile(path.join(copy, "secrets.json"), JSON.stringify(earlier));
    expect(await startError(copy)).toMatch(/The database of .+ is missing/);
    expect(existsSync(path.join(copy, "postgres"))).toBe(false);
  });

  it("The system does not start if the secrets in DATA_DIR are missing or damaged.", async () => {
    const copy = await copyOf(original);
    const secrets = path.join(copy, "secrets.json");
    const own = await readFile(secrets, "utf8");
    await writeFile(secrets, own.slice(0, 50));
    expect(await startError(copy)).toMatch(/secrets\.json is damaged.+npm run db:reset/s);
    await rm(secrets);
    expect(await startError(copy)).toMatch(/secrets\.json is missing, but .+postgres exists/);
    await writeFile(secrets, own.replace(/"cluster": "\d+"/, '"cluster": "7000000000000000000"'));
    expect(await startError(copy)).toMatch(/do not belong together/);
    await rm(path.join(copy, "postgres"), { recursive: true });
    await rm(path.join(copy, "logs"), { recursive: true });
    await rm(secrets);
    await mkdir(path.join(copy, "storage/ab"), { recursive: true });
    expect(await startError(copy)).toMatch(/secrets\.json is missing, but .+storage.* exists/);
  });

  it("The system does not start if the database in the DATA_DIR is incomplete.", async () => {
    const copy = await copyOf(original);
    await rm(path.join(copy, "postgres/PG_VERSION"));
    expect(await startError(copy)).toMatch(/is not a complete database: PG_VERSION is missing/);
  });

  it("The start of a database without the map of its files ends with an error message.", async () => {
    const copy = await copyOf(original);
    await rm(path.join(copy, "postgres/global/pg_filenode.map"));
    expect(await startError(copy)).toMatch(
      /^Postgres did not start.+the database is damaged\. Restore a backup/s,
    );
  });

  it("The system does not start without its folder of stored files, unless no file was ever stored.", async () => {
    const copy = await copyOf(original);
    const storage = path.join(copy, "storage");
    await rm(storage, { recursive: true });
    const stack = await startBare(copy);
    await inDatabase(stack.superuserUrl, async (sql) => {
      await sql`insert into storage.buckets (id, name) values ('evidence', 'evidence')`;
      await sql`insert into storage.objects (bucket_id, name) values ('evidence', 'a.jpg')`;
    });
    await stack.stop();
    await rm(storage, { recursive: true });
    expect(await startError(copy)).toMatch(/the database knows 1, but .+storage is not there.+from a backup/);
    expect(existsSync(storage)).toBe(false);
    await mkdir(storage);
    await (await startBare(copy)).stop();
  });

  it("The system without database files can start again after `npm run db:reset`.", async () => {
    const copy = await copyOf(original);
    await rm(path.join(copy, "postgres"), { recursive: true });
    const removal = await openForRemoval(copy);
    await removal.remove();
    await removal.release();
    const stack = await startBare(copy);
    await expect(rowsAt(stack.superuserUrl)).rejects.toThrow(/does not exist/);
    await stack.stop();
  });

  it("The system does not start if the path in DATA_DIR leads to a file.", async () => {
    const file = path.join(folder, "a-file");
    await writeFile(file, "");
    for (const dataDir of [file, path.join(file, "inside")])
      expect(await startError(dataDir)).toBe(`${file} is a file, but must be a folder.`);
  });
});
