/** Tests rows that contain no data, and rows that take values from the rows above. */
import { describe, expect, it } from "vitest";
import type { RawCell } from "#shared/import/reading/cells.ts";
import { cellText, cellValue, isCellProblem } from "#shared/import/reading/cells.ts";
import type { Answers } from "#shared/import/reading/questions.ts";
import { readSheet } from "#shared/import/reading/reading.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { fmeInventoryTable } from "#shared/records/forms/fme-inventory-table.ts";
import { form5AnnualTarget } from "#shared/records/forms/form-5.ts";
import { qtrSalesReport } from "#shared/records/forms/form-7.ts";
import { form11Accomp } from "#shared/records/forms/form-11.ts";
import { participant } from "#shared/records/forms/participant.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { numbered } from "./support.ts";

const read = (record: AnyRecord, rows: readonly (readonly RawCell[])[], answers: Answers = {}) =>
  readSheet(record, { rows: numbered(rows) }, { answers });

const rowsIn = ({ rows }: ReturnType<typeof read>) => rows.map(({ row }) => row);

/** Returns the values that the field has in each row. */
function valuesOf({ rows, columns }: ReturnType<typeof read>, field: string) {
  const column = columns.findIndex((one) => one.field === field);
  return rows.map(({ cells }) => cellValue(cells[column]));
}

describe("Heading row of an import file", () => {
  const table = [
    ["No.", "ARBO name", "Municipality", "Male members", "Female members"],
    [1, "Ani", "Licab", 10, 12],
  ];

  it.each([
    ["Region:", "III", "Province:", "Nueva Ecija"],
    ["Region", "III", "Province", "Nueva Ecija"],
  ])("The letterhead '%s, %s, %s, %s' is not the heading row of the table below it.", (...letterhead) => {
    const { layout } = read(arboMasterlist, [
      letterhead,
      ["Date:", "March 5, 2025"],
      ["List of ARBOs"],
      [],
      ...table,
    ]);
    expect([layout.firstRow, layout.columns[1]]).toEqual([6, "arbo_name"]);
    const near = read(arboMasterlist, [letterhead, [null, null, "CY:", 2025], ...table]);
    expect(near.layout.firstRow).toBe(4);
    expect(near.columns.map(({ heading }) => heading)).toEqual(table[0]);
  });

  it.each([
    [["Name of ARBO:", null, "Licab Farmers Association"]],
    [
      ["Title of Activity:", null, "Bookkeeping"],
      ["Date:", null, "March 5, 2025"],
    ],
    [["Region:", null, "III", null, "Province:", null, "Nueva Ecija"]],
    [[null, null, "Venue: Licab Hall", null, "Date: May 5, 2025"]],
    [["Name of ARBO: Licab Farmers Association", null, "Municipality: Licab"]],
  ])("The letterhead %j directly above the headings is not a group heading.", (...letterhead) => {
    const people = [
      ["No.", "Name", "Sex", "Age", "Reporting year", "Training title"],
      [1, "Juan Cruz", "M", 45, 2025, "Bookkeeping"],
    ];
    const { columns, questions } = read(form5AnnualTarget, [["TARGETS"], ...letterhead, ...people]);
    expect(columns.slice(0, 6).map(({ heading, field }) => [heading, field])).toEqual([
      ["No.", null],
      ["Name", "participant_name"],
      ["Sex", "sex"],
      ["Age", "age"],
      ["Reporting year", "reporting_year"],
      ["Training title", "training_title"],
    ]);
    expect(questions).toEqual([]);
  });

  it.each(["Part A: Overview of members", "Members: Number"])(
    "The import recognizes the group heading '%s', which contains a colon.",
    (group) => {
      const { columns } = read(arboMasterlist, [
        [null, null, group, null, "Baseline: 2014", null],
        ["ARBO name", "Municipality", "Male", "Female", "Male", "Female"],
        ["Ani", "Licab", 1, 2, 3, 4],
      ]);
      expect(columns[2]?.heading).toBe(`${group} › Male`);
    },
  );

  it("The import recognizes a heading row with colons after its headings.", () => {
    for (const headings of [
      ["ARBO name:", "Municipality:", "Remarks:"],
      ["ARBO name", "Municipality", "Notes:"],
    ]) {
      expect(read(arboMasterlist, [headings, ["Ani", "Licab", "ok"]]).layout.columns.slice(0, 2)).toEqual([
        "arbo_name",
        "muncity_name",
      ]);
    }
  });
});

describe("Import rows without data", () => {
  const headings = ["ARBO name", "Municipality", "Registering agency", "Sitio", "Total assets"];
  const of = (name: string, town: string) => [name, town, "CDA", "Uno", 1];

  it.each([
    ["Prepared by:", "Noted by:"],
    ["Inihanda ni:", "Pinagtibay ni:"],
    ["Sinuri nina", "Nabatid:"],
  ])("The import leaves out the signatures '%s' and '%s' below each part of a list.", (first, second) => {
    const signatures = [
      [first, null, null, second],
      ["JUAN CRUZ", null, null, "ANA SANTOS"],
    ];
    const parts = [headings, of("Ani", "Licab"), of("Bani", "Licab"), ...signatures];
    const reading = read(arboMasterlist, [...parts, ...parts], { "above muncity_name": "blank" });
    expect(rowsIn(reading)).toEqual([2, 3, 7, 8]);
    expect(reading.questions.map(({ id, answer }) => [id, answer])).toContainEqual(["rows signature", "out"]);
  });

  it("The import does not mistake the title of a list's next part for a signature.", () => {
    const rows = [
      headings,
      of("Ani", "Licab"),
      ["Prepared by: Juan Cruz"],
      ["Municipality of Licab"],
      headings,
    ];
    const { questions } = read(arboMasterlist, [...rows, of("Bani", "Licab"), of("Cani", "Licab")]);
    expect(questions.map(({ id, text }) => [id, text])).toEqual([
      ["rows signature", "Row 3 looks like a note below the list."],
      ["lone rows", "Row 4 has only one text: “Municipality of Licab”."],
    ]);
  });

  it.each([
    "GT",
    "Kabuuang kasapi",
    "Total per municipality",
    "Balance forwarded",
    "Carried forward",
    "Target",
    "Variance",
    "% of target",
    "No. of ARBOs",
  ])("The import proposes to leave out the summary row '%s'.", (summary) => {
    const { questions } = read(arboMasterlist, [
      headings,
      of("Ani", "Licab"),
      [summary, null, null, null, 2],
    ]);
    expect(questions.map(({ id, text, answer }) => [id, text, answer])).toContainEqual([
      "rows total",
      "Row 3 looks like a total.",
      "out",
    ]);
  });

  it("The import proposes to leave out a summary row whose label is in a column of numbers.", () => {
    const reading = read(arboMasterlist, [
      ["Male members", "ARBO name", "Municipality", "Total assets"],
      [1, "Ani", "Licab", 1],
      ["n/a", "Bani", "Licab", 1],
      ["SUB-TOTAL", null, null, 2],
      ["Total for Licab", null, "Licab", 2],
    ]);
    expect(rowsIn(reading)).toEqual([2, 3]);
    expect(reading.questions.map(({ id }) => id)).toEqual(["rows total"]);
  });

  it("The import proposes to leave out a note in the column of names if the row repeats the row above.", () => {
    const table = [
      ["No.", "Name", "Sex", "ARBO name", "Municipality"],
      [1, "Ana Cruz", "F", "Ani Growers", "Licab"],
      [2, "Ben Cruz", "M", "Ani Growers", "Licab"],
    ];
    const note = [3, "Nothing follows", null, "Ani Growers", "Licab"];
    const { questions } = read(participant, [...table, note]);
    expect(questions.map(({ id, answer }) => [id, answer])).toEqual([["rows note", "out"]]);
    const other = [3, "Printed Textiles", null, "Bani Growers", "Licab"];
    expect(rowsIn(read(participant, [...table, other]))).toEqual([2, 3, 4]);
  });

  it.each(["Target Growers", "Forward Farmers", "GT Farmers", "Kabuuang Kaunlaran Farmers Association"])(
    "The import keeps an ARBO whose name begins like a summary label: %s.",
    (name) => {
      expect(
        rowsIn(read(arboMasterlist, [headings, of("Ani", "Licab"), [name, null, null, null, 2]])),
      ).toContain(3);
    },
  );
});

describe("Values that the import takes from the rows above", () => {
  const headings = [
    "ARBO name",
    "Municipality",
    "Year reported",
    "Quarter reported",
    "Hard component",
    "Quantity",
  ];
  const [ani, bani] = [
    ["Ani", "Licab", 2025, "Q1", "Tractor", 1],
    ["Bani", "Licab", 2025, "Q2", "Pump", 2],
  ];
  const below = (component: string) => [null, null, null, null, component, 3];

  it("The import offers to fill blank ARBO names and quarters from the row above.", () => {
    const rows = [headings, ani, below("Plow"), below("Harrow"), bani, below("Seeder")];
    const { questions } = read(form11Accomp, rows);
    expect(questions.map(({ id }) => id)).toEqual([
      "above arbo_name",
      "above muncity_name",
      "above reporting_year",
      "above reporting_quarter",
    ]);
    const answers = Object.fromEntries(questions.map(({ id }) => [id, "above"]));
    const reading = read(form11Accomp, rows, answers);
    expect(valuesOf(reading, "arbo_name")).toEqual(["Ani", "Ani", "Ani", "Bani", "Bani"]);
    expect(valuesOf(reading, "reporting_quarter")).toEqual(["Q1", "Q1", "Q1", "Q2", "Q2"]);
  });

  it("In the masterlist, the import does not offer to fill blank ARBO names from the row above.", () => {
    const rows = [headings.slice(0, 2), ["Ani", "Licab"], [], ["Bani", "Licab"]];
    expect(read(arboMasterlist, rows).questions).toEqual([]);
  });

  it("The import offers to fill blank ARBO names if another organization is in every row.", () => {
    const table = [
      ["ARC name", "ARBO name", "Project title"],
      ["Licab ARC", "Ani", "Tractor"],
      ["Licab ARC", null, "Thresher"],
      ["Quezon ARC", "Bani", "Tractor"],
      ["Quezon ARC", null, "Pump"],
    ];
    expect(read(fmeInventoryTable, table).questions.map(({ id }) => id)).toEqual(["above arbo_name"]);
    const reading = read(fmeInventoryTable, table, { "above arbo_name": "above" });
    expect(valuesOf(reading, "arbo_name")).toEqual(["Ani", "Ani", "Bani", "Bani"]);
    const again = [...table, ["Licab ARC", "Ani", "Pump"], ["Licab ARC", null, "Plow"]];
    expect(read(fmeInventoryTable, again).questions).toEqual([]);
  });

  it("If a row contains only an ARBO name, the import offers this name for the participants in the rows below.", () => {
    const rows = [
      ["Name", "Sex", "Municipality", "Category"],
      ["Ani Growers"],
      ["Ana Cruz", "F", "Licab", "ARB"],
      ["ARBO: Bani Growers"],
      ["Ben Cruz", "M", "Licab", "ARB"],
    ];
    const { questions } = read(participant, rows);
    expect(questions[0]?.options.map(({ label }) => label)).toContain("The ARBO name of the rows below");
    const reading = read(participant, rows, { "lone rows": "arbo_name" });
    expect(valuesOf(reading, "arbo_name")).toEqual(["Ani Growers", "Bani Growers"]);
  });

  it("If a row contains only a quarter, the import offers this quarter for the reports in the rows below.", () => {
    const rows = [
      ["ARBO name", "Municipality", "Year reported", "Sales generated"],
      ["1st Quarter"],
      ["Ani", "Licab", 2025, 100],
      ["2nd Quarter"],
      ["Ani", "Licab", 2025, 200],
    ];
    const { questions } = read(qtrSalesReport, rows);
    expect(questions[0]?.options.map(({ value }) => value)).toEqual(["out", "reporting_quarter", "in"]);
    const reading = read(qtrSalesReport, rows, { "lone rows": "reporting_quarter" });
    expect(valuesOf(reading, "reporting_quarter")).toEqual(["1st Quarter", "2nd Quarter"]);
  });

  it.each([
    ...['"', '-"-', "“", "”", "″", '""', '" "', "''", "’’", "' '", "′′", ",,"],
    ...["-do-", "-same-", "Idem", "as above", "Same as above"],
  ])("The import reads the ditto mark %s as the value above.", (mark) => {
    const reading = read(form11Accomp, [headings, ani, ["Bani", "Licab", 2025, "Q1", mark]]);
    expect(valuesOf(reading, "hard_component")).toEqual(["Tractor", "Tractor"]);
  });

  it("The import does not mistake a row of ditto marks and numbers for a note.", () => {
    const marks = ['" "', '" "', 2024, '" "', '" "', 3];
    const reading = read(form11Accomp, [headings, ani, marks]);
    expect(reading.questions).toEqual([]);
    expect(valuesOf(reading, "hard_component")).toEqual(["Tractor", "Tractor"]);
  });

  it("The import reports a cell that refers to another row, such as 'Same as no. 1'.", () => {
    const { rows } = read(form11Accomp, [headings, ani, ["Same as no. 1", "Licab", 2025, "Q1", "Plow"]]);
    const cell = rows[1]?.cells[0];
    expect([isCellProblem(cell) && cell.problem, cellText(cell)]).toEqual([
      '"Same as no. 1" refers to another row; enter the value',
      "Same as no. 1",
    ]);
  });
});
