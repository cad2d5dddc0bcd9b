/**
 * Unusual values of stored rows. The registry and the database find the same values. A list filter shows the rows with
 * unusual values, the dashboard counts the pending ones, and a bulk approval can leave these rows out.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { records } from "#shared/records/index.ts";
import {
  callAs,
  cleanUp,
  database,
  elsewhere,
  mark,
  province,
  type Row,
  region,
  rowsOf,
  save,
} from "./support.ts";

const path = "form11-accomp";
const component = `${mark} warehouse`;
const about = { hard_component: component, support_provided: "Support facility" };
const place = { region_name: region, province_name: province };

const support = (fields: Record<string, unknown>) => ({
  ...place,
  ...about,
  remarks: mark,
  arbo_name: `${mark} growers`,
  status: "Accomplished",
  reporting_year: 2024,
  reporting_quarter: "Q1",
  ...fields,
});

/** Inserts rows without the checks of a save, like rows that were imported before the checks existed. */
const insertOld = (rows: readonly Record<string, unknown>[]) =>
  database<{ id: number }[]>`insert into public.form11_accomps ${database(rows)} returning id::float8`;

let first: Row;
let jump: Row;
let dated: number;
let costly: number;

beforeAll(async () => {
  await callAs("admin", "GET", "/api/auth/current-user");
  [first, jump] = (await save("provincial", path, [
    support({ quantity_hard: 1, reporting_year: 2023 }),
    support({ quantity_hard: 17, total_cost: 100 }),
  ])) as [Row, Row];
  [dated = 0, costly = 0] = (
    await insertOld([
      support({ arbo_name: `${mark} dated`, date_distributed: "2021-05-06", total_cost: null }),
      support({ arbo_name: `${mark} costly`, total_cost: 5000, date_distributed: null }),
    ])
  ).map(({ id }) => id);
  const provinces = [province, elsewhere.province_name, "Pampanga"];
  await insertOld(
    Array.from({ length: 21 }, (_, at) =>
      support({
        arbo_name: `${mark} ${at}`,
        province_name: provinces[at % 3],
        total_cost: 100 + 10 * (at % 10),
        process_stage: "Approved",
      }),
    ),
  );
  await database`select private.refresh_unusual_values('infinity')`;
});

afterAll(async () => {
  await database`delete from public.form11_accomps where remarks = ${mark}`;
  await cleanUp();
});

it("The TypeScript code and the database have the same rules for finding unusual values.", async () => {
  const stored = await database`
    select table_name, kind, field, others, asked from private.comparisons order by table_name collate "C", place`;
  const tables = [...new Map(records.map((record) => [record.table, record])).values()];
  const declared = tables.flatMap(({ table, softChecks = [], comparisons = [] }) => [
    ...softChecks.flatMap((check) =>
      check.kind === "tenfold"
        ? [{ table_name: table, kind: check.kind, field: check.field, others: check.same, asked: true }]
        : [],
    ),
    ...comparisons.map((rule) => ({
      table_name: table,
      kind: rule.kind,
      field: rule.field,
      others: rule.kind === "tenfold" ? rule.same : rule.group,
      asked: false,
    })),
  ]);
  const inOrder = declared.toSorted((a, b) =>
    a.table_name < b.table_name ? -1 : a.table_name > b.table_name ? 1 : 0,
  );
  expect(stored.map((rule) => ({ ...rule }))).toEqual(inOrder);
});

const idsOf = async (user: "provincial" | "central", filter: object) =>
  rowsOf(await callAs(user, "POST", `/api/${path}`, { ...about, ...filter })).map(({ id }) => id);

it("The filter `unusual` returns exactly the rows with an unusual value.", async () => {
  const unusual = [jump.id, dated, costly].toSorted((a, b) => a - b);
  expect((await idsOf("provincial", { unusual: true })).toSorted((a, b) => a - b)).toEqual(unusual);
  const usual = await idsOf("provincial", { unusual: false });
  expect(usual).toContain(first.id);
  expect(usual.filter((id) => unusual.includes(id))).toEqual([]);
  await save("provincial", path, { id: first.id, quantity_hard: 2 });
  expect(await idsOf("provincial", { unusual: true })).not.toContain(jump.id);
  await save("provincial", path, { id: first.id, quantity_hard: 1 });
  expect(await idsOf("provincial", { unusual: true })).toContain(jump.id);
  const wrong = await callAs("provincial", "POST", `/api/${path}`, { unusual: "perhaps" });
  expect([wrong.status, wrong.body.details?.[0]?.field]).toEqual([400, "unusual"]);
});

it("A message about an unusual value also names the value with which the system compared it.", async () => {
  const answer = await callAs("provincial", "POST", `/api/${path}/unusual`, {
    id: [first.id, jump.id, dated, costly],
  });
  expect(answer.body.data).toEqual([
    {
      id: jump.id,
      field: "quantity_hard",
      kind: "tenfold",
      message: "Quantity is 17. The last report says 1.",
      previous: 1,
    },
    {
      id: dated,
      field: "date_distributed",
      kind: "other_year",
      message: "Date distributed is 05-06-2021, not in 2024, the year reported.",
    },
    {
      id: costly,
      field: "total_cost",
      kind: "outlier",
      message: `Total cost (PHP) is 5,000. Half of the values for Support facility, ${component} in the country are between 120 and 170.`,
    },
  ]);
});

it("The API returns a row's unusual values only to a user who can see the row.", async () => {
  const [other] = await insertOld([support({ ...elsewhere, date_distributed: "2021-05-06" })]);
  const asked = { id: [other?.id] };
  expect((await callAs("provincial", "POST", `/api/${path}/unusual`, asked)).body.data).toEqual([]);
  expect((await callAs("central", "POST", `/api/${path}/unusual`, asked)).body.data).toHaveLength(1);
});

it("The work queue shows how many rows with unusual values wait for review.", async () => {
  const answer = await callAs("central", "POST", "/api/work-queues", place);
  const queue = (
    answer.body.data as {
      key: string;
      parts: { drill: { route: string; path: string; filters: object }; value: number }[];
    }[]
  ).find(({ key }) => key === "review_unusual");
  const part = queue?.parts.find(({ drill }) => drill.route === "Form11Accomp");
  expect(part?.value).toBeGreaterThanOrEqual(3);
  const listed = await callAs("central", "POST", `/api/${part?.drill.path}`, {
    ...part?.drill.filters,
    page: 1,
  });
  expect(listed.body.total).toBe(part?.value);
});

interface FormToReview {
  drill: { route: string; path: string; filters: object };
  to_review: number;
  unusual: number;
  own: number;
  returned: number;
  offices: { region_name: string | null; province_name: string | null; to_review: number; unusual: number }[];
}

it("The review queue shows the same numbers of waiting, returned and unusual rows as each form's list.", async () => {
  // A returned row does not wait for review, although it is unusual.
  const [back] = await insertOld([support({ arbo_name: `${mark} back`, date_distributed: "2021-05-06" })]);
  await callAs("central", "PUT", `/api/${path}/return`, { id: [back?.id], reason: "Which year?" });
  for (const user of ["central", "provincial"] as const) {
    const queue = await callAs(user, "POST", "/api/review-by-form", {});
    const forms = queue.body.data as FormToReview[];
    expect(forms.length).toBeGreaterThan(5);
    for (const { drill, to_review, unusual, returned, offices } of forms) {
      const totalOf = async (filter: object) =>
        (
          await callAs(user, "POST", `/api/${drill.path}`, {
            ...drill.filters,
            ...filter,
            page: 1,
            page_size: 1,
          })
        ).body.total;
      expect(await totalOf({ review: "to_review" })).toBe(to_review);
      expect(await totalOf({ review: "returned" })).toBe(returned);
      if (unusual > 0) expect(await totalOf({ review: "to_review", unusual: true })).toBe(unusual);
      const [office] = offices.filter((one) => one.province_name !== null);
      if (!office) continue;
      const { region_name, province_name } = office;
      expect(await totalOf({ review: "to_review", region_name, province_name })).toBe(office.to_review);
    }
    const support = forms.find(({ drill }) => drill.route === "Form11Accomp");
    expect(support?.unusual).toBeGreaterThanOrEqual(3);
  }
});

it("The review queue counts the waiting rows that the caller entered and may not approve, except unusual ones.", async () => {
  const ownIn = async (user: "regional" | "central") => {
    const queue = await callAs(user, "POST", "/api/review-by-form", place);
    const form = (queue.body.data as FormToReview[]).find(({ drill }) => drill.route === "Form11Accomp");
    return form?.own ?? 0;
  };
  const before = await ownIn("regional");
  const ofCentral = await ownIn("central");
  const [, old] = await save("regional", path, [
    support({ arbo_name: `${mark} own`, hard_component: `${mark} silo`, quantity_hard: 1 }),
    support({ arbo_name: `${mark} own, unusual`, hard_component: `${mark} silo`, quantity_hard: 1 }),
  ]);
  await database`update public.form11_accomps set date_distributed = '2015-02-03' where id = ${old?.id ?? 0}`;
  expect([await ownIn("regional"), await ownIn("central")]).toEqual([before + 1, ofCentral]);
});

it("A bulk approval with the filter `unusual: false` skips rows with unusual values.", async () => {
  const [returned] = await save("provincial", path, support({ reporting_year: 2022, quantity_hard: 1 }));
  await callAs("central", "PUT", `/api/${path}/return`, { id: [returned?.id], reason: "Which town?" });
  const filter = { ...about, ...place, review: "to_review", unusual: false };
  const answer = await callAs("central", "POST", `/api/${path}/approve`, {
    process_stage: "Approved",
    filter,
  });
  expect([answer.status, answer.body.data]).toEqual([200, expect.objectContaining({ updated: 1 })]);
  const stages = await database<{ id: number; process_stage: string }[]>`
    select id::float8, process_stage from public.form11_accomps
    where id = any (${[first.id, jump.id, dated, costly, returned?.id ?? 0]}::bigint[])`;
  const approved = stages.filter(({ process_stage }) => process_stage === "Approved").map(({ id }) => id);
  expect(approved).toEqual([first.id]);
});
