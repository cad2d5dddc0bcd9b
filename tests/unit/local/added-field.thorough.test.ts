/** A later migration adds a field to a database of release 1.0.0, as described in CONTRIBUTING.md. */
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { projectRoot } from "../../../supabase/local/common/settings.ts";
import { startStack } from "../../../supabase/local/stack.ts";

vi.setConfig({ testTimeout: 120_000 });

const bare = { port: 0, seed: "none", demoPassword: "not-used-here", web: false, functions: false } as const;
let folder: string;
let nextRelease: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "added-field-"));
  nextRelease = path.join(folder, "release");
  await mkdir(nextRelease);
  await cp(path.join(projectRoot, "supabase/config.toml"), path.join(nextRelease, "supabase/config.toml"));
  await cp(path.join(projectRoot, "supabase/migrations"), path.join(nextRelease, "supabase/migrations"), {
    recursive: true,
  });
  await writeFile(
    path.join(nextRelease, "supabase/migrations/20991231000000_venue_of_trainings.sql"),
    `alter table public.form_10 add column venue text;
     grant insert (venue), update (venue) on public.form_10 to authenticated;`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("A search finds values of a text field that a migration has added.", async () => {
  const dataDir = path.join(folder, "data");
  const released = await startStack({ ...bare, dataDir });
  const before = openDatabase(released.superuserUrl, { most: 1 });
  await before.unsafe(`
    insert into public.offices values ('Region III (Central Luzon)', 'Nueva Ecija');
    insert into public.arbo_masterlist (arbo_name, arbo_id, region_name, province_name)
    values ('Masagana ARBO', 'A-1', 'Region III (Central Luzon)', 'Nueva Ecija');
    insert into public.form_10 (arbo_id, reporting_year, reporting_quarter, training_id, type_enterprise, region_name, province_name)
    select 'A-1', 2026, 'Q1', null, 'Enterprise ' || n, 'Region III (Central Luzon)', 'Nueva Ecija' from generate_series(1, 50) n`);
  await before.end();
  await released.stop();

  const lines: string[] = [];
  const upgraded = await startStack({
    ...bare,
    dataDir,
    migrationsFrom: nextRelease,
    progress: (line) => lines.push(line),
  });
  const after = openDatabase(upgraded.superuserUrl, { most: 1 });
  const found = async (word: string) => {
    const [row] =
      await after`select count(*)::int as n from public.form_10 where search_text like ${`%${word}%`}`;
    return row?.n;
  };
  try {
    expect(lines.filter((line) => line.startsWith("!"))).toEqual([]);
    expect(await found("enterprise")).toBe(50);
    await after`update public.form_10 set venue = 'Plaza Luma' where id <= 7`;
    expect(await found("plaza luma")).toBe(7);
    expect(await found("masagana")).toBe(50);
  } finally {
    await after.end();
    await upgraded.stop();
  }
});
