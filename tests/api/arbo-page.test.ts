/**
 * POST /api/arbo-page returns an ARBO with all rows that name it. Also tests the list filter `arbo`, which the page's
 * totals link to.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { records } from "#shared/records/index.ts";
import type { PageSection, ParentPage } from "#shared/records/parent-page.ts";
import {
  arbo,
  call,
  callAs,
  cleanUp,
  type DemoUser,
  database,
  elsewhere,
  mark,
  region,
  save,
} from "./support.ts";

const arboId = `API-${randomUUID()}`;
const place = { region_name: region, province_name: "Nueva Ecija" };
const other = { ...elsewhere };
let known = 0;
let nameless = 0;

const page = async (id: unknown, user: DemoUser = "provincial"): Promise<ParentPage> => {
  const answer = await callAs(user, "POST", "/api/arbo-page", { id });
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return answer.body.data as ParentPage;
};
const section = (of: ParentPage, route: string): PageSection => {
  const found = of.sections.find((one) => one.route === route);
  if (!found) throw new Error(`The page has no section ${route}.`);
  return found;
};

beforeAll(async () => {
  const [first, second] = await save("provincial", "arbo-masterlist", [
    arbo({ arbo_id: arboId, it_easy_level_2024: "Level 3", total_member: 40 }),
    arbo(),
  ]);
  known = first?.id ?? 0;
  nameless = second?.id ?? 0;
  const of = { ...place, arbo_id: arboId, arbo_name: String(first?.arbo_name) };
  // Rows without a period or without the main field of their form. The test inserts them with SQL, because the API
  // would refuse them.
  const rentals = [
    { ...of, reporting_year: 2023, reporting_quarter: "Q1", total_rental_fees: 1000, subpsp_name: mark },
    { ...of, reporting_year: 2023, reporting_quarter: "Q2", total_rental_fees: 500, subpsp_name: mark },
    { ...of, transaction_date: "2024-05-01", total_rental_fees: 250, process_stage: "Approved" },
    { ...of, specific_fme_rented: "A tractor" },
  ];
  const supports = [
    {
      ...of,
      status: "Target",
      reporting_year: 2022,
      subpsp_name: mark,
      year_funded: 2022,
      fund_source: "GAA",
    },
    { ...of, status: "Accomplished", reporting_year: 2024, functional: "No", hard_component: "Dryer" },
  ];
  for (const row of rentals) await database`insert into public.fme_rental_monitoring ${database(row)}`;
  for (const row of supports) await database`insert into public.form11_accomps ${database(row)}`;
  await save("provincial", "fme-inventory-table", [
    { ...place, arbo_name: mark, arboPrimaryKey: nameless, prj_title: mark },
  ]);
  // A row of another office that names the same ARBO. The test disables the triggers that would refuse this row.
  await database.begin(async (sql) => {
    await sql`alter table public.fme_rental_monitoring disable trigger user`;
    await sql`insert into public.fme_rental_monitoring ${sql({ ...of, ...other, arboPrimaryKey: known, total_rental_fees: 7 })}`;
    await sql`alter table public.fme_rental_monitoring enable trigger user`;
  });
});

afterAll(async () => {
  for (const table of ["fme_rental_monitoring", "form11_accomps", "fme_inventory_table"]) {
    await database`delete from public.${database(table)} where arbo_id = ${arboId} or arbo_name like ${`${mark}%`}`;
  }
  await cleanUp();
});

describe("The page of an ARBO", () => {
  it("The endpoint /api/arbo-page finds an ARBO by its ARBO ID or by its masterlist id.", async () => {
    const byId = await page(known);
    expect(byId.home.row).toMatchObject({ id: known, arbo_id: arboId, it_easy_level_2024: "Level 3" });
    expect(byId.home.fields.map(({ name }) => name)).toContain("it_easy_level_2024");
    const { body } = await callAs("provincial", "POST", "/api/arbo-page", { arbo_id: arboId });
    expect(body.data).toEqual(byId);
  });

  it("The page of an ARBO has a section for each record type that refers to an ARBO.", async () => {
    const { sections, home } = await page(known);
    const linking = records.filter(({ path, fields }) =>
      fields.some(
        ({ name, options }) => name === "arbo_id" && options?.from === "record" && path !== home.path,
      ),
    );
    expect(sections.map(({ route }) => route)).toEqual(linking.map(({ route }) => route));
    expect(linking.length).toBeGreaterThan(15);
  });

  it("Each section of an ARBO's page shows the number of rows that the full list contains for this ARBO.", async () => {
    for (const user of ["provincial", "regional", "central"] as const) {
      const { sections } = await page(known, user);
      for (const { route, total, pending } of sections) {
        const record = records.find((one) => one.route === route);
        const list = (more: object) =>
          callAs(user, "POST", `/api/${record?.path}`, { arbo: known, ...record?.fixed, page: 1, ...more });
        expect((await list({})).body.total, route).toBe(total);
        if (pending !== null) expect((await list({ tab: "pending" })).body.total, route).toBe(pending);
      }
    }
  });

  it("Each section of an ARBO's page lists the newest rows first.", async () => {
    const rentals = section(await page(known), "FME_RentalMonitoring");
    expect(rentals.rows.map((row) => row.specific_fme_rented)).toEqual(["A tractor", null, null, null]);
    expect(rentals.fields.map(({ name }) => name)).not.toContain("arbo_name");
    expect(rentals.title).toBeNull();
  });

  it("In the section for rentals, an ARBO's page shows the sum of the rental fees for each reporting year.", async () => {
    const [fees] = section(await page(known), "FME_RentalMonitoring").sums;
    expect(fees).toEqual({
      field: "total_rental_fees",
      label: "Rental fees (PHP)",
      kind: "integer",
      total: 1750,
      years: [
        { year: 2024, value: 250 },
        { year: 2023, value: 1500 },
      ],
    });
  });

  it("Each sum of amounts on an ARBO's page equals the sum of the same field in the full list for this ARBO.", async () => {
    const seeded = await database<{ id: number }[]>`
      select id::integer from public.arbo_masterlist
      where province_name = ${place.province_name} and arbo_id is not null order by id limit 3`;
    for (const arbo of [known, ...seeded.map(({ id }) => id)]) {
      const { sections } = await page(arbo);
      for (const { route, sums } of sections) {
        const record = records.find((one) => one.route === route);
        for (const { field, total, years } of sums) {
          const behind = async (more: object) => {
            const body = { arbo, ...record?.fixed, page: 1, sums: [field], ...more };
            const answer = await callAs("provincial", "POST", `/api/${record?.path}`, body);
            return (answer.body as unknown as { sums: Record<string, number> }).sums[field];
          };
          expect(await behind({}), route).toBeCloseTo(total, 4);
          for (const { year, value } of years) {
            expect(await behind({ arbo_year: year ?? [""] }), `${route} ${year}`).toBeCloseTo(value, 4);
          }
        }
      }
    }
  });

  it("The API refuses a list request if the filter `arbo_year` is not a year.", async () => {
    const path = "/api/fme-rental-monitoring";
    const answer = await callAs("provincial", "POST", path, { arbo: known, arbo_year: "soon", page: 1 });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("The filter arbo_year");
  });

  it("The page of an ARBO has separate sections for targets and accomplishments.", async () => {
    const found = await page(known);
    expect(section(found, "Form11Target").total).toBe(1);
    expect(section(found, "Form11Accomp").total).toBe(1);
  });

  it("An ARBO's page lists the ARBO's projects and, for each project, the number of its rows on each screen.", async () => {
    const { projects } = await page(known);
    expect(projects).toEqual([
      {
        psp_category: null,
        subpsp_name: mark,
        subpsp_abbreviation: null,
        year_funded: 2022,
        fund_sources: ["GAA"],
        records: [{ route: "Form11Target", total: 1 }],
      },
      {
        psp_category: null,
        subpsp_name: mark,
        subpsp_abbreviation: null,
        year_funded: null,
        fund_sources: [],
        records: [{ route: "FME_RentalMonitoring", total: 2 }],
      },
    ]);
  });

  it("An ARBO's page lists the ARBO's overdue items and names the screen on which each item was entered.", async () => {
    const { overdue } = await page(known);
    expect(overdue.rows.map(({ queue, row, overdue: late }) => [queue, row?.route, late])).toEqual([
      ["target_unmet", "Form11Target", true],
      ["machine_not_functional", "Form11Accomp", true],
    ]);
    expect(overdue.total).toBe(2);
  });

  it("The page of an ARBO without an ARBO ID shows the rows that are linked to the ARBO.", async () => {
    const found = await page(nameless);
    expect(section(found, "FME_Inventory").total).toBe(1);
    expect(section(found, "FME_RentalMonitoring").total).toBe(0);
    const [missing] = found.overdue.rows.filter(({ queue }) => queue === "rental_missing");
    expect(missing).toMatchObject({ row: { id: nameless }, missing: { route: "FME_RentalMonitoring" } });
  });
});

describe("Access to the page of an ARBO", () => {
  it("On an ARBO's page, a provincial user sees only rows of the own office, and a regional user also those of the region.", async () => {
    const total = async (user: DemoUser) => section(await page(known, user), "FME_RentalMonitoring").total;
    expect([await total("provincial"), await total("viewer"), await total("regional")]).toEqual([4, 4, 5]);
  });

  it("For an ARBO of another office, the endpoint /api/arbo-page returns the same 404 as for an ARBO that does not exist.", async () => {
    const [far] =
      await database`select id from public.arbo_masterlist where province_name <> 'Nueva Ecija' limit 1`;
    const answers = await Promise.all(
      [Number(far?.id), 999_999_999].map((id) => callAs("provincial", "POST", "/api/arbo-page", { id })),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.body.message).toBe(answers[1]?.body.message);
  });

  it("The API refuses an invalid or anonymous request for an ARBO's page.", async () => {
    const bad = [
      {},
      { id: 0 },
      { id: "x" },
      { id: 1.5 },
      { id: [1] },
      { arbo_id: " " },
      { id: 1, arbo_id: "x" },
      { id: 1, page: 1 },
    ];
    for (const body of bad) {
      const answer = await callAs("provincial", "POST", "/api/arbo-page", body);
      expect([answer.status, answer.body.details?.[0]?.field !== undefined], JSON.stringify(body)).toEqual([
        400,
        true,
      ]);
    }
    expect((await call("POST", "/api/arbo-page", { body: { id: known } })).status).toBe(401);
    const { status } = await callAs("provincial", "POST", "/api/arc-masterlist", { arbo: 1, page: 1 });
    expect(status).toBe(400);
    const unread = await callAs("provincial", "POST", "/api/participant", { arbo: "x", page: 1 });
    expect([unread.status, unread.body.details?.[0]?.field]).toEqual([400, "arbo"]);
  });
});
