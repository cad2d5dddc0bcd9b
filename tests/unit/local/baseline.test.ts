/** A database from before the baseline becomes one of today: with every row, and exactly what supabase/schemas say. */
import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { projectRoot } from "../../../supabase/local/common/settings.ts";
import { formerProject } from "../../../supabase/local/postgres/baseline.ts";
import {
  compareMigrations,
  projectMigrations,
  pushMigrations,
  runSupabase,
} from "../../../supabase/local/postgres/migrations.ts";
import { guardsOf, tellDifference } from "../../../supabase/local/schema/guards.ts";
import { withSchemas } from "../../../supabase/local/schema/with-migrations.ts";
import { startStack } from "../../../supabase/local/stack.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const bare = { port: 0, seed: "none", demoPassword: "not-used-here", web: false, functions: false } as const;
const former = formerProject(projectRoot);
const migrationsOf = (project: string) => path.join(project, "supabase/migrations");
const current = { pending: [], newer: [], otherwise: [] };
let folder: string;
/** A release of a year before, whose tables lacked what came later. */
let release: string;

/** What rows hold, in the tables that the release has. */
const content = async (url: string) => {
  const sql = openDatabase(url, { most: 1 });
  try {
    const rows: Record<string, object[]> = {};
    for (const table of ["arbo_masterlist", "participants", "form11_accomps"]) {
      // Rows get the key and the name of the ARBO whose ID they have.
      const links = table === "arbo_masterlist" ? "" : ", 'arboPrimaryKey', 'arbo_name'";
      rows[table] = await sql.unsafe(`
        select jsonb_strip_nulls(to_jsonb(t) - array['search_text', 'updated_at', 'row_version'${links}]) as row from public.${table} t order by id`);
    }
    rows.birthdays = await sql`select id, birthday, age from personal.participants_sensitive order by id`;
    rows.log = await sql`
      select id, at, form_name, row_id, action, changes from private.user_log where action <> 'Update' order by id`;
    return JSON.stringify(rows);
  } finally {
    await sql.end();
  }
};

const asked = async (url: string, query: string) => {
  const sql = openDatabase(url, { most: 1 });
  try {
    return await sql.unsafe(query);
  } finally {
    await sql.end();
  }
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "baseline-"));
  release = path.join(folder, "release");
  await mkdir(migrationsOf(release), { recursive: true });
  await cp(path.join(former, "supabase/config.toml"), path.join(release, "supabase/config.toml"));
  const files = (await readdir(migrationsOf(former))).sort().filter((file) => file < "20251114");
  for (const file of files)
    await cp(path.join(migrationsOf(former), file), path.join(migrationsOf(release), file));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a database from before the baseline", () => {
  it("starts with every row, made what the schemas say", async () => {
    const dataDir = path.join(folder, "data");
    const before = await startStack({ ...bare, dataDir, migrationsFrom: release });
    await asked(
      before.superuserUrl,
      `
      insert into public.offices values ('Region III (Central Luzon)', 'Nueva Ecija');
      insert into public.arbo_masterlist (arbo_name, arbo_id, region_name, province_name)
      values ('Masagana ARBO', 'A-1', 'Region III (Central Luzon)', 'Nueva Ecija');
      insert into public.participants (participant_name, region_name, province_name, arbo_id, birthday)
      values ('Ana Peña', 'Region III (Central Luzon)', 'Nueva Ecija', 'A-1', '1980-02-29');
      insert into public.form11_accomps (arbo_id, region_name, province_name, status, quantity_hard)
      select 'A-1', 'Region III (Central Luzon)', 'Nueva Ecija', 'Target', n from generate_series(1, 20) n`,
    );
    const had = await content(before.superuserUrl);
    await before.stop();

    const lines: string[] = [];
    const after = await startStack({ ...bare, dataDir, progress: (line) => lines.push(line) });
    try {
      expect(lines.filter((line) => line.startsWith("!"))).toEqual([]);
      expect(await content(after.superuserUrl)).toBe(had);
      expect(
        await asked(
          after.superuserUrl,
          "select id from public.arbo_masterlist where search_text like '%masagana%'",
        ),
      ).toHaveLength(1);
      expect(
        await asked(
          after.superuserUrl,
          `select "arboPrimaryKey"::int as key, arbo_name as name, count(*)::int as rows from public.form11_accomps group by 1, 2`,
        ),
      ).toEqual([{ key: 1, name: "Masagana ARBO", rows: 20 }]);
      expect(await asked(after.superuserUrl, "select kept from private.figure_differences()")).toEqual([]);
      const declared = await withSchemas((schemas) => guardsOf(schemas.databaseUrl));
      expect(tellDifference(declared, await guardsOf(after.databaseUrl))).toEqual([]);
      const sql = openDatabase(after.superuserUrl, { most: 1 });
      expect(await compareMigrations(sql)).toMatchObject(current);
      await sql.end();
    } finally {
      await after.stop();
    }
    const again = await startStack({ ...bare, dataDir });
    await again.stop();
  });

  it("on a server of its own is carried over by the CLI's commands that supabase/hosted.md names", async () => {
    const dataDir = path.join(folder, "hosted");
    const stack = await startStack({ ...bare, dataDir, migrationsFrom: release });
    try {
      const home = path.join(folder, "home");
      await pushMigrations(stack.databaseUrl, home, former);
      const repair = (status: string, versions: string[]) =>
        runSupabase(
          [
            "migration",
            "repair",
            `--status=${status}`,
            ...versions,
            `--remote=${stack.databaseUrl}`,
            "--yes",
          ],
          home,
        );
      await repair(
        "reverted",
        (await projectMigrations(former)).map(({ version }) => version),
      );
      await repair(
        "applied",
        (await projectMigrations()).slice(0, 1).map(({ version }) => version),
      );
      const sql = openDatabase(stack.superuserUrl, { most: 1 });
      expect(await compareMigrations(sql)).toMatchObject({ newer: [], otherwise: [] });
      await sql.end();
    } finally {
      await stack.stop();
    }
  });

  it("is refused where a newer release has used it, and keeps its history", async () => {
    const dataDir = path.join(folder, "data-2");
    const made = await startStack({ ...bare, dataDir, migrationsFrom: release });
    await asked(
      made.superuserUrl,
      "insert into supabase_migrations.schema_migrations (version, name) values ('20990101000000', 'later')",
    );
    await made.stop();
    await expect(startStack({ ...bare, dataDir })).rejects.toThrow(/newer release.+\(20990101000000\)/);
  });
});
