/**
 * Tests headings whose meaning depends on the headings above them, the cells below them, or their place in the sheet.
 */
import { describe, expect, it } from "vitest";
import type { ClassifiedRow } from "#shared/import/classify/classified-row.ts";
import { cellValue, type RawCell } from "#shared/import/reading/cells.ts";
import { parseCsv } from "#shared/import/reading/csv.ts";
import { findHeadings, findLayout } from "#shared/import/reading/headings.ts";
import { readSheet } from "#shared/import/reading/reading.ts";
import { arbMarketingAssistanceMonitoring } from "#shared/records/forms/arb-marketing-assistance-monitoring.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { arboTraining } from "#shared/records/forms/arbo-training.ts";
import { farmersTrackingIncome } from "#shared/records/forms/farmers-tracking-income.ts";
import { fmeRentalMonitoring } from "#shared/records/forms/fme-rental-monitoring.ts";
import { form11Accomp } from "#shared/records/forms/form-11.ts";
import { participant } from "#shared/records/forms/participant.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { classifySheet, numbered } from "./support.ts";

/** Returns the field of the heading, or the fields among which the user must choose. */
function meaningUnder(record: AnyRecord, above: string, text: string) {
  const rows = numbered([
    [null, null, above],
    ["ARBO name", "Municipality", text],
    ["Ani", "Licab", 1],
  ]);
  const heading = findHeadings(record, rows).columns[2];
  return heading?.field ?? heading?.candidates;
}

describe("Merged group headings", () => {
  const columns = ["ARBO name", "Municipality", "Male ARBs", "Female ARBs", "Male members", "Female members"];
  const group = { column: 2, row: 1 };
  const baseline = "Baseline members 2014";

  it("A group heading in a merged cell applies only to the columns below this cell.", () => {
    const [groups, ...rest] = numbered([
      [null, null, baseline, baseline],
      columns,
      ["Ani", "Licab", 1, 2, 10, 20],
    ]);
    const rows = [{ row: 1, cells: groups?.cells ?? [], merged: { 2: group, 3: group } }, ...rest];
    expect(findLayout(arboMasterlist, rows).columns).toEqual([
      "arbo_name",
      "muncity_name",
      "arb_male_baseline_2014",
      "arb_female_baseline_2014",
      "total_member_male",
      "total_member_female",
    ]);
  });

  it("A group heading in an unmerged cell applies only to its own column.", () => {
    const [groups, ...rest] = numbered([
      [null, null, "Members", "Members", baseline],
      ["ARBO name", "Municipality", "Male", "Female", "All members", "All ARBs"],
      ["Ani", "Licab", 1, 2, 3, 4],
    ]);
    const rows = [{ row: 1, cells: groups?.cells ?? [], merged: { 2: group, 3: group } }, ...rest];
    const found = findHeadings(arboMasterlist, rows);
    expect(found.columns[4]?.field).toBe("total_total_baseline_2014");
    expect(found.columns[5]?.above).toBe("");
  });

  it("The import asks whether an unmerged group heading applies to the columns to its right.", () => {
    const [groups, ...rest] = numbered([
      ["ARBO name", "Municipality", baseline, null, null, "Remarks", "Remarks"],
      [null, null, "Male members", "Female members", "All members", "x", "y"],
      ["Ani", "Licab", 1, 2, 3, "a", "b"],
    ]);
    const merged = { 5: { column: 5, row: 1 }, 6: { column: 5, row: 1 } };
    const rows = [{ row: 1, cells: groups?.cells ?? [], merged }, ...rest];
    const { columns } = findHeadings(arboMasterlist, rows);
    expect(columns.slice(0, 5).map(({ field, candidates }) => field ?? candidates)).toEqual([
      "arbo_name",
      "muncity_name",
      "total_male_baseline_2014",
      ["total_female_baseline_2014", "total_member_female"],
      ["total_total_baseline_2014", "total_member"],
    ]);
  });

  it("The import does not treat a group heading with a colon as part of a letterhead.", () => {
    const rows = numbered([
      ["ARBO name", "Municipality", `${baseline}:`, null, null, "Members", null, null],
      [null, null, "Male", "Female", "All", "Male", "Female", "All"],
      ["Ani", "Licab", 1, 2, 3, 4, 5, 9],
    ]);
    expect(findLayout(arboMasterlist, rows).columns).toEqual([
      "arbo_name",
      "muncity_name",
      "total_male_baseline_2014",
      "total_female_baseline_2014",
      "total_total_baseline_2014",
      "total_member_male",
      "total_member_female",
      "total_member",
    ]);
  });
});

describe("Headings whose meaning depends on the group heading", () => {
  it.each([
    ["Sale to a trader (PHP)", "Price per unit", "trader_market_price_per_unit"],
    ["Sale to a trader (PHP)", "Gross sales", "gross_sales_trader"],
    ["Trader", "Net income", "trader_net_income"],
    ["Trader", "Marketing cost", "trader_total_marketing_cost"],
    ["Sale through the ARBO (PHP)", "Gross sales", "gross_sales"],
    ["Sold to Trader", "Gross sales", ["gross_sales_trader", "gross_sales"]],
  ])(
    "The import uses the group heading to distinguish sales to a trader from sales through the ARBO: %s, %s.",
    (above, text, field) => {
      expect(meaningUnder(farmersTrackingIncome, above, text)).toEqual(field);
    },
  );

  it.each([
    ["Farmers", ["arb_total_farmer", "nonarb_total_farmer", "overall_total"]],
    [
      "ARB farmers (Raw)",
      ["arb_total_raw", "nonarb_total_raw", "arb_total_farmer", "nonarb_total_farmer", "overall_total"],
    ],
  ])("The import asks the user which total the heading 'Total' under '%s' means.", (above, fields) => {
    expect(meaningUnder(arbMarketingAssistanceMonitoring, above, "Total")).toEqual(fields);
  });

  it.each([
    ["Trainer", "Name", ["participant_name"]],
    ["Spouse", "Age", ["age"]],
    ["Participant", "Name", "participant_name"],
    ["Personal information", "Age", "age"],
  ])(
    "The import asks whose name or age a column holds only if the group heading names a person other than the participant: %s, %s.",
    (above, text, field) => {
      expect(meaningUnder(participant, above, text)).toEqual(field);
    },
  );

  it.each([
    [["Attendance Sheet", null, null, "June 5, 2025"]],
    [["Farmers", null, null, "Remarks"]],
    [
      ["Republic of the Philippines", null, "Annex A"],
      ["Masterlist of Beneficiaries", null, null, "CY 2025"],
    ],
    [["2nd quarter", null, null, "Annex A"]],
  ])(
    "The import asks nothing about 'Name', 'Sex' and 'Age' below a title, a date or a word such as 'Farmers': %j.",
    (...titles) => {
      const rows = numbered([...titles, ["Name", "Sex", "Age", "ARBO name"], ["Ana Cruz", "F", 30, "Ani"]]);
      const { columns, questions } = readSheet(participant, { rows });
      expect(questions.filter(({ id }) => /^column /.test(id))).toEqual([]);
      expect(columns.slice(0, 3).map(({ field }) => field)).toEqual(["participant_name", "sex", "age"]);
    },
  );

  it("The import asks the user about the heading 'Quantity' under the group heading 'Production'.", () => {
    expect(meaningUnder(form11Accomp, "Production", "Quantity")).toEqual(["quantity_hard"]);
    expect(meaningUnder(form11Accomp, "Support", "Quantity")).toBe("quantity_hard");
  });
});

describe('Columns with the heading "Units" or "No. of Units"', () => {
  const columnOf = (heading: string, cell: string | number) => {
    const rows = numbered([
      ["ARBO name", "Municipality", "Hard component", heading],
      ["Ani", "Licab", "Tractor", cell],
    ]);
    const { questions, columns } = readSheet(form11Accomp, { rows });
    return {
      field: columns[3]?.field,
      choices: questions.flatMap(({ options }) => options.map(({ value }) => value)),
    };
  };

  it("The import does not read the column 'No. of Units' into the field for the name of a unit.", () => {
    expect(columnOf("No. of Units", 12)).toEqual({ field: null, choices: ["out"] });
  });

  it("The import asks the user whether numbers under the heading 'Units' are quantities.", () => {
    expect(columnOf("Units", 12)).toEqual({ field: null, choices: ["quantity_hard", "unit_hard", ""] });
    expect(columnOf("Units", "bag")).toEqual({ field: "unit_hard", choices: [] });
  });
});

describe("CSV lines with more cells than headings", () => {
  it("The import asks the user about a CSV line with more cells than headings.", () => {
    const rows = parseCsv(
      "ARBO name,Municipality,Total assets,Remarks,,\nAni,Licab,1,500,ok,\nBani,Licab,2000,ok,,\n",
    );
    const { questions, rows: data } = readSheet(arboMasterlist, { rows });
    expect(questions.map(({ text }) => text)).toEqual([
      "Row 2 has more cells than there are headings (5 and 4). A separator inside a cell, such as the comma in 1,500, shifts the cells after it.",
    ]);
    expect(data.map(({ row }) => row)).toEqual([3]);
  });

  it("If the user has chosen the field of a column without a heading, the import asks nothing about the column.", () => {
    const rows = parseCsv("ARBO name,Municipality,\nAni,Licab,ok\n");
    expect(readSheet(arboMasterlist, { rows }, { columns: { 2: "remarks" } }).questions).toEqual([]);
  });
});

describe("Columns with parts of a person's name", () => {
  const rows = numbered([
    ["No.", "Last Name", "First Name", "M.I.", "Suffix", "Sex", "Municipality"],
    [1, "Cruz", "Ana", null, null, "F", "Licab"],
    [2, "Reyes", "Ben", "M.", "Jr.", "M", "Licab"],
  ]);

  it("The import offers to join columns of last and first names to full names.", () => {
    const { questions } = readSheet(participant, { rows });
    expect(questions.map(({ id, options }) => [id, options.map(({ label }) => label)])).toEqual([
      [
        "repeated participant_name",
        ["Column B", "Column C", "Column D", "Column E", "All, joined as “Ben M. Reyes Jr.”", "None"],
      ],
    ]);
    const reading = readSheet(participant, { rows }, { answers: { "repeated participant_name": "all" } });
    expect(reading.rows.map(({ cells }) => cellValue(cells[2]))).toEqual(["Ana Cruz", "Ben M. Reyes Jr."]);
    expect(reading.columns[2]?.field).toBe("participant_name");
  });

  it("The import offers to add the column of suffixes to the full names.", () => {
    const full = numbered([
      ["Suffix", "Name", "Sex", "Municipality"],
      ["Jr.", "Juan Cruz", "M", "Licab"],
    ]);
    const { questions } = readSheet(participant, { rows: full });
    expect(questions[0]?.options.map(({ label }) => label)).toContain("Both, joined as “Juan Cruz Jr.”");
    const reading = readSheet(
      participant,
      { rows: full },
      { answers: { "repeated participant_name": "all" } },
    );
    expect(reading.rows.map(({ cells }) => cellValue(cells[1]))).toEqual(["Juan Cruz Jr."]);
  });

  const namesOf = (parts: readonly (readonly RawCell[])[]) =>
    classifySheet(numbered([["Last Name", "First Name", "M.I.", "Ext."], ...parts]), {
      record: participant as AnyRecord,
      choices: { answers: { "repeated participant_name": "all" } },
    }).map((row) => [...cellErrors(row), row.values.participant_name]);

  it("The import repairs each part of a name, and leaves out placeholders and numbers in front of it.", () => {
    expect(
      namesOf([
        ["1. Dela Cruz", "Juan", "-", null],
        ["2. Reyes", "Ana", "N/A", "none"],
        ["3. PeÃ±a", "BeÃ±a", 0, "."],
        ["4. Santos", "&quot;Jun&quot;", "B.", "Jr."],
        ["5. No", "Lea", "X", null],
      ]),
    ).toEqual([["Juan Dela Cruz"], ["Ana Reyes"], ["Beña Peña"], ['"Jun" B. Santos Jr.'], ["Lea X No"]]);
  });

  it("The import reads a ditto mark in one part of a name as the part above it.", () => {
    expect(
      namesOf([
        ["Cruz", "Ana", "B.", null],
        ['"', "Ben", "-do-", "Jr."],
      ]),
    ).toEqual([["Ana B. Cruz"], ["Ben B. Cruz Jr."]]);
  });

  it("A part of a name with a failed formula or without letters is an error of the name.", () => {
    expect(
      namesOf([
        [{ problem: "the formula's result is the error #REF!", text: "=A1" }, "Ana", "B.", null],
        ["Reyes", "=B2", null, null],
        ["Santos", "Cora", "✓", null],
        ["Diaz", "Dan", "E.", "Sr."],
      ]).map(([error]) => error),
    ).toEqual([
      "B2 A2: the formula's result is the error #REF!",
      "B3 the cell contains a formula instead of its result; enter the value",
      "B4 C4 is not a part of a name",
      "Dan E. Diaz Sr.",
    ]);
  });

  it("If a file has a column of full names and one of last names, the import asks which one to use.", () => {
    const full = numbered([
      ["Name", "Last name", "Sex", "Municipality"],
      ["Ana Cruz", "Cruz", "F", "Licab"],
    ]);
    const { questions } = readSheet(participant, { rows: full });
    expect(questions[0]?.options.map(({ label }) => label)).toEqual([
      "Column A",
      "Column B",
      "Both, joined in this order",
      "Neither",
    ]);
  });
});

/** Returns the errors in the cells of a row. Leaves out errors about columns that the sheet lacks. */
const cellErrors = ({ issues }: ClassifiedRow) =>
  issues.filter(({ cell }) => cell !== "").map(({ cell, reason }) => `${cell} ${reason}`);

describe("Columns with ticks", () => {
  const record = participant as AnyRecord;
  const read = (rows: Parameters<typeof numbered>[0], choices = {}) =>
    classifySheet(numbered(rows), { record, choices });

  it.each([
    ["x", null, "x"],
    [1, null, 1],
    ["✓", "-", "✓"],
    ["/", 0, true],
    ["//", "N/A", "*"],
    ["●", "–", "•"],
    ["✅", "☐", "✔️"],
    ["(x)", "( )", "■"],
    ["\uf0fc", "no", "\uf0fe"],
  ])("The import reads %s in a column M or F as the sex of the participant.", (male, none, female) => {
    const rows = read([
      ["Participant name", "M", "F"],
      ["Ben Cruz", male, none],
      ["Ana Cruz", none, female],
      ["Eli Cruz", none, null],
    ]);
    expect(rows.map((row) => [cellErrors(row), row.values.sex])).toEqual([
      [[], "Male"],
      [[], "Female"],
      [[], null],
    ]);
  });

  it("If both M and F are ticked, or a cell is not a tick, the import reports an error in this row only.", () => {
    const rows = read([
      ["Participant name", "M", "F"],
      ["Ana Cruz", null, "x"],
      ["Ben Cruz", "x", null],
      ["Cora Cruz", "x", "x"],
      ["Dan Cruz", "x", null],
      ["Eli Cruz", null, "maybe"],
      ["Fe Cruz", "x", null],
      ["Gil Cruz", "?", null],
    ]);
    expect(rows.map(cellErrors)).toEqual([
      [],
      [],
      ["B4 Male and Female are ticked; tick only one of them"],
      [],
      ["B6 C6 is not a tick"],
      [],
      ["B8 B8 is not a tick"],
    ]);
  });

  it("The user can leave out columns with ticks.", () => {
    const rows = [
      ["Participant name", "M", "F"],
      ["Ana Cruz", null, "x"],
    ];
    const [row] = read(rows, { answers: { "ticks sex": "out" } });
    expect(row?.values).not.toHaveProperty("sex");
  });

  it("The import does not read counts below the headings M and F as ticks.", () => {
    const { layout } = readSheet(record, {
      rows: numbered([
        ["Participant name", "Birthday", "M", "F"],
        ["Ana Cruz", "1990-01-02", 1, 1],
        ["Ben Cruz", "1990-01-02", 3, null],
      ]),
    });
    expect(layout.columns).toEqual(["participant_name", "birthday", null, null]);
  });
});

describe("Headings that divide the heading above", () => {
  const name = "Name of Participant";
  const parts = ["No.", "Last", "First", "M.I.", "M", "F", "Birthday"];
  const rows = [
    [1, "Cruz", "Ana", "B.", null, "x", "1990-01-02"],
    [2, "Reyes", "Ben", null, "x", null, "1990-01-02"],
  ];
  const group = { 1: { column: 1, row: 1 }, 2: { column: 1, row: 1 }, 3: { column: 1, row: 1 } };

  it.each([
    ["merged", ["No.", name, name, name, "Sex", "Sex", "Birthday"], parts],
    ["not merged", ["No.", name, null, null, "Sex", null, "Birthday"], parts],
    ["not repeated", [null, name, null, null, "Sex", null, null], parts],
  ])("The import joins the parts of a name below a heading that is %s.", (kind, groups, own) => {
    const [first, ...rest] = numbered([groups, own, ...rows]);
    const merged = { ...group, 4: { column: 4, row: 1 }, 5: { column: 4, row: 1 } };
    const sheet = [{ ...first, row: 1, cells: groups, ...(kind === "merged" ? { merged } : {}) }, ...rest];
    const choices = { answers: { "repeated participant_name": "all" } };
    const found = classifySheet(sheet, { record: participant as AnyRecord, choices });
    expect(found.map((row) => [cellErrors(row), row.values.participant_name, row.values.sex])).toEqual([
      [[], "Ana B. Cruz", "Female"],
      [[], "Ben Reyes", "Male"],
    ]);
  });
});

describe("Group headings of counts and periods", () => {
  const columnsOf = (record: AnyRecord, heads: readonly RawCell[][], width: number) =>
    findLayout(record, numbered([...heads, Array(width).fill(1)])).columns.slice(2);

  it.each([
    ["No. of Members", ["M", "F", "T"], ""],
    ["No. of Members", ["M.", "F.", "Total"], ""],
    ["Total Members", ["Male", "Female", "Total"], ""],
    ["Bilang ng Kasapi", ["Lalaki", "Babae", "Kabuuan"], ""],
    ["No. of ARB Members", ["M", "F", "T"], "arb"],
  ])("The headings below “%s” %j mean the members by sex.", (group, parts, kind) => {
    const heads = [
      ["ARBO name", "Municipality", group, null, null],
      [null, null, ...parts],
    ];
    expect(columnsOf(arboMasterlist as AnyRecord, heads, 5)).toEqual(
      kind === "arb"
        ? ["no_arb_member_male", "no_arb_member_female", "no_arb_member_total"]
        : ["total_member_male", "total_member_female", "total_member"],
    );
  });

  it("A letter at the end of a heading means members of one sex, and a number in front of it means nothing.", () => {
    const heads = ["(1) ARBO name", "2. Municipality", "Members (M)", "d) Members F", "(5) Members T"];
    expect(findLayout(arboMasterlist as AnyRecord, numbered([heads, heads.map(() => 1)])).columns).toEqual([
      "arbo_name",
      "muncity_name",
      "total_member_male",
      "total_member_female",
      "total_member",
    ]);
  });

  it.each([
    ["Inclusive Dates", "From", "To"],
    ["Inclusive Dates", "Start", "End"],
    ["Date conducted", "From", "Until"],
    ["Petsa", "Mula", "Hanggang"],
  ])(
    "Below “%s”, the headings %s and %s mean the first and the last day of a training.",
    (group, from, to) => {
      const heads = [
        ["Training title", "ARBO name", group, null],
        [null, null, from, to],
      ];
      expect(columnsOf(arboTraining as AnyRecord, heads, 4)).toEqual(["start_date", "end_date"]);
      const single = [["Training title", "ARBO name", "Date from", "Date to"]];
      expect(columnsOf(arboTraining as AnyRecord, single, 4)).toEqual(["start_date", "end_date"]);
    },
  );

  it("The import asks if dates with other labels are the first and the last day of a period.", () => {
    expect(meaningUnder(fmeRentalMonitoring as AnyRecord, "Inclusive dates", "From")).toEqual([
      "date_rented",
    ]);
    expect(meaningUnder(fmeRentalMonitoring as AnyRecord, "Inclusive dates", "To")).toEqual([
      "date_returned",
    ]);
    expect(meaningUnder(arboTraining as AnyRecord, "Contract period", "From")).toEqual([]);
  });
});

it("Filipino headings mean the fields with the same English headings.", () => {
  const layout = (record: AnyRecord, heads: readonly string[]) =>
    findLayout(record, numbered([heads, heads.map(() => "x")])).columns;
  const person = "Buong pangalan|Kasarian|Edad|Petsa ng kapanganakan|Bayan|Lalawigan|Rehiyon|Tirahan";
  expect(layout(participant as AnyRecord, person.split("|"))).toEqual([
    "participant_name",
    "sex",
    "age",
    "birthday",
    "muncity_name",
    "province_name",
    "region_name",
    null,
  ]);
  const list = "Pangalan ng samahan|Munisipyo|Petsa ng pagkakarehistro|Kabuuang ari-arian|Puna";
  expect(layout(arboMasterlist as AnyRecord, list.split("|"))).toEqual([
    "arbo_name",
    "muncity_name",
    "date_of_registration",
    "total_asset",
    "remarks",
  ]);
  const names = ["Apelyido", "Unang pangalan", "Gitnang pangalan"];
  const { rows } = readSheet(
    participant as AnyRecord,
    { rows: numbered([names, ["Cruz", "Ana", "B."]]) },
    { answers: { "repeated participant_name": "all" } },
  );
  expect(rows[0]?.cells.map(cellValue)).toContain("Ana B. Cruz");
});
