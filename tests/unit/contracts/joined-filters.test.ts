/** Tests that a combination of filters is at most as deep as the filter grammar allows. */
import { describe, expect, it } from "vitest";
import { type FilterGrammar, readConditions } from "#shared/contracts/filters/conditions.ts";
import { mostFilterLevels } from "#shared/contracts/filters/filter-levels.ts";
import { joinFilters } from "#shared/contracts/filters/join-filters.ts";
import { filters } from "#shared/contracts/filters/record-filters.ts";
import { cellFilter } from "#shared/explore/cell-filter.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";

const nested = (name: "any" | "all", levels: number): FilterGrammar =>
  levels === 1 ? { arbo_name: { contains: "a" } } : { [name]: [nested(name, levels - 1)] };
const deepest = [
  nested("all", mostFilterLevels),
  nested("any", mostFilterLevels),
  { ...nested("any", mostFilterLevels), region_name: "CAR", year_organized: { gte: 2000 } },
  {
    has: [{ record: "form-10", where: { all: [{ any: [{ id: 1 }] }] } }],
    ...nested("all", mostFilterLevels),
  },
] as FilterGrammar[];
const cell = [
  ["region_name", "CAR"],
  ["year_organized", 2015],
  ["arbo_name", null],
] as const;

describe("Combining filters", () => {
  it.each(deepest)(
    "If an Explore query has a filter of the maximum depth, the filter for a table cell's rows is valid: %j.",
    (filter) => {
      expect(readConditions(arboMasterlist, filter).ok).toBe(true);
      expect(readConditions(arboMasterlist, cellFilter(filter, cell))).toMatchObject({ ok: true });
    },
  );

  it.each(deepest)(
    "A request is valid if it combines a filter of the maximum nesting depth with conditions on single columns: %j.",
    (filter) => {
      const body = { filter, total_member: { gte: 5 }, region_name: "CAR" };
      expect(filters(arboMasterlist).safeParse(body).success).toBe(true);
    },
  );

  it("If an Explore query groups by region, the filter for the rows of a table cell includes the cell's region.", () => {
    expect(cellFilter({ region_name: ["CAR", "NCR"] }, [["region_name", "CAR"]])).toEqual({
      all: [{ region_name: ["CAR", "NCR"] }, { region_name: "CAR" }],
    });
  });

  it("When two filters are combined, all conditions of both stay in force, even if both contain an `any` (OR) list.", () => {
    const deep = nested("all", mostFilterLevels - 1);
    const has = [{ record: "form-10" }];
    const other = [{ record: "arbo-training" }];
    const filters = [
      { has, any: [{ id: 1 }], all: [deep] },
      { has: other, any: [{ id: 2 }], id: 3 },
    ];
    expect(joinFilters(filters)).toEqual({
      has: [...has, ...other],
      any: [{ id: 1 }],
      id: 3,
      all: [deep, { any: [{ id: 2 }] }],
    });
    expect(joinFilters([{}, undefined])).toBeUndefined();
  });

  it("If one of two combined filters is invalid, the combined filter is invalid.", () => {
    const valid = { has: [{ record: "form-10" }], ...nested("all", mostFilterLevels) };
    for (const wrong of [{ all: [] }, { all: {} }, { has: [] }, { id: "x", all: "y" }])
      for (const both of [
        [valid, wrong],
        [wrong, valid],
      ]) {
        const joined = joinFilters(both as FilterGrammar[]);
        expect(readConditions(arboMasterlist, joined).ok, JSON.stringify(both)).toBe(false);
      }
  });
});
