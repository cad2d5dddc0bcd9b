/** All filters of a list in words, for the sheet "About this file" of an export. */
import { expect, test } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { farmersTrackingIncome } from "#shared/records/forms/farmers-tracking-income.ts";
import type { RecordSearch } from "../../web/src/records/common/record-search.ts";
import { listWords } from "../../web/src/records/conditions/list-words.ts";

test.each<[RecordSearch, string[]]>([
  [{}, ["Stage is Pending"]],
  [{ tab: "approved" }, ["Stage is Approved"]],
  [
    { where: { region_name: "CAR" }, filter: { total_member: { gte: 10 } }, q: "rice farmers" },
    [
      "Stage is Pending",
      "Region is CAR",
      "All members (Members) is at least 10",
      "Contains the words: rice farmers",
    ],
  ],
  [
    { check: "unusual", review: "changed" },
    [
      "Stage is Pending",
      'Only records of the filter "Unusual"',
      'Only records of the filter "Changed since I approved"',
    ],
  ],
  [{ tab: "all", filter: { region_name: "CAR" } }, ["All records that meet the conditions", "Region is CAR"]],
  [
    { figure: "form-5.arbos_trained", about: { year_from: "2024", region_name: ["CAR", ""] } },
    ["ARBOs with a training", "From year: 2024", "Region: CAR or empty"],
  ],
  [{ about: { id: ["1", "2"] } }, ["2 selected ARBOs"]],
])("The app describes the list settings %j in words.", (search, sentences) => {
  expect(listWords(arboMasterlist, search, null)).toEqual(sentences);
});

test("The description of a list of one ARBO's rows mentions the ARBO.", () => {
  const search: RecordSearch = { about: { arbo: "12", arbo_year: "2026" } };
  expect(listWords(farmersTrackingIncome, search, "Bagong Sibol")).toEqual([
    "Records behind a figure",
    "Year: 2026",
    "Records of Bagong Sibol",
  ]);
  expect(listWords(farmersTrackingIncome, { about: { arbo: "12" } }, "Bagong Sibol")).toEqual([
    "Records of Bagong Sibol",
  ]);
});
