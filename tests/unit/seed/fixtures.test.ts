/** The import fixture must have exactly the declared faults, because other tests depend on them. */
import { describe, expect, test } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import {
  columnLetters,
  type FixtureCell,
  masterlistExpected,
  masterlistFixture,
} from "../../../seed/fixtures.ts";

const { header, rows } = masterlistFixture();
const cell = (row: FixtureCell[], column: string) => row[header.indexOf(column)];
const count = (test: (row: FixtureCell[]) => boolean) => rows.filter(test).length;
const at = masterlistExpected.at;

describe("Sample masterlist file", () => {
  test("The columns of the sample masterlist are the fields of the ARBO masterlist.", () => {
    expect(header).toEqual(arboMasterlist.fields.map((field) => field.name));
    expect(header.slice(0, 3)).toEqual(["arbo_id", "arbo_name", "region_name"]);
    expect(header.at(-1)).toBe("remarks");
    expect(rows.every((row) => row.length === header.length)).toBe(true);
  });

  test("In the sample masterlist, the numbers of rows per province and region are those in the constant masterlistExpected.", () => {
    expect(rows).toHaveLength(masterlistExpected.rows);
    const inProvince = (name: string) => count((row) => cell(row, "province_name") === name);
    expect(inProvince("Nueva Ecija")).toBe(masterlistExpected.kept.nuevaEcija);
    expect(inProvince("Tarlac")).toBe(masterlistExpected.otherProvince);
    expect(count((row) => cell(row, "region_name") === "Region III (Central Luzon)")).toBe(
      masterlistExpected.kept.regionIII,
    );
    expect(masterlistExpected).toMatchObject({ rows: 600, otherProvince: 40, withoutId: 25, withId: 575 });
  });

  test("In the sample masterlist, the numbers of all, distinct and repeated ARBO IDs are those in masterlistExpected.", () => {
    const ids = rows.map((row) => cell(row, "arbo_id")).filter((id) => id !== null);
    expect(ids).toHaveLength(masterlistExpected.withId);
    expect(new Set(ids).size).toBe(masterlistExpected.distinctIds);
    expect(ids.length - new Set(ids).size).toBe(masterlistExpected.duplicateIds);
    expect(masterlistExpected.duplicateIds).toBe(5);
  });

  test("Ten rows of the sample masterlist have text in a number column.", () => {
    const numbers = arboMasterlist.fields.filter(
      (field) => field.kind === "integer" || field.kind === "year",
    );
    const texts = rows.map(
      (row) => numbers.filter((field) => typeof cell(row, field.name) === "string").length,
    );
    expect(texts.flatMap((found, index) => (found > 0 ? [[index, found]] : []))).toEqual(
      at.textInNumberRows.map((index) => [index, 1]),
    );
    expect(masterlistExpected.textInNumberCells).toBe(10);
  });

  test("Each row of the sample masterlist has at most one deliberate fault.", () => {
    const faulty = [
      ...at.otherProvinceRows,
      ...at.withoutIdRows,
      ...at.textInNumberRows,
      ...at.duplicateIdRows,
      at.formulaRow,
    ];
    expect(new Set(faulty).size).toBe(faulty.length);
    const repeated = at.duplicateIdRows.map((index) => index - 2);
    expect(repeated.filter((index) => faulty.includes(index))).toEqual([]);
  });

  test("The sample masterlist has dates in three formats.", () => {
    const dates = rows.map((row) => cell(row, "date_of_registration"));
    expect(dates.filter((value) => value instanceof Date)).toHaveLength(200);
    expect(
      dates.filter((value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/u.test(value)),
    ).toHaveLength(200);
    expect(
      dates.filter((value) => typeof value === "string" && /^\d\d-\d\d-\d{4}$/u.test(value)),
    ).toHaveLength(200);
  });

  test("The sample masterlist contains exactly one formula, and its stored result is correct.", () => {
    const formulas = rows.flatMap((row, index) =>
      row.flatMap((value, column) =>
        value && typeof value === "object" && "formula" in value ? [{ index, column, value }] : [],
      ),
    );
    expect(formulas).toHaveLength(1);
    const found = formulas[0];
    const row = rows[at.formulaRow] ?? [];
    expect(found?.index).toBe(at.formulaRow);
    expect(header[found?.column ?? -1]).toBe("total_member");
    const male = header.indexOf("total_member_male");
    expect(found?.value.formula).toBe(`${columnLetters(male)}302+${columnLetters(male + 1)}302`);
    expect(found?.value.result).toBe(Number(row[male]) + Number(row[male + 1]));
  });

  test("Every numeric total of the sample masterlist equals the sum of its parts.", () => {
    const wrong = rows.flatMap((row, index) =>
      (arboMasterlist.sums ?? []).flatMap((rule) => {
        const total = cell(row, rule.total);
        const parts = rule.parts.map((part) => cell(row, part));
        if (typeof total !== "number") return [];
        const sum = parts.reduce<number>((all, part) => all + Number(part), 0);
        return sum === total ? [] : [`${index} ${rule.total}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("The sample masterlist is the same each time it is generated.", () => {
    expect(masterlistFixture().rows).toEqual(rows);
  });
});
