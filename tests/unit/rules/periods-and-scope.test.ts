/** Tests the period pickers (spec section 5) and the scope of imported rows. */
import { describe, expect, it } from "vitest";
import { inImportScope, officeOf } from "#shared/access/scope.ts";
import { dateYears, months, monthsOfQuarter, pickerYears } from "#shared/rules/periods.ts";
import { parseMonth, parseQuarter } from "../../../edge-functions/_shared/validate/parse-period.ts";

describe("Reporting periods", () => {
  it("The month picker offers only the three months of the chosen quarter.", () => {
    expect(monthsOfQuarter("Q1")).toEqual(["January", "February", "March"]);
    expect(monthsOfQuarter("Q2")).toEqual(["April", "May", "June"]);
    expect(monthsOfQuarter("Q3")).toEqual(["July", "August", "September"]);
    expect(monthsOfQuarter("Q4")).toEqual(["October", "November", "December"]);
    expect(monthsOfQuarter(null)).toEqual(months);
    expect(monthsOfQuarter("Q5")).toEqual(months);
  });

  it("The year picker lists the years from the current year in Manila back to 1990.", () => {
    const newYearInManila = new Date("2025-12-31T20:00:00Z");
    expect(pickerYears(newYearInManila)).toHaveLength(37);
    expect(pickerYears(newYearInManila)[0]).toBe(2026);
    expect(pickerYears(newYearInManila).at(-1)).toBe(1990);
    expect(dateYears(newYearInManila).at(-1)).toBe(1900);
  });

  it("The system recognizes quarters and months in the usual spellings.", () => {
    expect(["q2", "Q2", 2, "2nd quarter", "quarter 2", "2nd Qtr.", "Qtr 2"].map(parseQuarter)).toEqual(
      Array(7).fill("Q2"),
    );
    expect(["Q5", "", "first"].map(parseQuarter)).toEqual([null, null, null]);
    expect(["january", "Jan", "JAN."].map(parseMonth)).toEqual(Array(3).fill("January"));
    expect(["Enero", "1", 1, "01", "Jan. 2025", "January, 2025", "01/2025"].map(parseMonth)).toEqual(
      Array(7).fill("January"),
    );
    expect([parseMonth("0"), parseMonth(13), parseMonth("2025"), parseMonth("Jan-Mar 2025")]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([parseMonth("Sept"), parseMonth("ma"), parseMonth("Marchy")]).toEqual(["September", null, null]);
  });
});

describe("Scope of imported rows", () => {
  const here = { region_name: "Region III (Central Luzon)", province_name: "Nueva Ecija" };
  const sibling = { ...here, province_name: "Tarlac" };
  const elsewhere = { region_name: "Region I (Ilocos Region)", province_name: "Pangasinan" };
  const kept = (level: string | null) =>
    [here, sibling, elsewhere, {}].map((row) => inImportScope({ level, ...here }, row));

  it("A Regional user can import only rows of the user's region.", () => {
    expect(kept("Central")).toEqual([true, true, true, true]);
    expect(kept("Regional")).toEqual([true, true, false, false]);
    expect(kept("Provincial")).toEqual([true, false, false, false]);
    expect(kept("Municipal")).toEqual([false, false, false, false]);
    expect(kept(null)).toEqual([false, false, false, false]);
  });

  it("A Regional user without a region can import no rows.", () => {
    expect(inImportScope({ level: "Regional", region_name: "" }, { region_name: "" })).toBe(false);
    expect(inImportScope({ level: "Provincial", province_name: null }, { province_name: null })).toBe(false);
  });

  it("A Provincial user can't import rows of another region's province with the same name.", () => {
    const user = { level: "Provincial", region_name: "Region A", province_name: "Maligaya" };
    expect(inImportScope(user, { region_name: "Region B", province_name: "Maligaya" })).toBe(false);
    expect(inImportScope(user, { province_name: "MALIGAYA" })).toBe(true);
  });

  it("A row's office is written as its region and province, separated by a slash.", () => {
    expect(officeOf(here)).toBe("Region III (Central Luzon) / Nueva Ecija");
    expect(officeOf({ region_name: "NCR", province_name: null })).toBe("NCR / ");
  });
});
