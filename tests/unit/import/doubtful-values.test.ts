/** Tests values that the import must not change without a question, a note or an error. */
import { describe, expect, it } from "vitest";
import { cellValue, type RawCell } from "#shared/import/reading/cells.ts";
import { parseCsv } from "#shared/import/reading/csv.ts";
import type { Answers } from "#shared/import/reading/questions.ts";
import { readSheet } from "#shared/import/reading/reading.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { farmersTrackingIncome } from "#shared/records/forms/farmers-tracking-income.ts";
import { participant } from "#shared/records/forms/participant.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { classifySheet, numbered, province, region, sheetOf } from "./support.ts";

const letters = "ABCDEFGH";

/** Returns CSV rows with one organization per value. The organizations have different names. */
const rowsOf = (heading: string, values: readonly string[]) =>
  parseCsv(
    [
      `ARBO name,Municipality,${heading}`,
      ...values.map((value, index) => `${letters[index]}lpha${index} Growers,Licab,"${value}"`),
    ].join("\n"),
  );

const questionsOf = (rows: ReturnType<typeof rowsOf>, answers: Answers = {}) =>
  readSheet(arboMasterlist as AnyRecord, { rows }, { answers }).questions;

/** Returns for each row the value of a field, or the reason of the row's first error. */
const valuesOf = (field: string, rows: ReturnType<typeof rowsOf>, answers: Answers = {}) =>
  classifySheet(rows, { choices: { answers } }).map(
    ({ issues, payload }) => issues[0]?.reason ?? payload?.[field],
  );

describe("Numbers with more digits than Excel keeps", () => {
  it("The import refuses a number of 16 digits in a list of IDs.", () => {
    const rows = [
      { row: 1, cells: ["Participant name", "Training ID"] },
      { row: 2, cells: ["Ana Cruz", 1_234_567_890_123_450] },
      { row: 3, cells: ["Ben Cruz", 123_456_789_012_345] },
    ];
    const reasons = classifySheet(rows, { record: participant as AnyRecord }).map(({ issues }) =>
      issues.filter(({ reason }) => reason.includes("Excel keeps 15 digits")).map(({ field }) => field),
    );
    expect(reasons).toEqual([["training_id"], []]);
  });
});

describe("Dates of an import", () => {
  it("In a column of dates written day first, the import refuses two dates in one cell.", () => {
    const rows = rowsOf("Date of registration", ["25/03/2021", "5/6/2020 - 5/8/2020", "5/6/2020 8:00 AM"]);
    expect(valuesOf("date_of_registration", rows)).toEqual([
      "2021-03-25",
      expect.stringContaining("is not a date"),
      "2020-06-05",
    ]);
  });

  it("In a workbook that counts from 1904, a serial number that is a text counts from 1904, too.", () => {
    const rows = rowsOf("Date of registration", ["40000"]);
    const sheet = readSheet(arboMasterlist as AnyRecord, { rows, date1904: true });
    expect(cellValue(sheet.rows[0]?.cells[2])).toBe(41_462);
  });

  it("The import leaves a date blank if its cell says that there is no date.", () => {
    const [read] = classifySheet(rowsOf("Date of registration", ["TBA"]));
    expect(read).toMatchObject({
      class: "new",
      notes: [{ field: "date_of_registration", reason: '"TBA" means no value; left blank' }, {}, {}],
    });
  });
});

describe("Numbers in a date column of an import", () => {
  it("In a date column, the import accepts a number only if it is the serial number of a recent day, such as 44260.", () => {
    const notDate = (written: string) => `"${written}" is not a date; write it as MM-DD-YYYY`;
    const rows = rowsOf("Date of registration", ["98", "05", "9520", "2019", "44260"]);
    expect(valuesOf("date_of_registration", rows)).toEqual([
      notDate("98"),
      notDate("05"),
      notDate("9520"),
      expect.stringContaining("2019 is only a year"),
      "2021-03-05",
    ]);
  });

  it("In a birthday column, the import accepts the number 14977, which is Excel's serial number of a day in 1941.", () => {
    const rows = [
      { row: 1, cells: ["Participant name", "Birthday"] },
      { row: 2, cells: ["Ana Cruz", 14977] },
      { row: 3, cells: ["Ben Cruz", 98] },
    ];
    const read = classifySheet(rows, { record: participant as AnyRecord });
    const reasons = read.map(({ issues }) => issues.map(({ reason }) => reason));
    expect(reasons.map((found) => found.filter((reason) => /is not a date/.test(reason)))).toEqual([
      [],
      ['"98" is not a date; write it as MM-DD-YYYY'],
    ]);
  });
});

describe("Question marks in place of lost letters in an import", () => {
  it("The import does not report the question mark in the town name Pe?aranda.", () => {
    const rows = [
      { row: 1, cells: ["ARBO name", "Municipality"] },
      { row: 2, cells: ["Narra", "Pe?aranda"] },
    ];
    const [row] = classifySheet(rows);
    expect(row?.issues.filter(({ reason }) => /letter was lost/.test(reason))).toEqual([]);
  });
});

describe("Commas in amounts of an import", () => {
  it("If a column contains both 12,50 and 1,500, the import asks the user how to read the commas.", () => {
    const rows = rowsOf("Total assets", ["1,500", "250,000", "12,50", "2,000"]);
    expect(questionsOf(rows)).toMatchObject([
      { id: "numbers 2", text: expect.stringContaining("how should 1,500 be read?"), answer: null },
    ]);
    expect(valuesOf("total_asset", rows, { "numbers 2": "own" })).toEqual([
      1500,
      250_000,
      expect.stringContaining('"12,50" has a comma that does not separate thousands'),
      2000,
    ]);
  });

  it("If a column contains 1.500,50, the import reads commas as decimal commas and refuses 12,500.", () => {
    const rows = rowsOf("Total assets", ["1.500,50", "12,5", "12,500", "12.500"]);
    expect(questionsOf(rows)).toEqual([]);
    expect(valuesOf("total_asset", rows)).toEqual([
      1500,
      12,
      '"12,500" may mean 12.500 or 12,5; write one of these',
      12500,
    ]);
  });

  it.each([
    ["Total assets", "total_asset", ["250000", "15,00", "1800"]],
    ["Total assets", "total_asset", ["1,5000", "1800"]],
    ["All members", "total_member", ["15,00"]],
  ])("The import asks how to read a comma that does not separate thousands: %s (field %s).", (...given) => {
    const [heading, field, values] = given;
    const rows = rowsOf(heading, values);
    const asked = { id: "numbers 2", text: expect.stringContaining("be read?"), answer: null };
    expect(questionsOf(rows)).toMatchObject([asked]);
    const read = valuesOf(field, rows, { "numbers 2": "own" });
    expect(read).toContainEqual(expect.stringContaining("does not separate thousands"));
  });

  it("If one column contains 1.500,50, the import reads 2500,50 in another column with a decimal comma.", () => {
    const rows = parseCsv(
      [
        "ARBO name;Municipality;Loans;Total assets",
        "Ani;Licab;1.500,50;2500,50",
        "Bayani;Licab;2.500,50;12500,50",
      ].join("\n"),
    );
    expect(questionsOf(rows)).toEqual([]);
    expect(valuesOf("total_asset", rows)).toEqual([2500, 12_500]);
  });

  it("The import reads a column of amounts such as 1,500 without asking the user.", () => {
    const rows = rowsOf("Total assets", ["1,500", "250,000"]);
    expect(questionsOf(rows)).toEqual([]);
    expect(valuesOf("total_asset", rows)).toEqual([1500, 250_000]);
  });

  it("The import asks the user whether 1.500 means 1500 or 1.5.", () => {
    expect(questionsOf(rowsOf("Total assets", ["1.500"]))).toMatchObject([{ id: "numbers 2" }]);
    expect(questionsOf(rowsOf("Total assets", ["0.125", "0.500", "2000"]))).toEqual([]);
  });

  it("The import reports an amount such as 12.500 in a column whose other amounts are such as 12,000.00.", () => {
    const rows = rowsOf("Total assets", ["12,000.00", "12.500", "₱1.000", "950.00"]);
    expect(questionsOf(rows)).toEqual([]);
    expect(valuesOf("total_asset", rows)).toEqual([
      12_000,
      '"12.500" may mean 12,500 or 12.5; write one of these',
      '"₱1.000" may mean 1,000 or 1; write one of these',
      950,
    ]);
    expect(valuesOf("total_asset", rowsOf("Total assets", ["950.50", "12.500"]))).toEqual([950, 12]);
  });
});

describe("Percentages in an import", () => {
  const percentages = (heading: string, values: readonly RawCell[], answers: Answers = {}) => {
    const rows = [
      { row: 1, cells: ["ARBO name", heading] },
      ...values.map((value, index) => ({ row: index + 2, cells: [`${letters[index]}lpha`, value] })),
    ];
    const record = farmersTrackingIncome as AnyRecord;
    const { questions } = readSheet(record, { rows }, { answers });
    const read = classifySheet(rows, { record, choices: { answers } });
    return { questions, values: read.map(({ values }) => values.percent_difference) };
  };
  const shown = { value: 0.125, shown: "12.50%" };

  it("The import asks the user whether numbers without a percent sign are percentages or fractions.", () => {
    const cells = ["12.5", 8, "15%", shown];
    const { questions } = percentages("Percent difference (%)", cells);
    expect(questions).toMatchObject([
      {
        id: "percent 1",
        text: "Column B, “Percent difference (%)”: does 12.5 mean 12.5% or 1,250%?",
        options: [{ label: "12.5%" }, { label: "1,250%" }],
        answer: null,
      },
    ]);
    const read = (answer: string) =>
      percentages("Percent difference (%)", cells, { "percent 1": answer }).values;
    expect(read("percent")).toEqual([0.125, 0.08, 0.15, 0.125]);
    expect(read("fraction")).toEqual([12.5, 8, 0.15, 0.125]);
  });

  it("The import asks whether 0.5 means 0.5% only if the column's heading has a percent sign.", () => {
    expect(percentages("Percent difference", ["12,5"]).questions).toHaveLength(1);
    expect(percentages("Percent difference (%)", [0.5]).questions).toHaveLength(1);
    const plain = percentages("Percent difference", [0.5, "15%", shown]);
    expect(plain).toMatchObject({ questions: [], values: [0.5, 0.15, 0.125] });
    expect(percentages("Percent difference (%)", ["15%", shown]).questions).toEqual([]);
  });
});

describe("Several import columns for the same field", () => {
  const repeated = (rows: readonly (readonly RawCell[])[], answers: Answers = {}) => {
    const sheet = numbered(rows);
    const asked = questionsOf(sheet, answers).map(({ text, options }) => [
      text,
      options.map(({ label }) => label),
    ]);
    return { asked, field: (name: string) => valuesOf(name, sheet, answers) };
  };

  it("If three columns have the same heading and only one is filled, the import uses this column.", () => {
    const heads = ["ARBO name", "Municipality", "Total assets", "Total assets", "Total assets"];
    const read = repeated([heads, ["Ani", "Licab", null, null, 500]]);
    expect([read.asked, read.field("total_asset")]).toEqual([[], [500]]);
    const same = repeated([heads, ["Ani", "Licab", 500, null, 500]]);
    expect([same.asked, same.field("total_asset")]).toEqual([[], [500]]);
  });

  it("If three columns with different values have the same heading, the import asks the user which one to use.", () => {
    const rows = [
      ["ARBO name", "Municipality", "Remarks", "Remarks", "Remarks"],
      ["Ani", "Licab", "one", "two", "three"],
    ];
    expect(repeated(rows).asked).toEqual([
      [
        "3 columns are “Remarks”: C (Remarks), D (Remarks) and E (Remarks). Which one should be imported?",
        ["Column C", "Column D", "Column E", "All, joined in this order", "None"],
      ],
    ]);
    expect(repeated(rows, { "repeated remarks": "E" }).field("remarks")).toEqual(["three"]);
    expect(repeated(rows, { "repeated remarks": "all" }).field("remarks")).toEqual(["one; two; three"]);
  });
});

describe("Stored texts that the import would repair in a new row", () => {
  const organization = {
    arbo_id: "NE-001",
    arbo_name: "Ani Growers",
    region_name: region,
    province_name: province,
    muncity_name: "Licab",
  };
  const stored = (values: object) => ({ id: 7, row_version: 3, process_stage: "Pending", ...values });
  const withoutId = { ...organization, arbo_id: null };

  it.each([
    ["a footnote mark", { arbo_name: "Ani Growers*" }],
    ["a yen sign before a letter", { remarks: "Price ¥A" }],
    ["an escaped character", { remarks: "Tom &amp; Jerry" }],
    ["a line break of a web page", { remarks: "a <br> b" }],
    ["the text of an error", { remarks: "#N/A" }],
    ["the beginning of a formula", { remarks: "=A1 is wrong" }],
    ["a question mark between letters", { arbo_name: "Sino?Ako Coop" }],
    ["the notation of a number cut short", { registration_number: "2.02E+11" }],
  ])("If an import row and its stored row have the same text with %s, the row is unchanged.", (_, values) => {
    for (const row of [
      { ...organization, ...values },
      { ...withoutId, ...values },
    ]) {
      const [read] = classifySheet(sheetOf([row]), { existing: [stored(row)] });
      expect([read?.class, read?.issues, read?.notes]).toEqual(["unchanged", [], []]);
    }
  });

  it("The import saves a repaired text (& instead of &amp;) that differs from the stored text.", () => {
    const existing = [stored({ ...organization, remarks: "Tom" })];
    const [read] = classifySheet(sheetOf([{ ...organization, remarks: "Tom &amp; Jerry" }]), { existing });
    expect([read?.class, read?.payload?.remarks]).toEqual(["changed", "Tom & Jerry"]);
  });

  it("The import removes the apostrophe that spreadsheets put before a text that looks like a formula.", () => {
    const values = { remarks: "- follow up", sitio_purok_street: "+63 917 555" };
    const copied = { remarks: "'- follow up", sitio_purok_street: "'+63 917 555" };
    const existing = [stored({ ...organization, ...values })];
    const [read] = classifySheet(sheetOf([{ ...organization, ...copied }]), { existing });
    expect([read?.class, read?.notes]).toEqual(["unchanged", []]);
    const [added] = classifySheet(sheetOf([{ ...organization, ...copied, remarks: "'=A1 is wrong" }]));
    expect([added?.issues, added?.payload]).toMatchObject([[], { remarks: "=A1 is wrong" }]);
  });

  it.each(["3E07", "9E1"])("The import keeps the registration number %s as text.", (number) => {
    const [read] = classifySheet(sheetOf([{ ...organization, registration_number: number }]));
    expect([read?.class, read?.payload?.registration_number]).toEqual(["new", number]);
    expect(read?.notes).toMatchObject([{ reason: `"${number}" is read as text, not as a number` }]);
  });

  it("A different letter case of a stored ID is not a change in an import.", () => {
    const existing = [stored(organization)];
    const [read] = classifySheet(sheetOf([{ ...organization, arbo_id: "ne-001" }]), { existing });
    expect(read?.class).toBe("unchanged");
  });
});
