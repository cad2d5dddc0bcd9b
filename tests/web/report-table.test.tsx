/** Values that charts and report tables compute from their rows. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Field } from "#shared/records/vocabulary/types.ts";
import { stepOf, thresholdsOf } from "../../web/src/features/charts/map/map-steps.ts";
import { repeatedTrainingFields, trainingFields } from "../../web/src/features/report/training-columns.ts";
import { footersOf, groupSpans, reportValue, sortRows } from "../../web/src/records/print/report-rows.ts";

const field = (name: string, kind: Field["kind"], group: string): Field => ({
  name,
  label: name,
  kind,
  group,
});
const fields = [
  field("province_name", "text", "place"),
  field("year_funded", "year", "place"),
  field("total", "integer", "people"),
  field("rate", "decimal", "people"),
  field("remarks", "text", "other"),
];
const rows = [
  { province_name: "Tarlac", year_funded: 2024, total: 10, rate: 0.1, remarks: "" },
  { province_name: "bataan", year_funded: 2025, total: 2, rate: 0.2, remarks: "x" },
  { province_name: null, year_funded: 2025, total: null, rate: null, remarks: null },
];

test("A report shows numbers with thousands separators.", () => {
  expect(reportValue(field("start_date", "date", "x"), "2025-03-01")).toBe("March 1, 2025");
  expect(reportValue(field("total", "integer", "x"), 12345)).toBe("12,345");
  expect(reportValue(field("start_date", "date", "x"), null)).toBe("");
});

test("The footer of a report shows the sum of each numeric column.", () => {
  expect(footersOf(fields, rows)).toEqual(["Count: 2", "Count: 3", "12", "0.30", "Count: 1"]);
});

test("If a report contains several rows per training, its footer shows no total of training days.", () => {
  const days = [{ training_days: 3 }, { training_days: 3 }];
  expect(footersOf(trainingFields, days).at(-1)).toBe("6");
  expect(footersOf(repeatedTrainingFields, days).at(-1)).toBe("Count: 2");
});

test("In a report, neighbouring columns of the same group share one group heading.", () => {
  const groups = [
    { key: "place", label: "Place" },
    { key: "people", label: "People" },
  ];
  expect(groupSpans({ fields, groups, title: "total" })).toEqual([
    { label: "Place", span: 2, at: 0 },
    { label: "People", span: 2, at: 2 },
    { label: "", span: 1, at: 4 },
  ]);
});

test("A report shows empty values last in both sort orders.", () => {
  const order = (name: string, dir: "asc" | "desc") =>
    sortRows(rows, { field: name, dir }).map((row) => row.province_name);
  expect(order("total", "asc")).toEqual(["bataan", "Tarlac", null]);
  expect(order("total", "desc")).toEqual(["Tarlac", "bataan", null]);
  expect(order("province_name", "asc")).toEqual(["bataan", "Tarlac", null]);
});

test("On a map, the order of the colours follows the order of the values.", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 1 }), (values) => {
      const thresholds = thresholdsOf(values, 5);
      const sorted = [...values].sort((a, b) => a - b);
      const steps = sorted.map((value) => stepOf(value, thresholds));
      expect(steps).toEqual([...steps].sort((a, b) => a - b));
      expect(thresholds.length).toBeLessThanOrEqual(5);
      for (const [index, value] of sorted.entries()) expect(steps[index] === 0).toBe(value === 0);
      expect(stepOf(sorted.at(-1) ?? 0, thresholds)).toBe(thresholds.length);
    }),
  );
});
