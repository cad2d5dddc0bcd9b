/** Tests the import of the 600-row masterlist with its known errors, from the file to the class of each row. */
import { beforeAll, describe, expect, it } from "vitest";
import { countRows } from "#shared/import/classify/counts.ts";
import type { SheetRow } from "#shared/import/reading/cells.ts";
import { masterlistExpected, masterlistFixture } from "../../../seed/fixtures.ts";
import { central, classifySheet, provincial } from "../import/support.ts";
import { readRows, workbookOf } from "./support.ts";

const { header, rows } = masterlistFixture();
const { at } = masterlistExpected;
/** Returns the row number of a fixture row in the sheet, which has one heading row. */
const line = (index: number) => index + 2;

let sheet: readonly SheetRow[];
beforeAll(async () => {
  sheet = await readRows(await workbookOf([header, ...rows]));
});

const importAs = (access: typeof provincial, textAsZero = false) =>
  classifySheet(sheet, { access, textAsZero });
const rowsOf = (classified: ReturnType<typeof importAs>, name: string) =>
  classified.filter((row) => row.class === name).map((row) => row.row);

describe("Import of the 600-row sample masterlist", () => {
  it("The preview of the sample masterlist shows the right numbers of new, duplicate and wrong rows.", () => {
    const { classes, all, withIdentity, withoutIdentity } = countRows(importAs(provincial));
    expect(all).toBe(600);
    expect(classes).toEqual({
      new: 545,
      changed: 0,
      unchanged: 0,
      out_of_scope: 40,
      duplicate: 5,
      wrong: 10,
    });
    expect([withIdentity, withoutIdentity]).toEqual([535, 25]);
  });

  it("The preview of the sample masterlist finds exactly the out-of-scope, wrong and duplicate rows.", () => {
    const classified = importAs(provincial);
    expect(rowsOf(classified, "out_of_scope")).toEqual(at.otherProvinceRows.map(line));
    expect(rowsOf(classified, "wrong")).toEqual(at.textInNumberRows.map(line));
    expect(rowsOf(classified, "duplicate")).toEqual(at.duplicateIdRows.map(line));
    for (const row of classified.filter((candidate) => candidate.class === "duplicate")) {
      expect(row.repeats).toBe(row.row - 2);
    }
  });

  it("The import can read text in number cells as 0 (option textAsZero).", () => {
    const wrong = importAs(provincial).filter((row) => row.class === "wrong");
    for (const row of wrong) {
      expect(row.issues).toHaveLength(1);
      expect(row.issues[0]?.cell).toMatch(new RegExp(`^[A-Z]+${row.row}$`));
      expect(row.issues[0]?.reason).toBe(`"${row.issues[0]?.value}" is not a number`);
    }
    expect(countRows(importAs(provincial, true)).classes).toMatchObject({ wrong: 0, new: 555 });
  });

  it("The import accepts dates in three formats.", () => {
    const classified = importAs(provincial);
    const dates = classified.flatMap(({ payload }) => payload?.date_of_registration ?? []);
    expect(dates.length).toBeGreaterThan(100);
    expect(dates.every((date) => /^\d{4}-\d{2}-\d{2}$/.test(String(date)))).toBe(true);
    const total = classified[at.formulaRow]?.payload;
    expect(total?.total_member).toBe(Number(total?.total_member_male) + Number(total?.total_member_female));
  });

  it("The preview of the sample masterlist shows the same counts if the file has no heading row.", async () => {
    const bare = await readRows(await workbookOf(rows));
    expect(countRows(classifySheet(bare)).classes).toEqual(countRows(importAs(provincial)).classes);
  });

  it("If a Central user imports the sample masterlist, no row is out of scope.", () => {
    expect(countRows(importAs(central)).classes).toMatchObject({ out_of_scope: 0, new: 585 });
  });
});
