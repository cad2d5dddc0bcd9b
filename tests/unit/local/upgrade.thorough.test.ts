/** An upgrade keeps a backup of the earlier database. A failed upgrade restores the earlier database. */
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { BackupFolder } from "../../../supabase/local/backup/backup-folder.ts";
import { backUpBeforeUpgrade } from "../../../supabase/local/backup/before-upgrade.ts";
import { restoreCluster } from "../../../supabase/local/backup/cluster-restore.ts";
import { projectRoot } from "../../../supabase/local/common/settings.ts";
import type { StackError } from "../../../supabase/local/common/stack-error.ts";
import { pushMigrations } from "../../../supabase/local/postgres/migrations.ts";
import { type Stack, startStack } from "../../../supabase/local/stack.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const first = "20250101000100_first";
const good = "20250101000200_good";
const bad = "20250101000300_bad";
let folder: string;
let project: string;
const at = (name: string) => path.join(folder, name);
const file = (name: string) => path.join(project, `supabase/migrations/${name}.sql`);
const add = (name: string, text: string) => writeFile(file(name), text);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "upgrades-"));
  project = at("project");
  await mkdir(path.join(project, "supabase/migrations"), { recursive: true });
  await cp(path.join(projectRoot, "supabase/config.toml"), path.join(project, "supabase/config.toml"));
  await add(first, "create table public.kept (id int);\n");
  const { stack } = await start("original");
  await inDatabase(stack, (sql) => sql`insert into public.kept select generate_series(1, 500)`);
  await stack.stop();
  await mkdir(at("original/storage/ab"), { recursive: true });
  await writeFile(at(`original/storage/ab/${"ab".repeat(32)}`), "a photo");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Adds the migration of the next release (`good`). Some tests also add a third migration (`bad`). */
beforeEach(async () => {
  await add(good, "create role made_by_good; alter table public.kept add column note text;\n");
  await rm(file(bad), { force: true });
});

async function start(name: string): Promise<{ stack: Stack; lines: string[] }> {
  const lines: string[] = [];
  const bare = { seed: "none", demoPassword: "not-used-here", web: false, functions: false } as const;
  const progress = (line: string) => lines.push(line);
  const stack = await startStack({ ...bare, dataDir: at(name), port: 0, migrationsFrom: project, progress });
  return { stack, lines };
}
async function copyOf(name: string): Promise<string> {
  await cp(at("original"), at(name), { recursive: true, preserveTimestamps: true });
  return name;
}
async function inDatabase<Result>(
  { superuserUrl }: Pick<Stack, "superuserUrl">,
  work: (sql: Database) => Promise<Result>,
) {
  const sql = openDatabase(superuserUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
/**
 * Returns the columns and the number of rows of the table `kept`, the applied migrations, and the number of roles that
 * a migration created.
 */
const stateOf = (stack: Pick<Stack, "superuserUrl">) =>
  inDatabase(stack, async (sql) => {
    const [columns] = await sql`
      select string_agg(attname, ' ' order by attnum) as names from pg_attribute where attrelid = 'public.kept'::regclass and attnum > 0`;
    const [rows] = await sql`select count(*)::int as n from public.kept`;
    const versions = await sql`select version from supabase_migrations.schema_migrations order by 1`;
    const roles = await sql`select 1 from pg_roles where rolname = 'made_by_good'`;
    return [
      columns?.names,
      rows?.n,
      versions.map(({ version }) => version.slice(-3)).join(" "),
      roles.length,
    ];
  });
/** Checks whether the database was shut down cleanly (state 1 in pg_control) and so needs no recovery. */
async function hasRecovered(name: string): Promise<boolean> {
  const control = await readFile(at(`${name}/postgres/global/pg_control`));
  return control.readInt32LE(16) === 1 && !existsSync(at(`${name}/postgres/backup_label`));
}
const asBefore = ["id", 500, "100", 0];

it("An upgrade backs up the database and deletes the previous upgrade's backup.", async () => {
  const name = await copyOf("upgraded");
  const { stack, lines } = await start(name);
  expect(await stateOf(stack)).toEqual(["id note", 500, "100 200", 1]);
  await stack.stop();
  const said = lines.find((line) => line.includes("before the upgrade"));
  const [backup] = await new BackupFolder(at("upgraded/before-upgrade")).names();
  expect(said).toMatch(new RegExp(`is in ${at("upgraded/before-upgrade")}/${backup}$`));
  const again = await start(name);
  await again.stack.stop();
  expect(again.lines.join()).not.toMatch(/upgrade/);

  await add(bad, "alter table public.kept add column more text;\n");
  await (await start(name)).stack.stop();
  const kept = new BackupFolder(at("upgraded/before-upgrade"));
  expect(await kept.names()).not.toContain(backup);
  expect(await kept.names()).toHaveLength(1);
  const newest = await kept.newest();
  expect(newest?.migrations.map((version) => version.slice(-3))).toEqual(["100", "200"]);
  // The backup contains hard links to the stored files, so these files use no additional disk space.
  expect((await stat(at(`upgraded/storage/ab/${"ab".repeat(32)}`))).nlink).toBe(2);

  await restoreCluster(kept, { ...(newest as NonNullable<typeof newest>), migrations: [] }, at("restored"));
  const { stack: restored } = await start("restored");
  expect((await stateOf(restored)).slice(1)).toEqual([500, "100 200 300", 1]);
  await restored.stop();
});

it("If an upgrade fails, the system restores the database to its state before the upgrade.", async () => {
  const name = await copyOf("failed");
  await add(bad, "insert into public.kept values (501);\nselect 1 / 0;\n");
  const { message: failure, exitCode } = await start(name).then(
    () => Promise.reject(new Error("The upgrade did not fail.")),
    (error: StackError) => error,
  );
  expect(exitCode).toBe(78);
  expect(failure).toMatch(/division by zero/);
  expect(failure).toMatch(
    /The upgrade failed, and the database was restored to its state before.+20250101000100/,
  );
  expect(await hasRecovered(name)).toBe(true);
  await Promise.all([good, bad].map((migration) => rename(file(migration), at(migration))));
  const { stack } = await start(name);
  expect(await stateOf(stack)).toEqual(asBefore);
  await inDatabase(stack, (sql) => sql`insert into public.kept values (501)`);
  await stack.stop();
  await Promise.all([good, bad].map((migration) => rename(at(migration), file(migration))));

  // A row that a user entered between the two failed upgrades must survive the second one.
  await expect(start(name)).rejects.toThrow(/The upgrade failed/);
  await rm(file(bad));
  const { stack: mended } = await start(name);
  expect(await stateOf(mended)).toEqual(["id note", 501, "100 200", 1]);
  await mended.stop();
  expect((await readdir(at(name))).filter((part) => /failed|putting/.test(part))).toEqual([]);
});

it("If an upgrade is interrupted and fails at the next start, the system restores the database from before the upgrade.", async () => {
  const name = await copyOf("cut-off");
  await rename(file(good), at(good));
  const { stack } = await start(name);
  await backUpBeforeUpgrade(at(name), stack.superuserUrl, ["20250101000100"], "20250101000300");
  await rename(at(good), file(good));
  await pushMigrations(stack.databaseUrl, at("home"), project);
  await stack.stop();
  await add(bad, "select 1 / 0;\n");
  await expect(start(name)).rejects.toThrow(/The upgrade failed/);
  await Promise.all([good, bad].map((migration) => rm(file(migration))));
  const { stack: before } = await start(name);
  expect(await stateOf(before)).toEqual(asBefore);
  await before.stop();
});

/** Creates a system whose upgrade to `good` was killed after the last migration and before the upgrade was recorded. */
async function killAfterLastMigration(name: string): Promise<string> {
  await copyOf(name);
  await rename(file(good), at(good));
  const { stack } = await start(name);
  await backUpBeforeUpgrade(at(name), stack.superuserUrl, ["20250101000100"], "20250101000200");
  await rename(at(good), file(good));
  await pushMigrations(stack.databaseUrl, at("home"), project);
  await stack.stop();
  return name;
}

it("If an upgrade was killed after its last migration, the next start of the system completes it.", async () => {
  const name = await killAfterLastMigration("noted");
  expect(existsSync(at("noted/before-upgrade/unfinished"))).toBe(true);
  await (await start(name)).stack.stop();
  expect(existsSync(at("noted/before-upgrade/unfinished"))).toBe(false);
});

it("If an upgrade was killed after its last migration, a later failed upgrade does not undo it.", async () => {
  const name = await killAfterLastMigration("killed");
  await add(bad, "select 1 / 0;\n");
  await expect(start(name)).rejects.toThrow(/The upgrade failed.+20250101000200, can be started/s);
  await rm(file(bad));
  const { stack } = await start(name);
  expect(await stateOf(stack)).toEqual(["id note", 500, "100 200", 1]);
  await stack.stop();
});
