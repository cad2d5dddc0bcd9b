/**
 * Tests two checks of migrations. One reports released migrations whose text was changed. The other, at a start of the
 * system, reports a database that was created by other migrations.
 */
import { appendFile, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { projectRoot } from "../../../supabase/local/common/settings.ts";
import {
  checkReleased,
  neededMigration,
  neededMigrationFile,
  projectMigrations,
} from "../../../supabase/local/postgres/migrations.ts";
import { startStack } from "../../../supabase/local/stack.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const first = "20250101000100_first";
const second = "20250101000200_second";
let folder: string;
let project: string;
const migration = (name: string) => path.join(project, `supabase/migrations/${name}.sql`);
const list = () => path.join(project, "supabase/released-migrations.txt");

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "migrations-"));
  project = path.join(folder, "project");
  await mkdir(path.join(project, "supabase/migrations"), { recursive: true });
  await cp(path.join(projectRoot, "supabase/config.toml"), path.join(project, "supabase/config.toml"));
  await writeFile(migration(first), "create table public.first (id int); -- with a remark;\n");
  await writeFile(
    migration(second),
    "insert into public.first\n  values (1);\ninsert into public.first values (2);\n",
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("List of released migrations", () => {
  it("The list of released migrations contains the hash of each migration's text.", async () => {
    expect(await checkReleased()).toEqual([]);
  });

  it("The generated file needed-migration.ts names the newest migration of the project.", async () => {
    expect(await readFile(neededMigrationFile, "utf8")).toBe(await neededMigration());
  });

  it("The check of released migrations reports each migration that was edited, deleted or added after the release.", async () => {
    for (const { hash, name } of await projectMigrations(project))
      await appendFile(list(), `${hash}  ${name}\n`);
    expect(await checkReleased(project)).toEqual([]);
    const text = await readFile(migration(first), "utf8");
    await writeFile(migration(first), text.replace("int", "bigint"));
    await rename(migration(second), migration("20250101000300_third"));
    expect(await checkReleased(project)).toEqual([
      expect.stringMatching(/^20250101000100_first is released and was edited/),
      expect.stringMatching(/^20250101000200_second is released and is gone/),
      expect.stringMatching(/^20250101000300_third is not recorded yet: run npm run db:release/),
    ]);
    await rename(migration("20250101000300_third"), migration(second));
    await writeFile(migration(first), text);
  });
});

describe("Migrations at the start of the local system", () => {
  const start = async (): Promise<string[]> => {
    const lines: string[] = [];
    const bare = { seed: "none", demoPassword: "not-used-here", web: false, functions: false } as const;
    const dataDir = path.join(folder, "data");
    const progress = (line: string) => lines.push(line);
    const stack = await startStack({ ...bare, dataDir, port: 0, migrationsFrom: project, progress });
    const sql = openDatabase(stack.superuserUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
    try {
      expect(await sql`select id from public.first order by id`).toEqual([{ id: 1 }, { id: 2 }]);
    } finally {
      await sql.end();
      await stack.stop();
    }
    return lines.filter((line) => line.startsWith("!"));
  };

  it("The system warns at its start if the text of an applied migration has changed.", async () => {
    expect(await start()).toEqual([]);
    expect(await start()).toEqual([]);
    const text = await readFile(migration(first), "utf8");
    await writeFile(migration(first), text.replace("int", "bigint"));
    expect(await start()).toEqual([
      "! database: it was created from a different text of the migration 20250101000100_first",
      "! npm run db:guards lists what differs",
    ]);
    await writeFile(migration(first), text);
  });

  it("The system does not start with a database from before release 1.0.0.", async () => {
    await rename(migration(first), `${migration(first)}.away`);
    await expect(start()).rejects.toThrow(
      /created before release 1\.0\.0.+export its records.+npm run db:reset.+Nothing was changed/,
    );
    await rename(`${migration(first)}.away`, migration(first));
    expect(await start()).toEqual([]);
  });

  it("The system does not start with the database of a newer release.", async () => {
    await rename(migration(second), `${migration(second)}.away`);
    await expect(start()).rejects.toThrow(
      /was used by a newer release.+\(20250101000200\).+Nothing was changed/,
    );
    await rename(`${migration(second)}.away`, migration(second));
    expect(await start()).toEqual([]);
  });
});
