/** Search parameters in the URL of a record screen, and the list request that the app builds from this URL. */
import { expect, test } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { projectList } from "#shared/records/forms/project-list.ts";
import { parseSearch, stringifySearch } from "../../web/src/lib/http/search-params.ts";
import { filterBody, listBody } from "../../web/src/records/common/list-body.ts";
import { readRecordSearch, tabOf } from "../../web/src/records/common/record-search.ts";
import { withoutDrill } from "../../web/src/records/list/without-drill.ts";

test("A list opens with the page, sorting and filters that its URL contains.", () => {
  const search = {
    tab: "approved" as const,
    page: 3,
    size: 50,
    sort: "arbo_name.desc,year_organized.asc",
    q: "rice & corn",
    where: { muncity_name: "Science City of Muñoz", current_arbo_status: "Operational" },
  };
  const address = stringifySearch(search);
  expect(address).toContain("where.current_arbo_status=Operational");
  expect(readRecordSearch(parseSearch(address))).toEqual(search);
});

test("The URL of a list opened from a chart keeps all filters of the chart.", () => {
  const search = {
    figure: "form-5.arbos_trained",
    about: { province_name: ["Tarlac", "Bataan"], fund_source: [""], reporting_year: "2025" },
    sum: "quantity_hard",
  };
  const read = readRecordSearch(parseSearch(stringifySearch(search)));
  expect(read).toEqual(search);
  expect(tabOf(read)).toBe("all");
  expect(withoutDrill({ ...read, tab: "approved", q: "x" })).toEqual({ tab: "approved", q: "x" });
});

test("A list opened from a chart figure shows both pending and approved rows.", () => {
  const search = {
    figure: "form-5.arbos_trained",
    about: { reporting_year: ["2024", "2025"], current_arbo_status: "Operational" },
    where: { muncity_name: "Guimba" },
    sum: "total_member",
  };
  expect(listBody({ ...arboMasterlist, fixed: { status: "Target" } }, search)).toEqual({
    figure: "form-5.arbos_trained",
    reporting_year: [2024, 2025],
    current_arbo_status: "Operational",
    muncity_name: "Guimba",
    sums: ["total_member"],
    page: 1,
    page_size: 20,
    sort: [arboMasterlist.defaultSort],
  });
  expect(listBody(arboMasterlist, { ...search, tab: "approved" }).tab).toBe("approved");
});

test("A list sorts by at most five columns from its URL.", () => {
  const sort = "muncity_name.asc,total_member.desc";
  expect(listBody(arboMasterlist, { sort }).sort).toEqual([
    { field: "muncity_name", dir: "asc" },
    { field: "total_member", dir: "desc" },
  ]);
  const many = "a.asc,b.asc,c.asc,d.asc,e.asc,f.asc";
  expect(readRecordSearch({ sort: many }).sort).toBe("a.asc,b.asc,c.asc,d.asc,e.asc");
  for (const odd of ["a.asc,", "a.up", "a.asc,b", "a.asc;b.asc"]) {
    expect(readRecordSearch({ sort: odd }).sort, odd).toBeUndefined();
  }
});

test("A list ignores URL parameters with invalid values.", () => {
  const search = readRecordSearch(parseSearch("?tab=x&page=-1&size=7&sort=drop&edit=abc&new=2"));
  expect(Object.values(search).every((value) => value === undefined)).toBe(true);
});

test("Without URL parameters, a list requests 20 pending rows in the default order.", () => {
  expect(listBody(arboMasterlist, {})).toEqual({
    tab: "pending",
    page: 1,
    page_size: 20,
    sort: [arboMasterlist.defaultSort],
  });
});

test("The app sends the year of a list filter as a number.", () => {
  const body = filterBody(
    projectList,
    { where: { year_funded: "2024", fund_source: "GAA", other: "x" } },
    "pending",
  );
  expect(body).toEqual({ year_funded: 2024, fund_source: "GAA" });
});

test("A number filter sends the typed text 1,500 as the number 1500.", () => {
  const { total_asset } = filterBody(arboMasterlist, { where: { total_asset: "1,500" } }, "all");
  expect(total_asset).toBe(1500);
  expect(filterBody(arboMasterlist, { where: { total_asset: "1,5" } }, "all").total_asset).toBe("1,5");
});
