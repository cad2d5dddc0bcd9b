/**
 * Unusual values are saved only with a reason, through every API. The response names the row, field and check. The
 * reason is stored with the row, where reviewers find it.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { records } from "#shared/records/index.ts";
import type { SoftCheck } from "#shared/records/vocabulary/types.ts";
import { openChecks } from "#shared/validate/soft-checks.ts";
import { arbo, callAs, cleanUp, database, mark, province, region, rest, rowsOf, save } from "./support.ts";

const update = "/api/arbo-masterlist/update";
const reason = "Associates of the neighbouring town are counted.";
const office = { region_name: region, province_name: province };
const checking = [
  ...new Map(records.filter((one) => one.softChecks).map((one) => [one.table, one])).values(),
];
const others = (check: SoftCheck): readonly string[] =>
  check.kind === "above"
    ? [check.whole]
    : check.kind === "one_side"
      ? check.parts
      : check.kind === "other_year"
        ? [check.year]
        : [];

beforeAll(() => callAs("admin", "GET", "/api/auth/current-user"));
afterAll(async () => {
  for (const { table } of checking)
    await database`delete from ${database(`public.${table}`)} where remarks = ${mark}`;
  await cleanUp();
});

const sales = (fields: Record<string, unknown> = {}) => ({
  ...office,
  remarks: mark,
  arbo_name: `${mark} growers`,
  reporting_year: 2024,
  reporting_quarter: "Q1",
  sales_generated: 1000,
  ...fields,
});

it("TypeScript and the database have the same checks for unusual values of each record type.", async () => {
  const stored = await database<{ table_name: string; kind: string; field: string; others: string[] }[]>`
    select table_name, kind, field, others from private.soft_checks order by table_name collate "C", place`;
  const named = checking
    .flatMap((record) =>
      (record.softChecks ?? [])
        .filter(({ kind }) => kind !== "tenfold")
        .map((check) => ({
          table_name: record.table as string,
          kind: check.kind as string,
          field: check.field,
          others: [...others(check)],
        })),
    )
    .sort((a, b) => (a.table_name < b.table_name ? -1 : a.table_name > b.table_name ? 1 : 0));
  expect(named).toEqual(stored.map((check) => ({ ...check })));
  expect(checking.length).toBeGreaterThan(8);
});

it("The API requires a reason to save an ARBO with more ARB members than total members.", async () => {
  const row = arbo({ total_member: 50, no_arb_member_total: 90 });
  const refused = await callAs("provincial", "PUT", update, [arbo(), row]);
  expect(refused.status).toBe(422);
  expect(refused.body.details).toEqual([
    {
      index: 1,
      field: "no_arb_member_total",
      soft_check: "above",
      message: "All ARB members is 90, more than All members (50). If this is correct, enter a reason.",
    },
  ]);
  const [saved] = await save("provincial", "arbo-masterlist", { ...row, soft_check_reason: ` ${reason} ` });
  expect(saved).toMatchObject({ no_arb_member_total: 90, soft_check_reason: reason });
  const listed = await callAs("provincial", "POST", "/api/arbo-masterlist", { with_reason: true });
  expect(rowsOf(listed).map(({ id }) => id)).toContain(saved?.id);
  const none = await callAs("provincial", "POST", "/api/arbo-masterlist", {
    with_reason: false,
    id: saved?.id,
  });
  expect(rowsOf(none)).toEqual([]);
  const history = await callAs("provincial", "POST", "/api/history", {
    path: "arbo-masterlist",
    id: saved?.id,
  });
  expect(history.status).toBe(200);

  // Changing another field keeps the reason. Changing the checked field to another unusual value needs a new reason; a
  // usual value removes the reason.
  const [renamed] = await save("provincial", "arbo-masterlist", { id: saved?.id, remarks: "seen" });
  expect(renamed?.soft_check_reason).toBe(reason);
  const worse = await callAs("provincial", "PUT", update, { id: saved?.id, no_arb_member_total: 95 });
  expect([worse.status, worse.body.details?.[0]?.soft_check]).toEqual([422, "above"]);
  const [right] = await save("provincial", "arbo-masterlist", { id: saved?.id, no_arb_member_total: 40 });
  expect(right?.soft_check_reason).toBeNull();
  const changes = await callAs("provincial", "POST", "/api/history", {
    path: "arbo-masterlist",
    id: saved?.id,
  });
  expect(changes.text).toContain(reason);
});

it.each([
  ["", 422],
  [" ", 422],
  ["!", 400],
  ["1", 400],
  [7, 400],
  ["x".repeat(501), 400],
])("The API refuses %j as a reason for an unusual value.", async (given, status) => {
  const row = arbo({ total_member: 5, no_arb_member_total: 9, soft_check_reason: given });
  expect((await callAs("provincial", "PUT", update, row)).status).toBe(status);
});

it("The API discards the reason for an unusual value if the row has no unusual value.", async () => {
  const [row] = await save("provincial", "arbo-masterlist", arbo({ soft_check_reason: reason }));
  expect(row?.soft_check_reason).toBeNull();
  const answer = await callAs("provincial", "PUT", "/api/participant/update", {
    participant_name: `${mark} ${randomUUID()}`,
    arbo_name: mark,
    ...office,
    soft_check_reason: reason,
  });
  expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, "soft_check_reason"]);
});

it("The API refuses a row with a wrong total, even with a reason for unusual values.", async () => {
  const row = arbo({
    total_member_male: 1,
    total_member_female: 2,
    total_member: 5,
    soft_check_reason: reason,
  });
  const answer = await callAs("provincial", "PUT", update, row);
  expect([answer.status, answer.body.details?.[0]?.soft_check]).toEqual([422, undefined]);
});

it("The API asks for a reason if a row has a date outside the reporting year.", async () => {
  const one = await callAs("provincial", "PUT", update, arbo({ total_member_male: 20 }));
  expect(one.body.details?.[0]).toMatchObject({ field: "total_member_female", soft_check: "one_side" });
  const dated = await callAs(
    "provincial",
    "PUT",
    "/api/qtr-sales-report/update",
    sales({ transaction_date: "2023-12-30" }),
  );
  expect(dated.body.details?.[0]).toMatchObject({ field: "transaction_date", soft_check: "other_year" });
});

it("If a value is ten times that of the previous quarter, the API refuses it without a reason.", async () => {
  const name = `${mark} ${randomUUID()}`;
  await save(
    "provincial",
    "qtr-sales-report",
    sales({ arbo_name: name, reporting_year: 2023, reporting_quarter: "Q4" }),
  );
  const jump = sales({ arbo_name: name, sales_generated: 10_000 });
  const refused = await callAs("provincial", "PUT", "/api/qtr-sales-report/update", jump);
  expect(refused.body.details?.[0]).toMatchObject({ field: "sales_generated", soft_check: "tenfold" });
  const asked = await callAs("provincial", "POST", "/api/qtr-sales-report/soft-checks", [
    sales({ arbo_name: name, sales_generated: 9_999 }),
    jump,
  ]);
  expect(asked.body.data).toMatchObject([{ index: 1, field: "sales_generated", soft_check: "tenfold" }]);
  const [saved] = await save("provincial", "qtr-sales-report", { ...jump, soft_check_reason: reason });
  expect(saved?.soft_check_reason).toBe(reason);
  expect((await callAs("viewer", "PUT", "/api/qtr-sales-report/update", jump)).status).toBe(403);
});

it("REST refuses a row with an unusual value unless the row contains a reason for the value.", async () => {
  const row = arbo({ total_member: 50, no_arb_member_total: 90 });
  const refused = await rest("provincial", "POST", "arbo_masterlist?select=id", row);
  expect([refused.status, refused.data.message]).toEqual([400, expect.stringContaining("soft_check_reason")]);
  const saved = await rest("provincial", "POST", "arbo_masterlist?select=id", {
    ...row,
    soft_check_reason: reason,
  });
  expect(saved.status).toBe(201);
  const blank = await rest("provincial", "POST", "arbo_masterlist?select=id", {
    ...arbo(),
    soft_check_reason: "-",
  });
  expect(blank.status).toBe(400);
});

describe.each(checking.map((record) => [record.table, record] as const))(
  "Checks for unusual values in the table %s",
  (table, record) => {
    const checks = (record.softChecks ?? []).filter(({ kind }) => kind !== "tenfold");

    it("The TypeScript validator and the database find unusual values in the same rows.", async () => {
      const names = [...new Set(checks.flatMap((check) => [check.field, ...others(check)]))];
      const value = (name: string) => {
        const { kind } = record.fields.find((field) => field.name === name) ?? { kind: "integer" };
        if (kind === "date") return fc.constantFrom(null, "2023-12-31", "2024-01-01");
        return kind === "year" ? fc.constantFrom(null, 2023, 2024) : fc.constantFrom(null, 0, 3, 3, 8);
      };
      const rows = fc.sample(
        fc.record(Object.fromEntries(names.map((name) => [name, fc.oneof(fc.constant(null), value(name))]))),
        { numRuns: 300, seed: 7 },
      );
      const verdicts = await database<{ asks: boolean }[]>`
      select coalesce(bool_or(a.asks), false) as asks
      from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) with ordinality sent (item, place)
      left join lateral (
        select (xpath('/row/asks/text()', query_to_xml(format('select coalesce((%s), false) as asks from jsonb_populate_record(null::public.%I, %L) n',
          private.build_soft_check_condition(c, 'n.'), ${table}::text, sent.item), false, true, '')))[1]::text::boolean as asks
        from private.soft_checks c where c.table_name = ${table}) a on true
      group by sent.place order by sent.place`;
      expect(verdicts.map(({ asks }) => asks)).toEqual(
        rows.map((row) => openChecks(record, row, null).length > 0),
      );
      expect(verdicts.some(({ asks }) => asks)).toBe(true);
      expect(verdicts.some(({ asks }) => !asks)).toBe(true);
    });
  },
);
