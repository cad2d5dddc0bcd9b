/** The URL of the list behind a chart figure, and the list request that the app builds from it. */
import { expect, test } from "vitest";
import type { Drill } from "#shared/charts/figures/types.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { drillAddress } from "../../web/src/features/charts/figures/drill.ts";
import { parseSearch, stringifySearch } from "../../web/src/lib/http/search-params.ts";
import { listBody } from "../../web/src/records/common/list-body.ts";
import { readRecordSearch } from "../../web/src/records/common/record-search.ts";

const bodyBehind = (drill: Drill, more?: Record<string, string | null>) => {
  const { search } = drillAddress(drill, more);
  return listBody(arboMasterlist, readRecordSearch(parseSearch(stringifySearch({ ...search }))));
};
const paged = { page: 1, page_size: 20, sort: [arboMasterlist.defaultSort] };
const drill = { route: "ARBO_Masterlist", path: "arbo-masterlist", filters: {} };

test("When a user opens the list behind a chart figure, the list has the same filters as the figure.", () => {
  const filters = {
    year_from: 2024,
    current_arbo_status: ["Operational", "Temporary"],
    year_organized: [1999],
  };
  expect(bodyBehind({ ...drill, filters, figure: "main-dashboard.status" })).toEqual({
    ...paged,
    figure: "main-dashboard.status",
    year_from: 2024,
    current_arbo_status: ["Operational", "Temporary"],
    year_organized: 1999,
  });
});

test("If a chart figure counts all rows of a list, its link opens the list without filters.", () => {
  expect(bodyBehind(drill)).toEqual(paged);
});

test("A report row of a province links to the records of this province.", () => {
  expect(bodyBehind({ ...drill, figure: "x.y", sum: "total_member" }, { province_name: null })).toEqual({
    ...paged,
    figure: "x.y",
    province_name: [""],
    sums: ["total_member"],
  });
  expect(bodyBehind(drill, { province_name: "Tarlac" })).toEqual({ ...paged, province_name: "Tarlac" });
});
