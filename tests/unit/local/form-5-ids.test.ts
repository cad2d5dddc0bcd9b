/** A database whose Form 5 targets and accomplishments share ids, as releases before 20261127 made it, is told apart. */
import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { projectRoot } from "../../../supabase/local/common/settings.ts";
import { startStack } from "../../../supabase/local/stack.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const bare = { port: 0, seed: "none", demoPassword: "not-used-here", web: false, functions: false } as const;
const above = 1_000_000_000;
let folder: string;

/** The project as it was before the ids were told apart. */
async function formerRelease(): Promise<string> {
  const release = path.join(folder, "release");
  const migrations = path.join(release, "supabase/migrations");
  await mkdir(migrations, { recursive: true });
  await cp(path.join(projectRoot, "supabase/config.toml"), path.join(release, "supabase/config.toml"));
  const all = path.join(projectRoot, "supabase/migrations");
  for (const file of (await readdir(all)).filter((name) => name < "20261127"))
    await cp(path.join(all, file), path.join(migrations, file));
  return release;
}

/** Two rows in each table, by the same ids; of each the second is deleted, and the first has a review and a comment. */
const formerRows = `
  insert into public.offices values ('Region III (Central Luzon)', 'Nueva Ecija');
  insert into public.arbo_masterlist (arbo_name, arbo_id, region_name, province_name)
  values ('Masagana ARBO', 'A-1', 'Region III (Central Luzon)', 'Nueva Ecija');
  insert into public.form_5_annualtargets (arbo_id, reporting_year, crop_product, region_name, province_name)
  select 'A-1', 2026, 'Target ' || n, 'Region III (Central Luzon)', 'Nueva Ecija' from generate_series(1, 2) n;
  insert into public.form_5_accomps (arbo_id, reporting_year, reporting_quarter, crop_product, region_name, province_name)
  select 'A-1', 2026, 'Q1', 'Accomplishment ' || n, 'Region III (Central Luzon)', 'Nueva Ecija'
  from generate_series(1, 2) n;
  insert into private.reviews (table_name, row_id, state, reason, office)
  select t, 1, 'returned', 'Which crop?', 'Region III (Central Luzon) / Nueva Ecija'
  from unnest('{form_5_annualtargets,form_5_accomps}'::text[]) t;
  insert into private.comments (table_name, row_id, text)
  select t, 1, 'Of ' || t from unnest('{form_5_annualtargets,form_5_accomps}'::text[]) t;
  insert into private.import_batches (user_id, import_id, batch, path, body_hash, ids)
  values (gen_random_uuid(), gen_random_uuid(), 1, 'form-5-accomp', '', '{2,1}'),
    (gen_random_uuid(), gen_random_uuid(), 1, 'form-5-annualtarget', '', '{2,1}');
  delete from public.form_5_annualtargets where id = 2;
  delete from public.form_5_accomps where id = 2`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "form-5-ids-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("The accomplishments get ids of their own, with their reviews, comments, batches, figures and log", async () => {
  const dataDir = path.join(folder, "data");
  const before = await startStack({ ...bare, dataDir, migrationsFrom: await formerRelease() });
  const former = openDatabase(before.superuserUrl, { most: 1 });
  await former.unsafe(formerRows);
  // An entry that was altered is found before, and after.
  await former`update private.user_log set status = 'Forged' where form_name = 'form_5_annualtargets' and action = 'Delete'`;
  const forged = await former`select entry, problem from private.log_problems()`;
  expect(forged).toHaveLength(1);
  await former.end();
  await before.stop();

  const after = await startStack({ ...bare, dataDir });
  const sql = openDatabase(after.superuserUrl, { most: 1 });
  try {
    const named = await sql`
      select 'row' as what, id::float8 as id, crop_product as says from public.form_5_accomps
      union all select 'target', id, crop_product from public.form_5_annualtargets
      union all select 'review', row_id, table_name from private.reviews
      union all select 'comment', row_id, text from private.comments
      union all select 'figure', row_id, table_name from public.activities where table_name like 'form_5%'
      union all select 'batch', i, path from private.import_batches, unnest(ids) i
      union all select action, row_id, form_name from private.user_log where form_name like 'form_5%'
      union all select 'deleted', (changes #>> '{id,0}')::float8, changes #>> '{crop_product,0}'
        from private.user_log where form_name like 'form_5%' and action = 'Delete'
      order by what, says, id`;
    const [accomps, targets] = ["form_5_accomps", "form_5_annualtargets"] as const;
    const expected = [
      { what: "row", id: above + 1, says: "Accomplishment 1" },
      { what: "target", id: 1, says: "Target 1" },
      { what: "review", id: above + 1, says: accomps },
      { what: "review", id: 1, says: targets },
      { what: "comment", id: above + 1, says: "Of form_5_accomps" },
      { what: "comment", id: 1, says: "Of form_5_annualtargets" },
      { what: "figure", id: above + 1, says: accomps },
      { what: "figure", id: 1, says: targets },
      ...[1, 2].map((id) => ({ what: "batch", id: above + id, says: "form-5-accomp" })),
      ...[1, 2].map((id) => ({ what: "batch", id, says: "form-5-annualtarget" })),
      ...[1, 2].map((id) => ({ what: "Insert", id: above + id, says: accomps })),
      ...[1, 2].map((id) => ({ what: "Insert", id, says: targets })),
      { what: "Delete", id: above + 2, says: accomps },
      { what: "Delete", id: 2, says: targets },
      { what: "deleted", id: above + 2, says: "Accomplishment 2" },
      { what: "deleted", id: 2, says: "Target 2" },
    ];
    const inOrder = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();
    expect(inOrder([...named])).toEqual(inOrder(expected));
    expect(await sql`select entry, problem from private.log_problems()`).toEqual(forged);

    const office = "arbo_id, region_name, province_name";
    const values = "'A-1', 'Region III (Central Luzon)', 'Nueva Ecija'";
    const [next] = await sql.unsafe(
      `insert into public.form_5_accomps (crop_product, reporting_year, reporting_quarter, ${office})
       values ('Rice', 2026, 'Q1', ${values}) returning id::float8 as id`,
    );
    expect(next).toEqual({ id: above + 3 });
    const copyTo = (table: string, id: number) =>
      sql.unsafe(
        `insert into public.${table} (id, ${office}) overriding system value values (${id}, ${values})`,
      );
    await expect(copyTo(accomps, 7)).rejects.toThrow("form_5_accomps_id_above_targets");
    await expect(copyTo(targets, above + 7)).rejects.toThrow("form_5_annualtargets_id_below_accomps");
    expect(await sql`select entry, problem from private.log_problems()`).toEqual(forged);
  } finally {
    await sql.end();
    await after.stop();
  }
});
