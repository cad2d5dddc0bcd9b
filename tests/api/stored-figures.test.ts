/**
 * The stored figures match the rows after concurrent writes: sixteen writers change rows while two sessions refresh the
 * figures. The test compares the dashboards with an independent computation. KEPT_FIGURES_STEPS is the number of
 * transactions (default 1,000).
 */
import { afterAll, describe, expect, it } from "vitest";
import { dashboardNames } from "#shared/charts/figures/types.ts";
import { openDatabase, type Transaction } from "#shared/server/sql/sql.ts";
import { createRandom } from "../../seed/lib/random.ts";
import { readPlainRows } from "./expected-figures.ts";
import { dashboard, filterings, levels, wrongFigures } from "./figure-comparison.ts";
import { database, elsewhere, mark, province, region, stack } from "./support.ts";

const steps = Number(process.env.KEPT_FIGURES_STEPS ?? 1000);
const writers = 16;
const pool = openDatabase(stack.databaseUrl, { most: writers, patience: 120_000 });
const places = [{ region_name: region, province_name: province }, elsewhere] as const;
const forms = [
  "form_5_annualtargets",
  "form_5_accomps",
  "form7_proddevs",
  "form7_accomps",
  "form_10",
  "form11_accomps",
];
const random = createRandom("kept figures");
const pick = <T>(list: readonly T[]): T => random.pick(list);

/** The ARBOs are numbered. The first eight ARBOs have an ARBO ID from the start; the other ARBOs get one later. */
const nameOf = (number: number) => `${mark} ${number}`;
const idOf = (number: number) => `${mark}-${number}`;
const organizations = Array.from({ length: 12 }, (_, number) => number);
/** Numbers of ARBOs that are added to the masterlist and deleted again while rows of forms name them. */
const passing = [12, 13, 14];
const sexes = ["Male", "Female", null];
const days = ["2023-05-01", "2024-05-01", "2025-05-01"];
const placeOf = (number: number) => places[number % 2] ?? places[0];

const differences = async () => {
  await database`select private.refresh_figures()`;
  return [
    ...(await database<
      { kept: string; what: string }[]
    >`select kept, what from private.figure_differences()`),
  ];
};

afterAll(async () => {
  for (const table of [...forms, "participants", "arbo_trainings"]) {
    await database.unsafe(`delete from public.${table} where arbo_name like $1 or remarks = $2`, [
      `${mark}%`,
      mark,
    ]);
  }
  await database`delete from public.arbo_masterlist where remarks = ${mark}`;
  await pool.end();
});

/**
 * Locks the ARBOs that have the name, in the order of their ids as the API does. Returns their ids as a Postgres
 * array.
 */
async function lockArbos(tx: Transaction): Promise<string> {
  const rows = await tx<{ id: number }[]>`
    select id from public.arbo_masterlist where remarks = ${mark} and arbo_name = ${nameOf(pick(organizations))}
    order by id for no key update`;
  return `{${rows.map(({ id }) => id).join(",")}}`;
}

async function addActivities(tx: Transaction): Promise<void> {
  const number = pick([...organizations, ...passing]);
  const rows = Array.from({ length: pick([1, 1, 5]) }, () => ({
    ...placeOf(number),
    remarks: mark,
    arbo_name: nameOf(number),
    reporting_year: pick([2023, 2024, 2025, null]),
    year_funded: 2022,
    subpsp_name: pick([null, "One", "Two"]),
    subpsp_abbreviation: pick([null, "MCBF", "No Project"]),
    fund_source: pick([null, "ARF", "GAA/Regular"]),
    psp_category: pick([null, "One", "Two"]),
  }));
  const table = pick(forms);
  await tx.unsafe(
    `insert into public.${table} (region_name, province_name, remarks, arbo_name, arbo_id, reporting_year, year_funded, subpsp_name, subpsp_abbreviation,
       fund_source, psp_category)
     select r.region_name, r.province_name, r.remarks, r.arbo_name,
       case when random() < 0.5 then (select m.arbo_id from public.arbo_masterlist m where m.arbo_name = r.arbo_name limit 1) end,
       r.reporting_year, r.year_funded, r.subpsp_name, r.subpsp_abbreviation, r.fund_source, r.psp_category
     from json_populate_recordset(null::public.${table}, $1::text::json) r`,
    [JSON.stringify(rows)],
  );
}

/** SQL that selects up to two random trainings of the province $2. */
const trainings = `array(select training_id from public.arbo_trainings
  where remarks = $1 and province_name = $2 order by random() limit floor(random() * 3))`;

/**
 * Locks some random rows of a table in the order of their ids, as the API does. Returns their ids as a Postgres
 * array.
 */
async function lockSome(tx: Transaction, table: string, many: number, where = "true"): Promise<string> {
  const rows = await tx.unsafe<{ id: number }[]>(
    `select id from public.${table} where id = any (array(
       select id from public.${table} where remarks = $1 and ${where} order by random() limit ${many}))
     order by id for no key update`,
    [mark],
  );
  return `{${rows.map(({ id }) => id).join(",")}}`;
}

/** Kinds of writes. Each runs in its own transaction. */
const ways: ((tx: Transaction) => Promise<unknown>)[] = [
  addActivities,
  addActivities,
  addActivities,
  async (tx) => {
    const table = pick(forms);
    return tx.unsafe(
      `update public.${table} set reporting_year = $2::integer, subpsp_name = $3, fund_source = $4
       where id = any ($1::text::bigint[])`,
      [
        await lockSome(tx, table, 4),
        pick([2023, 2024, 2025]),
        pick([null, "One", "Two"]),
        pick([null, "ARF", "GAA/Regular"]),
      ],
    );
  },
  async (tx) => {
    const table = pick(forms);
    const { region_name, province_name } = pick(places);
    return tx.unsafe(
      `update public.${table} set "arboPrimaryKey" = null, arbo_id = null, region_name = $2, province_name = $3
       where id = any ($1::text::bigint[])`,
      [await lockSome(tx, table, 2), region_name, province_name],
    );
  },
  async (tx) => {
    const table = pick(forms);
    return tx.unsafe(`delete from public.${table} where id = any ($1::text::bigint[])`, [
      await lockSome(tx, table, 2),
    ]);
  },
  (tx) => {
    const { region_name, province_name } = pick(places);
    return tx.unsafe(
      `insert into public.participants (participant_name, sex, remarks, region_name, province_name, training_id)
       select $1 || ' ' || n, $3, $1, $4, $2, ${trainings} from generate_series(1, 3) n`,
      [mark, province_name, pick(sexes), region_name],
    );
  },
  async (tx) =>
    tx`delete from public.participants where id = any (${await lockSome(tx, "participants", 1)}::text::bigint[])`,
  async (tx) => {
    const { province_name } = pick(places);
    const people = await lockSome(tx, "participants", 2, `province_name = '${province_name}'`);
    return tx.unsafe(
      `update public.participants set sex = $3, training_id = ${trainings} where id = any ($4::text::bigint[])`,
      [mark, province_name, pick(sexes), people],
    );
  },
  async (tx) => tx`update public.arbo_trainings set date_conducted = ${pick(days)}::date
    where id = any (${await lockSome(tx, "arbo_trainings", 2)}::text::bigint[])`,
  async (
    tx,
  ) => tx`update public.arbo_masterlist set arbo_id = ${idOf(pick(organizations))} || '-' || floor(random() * 1e9)
    where id = any (${await lockArbos(tx)}::text::bigint[])`,
  async (tx) => tx`update public.arbo_masterlist m set muncity_name = (
      select t.name from public.psgc_places t join public.psgc_places p on p.code = t.parent_code
      where t.level = 'muncity' and p.name = m.province_name order by random() limit 1)
    where id = any (${await lockArbos(tx)}::text::bigint[])`,
  // Moves an ARBO to a different office. The database refuses this while rows of the forms refer to the ARBO.
  async (tx) => {
    const { region_name, province_name } = pick(places);
    return tx`update public.arbo_masterlist
      set region_name = ${region_name}, province_name = ${province_name}, muncity_name = null
      where id = any (${await lockArbos(tx)}::text::bigint[])`;
  },
  async (tx) => tx`update public.arbo_masterlist set arbo_name = ${nameOf(pick(organizations))}
    where id = any (${await lockArbos(tx)}::text::bigint[]) and random() < 0.3`,
  (tx) => {
    const number = pick(passing);
    const { region_name, province_name } = placeOf(number);
    return tx`insert into public.arbo_masterlist (arbo_name, arbo_id, remarks, region_name, province_name)
      select ${nameOf(number)}, ${idOf(number)} || '-' || floor(random() * 1e9), ${mark}, ${region_name}, ${province_name}
      where not exists (select from public.arbo_masterlist where arbo_name = ${nameOf(number)})`;
  },
  (tx) =>
    tx`delete from public.arbo_masterlist where remarks = ${mark} and arbo_name = ${nameOf(pick(passing))}`,
];

describe("Stored dashboard figures", () => {
  it("The stored dashboard figures stay correct while sixteen database sessions write at the same time.", {
    timeout: 900_000,
  }, async () => {
    expect(await differences()).toEqual([]);
    for (const number of organizations) {
      const { region_name, province_name } = placeOf(number);
      await database`insert into public.arbo_masterlist (arbo_name, arbo_id, remarks, region_name, province_name)
        values (${nameOf(number)}, ${number < 8 ? idOf(number) : null}, ${mark}, ${region_name}, ${province_name})`;
      await database`insert into public.arbo_trainings (training_title, arbo_name, remarks, region_name, province_name, date_conducted)
        values (${nameOf(number)}, ${nameOf(number)}, ${mark}, ${region_name}, ${province_name}, '2024-01-01')`;
    }
    let left = steps;
    let deadlocks = 0;
    const refused: string[] = [];
    // Retries after deadlocks and serialization failures, as asCaller does. Ignores refusals to delete a row that other
    // rows refer to, because they are correct.
    const attempt = async (way: (typeof ways)[number]): Promise<void> => {
      await pool.begin(way).catch((error: { code?: string; message: string }) => {
        if (error.code === "23503") return;
        if (error.code === "40001") return attempt(way);
        if (error.code !== "40P01") return void refused.push(`${error.code}: ${error.message}`);
        deadlocks++;
        return attempt(way);
      });
    };
    const write = async () => {
      while (left-- > 0) await attempt(pick(ways));
    };
    // While the writers run, two sessions refresh the figures, as dashboards do.
    const refresh = async () => {
      while (left > 0) await database`select private.refresh_figures()`;
    };
    await Promise.all([...Array.from({ length: writers }, write), refresh(), refresh()]);
    expect(refused).toEqual([]);
    expect(deadlocks).toBe(0);
    expect(await differences()).toEqual([]);
    const [row] = await database<{ n: number }[]>`select count(*)::int as n from public.activities
      where matched_within > 0 and arbo in (select id from public.arbo_masterlist where remarks = ${mark})`;
    expect(row?.n).toBeGreaterThan(10);
    for (const { user, offices } of levels) {
      const plain = await readPlainRows(await offices());
      for (const filters of filterings)
        for (const name of dashboardNames)
          expect(wrongFigures(await dashboard(user, name, filters), plain), `${user}, ${name}`).toEqual([]);
    }
  });
});
