/** Conditions in words, with the labels of the registry. */
import { expect, test } from "vitest";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { joinFilters } from "#shared/contracts/filters/join-filters.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { farmersTrackingIncome } from "#shared/records/forms/farmers-tracking-income.ts";
import { records } from "#shared/records/index.ts";
import { alternativesOf, itemsOf, withCondition } from "../../web/src/records/conditions/filter-items.ts";
import { filterWords } from "../../web/src/records/conditions/filter-words.ts";

const words = (filter: FilterGrammar) => filterWords(arboMasterlist, filter);

test.each<[FilterGrammar, string[]]>([
  [{ region_name: "CAR" }, ["Region is CAR"]],
  [{ region_name: ["CAR", "Region III", ""] }, ["Region is CAR or Region III or blank"]],
  [{ region_name: { not: "CAR" } }, ["Region is not CAR"]],
  [{ region_name: { blank: true } }, ["Region is blank"]],
  [{ region_name: { blank: false } }, ["Region is not blank"]],
  [{ region_name: { not_blank: true } }, ["Region is not blank"]],
  [{ arbo_name: { contains: "rice" } }, ["ARBO name contains rice"]],
  [
    { total_member: { gte: 1000, lt: 2000.5 } },
    ["All members (Members) is at least 1,000", "All members (Members) is less than 2,000.5"],
  ],
  [{ year_organized: { between: [2020, "2024"] } }, ["Year organized is between 2020 and 2024"]],
  [{ unknown_field: 7 }, ["unknown field is 7"]],
  [{ has: [{ record: "fme-inventory-table" }] }, ["Has machines"]],
  [
    { has_no: [{ record: "farmers-tracking-income", where: { reporting_year: 2026 } }] },
    ["Has no income record where Year reported is 2026"],
  ],
  [
    { has: [{ record: "form-5-accomp", where: { reporting_year: 2026, reporting_quarter: "Q1" } }] },
    ["Has a Form 5 accomplishment where Year reported is 2026 and Quarter reported is Q1"],
  ],
  [{ has: [{ record: "no-such-record", where: { a: 1 } }] }, ["Has no-such-record"]],
  [
    { any: [{ region_name: "CAR" }, { total_member: { gt: 5 }, arbo_name: { contains: "x" } }] },
    ["Region is CAR, or (All members (Members) is more than 5 and ARBO name contains x)"],
  ],
  [
    { region_name: "CAR", any: [{ arbo_name: "A" }, { arbo_name: "B" }] },
    ["Region is CAR", "ARBO name is A, or ARBO name is B"],
  ],
  [
    { has: [{ record: "form-10", where: { a: 1, any: [{ b: 2 }, { c: 3 }] } }] },
    ["Has a Form 10 accomplishment where a is 1 and (b is 2, or c is 3)"],
  ],
  [{ any: [{ region_name: "CAR" }, { any: [{ region_name: "CAR" }] }] }, ["Region is CAR"]],
  [{ all: [{ region_name: "CAR" }, { all: [{ arbo_name: "A" }] }] }, ["Region is CAR", "ARBO name is A"]],
])("The app describes the filter %j in words.", (filter, sentences) => {
  expect(words(filter)).toEqual(sentences);
});

test("The description of a filter shows days as MM-DD-YYYY.", () => {
  const date = records.flatMap((record) =>
    record.fields.filter(({ kind }) => kind === "date").map((field) => ({ record, field })),
  )[0];
  if (!date) throw new Error("No record type has a date.");
  const { record, field } = date;
  const filter = { [field.name]: { gte: "2026-03-01" } };
  expect(filterWords(record, filter)).toEqual([`${field.label} is on or after 03-01-2026`]);
  expect(filterWords(farmersTrackingIncome, { reporting_year: { lte: 2026 } })).toEqual([
    "Year reported is at most 2026",
  ]);
});

test("If the app splits a filter into its conditions and joins them again, the filter is unchanged.", () => {
  const filters: FilterGrammar[] = [
    { region_name: "CAR", total_member: { gte: 10 }, has: [{ record: "form-10" }] },
    { all: [{ total_member: { gte: 10 } }, { total_member: { lt: 20 } }, { region_name: "CAR" }] },
    { any: [{ region_name: "CAR" }, { has_no: [{ record: "form-10" }] }] },
  ];
  for (const filter of filters) expect(joinFilters(itemsOf(filter))).toEqual(filter);
  expect(joinFilters([])).toBeUndefined();
  expect(itemsOf({ all: [{ a: 1 }, { a: 1 }] })).toEqual([{ a: 1 }]);
});

test("A user can add or remove a condition at the top level of a filter or inside one of its alternatives.", () => {
  const place = (item: number, alternative: number) => ({ item, alternative });
  const filter: FilterGrammar = { a: 1, any: [{ b: 2 }, { c: 3, d: 4 }] };
  expect(alternativesOf(itemsOf(filter)[1] ?? {})).toEqual([{ b: 2 }, { all: [{ c: 3 }, { d: 4 }] }]);
  expect(withCondition(filter, place(0, 1), { e: 5 })).toEqual({
    all: [{ any: [{ a: 1 }, { e: 5 }] }, { any: [{ b: 2 }, { all: [{ c: 3 }, { d: 4 }] }] }],
  });
  expect(withCondition(filter, place(1, 1), null)).toEqual({ a: 1, b: 2 });
  expect(withCondition(filter, place(2, 0), { e: 5 })).toMatchObject({ a: 1, e: 5 });
  expect(withCondition({ a: 1 }, place(0, 0), null)).toBeUndefined();
});
