/** Pickers of periods (spec section 5) and the scope of imported rows. */
import { describe, expect, it } from "vitest";
import { inImportScope, officeOf } from "#shared/access/scope.ts";
import {
  dateYears,
  monthNamed,
  months,
  monthsOfQuarter,
  pickerYears,
  quarterNamed,
} from "#shared/rules/periods.ts";

describe("periods", () => {
  it("give each quarter its three months, and all twelve without one", () => {
    expect(monthsOfQuarter("Q1")).toEqual(["January", "February", "March"]);
    expect(monthsOfQuarter("Q2")).toEqual(["April", "May", "June"]);
    expect(monthsOfQuarter("Q3")).toEqual(["July", "August", "September"]);
    expect(monthsOfQuarter("Q4")).toEqual(["October", "November", "December"]);
    expect(monthsOfQuarter(null)).toEqual(months);
    expect(monthsOfQuarter("Q5")).toEqual(months);
  });

  it("list years down from the current one in Manila to 1990, and to 1900 for dates", () => {
    const newYearInManila = new Date("2025-12-31T20:00:00Z");
    expect(pickerYears(newYearInManila)).toHaveLength(37);
    expect(pickerYears(newYearInManila)[0]).toBe(2026);
    expect(pickerYears(newYearInManila).at(-1)).toBe(1990);
    expect(dateYears(newYearInManila).at(-1)).toBe(1900);
  });

  it("recognize quarters and months as people write them", () => {
    expect(["q2", "Q2", 2, "2nd quarter", "quarter 2", "2nd Qtr.", "Qtr 2"].map(quarterNamed)).toEqual(
      Array(7).fill("Q2"),
    );
    expect(["Q5", "", "first"].map(quarterNamed)).toEqual([null, null, null]);
    expect(["january", "Jan", "JAN."].map(monthNamed)).toEqual(Array(3).fill("January"));
    expect([monthNamed("Sept"), monthNamed("ma"), monthNamed("Marchy")]).toEqual(["September", null, null]);
  });
});

describe("the scope of imported rows", () => {
  const here = { region_name: "Region III (Central Luzon)", province_name: "Nueva Ecija" };
  const sibling = { ...here, province_name: "Tarlac" };
  const elsewhere = { region_name: "Region I (Ilocos Region)", province_name: "Pangasinan" };
  const kept = (level: string | null) =>
    [here, sibling, elsewhere, {}].map((row) => inImportScope({ level, ...here }, row));

  it("is everything for Central, the region for Regional, the province for Provincial, nothing for others", () => {
    expect(kept("Central")).toEqual([true, true, true, true]);
    expect(kept("Regional")).toEqual([true, true, false, false]);
    expect(kept("Provincial")).toEqual([true, false, false, false]);
    expect(kept("Municipal")).toEqual([false, false, false, false]);
    expect(kept(null)).toEqual([false, false, false, false]);
  });

  it("keeps nothing for a user whose place is blank", () => {
    expect(inImportScope({ level: "Regional", region_name: "" }, { region_name: "" })).toBe(false);
    expect(inImportScope({ level: "Provincial", province_name: null }, { province_name: null })).toBe(false);
  });

  it("does not take a province of the same name in another region", () => {
    const user = { level: "Provincial", region_name: "Region A", province_name: "Maligaya" };
    expect(inImportScope(user, { region_name: "Region B", province_name: "Maligaya" })).toBe(false);
    expect(inImportScope(user, { province_name: "MALIGAYA" })).toBe(true);
  });

  it("names offices as the database does", () => {
    expect(officeOf(here)).toBe("Region III (Central Luzon) / Nueva Ecija");
    expect(officeOf({ region_name: "NCR", province_name: null })).toBe("NCR / ");
  });
});
