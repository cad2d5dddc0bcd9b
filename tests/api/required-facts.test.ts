/**
 * No new accomplishment lacks its ARBO or ARC, its period and the fact that it is about, whichever way in; the registry and
 * the database name the same facts. Rows that were stored without stay readable and changeable.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { factsOf, missingFacts } from "../../edge-functions/_shared/records/facts.ts";
import { records } from "../../edge-functions/_shared/records/index.ts";
import { callAs, cleanUp, database, mark, province, region, rest, rowsOf, save } from "./support.ts";

const demanding = [
  ...new Map(
    records.filter((record) => factsOf(record).length > 0).map((record) => [record.table, record]),
  ).values(),
];
const place = { region_name: region, province_name: province, remarks: mark };

/** A value of each field that states a fact. */
const stated: Record<string, unknown> = {
  reporting_year: 2024,
  reporting_quarter: "Q1",
  sales_generated: 5,
  volume_produced: 5,
  training_title: "A training",
};
const statedValue = (name: string): unknown => stated[name] ?? `${mark} ${name}`;
/** References must exist, so that a fact is stated by another of its fields. */
const free = (names: readonly string[]) =>
  names.filter((name) => !/^(arbo_id|arboPrimaryKey|arc_id|training_id|fme_inventory_id)$/.test(name));

beforeAll(() => callAs("admin", "GET", "/api/auth/current-user"));

afterAll(async () => {
  for (const { table } of demanding)
    await database`delete from ${database(`public.${table}`)} where remarks = ${mark}`;
  await cleanUp();
});

it("the registry and the database name the same facts", async () => {
  const stored = await database<{ table_name: string; columns: string[]; not_for: string | null }[]>`
    select table_name, columns, not_for from private.required_facts order by table_name collate "C", place`;
  const named = demanding
    .flatMap((record) =>
      factsOf(record).map(({ anyOf, notFor = null }) => ({
        table_name: record.table,
        columns: [...anyOf],
        not_for: notFor,
      })),
    )
    .sort((a, b) => (a.table_name < b.table_name ? -1 : a.table_name > b.table_name ? 1 : 0));
  expect(named.map((fact) => ({ ...fact }))).toEqual(stored.map((fact) => ({ ...fact })));
  expect(demanding).toHaveLength(9);
});

describe.each(demanding.map((record) => [record.path, record] as const))("/api/%s", (path, record) => {
  const facts = factsOf(record);

  it("takes a new row exactly when it names every fact, over the API and over REST", async () => {
    const choice = fc.tuple(
      ...facts.map(({ anyOf }) => fc.subarray(free(anyOf), { maxLength: Math.min(2, free(anyOf).length) })),
    );
    const chosen = fc.sample(
      fc.oneof(
        choice,
        choice,
        choice.map((names) =>
          names.map((some, at) => (some.length > 0 ? some : free(facts[at]?.anyOf ?? []).slice(0, 1))),
        ),
      ),
      { numRuns: 8, seed: 11 },
    );
    for (const names of [...chosen, facts.map(() => [])]) {
      const row: Record<string, unknown> = {
        ...place,
        ...Object.fromEntries(names.flat().map((name) => [name, statedValue(name)])),
      };
      const lacking = missingFacts(record, row).map(({ anyOf }) => anyOf[0]);
      const answer = await callAs("provincial", "PUT", `/api/${path}/update`, row);
      expect([answer.status === 200, names]).toEqual([lacking.length === 0, names]);
      if (lacking.length > 0) expect(answer.body.details?.map(({ field }) => field)).toEqual(lacking);
      const direct = await rest("provincial", "POST", record.table, {
        ...row,
        ...("training_title" in row ? { training_title: ["A training"] } : {}),
      });
      expect([direct.status === 201, names]).toEqual([lacking.length === 0, names]);
    }
  }, 60_000);

  it("leaves a row that lacks facts readable and changeable, and takes none away", async () => {
    const [old] = await database<
      { id: number }[]
    >`insert into ${database(`public.${record.table}`)} ${database({ ...place, reporting_year: 2023 })} returning id::int`;
    const [changed] = await save("provincial", path, { id: old?.id, cd: "1st District" });
    expect(changed).toMatchObject({ cd: "1st District", arbo_name: null });
    const emptied = await callAs("provincial", "PUT", `/api/${path}/update`, {
      id: old?.id,
      reporting_year: null,
    });
    expect([emptied.status, emptied.body.details?.[0]?.field]).toEqual([400, "reporting_year"]);
    const direct = await rest("provincial", "PATCH", `${record.table}?id=eq.${old?.id}`, {
      reporting_year: null,
    });
    expect(direct.status).toBe(400);
    const listed = await callAs("provincial", "POST", `/api/${path}`, {
      remarks: mark,
      reporting_year: 2023,
    });
    expect(rowsOf(listed).length).toBeGreaterThan(0);
  });
});
