/**
 * The conditions of a list in its URL. They can be written and read back, and every request of the list contains them.
 */
import { expect, test } from "vitest";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { form11Accomp } from "#shared/records/forms/form-11.ts";
import { parseSearch, stringifySearch } from "../../web/src/lib/http/search-params.ts";
import { hasMalformed } from "../../web/src/records/common/filter-from-url.ts";
import { listBody, wholeList } from "../../web/src/records/common/list-body.ts";
import { readRecordSearch } from "../../web/src/records/common/record-search.ts";
import { withoutDrill } from "../../web/src/records/list/without-drill.ts";

const throughUrl = (filter: FilterGrammar) =>
  readRecordSearch(parseSearch(stringifySearch({ filter }))).filter;

const filters: FilterGrammar[] = [
  { arbo_name: ["A", "B"], region_name: "CAR" },
  { total_member: { gte: 10, lt: 20 }, year_organized: { between: [2020, 2024] } },
  { arbo_name: { not: [null, "A"] }, remarks: { contains: "rice & corn = 50%" } },
  { any: [{ arbo_name: { blank: true } }, { all: [{ region_name: "CAR" }, { region_name: { not: "X" } }] }] },
  {
    has: [{ record: "fme-inventory-table" }],
    has_no: [{ record: "farmers-tracking-income", where: { reporting_year: 2026 } }],
  },
];

test.each(filters)("The URL of a list keeps the filter conditions %j unchanged.", (filter) => {
  expect(throughUrl(filter)).toEqual(filter);
});

test("A list's URL contains text conditions as plain parameters, such as filter.region_name=CAR.", () => {
  expect(stringifySearch({ filter: { region_name: "CAR", arbo_name: ["A", "B"] } })).toBe(
    "?filter.region_name=CAR&filter.arbo_name=A&filter.arbo_name=B",
  );
});

test.each([
  "x",
  "{",
  "[]",
  "null",
  "7",
  "{}",
  '{"arbo_name":{}}',
  '{"arbo_name":[]}',
  '{"arbo_name":{"like":"x"}}',
  '{"arbo_name":{"toString":"x"}}',
  '{"arbo_name":{"blank":"yes"}}',
  '{"total_member":{"between":[1]}}',
  '{"total_member":{"gte":null}}',
  '{"any":[]}',
  '{"any":{"arbo_name":"A"}}',
  '{"any":[{"arbo_name":"A"},7]}',
  '{"has":[{"where":{}}]}',
  '{"has":[{"record":"uac","why":1}]}',
  '{"has_no":[{"record":"uac","where":{"role_name":{"like":"x"}}}]}',
  `${'{"all":['.repeat(9)}{"arbo_name":"A"}${"]}".repeat(9)}`,
])("If the filter in a list's URL is %s, the list opens without filter conditions.", (filter) => {
  expect(readRecordSearch({ filter }).filter).toBeUndefined();
});

test("The app detects that a filter in a URL contains a malformed condition.", () => {
  for (const filter of ["notjson", "[1]", { any: [] }, { total_member: { gte: [] }, arbo_name: "A" }])
    expect([filter, hasMalformed(filter)]).toEqual([filter, true]);
  for (const filter of [
    undefined,
    "",
    {},
    "{}",
    { arbo_name: "" },
    { arbo_name: ["A"], total_member: { gte: 1 } },
  ])
    expect([filter, hasMalformed(filter)]).toEqual([filter, false]);
});

test("A list ignores a malformed filter condition in its URL and applies the others.", () => {
  const { filter } = readRecordSearch({ filter: '{"arbo_name":{"like":"x"},"region_name":"CAR"}' });
  expect(filter).toEqual({ region_name: "CAR" });
});

test("The exports, bulk actions and totals of a list use the same filter conditions as the list.", () => {
  const filter = { total_member: { gte: 10 } };
  const search = readRecordSearch({ filter, tab: "approved" });
  expect(listBody(arboMasterlist, search)).toMatchObject({ filter, tab: "approved" });
  expect(wholeList(arboMasterlist, search, 3, undefined).filter).toMatchObject({ filter, tab: "approved" });
});

test("If a user opens a list from a cell of an Explore table, the list has the filter conditions of this cell.", () => {
  const filter = { reporting_year: 2026 };
  const search = readRecordSearch({ filter, tab: "all" });
  expect(listBody(form11Accomp, search)).toEqual({
    filter,
    page: 1,
    page_size: 20,
    sort: [form11Accomp.defaultSort],
  });
  expect(withoutDrill(search).filter).toBeUndefined();
  const figure = { ...search, figure: "x.y" };
  expect(withoutDrill(figure)).toMatchObject({ filter });
});
