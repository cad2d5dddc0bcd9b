/** A DATA_DIR that is copied, moved or restored is the same system; one of which a part is missing is no new one. */
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
const nobody = { uid: 65534, gid: 65534 };
let folder: string;
/** A system that was stopped, with one row of its own. */
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

/** What is said when it does not start. */
async function refusal(dataDir: string): Promise<string> {
  try {
    await (await startBare(dataDir)).stop();
  } catch (error) {
    expect(error).toMatchObject({ name: "StackError" });
    return (error as Error).message;
  }
  throw new Error(`${dataDir} started, and should not have.`);
}

beforeAll(async () => {
  // Closed to all but its maker, as /root is.
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

describe("a DATA_DIR", () => {
  it("holds its database, also where only root may enter", () => {
    expect(existsSync(path.join(original, "postgres/PG_VERSION"))).toBe(true);
  });

  it("is the same system after it was moved", async () => {
    const moved = path.join(folder, "moved".repeat(30));
    await rename(await copyOf(original), moved);
    const stack = await startBare(moved);
    expect(await rowsAt(stack.superuserUrl)).toEqual(["first"]);
    await stack.stop();
  });

  it("is copied while it runs, and the copy runs beside it", async () => {
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

  it.skipIf(!root)("goes from root to another user and back (needs root)", async () => {
    const open = await mkdtemp(path.join(os.tmpdir(), "data-dir-open-"));
    try {
      await chmod(open, 0o777);
      const copy = path.join(open, "copy");
      execFileSync("cp", ["-a", original, copy]);
      await expect(spawnBare(copy, nobody)).rejects.toThrow(/sudo chown -R 65534:65534 '.+copy'/);
      execFileSync("chown", ["65534:65534", copy]);
      await expect(spawnBare(copy, nobody)).rejects.toThrow(/belongs to another user/);
      execFileSync("chown", ["-R", "65534:65534", copy]);
      const theirs = await spawnBare(copy, nobody);
      expect(await rowsAt(theirs.superuserUrl)).toEqual(["first"]);
      await theirs.stop();
      execFileSync("chmod", ["755", path.join(copy, "postgres")]);
      const roots = await spawnBare(copy);
      expect(await rowsAt(roots.superuserUrl)).toEqual(["first"]);
      await roots.stop();
    } finally {
      await rm(open, { recursive: true, force: true });
    }
  });

  it("without its database is an error, also where an earlier release made it", async () => {
    const copy = await copyOf(original);
    await rm(path.join(copy, "postgres"), { recursive: true });
    expect(await refusal(copy)).toMatch(/The database of .+ is missing.+npm run db:reset/s);
    const { cluster, ...earlier } = JSON.parse(await readFile(path.join(copy, "secrets.json"), "utf8"));
    expect(cluster).toMatch(/^\d{15,}$/);
    await writeFile(path.join(copy, "secrets.json"), JSON.stringify(earlier));
    expect(await refusal(copy)).toMatch(/The database of .+ is missing/);
    expect(existsSync(path.join(copy, "postgres"))).toBe(false);
  });

  it("without whole secrets of its own is an error", async () => {
    const copy = await copyOf(original);
    const secrets = path.join(copy, "secrets.json");
    const own = await readFile(secrets, "utf8");
    await writeFile(secrets, own.slice(0, 50));
    expect(await refusal(copy)).toMatch(/secrets\.json is damaged.+npm run db:reset/s);
    await rm(secrets);
    expect(await refusal(copy)).toMatch(/secrets\.json is missing, but .+postgres exists/);
    await writeFile(secrets, own.replace(/"cluster": "\d+"/, '"cluster": "7000000000000000000"'));
    expect(await refusal(copy)).toMatch(/do not belong together/);
    await rm(path.join(copy, "postgres"), { recursive: true });
    await rm(path.join(copy, "logs"), { recursive: true });
    await rm(secrets);
    await mkdir(path.join(copy, "storage/ab"), { recursive: true });
    expect(await refusal(copy)).toMatch(/secrets\.json is missing, but .+storage.* exists/);
  });

  it("with half a database is an error", async () => {
    const copy = await copyOf(original);
    await rm(path.join(copy, "postgres/PG_VERSION"));
    expect(await refusal(copy)).toMatch(/is not a complete database: PG_VERSION is missing/);
  });

  it("begins anew after db:reset, whatever was missing", async () => {
    const copy = await copyOf(original);
    await rm(path.join(copy, "postgres"), { recursive: true });
    const removal = await openForRemoval(copy);
    await removal.remove();
    await removal.release();
    const stack = await startBare(copy);
    await expect(rowsAt(stack.superuserUrl)).rejects.toThrow(/does not exist/);
    await stack.stop();
  });

  it("is a folder", async () => {
    const file = path.join(folder, "a-file");
    await writeFile(file, "");
    expect(await refusal(file)).toMatch(/it is a file/);
    expect(await refusal(path.join(file, "inside"))).toMatch(/is inside of one/);
  });
});
