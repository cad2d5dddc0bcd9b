/**
 * The seed with a real database and a real Auth service. It adds all data, can run again, and does not overwrite users'
 * changes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { records } from "#shared/records/index.ts";
import { dropdownLists } from "#shared/records/vocabulary/types.ts";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { seed } from "../../../seed/index.ts";
import { seedPhotos } from "../../../seed/photos.ts";
import { placesSql } from "../../../seed/psgc/sql.ts";
import { type Stack, startStack } from "../../../supabase/local/stack.ts";
import { specifiedRecords } from "../../parity/specified-records.ts";

const password = "Seed-test-2025!";
const dataDir = mkdtempSync(join(tmpdir(), "seed-database-"));
let stack: Stack;
let sql: Database;

const runSeed = async (kind: "reference" | "demo" | "national", scale = 1): Promise<string[]> => {
  const lines: string[] = [];
  await seed({
    databaseUrl: stack.databaseUrl,
    supabaseUrl: stack.url,
    serviceKey: stack.secretKey,
    kind,
    demoPassword: password,
    scale,
    seedNumber: 1,
    progress: (line) => lines.push(line),
  });
  return lines;
};

const count = async (table: string): Promise<number> => {
  const [row] = await sql`select count(*)::int as count from ${sql(table)}`;
  return row?.count as number;
};

// The timeout is long, because filling tables and hashing passwords is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  stack = await startStack({
    dataDir,
    port: 0,
    seed: "none",
    demoPassword: password,
    throwAway: true,
    web: false,
  });
  sql = openDatabase(stack.databaseUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
  await runSeed("demo");
}, 120_000);

afterAll(async () => {
  await sql?.end();
  await stack?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 30_000);

describe("Reference data of the seed", () => {
  test("The seed has values for every dropdown list of the system and for no other list.", async () => {
    const rows = await sql<{ list: string }[]>`select distinct list from public.dropdown_values`;
    expect(rows.map((row) => row.list).sort()).toEqual([...dropdownLists].sort());
    // The specification has 34 lists, and the product has additional lists.
    expect(dropdownLists.length).toBeGreaterThanOrEqual(34);
  });

  test("Each participant sub-category in the dropdown lists belongs to an existing participant category.", async () => {
    const rows = await sql<{ list: string }[]>`
      select distinct list from public.dropdown_values where type is null`;
    expect(rows.map((row) => row.list).sort()).toEqual(["participant-category", "participant-subcategory"]);
    const [orphan] = await sql`
      select category from public.dropdown_values where list = 'participant-subcategory' and category not in
        (select category from public.dropdown_values where list = 'participant-category')`;
    expect(orphan).toBeUndefined();
  });

  test("The seed contains all places, and one office for each province and region.", async () => {
    expect(await count("public.psgc_places")).toBe(18 + 85 + 1642 + 42011);
    expect(await count("public.offices")).toBe(1 + 18 + 85);
    const [lost] = await sql`
      select o.office from public.offices o
      left join public.psgc_places p on p.level = 'province' and p.name = o.province_name
      left join public.psgc_places r on r.code = p.parent_code
      where o.province_name is not null and r.name is distinct from o.region_name`;
    expect(lost).toBeUndefined();
    const levels = await sql`
      select distinct p.level as under, c.level from public.psgc_places c
      join public.psgc_places p on p.code = c.parent_code order by c.level`;
    expect(levels.map((row) => `${row.level} under ${row.under}`)).toEqual([
      "barangay under muncity",
      "muncity under province",
      "province under region",
    ]);
  });

  test("All projects in the project list have a fund source from the dropdown list.", async () => {
    expect(await count("public.project_list")).toBeGreaterThan(20);
    const [stray] = await sql`
      select 1 from public.project_list p
      where not exists (select 1 from public.dropdown_values d where d.list = 'fund-source' and d.type = p.fund_source)
        or not exists (select 1 from public.dropdown_values d where d.list = 'subpsp-status' and d.type = p.subpsp_status)`;
    expect(stray).toBeUndefined();
  });

  test("The seed's SQL script for places adds no places when it runs again.", async () => {
    await sql.begin((tx) => tx.unsafe(placesSql()));
    expect(await count("public.psgc_places")).toBe(43756);
  });
});

describe("Demo data of the seed", () => {
  test("Each demo user can sign in and has the right level and office.", async () => {
    const rows = await sql`
      select u.username, r.status, u.office, u.email from public.users u
      join public.uac r on r.id = u.uac_id and u.roles = any (r.rolename) order by u.username`;
    expect(rows.map((row) => [row.username, row.status, row.office])).toEqual([
      ["admin", "Central", " / "],
      ["central", "Central", " / "],
      ["provincial", "Provincial", "Region III (Central Luzon) / Nueva Ecija"],
      ["regional", "Regional", "Region III (Central Luzon) / "],
      ["viewer", "Provincial", "Region III (Central Luzon) / Nueva Ecija"],
    ]);
    for (const row of rows) {
      const answer = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { apikey: stack.publishableKey, "Content-Type": "application/json" },
        body: JSON.stringify({ email: row.email, password }),
      });
      expect(answer.status, row.username as string).toBe(200);
    }
  });

  test("The reporting windows of all offices are open on the day of the seed.", async () => {
    const rows = await sql`
      select form from public.report_schedules
      where status = 'OnGoing' and region_name is null and province_name is null
        and start_date <= private.today() and end_date between private.today() + 60 and private.today() + 180
      order by form`;
    expect(rows.map((row) => row.form)).toEqual(["accomplishment", "target"]);
  });

  test("In the seed, a field with a dropdown list contains only values of this list.", async () => {
    const strays: string[] = [];
    for (const { table, fields } of records) {
      for (const { name, options } of fields) {
        if (options?.from !== "dropdown") continue;
        const rows = await sql`
          select distinct ${sql(name)} as value from ${sql(`public.${table}`)} where ${sql(name)} is not null
          except select ${sql(options.column ?? "type")} from public.dropdown_values where list = ${options.list}`;
        strays.push(...rows.map(({ value }) => `${table}.${name}: ${value}`));
      }
    }
    expect(strays).toEqual([]);
  });

  test("Every record screen that the specification requires has a row in the demo.", async () => {
    const empty: string[] = [];
    for (const { table, route, fixed } of specifiedRecords) {
      const [row] = await sql`
        select 1 from ${sql(`public.${table}`)} t where to_jsonb(t) @> ${fixed ?? {}}::jsonb limit 1`;
      if (!row) empty.push(route);
    }
    expect(empty).toEqual([]);
  });

  test("The demo equipment of Nueva Ecija has an example of each problem, such as an expired permit.", async () => {
    const [queues] = await sql<Record<string, number>[]>`
      select
        count(*) filter (where fda_lto_expiry < private.today())::int as expired,
        count(*) filter (where fda_lto_expiry between private.today() and private.today() + 90)::int as expiring,
        count(*) filter (where nonfunctional_reason is not null)::int as broken,
        count(*) filter (where nonutilized_reason is not null)::int as idle,
        count(*) filter (where deed_donation_date is null)::int as without_deed
      from public.fme_inventory_table where province_name = 'Nueva Ecija'`;
    expect(Object.entries(queues ?? {}).filter(([, rows]) => rows === 0)).toEqual([]);
  });

  test("All projects mentioned in the seed's rows are in the project list.", async () => {
    for (const { table, fields } of records) {
      if (table === "project_list" || !fields.some(({ name }) => name === "subpsp_name")) continue;
      const strays = await sql`
        select distinct year_funded, subpsp_name, subpsp_status, fund_source from ${sql(`public.${table}`)} where subpsp_name is not null
        except select year_funded, subpsp_name, subpsp_status, fund_source from public.project_list`;
      expect(strays, table).toHaveLength(0);
    }
  });

  test("All approved ARBOs of the seed have an approver.", async () => {
    const [row] = await sql`
      select count(*) filter (where approved_by is null)::int as unsigned, count(*)::int as approved
      from public.arbo_masterlist where process_stage = 'Approved'`;
    expect(row?.approved).toBeGreaterThan(10);
    expect(row?.unsigned).toBe(0);
  });
});

describe("Photos of the demo data", () => {
  const bring = async (): Promise<string[]> => {
    const lines: string[] = [];
    await seedPhotos({
      databaseUrl: stack.databaseUrl,
      url: stack.url,
      demoPassword: password,
      seedNumber: 1,
      signal: AbortSignal.timeout(50_000),
      progress: (line) => lines.push(line),
    });
    return lines;
  };
  const stored = () => sql<{ stages: Record<string, number>; papers: number; own: number }[]>`
    select jsonb_object_agg(coalesce(process_stage, 'Pending'), n) as stages, sum(own)::int as own,
      (select count(*)::int from public.attachments) as papers
    from (
      select process_stage, count(*)::int as n, count(*) filter (where approved_by = user_id)::int as own
      from public.form_11_geotags group by process_stage
    ) stages`;

  test("The seed uploads the demo photos through the API as officers.", async () => {
    expect(await bring()).toEqual([expect.stringMatching(/^photos: \d+ with locations, and \d+ documents$/)]);
    const [row] = await stored();
    expect(row?.stages.Approved).toBeGreaterThan(10);
    expect(row?.stages.Pending).toBeGreaterThan(5);
    expect(row?.own).toBe(0);
    expect(row?.papers).toBeGreaterThan(0);
  });

  test("If the demo photos are seeded a second time, no photo is uploaded again.", async () => {
    const before = await stored();
    expect(await bring()).toEqual([]);
    expect(await stored()).toEqual(before);
  });
});

describe("Running the seed again", () => {
  test("Running the seed a second time adds no rows and prints nothing.", async () => {
    const tables = ["dropdown_values", "uac", "users", "report_schedules", "project_list", "arbo_masterlist"];
    const before = await Promise.all(tables.map((table) => count(`public.${table}`)));
    expect(await runSeed("demo")).toEqual([]);
    expect(await Promise.all(tables.map((table) => count(`public.${table}`)))).toEqual(before);
  });

  test("Running the seed again does not restore rows that users deleted.", async () => {
    await sql`delete from public.dropdown_values where list = 'arc-type' and type = 'KARZone'`;
    await sql`delete from public.farmers_tracking_income where province_name = 'Nueva Ecija'`;
    await sql`delete from public.users where username = 'viewer'`;
    const before = await count("public.farmers_tracking_income");
    await runSeed("demo");
    const [value] = await sql`select 1 from public.dropdown_values where type = 'KARZone'`;
    expect(value).toBeUndefined();
    expect(await count("public.farmers_tracking_income")).toBe(before);
    expect(await count("public.users")).toBe(4);
  });

  test("If a run of the seed was interrupted, the next run adds the missing user profiles.", async () => {
    await sql`delete from seeding.done where part = 'users/all'`;
    await runSeed("demo");
    expect(await count("public.users")).toBe(5);
  });
});

describe("National records of the seed", () => {
  const scale = 0.02;
  const promised = {
    arbo_masterlist: 200,
    arbo_trainings: 200,
    participants: 6_000,
    fme_inventory_table: 600,
  };
  const counts = () => Promise.all(Object.keys(promised).map((table) => count(`public.${table}`)));
  /** Reads the tables' indexes, constraints and triggers, which must be the same before and after the load. */
  const structure = () => sql`
    select 'index' as kind, indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
    union all
    select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) || ' ' || convalidated::text
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) || ' ' || tgenabled::text
    from pg_trigger where not tgisinternal
    order by kind, name, definition`;

  test("The national seed leaves the indexes, constraints and triggers of all tables unchanged.", async () => {
    const before = await counts();
    const defined = await structure();
    await runSeed("national", scale);
    const added = (await counts()).map((rows, index) => rows - (before[index] ?? 0));
    expect(added).toEqual(Object.values(promised));
    expect(await structure()).toEqual(defined);
    expect(await runSeed("national", scale)).toEqual([]);
  });

  test("The sensitive data of seeded participants is stored in personal.participants_sensitive.", async () => {
    const [row] = await sql<Record<string, number>[]>`
      select
        (select count(*) from public.participants p where not exists (
          select from personal.participants_sensitive s
          where s.id = p.id and s.office = p.office and s.birthday = p.birthday and s.age = p.age))::int as without_copy,
        (select count(*) from public.participants p cross join unnest(p.training_id) as t(id) where not exists (
          select from public.participant_trainings l
          where l.participant_id = p.id and l.training_id = t.id and l.attended and l.office = p.office))::int as without_link,
        (select count(*) from public.participants where user_id is null or search_text is null)::int as unsigned,
        (select count(*) from public.arbo_trainings
          where (process_stage is not distinct from 'Approved') <> (approved_by is not null))::int as unapproved`;
    expect(row).toEqual({ without_copy: 0, without_link: 0, unsigned: 0, unapproved: 0 });
  });

  test("A row that a user adds after the seed gets an unused id.", async () => {
    const [added] = await sql`
      insert into public.arbo_trainings (training_title, region_name) values ('Added', 'Region III (Central Luzon)')
      returning id, training_id`;
    expect(added?.training_id).toBe(`TRN-${added?.id}`);
  });
});
