/**
 * All generated records of the demo data and the national data are valid and consistent, and each run generates the
 * same records.
 */
import { createHash } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { records } from "#shared/records/index.ts";
import { validateRecord } from "#shared/validate/validate.ts";
import { type Country, plannedTables } from "../../../seed/country/country.ts";
import { demoPlan } from "../../../seed/demo.ts";
import { generators } from "../../../seed/generators.ts";
import { nationalPlan } from "../../../seed/national.ts";
import { specifiedRecords } from "../../parity/specified-records.ts";
import { countryOf, rowsOf, today } from "./support.ts";

// The timeout is long, because the tests generate and hash the data of a whole country several times.
vi.setConfig({ testTimeout: 30_000 });

const demo = countryOf(demoPlan(1, today));
const national = countryOf(nationalPlan(1, 0.01, today));
const tables = generators.map(({ table }) => table);
const hashOf = (country: Country) => {
  const hash = createHash("sha256");
  for (const { rows } of generators) for (const row of rows(country)) hash.update(JSON.stringify(row));
  return hash.digest("hex");
};

describe.each([
  ["demo", demo],
  ["national", national],
] as const)("Seed records of the %s data", (_, country) => {
  test("The seed generates records of exactly the record types that offices fill in.", () => {
    const entered = specifiedRecords.filter(({ window }) => window !== "administration");
    const wanted = new Set(entered.map(({ table }) => table as string));
    expect([...tables].sort()).toEqual([...wanted].sort());
    for (const table of tables) expect(rowsOf(country, table).length, table).toBeGreaterThan(0);
  });

  test.each(tables)("All seed rows of %s are valid.", (table) => {
    const { fixed: _fixed, ...record } = records.find((candidate) => candidate.table === table) ?? {
      fields: [],
    };
    const known = new Set<string>(["id", "process_stage", ...record.fields.map(({ name }) => name)]);
    const problems = new Set<string>();
    for (const row of rowsOf(country, table)) {
      // Leaves out the time of entry and, for most record types, the status, because the database sets them.
      const given = Object.fromEntries(
        Object.entries(row).filter(([name]) => known.has(name) || !["time_stamp", "status"].includes(name)),
      );
      const now = new Date((row.time_stamp as string | undefined) ?? `${today}T12:00:00+08:00`);
      const { problems: found, notes } = validateRecord(record as never, given, "insert", { now });
      for (const { message } of [...found, ...notes]) problems.add(message);
    }
    expect([...problems]).toEqual([]);
  });

  test("For each record type that offices fill in, the first seed row contains all fields of the type.", () => {
    for (const { table, fields, window } of specifiedRecords) {
      if (window === "administration") continue;
      const [row] = rowsOf(country, table);
      const missing = fields.filter(({ name }) => row?.[name] === undefined).map(({ name }) => name);
      expect(missing, table).toEqual([]);
    }
  });

  test("All references between seed rows point to existing seed rows.", () => {
    const known = {
      arbo_id: new Set(rowsOf(country, "arbo_masterlist").map((row) => row.arbo_id)),
      arc_id: new Set(rowsOf(country, "arc_masterlist").map((row) => row.arc_id)),
      arboPrimaryKey: new Set(rowsOf(country, "arbo_masterlist").map((row) => row.id)),
      training_id: new Set(rowsOf(country, "arbo_trainings").map((row) => row.training_id)),
      wo_training_id: new Set(rowsOf(country, "arbo_trainings").map((row) => row.training_id)),
      proddev_id: new Set(rowsOf(country, "form7_proddevs").map((row) => row.id)),
      fme_inventory_id: new Set(rowsOf(country, "fme_inventory_table").map((row) => row.fme_inventory_id)),
      mark_assist_id: new Set(rowsOf(country, "arb_marketing_assistance_monitoring").map((row) => row.id)),
    };
    const lost: string[] = [];
    for (const table of tables) {
      for (const row of rowsOf(country, table)) {
        for (const [name, ids] of Object.entries(known)) {
          for (const value of [row[name] ?? []].flat()) {
            if (!ids.has(value as never)) lost.push(`${table}.${name}: ${value}`);
          }
        }
      }
    }
    expect(lost).toEqual([]);
  });

  test("No two seed rows of a table have the same id.", () => {
    for (const table of plannedTables) {
      const rows = rowsOf(country, table);
      const planned = country.plan.rows[table];
      // Some products have only a target or only an accomplishment, so `form7_proddevs` has fewer rows than planned.
      if (table === "form7_proddevs") expect(rows.length).toBeLessThan(planned);
      else expect(rows).toHaveLength(planned);
      const ids = rows.flatMap(({ id }) => (id === undefined ? [] : [id]));
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test("The accomplishments in the seed have no dates in the future.", () => {
    const happened = ["end_date", "transaction_date", "date_developed", "date_distributed", "delivery_date"];
    const outside: string[] = [];
    for (const table of tables) {
      for (const row of rowsOf(country, table)) {
        const year = Number(row.reporting_year ?? 2026);
        if (year < 2023 || year > 2026) outside.push(`${table}: ${year}`);
        if (row.status === "Target") continue;
        for (const name of happened) {
          if (String(row[name] ?? "") > today) outside.push(`${table}.${name}: ${row[name]}`);
        }
      }
    }
    expect(outside).toEqual([]);
  });

  test("The same seed number gives the same seed records.", () => {
    const again = country === demo ? demoPlan : (seed: number) => nationalPlan(seed, 0.01, today);
    expect(hashOf(countryOf(again(1, today)))).toBe(hashOf(country));
    expect(hashOf(countryOf(again(2, today)))).not.toBe(hashOf(country));
  });
});

describe("Targets and accomplishments in the seed", () => {
  const pairs = (target: string, accomplishment: string, of: (row: Record<string, unknown>) => string) => {
    const wanted = new Set(
      rowsOf(demo, target)
        .filter((row) => row.status === "Target")
        .map(of),
    );
    const done = new Set(
      rowsOf(demo, accomplishment)
        .filter((row) => row.status !== "Target")
        .map(of),
    );
    return {
      matched: [...wanted].filter((key) => done.has(key)).length,
      unmet: [...wanted].filter((key) => !done.has(key)).length,
      unplanned: [...done].filter((key) => !wanted.has(key)).length,
    };
  };
  test.each([
    ["Form 5", "form_5_annualtargets", "form_5_accomps"],
    ["Form 7", "form7_proddevs", "form7_accomps"],
    ["Form 11", "form11_accomps", "form11_accomps"],
    ["Marketing", "arbo_marketing_targets", "arb_marketing_assistance_monitoring"],
  ])("In the seed, some %s targets have an accomplishment and some do not.", (_, target, accomplishment) => {
    const { matched, unmet, unplanned } = pairs(
      target,
      accomplishment,
      (row) => `${row.arbo_id} ${row.year_funded} ${row.subpsp_name}`,
    );
    for (const share of [matched, unmet, unplanned]) expect(share).toBeGreaterThan(3);
  });
});

describe("Participants in the seed", () => {
  test("Under 1% of the participants in the sample data are duplicates.", () => {
    const people = rowsOf(national, "participants");
    const attended = people.map((row) => (row.training_id as string[] | null)?.length ?? 0);
    const links = attended.reduce((sum, count) => sum + count, 0);
    expect(links / people.length).toBeGreaterThan(1);
    expect(attended.filter((count) => count > 1).length).toBeGreaterThan(people.length * 0.1);
    expect(attended.filter((count) => count === 0).length).toBeGreaterThan(people.length * 0.03);
    const keys = people.map((row) => `${row.participant_name} ${row.birthday} ${row.province_name}`);
    const twice = keys.length - new Set(keys).size;
    expect(twice).toBeGreaterThan(0);
    expect(twice).toBeLessThan(people.length / 100);
  });
});
