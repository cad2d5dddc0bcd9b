/** Tests periods, months, marks and ages as offices write them in their lists. */
import { describe, expect, it } from "vitest";
import type { RawCell } from "#shared/import/reading/cells.ts";
import { form5Accomp } from "#shared/records/forms/form-5.ts";
import { participant } from "#shared/records/forms/participant.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { classifySheet, province, region, sheetOf } from "./support.ts";

const office = { region_name: region, province_name: province };

/** Returns the new values of a row, and all reasons of its errors and notes about the file's cells. */
function readRow(record: unknown, values: Readonly<Record<string, RawCell>>) {
  const [row] = classifySheet(sheetOf([{ ...office, ...values }]), { record: record as AnyRecord });
  const all = [...(row?.issues ?? []), ...(row?.notes ?? [])];
  return {
    payload: row?.payload,
    reasons: all.filter(({ cell }) => cell !== "").map(({ reason }) => reason),
  };
}

describe("Quarters and years of an import", () => {
  const period = (values: Readonly<Record<string, RawCell>>) => {
    const { payload, reasons } = readRow(form5Accomp, {
      arc_name: "Licab ARC",
      crop_product: "Palay",
      ...values,
    });
    return payload ? [payload.reporting_quarter, payload.reporting_year, ...reasons] : reasons;
  };

  it.each([
    "Q1 2025",
    "1st Qtr 2025",
    "First Quarter",
    "Jan-Mar 2025",
    "January to March",
    "Enero-Marso 2025",
    "2025 Q1",
    "Q1, CY 2025",
    "Unang Kwarter",
    "I",
    "Q1 (Jan-Mar)",
  ])("The import reads %s in a column of quarters as the first quarter.", (reporting_quarter) => {
    expect(period({ reporting_quarter, reporting_year: 2025 })).toEqual(["Q1", 2025]);
  });

  it.each([
    ["1st Semester", '"1st Semester" is a half year, not a quarter'],
    ["Q1-Q2", '"Q1-Q2" names several quarters'],
    ["Q1 (Apr-Jun)", '"Q1 (Apr-Jun)" names several quarters'],
    ["Jan-Feb", '"Jan-Feb" names months that are not a whole quarter'],
    ["Q1 2024", '"Q1 2024" contradicts the year reported, 2025'],
    ["March 2025", '"March 2025" is not a quarter; choose Q1, Q2, Q3 or Q4'],
    ["1st of April 2025", '"1st of April 2025" is not a quarter; choose Q1, Q2, Q3 or Q4'],
    ["1 2025", '"1 2025" is not a quarter; choose Q1, Q2, Q3 or Q4'],
  ])("The import refuses %s in a column of quarters, with the reason.", (reporting_quarter, reason) => {
    expect(period({ reporting_quarter, reporting_year: 2025 })).toEqual([reason]);
  });

  it("A text with quarter and year fills the blank quarter or year of its row, with a note.", () => {
    expect(period({ reporting_quarter: "2nd Qtr 2024", reporting_year: null })).toEqual([
      "Q2",
      2024,
      '"2nd Qtr 2024" is read as Q2 and 2024',
    ]);
    expect(period({ reporting_year: "Apr-Jun 2024" })).toEqual([
      "Q2",
      2024,
      '"Apr-Jun 2024" is read as 2024 and Q2',
    ]);
    expect(period({ reporting_quarter: "Q2 2024", reporting_year: "Q2 2024" })).toEqual(["Q2", 2024]);
  });

  it("In a column of years, the import uses the single year of a period.", () => {
    const funded = (year_funded: string) =>
      period({ reporting_quarter: "Q1", reporting_year: 2025, year_funded }).at(-1);
    expect(funded("Q4 2024")).toBe('of "Q4 2024", only the year is used');
    expect(funded("1st Semester 2024")).toBe('of "1st Semester 2024", only the year is used');
    expect(funded("First Quarter")).toBe('"First Quarter" names no year');
    expect(funded("2023-2024")).toBe('"2023-2024" names several years');
  });
});

describe("Filipino months in dates of an import", () => {
  const birthday = (text: string) =>
    readRow(participant, { participant_name: "Ana", arc_name: "ARC", birthday: text });

  it.each([
    ["Enero 5, 1970", "1970-01-05"],
    ["5 Pebrero 1970", "1970-02-05"],
    ["Marso 5 1970", "1970-03-05"],
    ["Abr. 5, 1970", "1970-04-05"],
    ["5-Mayo-1970", "1970-05-05"],
    ["ika-5 ng Hunyo 1970", "1970-06-05"],
    ["HULYO 5, 1970", "1970-07-05"],
    ["Ago. 5 1970", "1970-08-05"],
    ["Setyembre 5, 1970", "1970-09-05"],
    ["Okt 5, 1970", "1970-10-05"],
    ["Nob. 5, 1970", "1970-11-05"],
    ["Dis. 3 2023", "2023-12-03"],
    ["Lunes, Enero 5, 1970", "1970-01-05"],
  ])("The import reads %s as %s.", (text, date) => {
    expect(birthday(text)).toMatchObject({ payload: { birthday: date }, reasons: [] });
  });

  it.each(["Q1 2025", "First Quarter", "1st Semester", "Jan-Mar 2025", "Enero 1970"])(
    "The import refuses %s as a date, because it names no day.",
    (text) => {
      expect(birthday(text).reasons).toEqual([`"${text}" is not a date; write it as MM-DD-YYYY`]);
    },
  );
});

describe("Marks in columns of Yes or No", () => {
  const mark = (is_pwd: RawCell) => {
    const { payload, reasons } = readRow(participant, { participant_name: "Ana", arc_name: "ARC", is_pwd });
    return payload ? payload.is_pwd : reasons[0];
  };

  it("The import reads marks and words that can only mean Yes or No.", () => {
    for (const yes of ["✓", "✔️", "(✓)", "/", "Yes", "Y.", 1, "1", "Oo", "Meron", "☑"])
      expect(mark(yes)).toBe("Yes");
    for (const no of ["Wala", "N", "NO.", 0, "0", "Hindi", "☐"]) expect(mark(no)).toBe("No");
  });

  it("The import refuses marks that may mean Yes or No.", () => {
    for (const text of ["x", "X", "✗", "(x)"])
      expect(mark(text)).toBe(`"${text}" may mean Yes or No; write one of these`);
    for (const text of ["?", "-", "N/A", "2"]) expect(mark(text)).toBe(`"${text}" is neither Yes nor No`);
  });

  it("The import leaves a Yes or No blank if it is the result 0 of a formula.", () => {
    expect(mark({ value: 0, shown: "0", isZeroFormula: true })).toBeUndefined();
  });
});

describe("Ages in an import", () => {
  const person = (values: Readonly<Record<string, RawCell>>) =>
    readRow(participant, { participant_name: "Ana", arc_name: "ARC", ...values });

  it("If an age contradicts the birthday, the import saves the age of today and adds a note.", () => {
    const { payload, reasons } = person({ birthday: "1990-05-05", age: 28, age_base_group: "15 to 30" });
    expect(payload).toMatchObject({ birthday: "1990-05-05", age: 35, age_base_group: "31 to 59" });
    expect(reasons).toContain("Age is 28 but the birthday, on the day of entry, gives 35, which is saved");
  });

  it("The import keeps an age without a birthday, and refuses a text.", () => {
    expect(person({ birthday: "TBA", age: 28 }).payload).toMatchObject({
      age: 28,
      age_base_group: "15 to 30",
    });
    expect(person({ birthday: "1990-05-05", age: "old" }).reasons).toContain('"old" is not a number');
  });
});
