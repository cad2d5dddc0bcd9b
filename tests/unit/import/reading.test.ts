/** Tests cells, CSV and headings of typical files. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PlaceBook } from "#shared/import/places.ts";
import { cellAddress, cellFromSpreadsheet } from "#shared/import/reading/cells.ts";
import { decodeCsv, parseCsv, separatorOf } from "#shared/import/reading/csv.ts";
import { findHeadings, findLayout } from "#shared/import/reading/headings.ts";
import { readSheet } from "#shared/import/reading/reading.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { arboTraining } from "#shared/records/forms/arbo-training.ts";
import { form5Accomp } from "#shared/records/forms/form-5.ts";
import { form10 } from "#shared/records/forms/form-10.ts";
import { participant } from "#shared/records/forms/participant.ts";
import { salesTransaction } from "#shared/records/forms/sales-transaction.ts";
import { records } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { prepareSheet } from "../../../web/src/records/import/preview/prepare.ts";
import { classesOf, classifySheet, numbered, provincial, region, sheetOf } from "./support.ts";

describe("Cells of an import file", () => {
  it("The address of an imported cell is the same as in the spreadsheet.", () => {
    expect([0, 25, 26, 27, 51, 52, 701, 702].map((column) => cellAddress(column, 17))).toEqual([
      "A17",
      "Z17",
      "AA17",
      "AB17",
      "AZ17",
      "BA17",
      "ZZ17",
      "AAA17",
    ]);
  });

  it("The import reports a formula whose stored result is missing or an error.", () => {
    expect(cellFromSpreadsheet({ formula: "SUM(A1:A2)", value: 13 })).toBe(13);
    expect(cellFromSpreadsheet({ formula: "A1" })).toMatchObject({
      problem: expect.stringContaining("no stored result"),
      text: "=A1",
    });
    expect(cellFromSpreadsheet({ formula: "A1/0", error: "#DIV/0!" })).toMatchObject({
      problem: "the formula's result is the error #DIV/0!",
    });
  });

  it("The import treats a formula result of 0 as blank in a text or date column.", () => {
    const zero = cellFromSpreadsheet({ formula: "S!B2", value: 0 });
    const day = cellFromSpreadsheet({ formula: "S!B3", value: new Date("1899-12-30T00:00:00Z") });
    const [row] = classifySheet(
      sheetOf([
        {
          arbo_name: "Ani",
          remarks: zero,
          date_of_registration: day,
          total_asset: zero,
          total_liabilities: 0,
          org_type: "Cooperative",
        },
      ]),
    );
    expect(row).toMatchObject({ issues: [], payload: { total_asset: 0, total_liabilities: 0 } });
    expect(row?.payload).not.toHaveProperty("remarks");
    const reason = "the formula has the result 0, as for an empty cell; left blank";
    expect(row?.notes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: "remarks", reason }),
        expect.objectContaining({ field: "date_of_registration", reason }),
      ]),
    );
  });

  it("The examples and questions of an import show a date as the screens do.", () => {
    const { columns, questions } = readSheet(arboMasterlist as AnyRecord, {
      rows: sheetOf([
        { arbo_name: "One", date_of_registration: new Date("2021-03-04T00:00:00Z") },
        { arbo_name: "Two", date_of_registration: "25/03/2021" },
      ]),
    });
    expect(columns.map(({ sample }) => sample)).toEqual(["One", "4 Mar 2021"]);
    expect(questions.map(({ text }) => text)).toEqual([
      expect.stringContaining("Excel may have swapped day and month (4 Mar 2021)."),
    ]);
  });

  it("The import drops the formatting of a spreadsheet cell and keeps the text.", () => {
    expect(cellFromSpreadsheet({ runs: [{ text: "Bagong " }, { text: "Buhay" }] })).toBe("Bagong Buhay");
    expect(cellFromSpreadsheet({ value: "scan", link: "https://example.org" })).toEqual({
      value: "scan",
      shown: "scan",
      link: "https://example.org",
    });
    expect(cellFromSpreadsheet({ error: "#N/A" })).toMatchObject({
      problem: "the cell shows the error #N/A",
    });
    expect(cellFromSpreadsheet({ value: new Date(Number.NaN) })).toHaveProperty("problem");
  });

  it.each([
    ["1500", "1", "1500"],
    ["Ani Growers", "a/", "Ani Growers"],
    ["2,500.00", "*", "2,500.00"],
    ["Samahan", "(2)", "Samahan"],
  ])("The import removes a superscript footnote mark, and notes the removal: %s%s.", (text, mark, value) => {
    expect(cellFromSpreadsheet({ runs: [{ text }, { text: mark, superscript: true }] })).toMatchObject({
      value,
      shown: text + mark,
      note: `"${mark}" is superscript, like a footnote mark, and left out`,
    });
  });

  it.each([
    ["21", "st", " Century"],
    ["500 m", "2", ""],
    ["10", "6", ""],
  ])("The import keeps superscript text that belongs to a word or number: %s%s.", (text, raised, rest) => {
    const cell = cellFromSpreadsheet({
      runs: [{ text }, { text: raised, superscript: true }, { text: rest }],
    });
    expect(cell).toBe(text + raised + rest);
  });
});

describe("CSV files", () => {
  const cells = (text: string) => parseCsv(text).map((row) => row.cells);

  it("The CSV parser accepts cells separated by commas, semicolons or tabs.", () => {
    expect(cells('\ufeffa,"b, c","say ""hi"""\r\n1,,"two\nlines"\n')).toEqual([
      ["a", "b, c", 'say "hi"'],
      ["1", null, "two\nlines"],
    ]);
    expect(cells("a;b\n1,5;2")).toEqual([
      ["a", "b"],
      ["1,5", "2"],
    ]);
    expect(separatorOf('"x;y;z",b\n')).toBe(",");
    expect(separatorOf("a\tb\tc")).toBe("\t");
  });

  it("The CSV parser returns the original cells of a CSV text, whatever their characters.", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "é", '"', ",", ";", "\n", "\r", " ", "=") });
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        const text = rows.map((row) => row.map(quote).join(",")).join("\n");
        expect(cells(text)).toEqual(rows.map((row) => row.map((value) => (value === "" ? null : value))));
      }),
    );
  });

  it("The CSV parser removes single quotes around cells.", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "é", "'", '"', ",", ";", "\n", " ") });
    const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    fc.assert(
      fc.property(rows, fc.constantFrom(",", ";", "\t", "|"), (below, separator) => {
        const all = [["ARBO name", "Town"], ...below];
        const text = all.map((row) => row.map(quote).join(separator)).join("\n");
        expect(cells(text)).toEqual(all.map((row) => row.map((value) => (value === "" ? null : value))));
      }),
    );
  });

  it("The import accepts CSV files in UTF-8, UTF-16, Windows-1252 and Mac OS Roman.", () => {
    expect(decodeCsv(new TextEncoder().encode("Licabeñong"))).toEqual({
      text: "Licabeñong",
      encoding: "utf-8",
    });
    expect(decodeCsv(Uint8Array.of(0xd1))).toEqual({ text: "Ñ", encoding: "windows-1252" });
    expect(decodeCsv(Uint8Array.of(0xff, 0xfe, 0xd1, 0x00)).text).toBe("Ñ");
    const latin = (text: string) => decodeCsv(Uint8Array.from(Buffer.from(text, "latin1")));
    expect(latin("Pe\x96ong")).toEqual({ text: "Peñong", encoding: "macintosh" });
    // The byte 0x96 is ñ in Mac OS Roman and a dash in Windows-1252. The reader decodes it as a dash between blanks or
    // digits, or if the text has other letters in Windows-1252.
    for (const text of ["one \x96 two", "Pe\xf1a pro\x96farmer", "2014\x962016"]) {
      expect(latin(text).encoding).toBe("windows-1252");
    }
  });
});

const record: AnyRecord = arboMasterlist;

describe("Headings of an import file", () => {
  const layout = (...rows: (string | number | null)[][]) => findLayout(arboMasterlist, numbered(rows));

  it("A heading matches a field name or label, regardless of case, spaces and underscores.", () => {
    const found = layout(
      ["ARBO_ID", "Arbo Name", "region name", "MUNICIPALITY / CITY"],
      ["A-1", "X", "R", "M"],
    );
    expect(found.columns).toEqual(["arbo_id", "arbo_name", "region_name", "muncity_name"]);
    expect([found.headed, found.firstRow]).toEqual([true, 2]);
    expect(found.absent).toContain("province_name");
  });

  it("A heading matches a field despite a synonym, another word order or an added unit.", () => {
    const found = layout(
      ["Name of the ARBO", "Municipality", "Registration Date", "Total assets (PHP)", "No. of chairs"],
      ["X", "M", "", 5, 3],
    );
    expect(found.columns).toEqual(["arbo_name", "muncity_name", "date_of_registration", "total_asset", null]);
    expect(layout(["Organization name", "City/Municipality"]).columns).toEqual(["arbo_name", "muncity_name"]);
    expect(layout(["Town", "Type of Organization"]).columns).toEqual(["muncity_name", "org_type"]);
  });

  it("If several headings match a field, the import uses the column whose heading matches it exactly.", () => {
    const sales = findLayout(
      salesTransaction,
      numbered([["Buyer", "Type of buyer", "Buyer type", "Volume (kg)"]]),
    );
    expect(sales.columns).toEqual(["buyer_name", "type_buyer", null, "volume"]);
    expect(layout(["Registration date", "Date of registration"]).columns).toEqual([
      null,
      "date_of_registration",
    ]);
  });

  it("The import gives a reason for each heading that it ignores because it is unknown or repeated.", () => {
    const found = layout(["arbo_name", "source", "arbo_name"], ["X", "news", "Y"]);
    expect(found.columns).toEqual(["arbo_name", null, null]);
    expect(found.ignored).toEqual([
      { column: "B", heading: "source", reason: "no field of this name" },
      { column: "C", heading: "arbo_name", reason: "a column of this name came before" },
    ]);
  });

  it("The import finds the headings below a title and an empty row.", () => {
    const found = layout(
      ["Masterlist of ARBOs as of June", null],
      [null, null],
      ["ARBO ID", "ARBO name"],
      ["A-1", "X"],
    );
    expect([found.firstRow, found.columns]).toEqual([4, ["arbo_id", "arbo_name"]]);
  });

  it.each([
    ["Members", "total_member_male"],
    ["Current members", "total_member_male"],
    ["Members as of 2024", "total_member_male"],
    ["Membership", "total_member_male"],
    ["Baseline", "total_male_baseline_2014"],
    ["2014 Baseline", "total_male_baseline_2014"],
    ["Members 2014", "total_male_baseline_2014"],
    ["Number of members (baseline 2014)", "total_male_baseline_2014"],
    ["Something else", null],
  ])("The import chooses a column's field by the group heading above the column: %s.", (group, field) => {
    const rows = numbered([
      [null, group, null],
      ["ARBO name", "Male members", "Female members"],
      ["X", 1, 2],
    ]);
    expect(findHeadings(record, rows).columns[1]?.field).toBe(field);
    const halves = numbered([
      ["ARBO name", group, null],
      [null, "Male", "Female"],
      ["X", 1, 2],
    ]);
    // A group heading such as "Members" completes a heading such as "Male". If the group heading has additional words,
    // the import may ask the user to choose the field.
    const [, half] = findHeadings(record, halves).columns;
    if (/member/i.test(group)) expect(half?.field ? [half.field] : half?.candidates).toContain(field);
  });

  it("If two columns have the same heading, the import distinguishes them by their group headings.", () => {
    const labels = ["ARBO name", "Male members", "Female members", "Male members"];
    const merged = layout([null, "Members", "Members", "Baseline members 2014"], labels, ["X", 1, 2, 3]);
    expect(merged.columns).toEqual([
      "arbo_name",
      "total_member_male",
      "total_member_female",
      "total_male_baseline_2014",
    ]);
    expect(layout(["Organization", "Members", null, "Baseline members 2014"], labels).columns).toEqual(
      merged.columns,
    );
  });

  it.each(records)("The import recognizes every heading of a file exported for $route.", (record) => {
    const labels = record.fields.map(({ label }) => label);
    const merged = record.fields.map(
      ({ group }) => record.groups.find(({ key }) => key === group)?.label ?? null,
    );
    const once = merged.map((label, column) => (label === merged[column - 1] ? null : label));
    const names = record.fields.map(({ name }) => name);
    for (const groups of [merged, once]) {
      const found = findLayout(record, numbered([groups, labels, labels.map(() => "x")]));
      expect([found.firstRow, found.columns]).toEqual([3, names]);
    }
  });

  it("The import treats a single column 'Male members' as the current number of male members.", () => {
    expect(layout(["ARBO name", "All members", "Male members"]).columns).toEqual([
      "arbo_name",
      "total_member",
      "total_member_male",
    ]);
  });

  it.each([
    ["No. of loans", "total_amount_of_loans"],
    ["Number of Loans (PHP)", "total_amount_of_loans"],
    ["# of loans", "total_amount_of_loans"],
    ["#Loans", "total_amount_of_loans"],
    ["Count of loans", "total_amount_of_loans"],
    ["No. of members with dues", "total_membership_dues_amount"],
  ])(
    "The import asks the user about the heading '%s', because the record has a field only for the amount.",
    (heading, field) => {
      const found = findHeadings(
        record,
        numbered([
          ["ARBO name", heading],
          ["X", 2],
        ]),
      );
      expect(found.columns[1]).toMatchObject({ field: null, candidates: [field] });
    },
  );

  it("The import reads the heading 'Loans' as an amount below the group heading 'No.', but not below 'Number of'.", () => {
    const fieldUnder = (group: string) =>
      findHeadings(
        record,
        numbered([
          [null, group],
          ["ARBO name", "Loans"],
          ["X", 2],
        ]),
      ).columns[1]?.field;
    expect([fieldUnder("Number of"), fieldUnder("No.")]).toEqual([null, "total_amount_of_loans"]);
  });

  it("The import asks nothing about 'No. of male members', because a field for this number exists.", () => {
    expect(layout(["ARBO name", "No. of male members", "Loans"]).columns).toEqual([
      "arbo_name",
      "total_member_male",
      "total_amount_of_loans",
    ]);
  });

  it.each([
    [["Female ARBs"], ["arb_female_baseline_2014", "no_arb_member_female", "arb_female_registered_rsbsa"]],
    [["All members (non-ARB)"], ["total_member"]],
    [
      ["Male members", "Male members"],
      ["total_male_baseline_2014", "total_member_male"],
    ],
  ])("The import asks the user which field an ambiguous heading means: %s.", (headings, among) => {
    const found = findHeadings(
      record,
      numbered([
        ["ARBO name", ...headings],
        ["X", 1],
      ]),
    );
    expect(found.columns[1]).toMatchObject({ field: null, candidates: among });
  });

  it("Columns of a file without headings get the record type's fields in order.", () => {
    const width = arboMasterlist.fields.length;
    const row = arboMasterlist.fields.map((_, index) => `value ${index}`);
    const found = layout(row, row);
    expect([found.headed, found.firstRow, found.columns.length]).toEqual([false, 1, width]);
    expect([found.columns[0], found.columns[1], found.columns.at(-1)]).toEqual([
      "arbo_id",
      "arbo_name",
      "remarks",
    ]);
    expect(layout([...row, "more"]).ignored).toHaveLength(1);
  });
});

describe("Ditto marks and blank cells for repeated values", () => {
  const heads = ["Training title", "Municipality", "Fund source", "Year funded", "Training cost"];
  const read = (rows: (string | number | null)[][], answers: Record<string, string> = {}) => {
    const sheet = numbered([heads, ...rows]);
    const { questions } = readSheet(arboTraining as AnyRecord, { rows: sheet }, { answers });
    const classified = classifySheet(sheet, {
      record: arboTraining as AnyRecord,
      choices: { answers },
    });
    return { questions, classified, values: (name: string) => classified.map(({ values }) => values[name]) };
  };

  it("The import replaces a ditto mark by the value above it.", () => {
    const { questions, values, classified } = read([
      ["Ani", "Licab", "GAA", 2024, 12],
      ["-do-", "ditto", '"', "〃", "same"],
      ["Bayani", "Cuyapo", "ARF", 2023, 5],
    ]);
    expect(questions).toEqual([]);
    expect(values("training_title")).toEqual(["Ani", "Ani", "Bayani"]);
    expect(values("muncity_name")).toEqual(["Licab", "Licab", "Cuyapo"]);
    expect(values("fund_source")).toEqual(["GAA", "GAA", "ARF"]);
    expect(values("year_funded")).toEqual([2024, 2024, 2023]);
    expect(values("training_cost")).toEqual([12, 12, 5]);
    expect(classified[1]?.notes.map(({ reason }) => reason)).toContain("2024, from row 2");
  });

  it("The import treats the word DO as a ditto mark in a column of places, but not in other columns.", () => {
    const { values } = read([
      ["Ani", "Licab", "GAA", 2024, 12],
      ["Bayani", "DO", "DO", 2024, 12],
    ]);
    expect(values("muncity_name")).toEqual(["Licab", "Licab"]);
    expect(values("fund_source")).toEqual(["GAA", "DO"]);
  });

  it("The import does not treat a word such as 'same' in a column of free text as a ditto mark.", () => {
    const rows = numbered([
      ["ARBO name", "Municipality", "Remarks"],
      ["Ani", "Licab", "new"],
      ["Bayani", "Licab", "same"],
    ]);
    expect(classifySheet(rows).map(({ values }) => values.remarks)).toEqual(["new", "same"]);
  });

  it("The import asks whether to fill blank fund sources and towns from the row above.", () => {
    const rows = ["GAA", null, "ARF", null].map((source, index) => [
      `Ani ${index}`,
      source && "Licab",
      source,
      2024,
      index,
    ]);
    expect(read(rows).questions).toMatchObject([
      { id: "above muncity_name", answer: null },
      { id: "above fund_source", answer: null },
    ]);
    const filled = read(rows, { "above fund_source": "above" });
    expect(filled.values("fund_source")).toEqual(["GAA", "GAA", "ARF", "ARF"]);
  });

  const questionsOf = (record: AnyRecord, rows: (string | number | null)[][]) =>
    readSheet(record, { rows: numbered(rows) }).questions.map(({ id }) => id);

  it("The import asks whether to fill blank fund sources and ARBOs from the row above.", () => {
    const rows = [
      ["Training title", "ARBO ID", "ARBO name", "Municipality", "Fund source"],
      ["Planting", "A-1", "Ani", "Licab", "GAA"],
      ["Weeding", null, null, "Licab", null],
      ["Harvest", "A-2", "Bayani", "Licab", "ARF"],
      ["Storage", null, null, "Licab", null],
    ];
    const ids = ["above arbo_id", "above arbo_name", "above fund_source"];
    expect(questionsOf(arboTraining as AnyRecord, rows)).toEqual(ids);
  });

  it("The import asks nothing about blank cells of optional columns.", () => {
    const rows = [
      ["ARBO name", "Municipality", "ARC ID", "ARC name"],
      ["Ani", "Licab", "C-1", "Licab ARC"],
      ["Bayani", "Licab", null, null],
      ["Dalisay", "Licab", "C-2", "Cuyapo ARC"],
      ["Ginto", "Licab", null, null],
    ];
    expect(questionsOf(arboMasterlist as AnyRecord, rows)).toEqual([]);
    const funds = ["GAA", null, null, "ARF", null].map((source, index) => [
      `Ani ${index}`,
      "Licab",
      source,
      source && 2024,
      index,
    ]);
    expect(read(funds).questions).toEqual([]);
  });

  it("If a row without an ARBO ID has another ARBO name than the row above, the import does not offer that row's ID.", () => {
    const rows = [
      ["Training title", "ARBO ID", "ARBO name", "Municipality"],
      ["Planting", "A-1", "Ani", "Licab"],
      ["Weeding", null, "Bayani", null],
      ["Harvest", "A-2", "Dalisay", "Cuyapo"],
      ["Storage", null, "Ginto", null],
    ];
    expect(questionsOf(arboTraining as AnyRecord, rows)).toEqual(["above muncity_name"]);
  });

  it("For a file that was exported from the system, the import asks only about blank towns and no other blank cells.", () => {
    const { fields } = arboTraining as AnyRecord;
    const rows = ["Licab", null, "Cuyapo", null].map((town, index) =>
      fields.map(({ name }) => {
        if (name === "muncity_name") return town;
        if (name === "fund_source") return town && "GAA";
        if (name === "training_title") return `Ani ${index}`;
        return name === "arbo_name" ? "Bayani" : null;
      }),
    );
    const ids = questionsOf(arboTraining as AnyRecord, [fields.map(({ label }) => label), ...rows]);
    expect(ids).toEqual(["above muncity_name"]);
  });

  it("Importing an unchanged export does not change a stored text that looks like a ditto mark.", () => {
    const stored = ["Ilaya", '"'].map((street, index) => ({
      id: index + 1,
      row_version: 1,
      arbo_id: `A-${index}`,
      arbo_name: `Name ${index}`,
      region_name: region,
      province_name: "Nueva Ecija",
      muncity_name: "Licab",
      sitio_purok_street: street,
      year_organized: 2019 + index,
    }));
    const file = sheetOf(stored.map(({ id: _, row_version: __, ...row }) => row));
    expect(classesOf(classifySheet(file, { existing: stored }))).toEqual(["unchanged", "unchanged"]);
  });

  it("If an import row has a ditto mark as its year, it matches the stored row with the year of the row above.", () => {
    const place = { region_name: region, province_name: "Nueva Ecija", muncity_name: "Licab" };
    const own = { ...place, arbo_name: "Ani", reporting_year: 2024, crop_product: "Rice" };
    const existing = [
      { ...own, id: 1, row_version: 1, reporting_quarter: "Q1", year_funded: null },
      { ...own, id: 2, row_version: 1, reporting_quarter: "Q1", year_funded: 2023 },
    ];
    const file = [
      { ...own, reporting_quarter: "Q2", year_funded: 2023 },
      { ...own, reporting_quarter: "Q1", year_funded: '"' },
    ];
    const rows = classifySheet(sheetOf(file), { record: form5Accomp as AnyRecord, existing });
    expect(classesOf(rows)).toEqual(["new", "unchanged"]);
  });

  it("The import does not ask about a single blank fund source.", () => {
    for (const sources of [
      ["GAA", "ARF", null],
      [null, "GAA", null, "ARF", null],
    ]) {
      const rows = sources.map((source, index) => [`Ani ${index}`, "Licab", source, 2024, index]);
      expect(read(rows).questions).toEqual([]);
    }
  });
});

describe("Lists of items in a cell of an import file", () => {
  it("The import splits the text of a list field at commas, semicolons or line ends.", () => {
    const rows = numbered([
      ["Participant name", "Trainings attended"],
      ...["T-1; T-2", "T-1\nT-2", "T-1, T-2", "T-1; none", "none"].map((list, index) => [
        `Ana ${index}`,
        list,
      ]),
    ]);
    const read = classifySheet(rows, { record: participant as AnyRecord });
    expect(read.map(({ values }) => values.training_id)).toEqual([
      ["T-1", "T-2"],
      ["T-1", "T-2"],
      ["T-1", "T-2"],
      ["T-1"],
      null,
    ]);
    expect(read[4]?.notes[0]?.reason).toBe('"none" means no value; left blank');
    expect(read[0]?.notes[0]?.reason).toBe("split into 2 items");
    expect(read[2]?.notes.filter(({ field }) => field === "training_id")).toEqual([]);
  });

  it("If a cell with training titles contains a comma, the import splits it and notes the number of titles.", () => {
    const rows = numbered([
      ["ARBO name", "Training titles"],
      ["Ani", "Basic Accounting, Bookkeeping and Recording"],
      ["Bani", "Leadership"],
    ]);
    const read = classifySheet(rows, { record: form10 as AnyRecord });
    const notes = read.map((row) => row.notes.filter(({ field }) => field === "training_title"));
    expect(notes.map((list) => list.map(({ reason }) => reason))).toEqual([["split into 2 items"], []]);
  });

  it("Importing an unchanged export does not change a stored list item with a semicolon.", () => {
    const stored = {
      id: 1,
      row_version: 1,
      participant_name: "Ana",
      region_name: region,
      province_name: "Nueva Ecija",
      muncity_name: "Licab",
      birthday: "1980-03-25",
      age: 45,
      age_base_group: "31 to 59",
      training_id: ["Governance; Finance", "T-1"],
    };
    const { id: _, row_version: __, ...row } = stored;
    const file = sheetOf([{ ...row, training_id: "Governance; Finance,T-1" }]);
    const read = classifySheet(file, { record: participant as AnyRecord, existing: [stored] });
    expect(read.map(({ class: its, notes }) => [its, notes])).toEqual([["unchanged", []]]);
  });
});

describe("Places in an import file without provinces", () => {
  it("If a file has no provinces, the import looks up its barangays in the user's province.", async () => {
    const book = new PlaceBook({
      regions: [{ region_name: region, region_code: "03" }],
      provinces: [{ province_name: "Nueva Ecija", province_code: "0349", region_code: "03" }],
      municipalities: [{ muncity_name: "Licab", muncity_code: "034911", province_code: "0349" }],
    });
    const tools = {
      record,
      access: provincial,
      places: book,
      barangaysOf: async (code: string) =>
        code === "0349"
          ? [{ barangay_name: "Santa Maria", barangay_code: "034911001", muncity_code: "034911" }]
          : [],
      lists: undefined,
      choices: {},
      list: async () => [],
      listParents: async () => [],
      listOf: () => async () => [],
    };
    const rows = numbered([
      ["ARBO name", "Municipality", "Barangay"],
      ["Ani", "Licab", "Wrongbrgy"],
      ["Bayani", "Licab", "STA MARIA"],
    ]);
    const { rows: read } = await prepareSheet(tools, { rows });
    expect(read.map(({ issues, input }) => issues[0]?.reason ?? input.barangay_name)).toEqual([
      '"Wrongbrgy" is not a barangay of Licab',
      "Santa Maria",
    ]);
  });
});
