/** Tests workbooks of different programs: every cell is read at its position, with the text that the sheet shows. */
import { utils, write } from "@e965/xlsx";
import ExcelJS from "exceljs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellText, cellValue, linkOf, noteOf, type SheetRow } from "#shared/import/reading/cells.ts";
import { readImportFile } from "../../../web/src/records/workbook/read-file.ts";
import { record } from "./support.ts";
import { stylesOf, type Variant, type WrittenValue, xmlWorkbook } from "./workbook-xml.ts";

type Table = (string | number | boolean | null)[][];
const plain: Table = [
  ["ARBO name", "Municipality", "Total assets"],
  ["Narra & Sons <Growers>", "Licab", 1500.25],
  [null, "Cuyapo", null],
  ["Molave\nGrowers", null, 0],
];

const readBytes = (bytes: Uint8Array<ArrayBuffer>) => readImportFile(bytes, record);
const valuesOf = (rows: readonly SheetRow[]): Table =>
  rows.map(({ cells }) => cells.map((cell) => cellValue(cell) as Table[number][number]));

/** Returns the expected result of the reader: no trailing blank cells and no blank rows. */
const trimmed = (table: Table): Table =>
  table
    .map((row) => row.slice(0, row.findLastIndex((cell) => cell !== null && String(cell).trim() !== "") + 1))
    .filter((row) => row.length > 0);

const variants: readonly [string, Variant][] = [
  ["plain elements", {}],
  ["prefixed elements", { prefix: "x:" }],
  ["a different prefix and inline texts", { prefix: "ns0:", texts: "inline" }],
  ["a sheet part with an unusual name", { part: "worksheets/Data.xml" }],
  ["a sheet part in the folder of the workbook", { part: "list one.xml" }],
  ["a sheet part in capitals", { part: "Worksheets/SHEET.XML" }],
  ["a sheet part with a percent-encoded name", { part: "worksheets/List%20one.xml" }],
  ["a sheet part whose name only looks percent-encoded", { part: "worksheets/50%.xml" }],
  ["parts without a relationship", { related: false }],
  ["backslashes in the names of parts", { slash: "\\" }],
  ["rows and cells without addresses", { addressed: false }],
  ["texts stored like formula results", { texts: "str" }],
  ["inline texts", { texts: "inline" }],
  ["uncompressed parts", { stored: true }],
  ["parts in UTF-16", { encoding: "utf-16" }],
  ["prefixes, no addresses and backslashes", { prefix: "x:", addressed: false, slash: "\\" }],
];

describe("Workbook formats", () => {
  it.each(variants)("The workbook reader reads every cell of a workbook with %s.", async (_, variant) => {
    const { rows } = await readBytes(xmlWorkbook(plain, variant));
    expect(valuesOf(rows)).toEqual(trimmed(plain));
    expect(rows.map(({ row }) => row)).toEqual([1, 2, 3, 4]);
  });

  const cell = fc.oneof(
    fc.string({
      unit: fc.constantFrom("a", "Ñ", "&", "<", '"', "'", " ", "]", "_", "x", "0", "\n"),
      maxLength: 8,
    }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const tables = fc.array(fc.array(cell, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 12 });
  const blank = (value: unknown) => value === null || (typeof value === "string" && value.trim() === "");
  /** Replaces blank texts by null, because the reader does not distinguish blank texts from null. */
  const nulled = (table: Table): Table =>
    table.map((row) => row.map((value) => (blank(value) ? null : value)));

  it("The reader of .xlsx workbooks returns all rows, whichever supported variant of XML the file uses.", async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.constantFrom(...variants), async (table, [, variant]) => {
        fc.pre(table.some((row) => !row.every(blank)));
        const { rows } = await readBytes(xmlWorkbook(table as WrittenValue[][], variant));
        expect(nulled(valuesOf(rows))).toEqual(trimmed(nulled(table)));
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it("The reader returns exactly the rows that exceljs has written into an .xlsx workbook.", async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        fc.pre(table.some((row) => !row.every(blank)));
        const workbook = new ExcelJS.Workbook();
        workbook.addWorksheet("List").addRows(table);
        const bytes = new Uint8Array(await workbook.xlsx.writeBuffer());
        const { rows } = await readBytes(bytes);
        expect(nulled(valuesOf(rows))).toEqual(trimmed(nulled(table)));
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it.each(["xls", "xlsb", "ods", "fods", "xlsx", "xlml"] as const)(
    "The reader returns exactly the rows that SheetJS has written into a .%s file.",
    async (bookType) => {
      const short = fc.oneof(
        fc.string({ unit: fc.constantFrom("a", "Ñ", "&", "<", "b"), minLength: 1, maxLength: 8 }),
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.boolean(),
        fc.constant(null),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(short, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 }),
          async (table) => {
            fc.pre(table.some((row) => !row.every(blank)));
            const book = utils.book_new();
            utils.book_append_sheet(book, utils.aoa_to_sheet(table), "List");
            const bytes = new Uint8Array(write(book, { type: "array", bookType }) as ArrayBuffer);
            const { rows } = await readBytes(bytes);
            expect(valuesOf(rows)).toEqual(trimmed(table));
          },
        ),
        { numRuns: 12 },
      );
    },
    60_000,
  );
});

describe("Cell of an .xlsx workbook", () => {
  const one = async (xml: string, variant: Variant = {}) => {
    const { rows } = await readBytes(xmlWorkbook([["ARBO name"], [{ xml }]], variant));
    return rows[1]?.cells[0] ?? null;
  };
  const styled = (format: string, value: number) =>
    one(`<c s="1"><v>${value}</v></c>`, { styles: stylesOf(format) });

  it.each([
    ['"NE-"000', 5, "NE-005"],
    ["00000", 456, "00456"],
    ["0%", 0.25, "25%"],
    ['0000"-"0000', 20_210_005, "2021-0005"],
    ['"Reg. "0', 7, "Reg. 7"],
    ["General", 0.1 + 0.2, "0.3"],
    ['General" ha"', 5, "5 ha"],
    ['"NE-"General', 5, "NE-5"],
    ['General" up";General" down"', -5, "5 down"],
  ])(
    "The reader returns the value and the displayed text of an .xlsx cell with the number format %s.",
    async (format, value, shown) => {
      const cell = await styled(format, value);
      expect([cellValue(cell), cellText(cell)]).toEqual([value, shown]);
    },
  );

  it.each([
    ["#,##0.00", 1500],
    ['_("₱"* #,##0.00_);_("₱"* (#,##0.00);_("₱"* "-"??_)', 1500],
    ['_(* #,##0_);_(* (#,##0);_(* "-"_)', 0],
    ["0", 2014],
  ])(
    "The reader treats an .xlsx cell with the number format %s as a plain number.",
    async (format, value) => {
      expect(await styled(format, value)).toBe(value);
    },
  );

  it.each(["mmm dd, yyyy", "[$-409]d-mmm-yy;@", "yyyy", "dd/mm/yyyy\\ hh:mm"])(
    "The reader treats an .xlsx cell with the number format %s as a date.",
    async (format) => {
      expect(await styled(format, 44_260)).toEqual(new Date(Date.UTC(2021, 2, 5)));
    },
  );

  it.each(["[Red]0.00", '"days" 0', "#,##0.00 [$PHP]", "0.00E+00"])(
    "The reader does not treat an .xlsx cell with the number format %s as a date.",
    async (format) => {
      expect(cellValue(await styled(format, 5))).toBe(5);
    },
  );

  it("The reader treats an .xlsx cell with an ISO date as a date.", async () => {
    expect(await one('<c t="d"><v>2021-03-05</v></c>')).toEqual(new Date(Date.UTC(2021, 2, 5)));
    expect(await one('<c t="d"><v>2021-03-05T00:00:00</v></c>')).toEqual(new Date(Date.UTC(2021, 2, 5)));
    for (const impossible of ["2025-02-30", "2025-02-30T00:00:00Z"])
      expect(await one(`<c t="d"><v>${impossible}</v></c>`)).toBe(impossible);
  });

  it("The reader converts the number 42798 in a workbook with the 1904 date system to March 5, 2021.", async () => {
    const variant = { styles: stylesOf("yyyy-mm-dd"), properties: 'date1904="1"' };
    expect(await one('<c s="1"><v>42798</v></c>', variant)).toEqual(new Date(Date.UTC(2021, 2, 5)));
  });

  it("The reader of .xlsx workbooks joins the plain and formatted parts of a cell's text.", async () => {
    const xml =
      '<c t="inlineStr"><is><t>Bagong </t><r><t>Buhay</t></r><r><rPr><b/></rPr><t> Growers</t></r></is></c>';
    expect(await one(xml)).toBe("Bagong Buhay Growers");
  });

  it("The reader of .xlsx workbooks removes a superscript mark from a cell's text, and adds a note.", async () => {
    const xml =
      '<c t="inlineStr"><is><r><t>1500</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r></is></c>';
    for (const prefix of ["", "x:"]) {
      const cell = await one(xml, { prefix });
      expect([cellValue(cell), noteOf(cell)]).toEqual(["1500", expect.stringContaining("superscript")]);
    }
  });

  it("The reader of .xlsx workbooks leaves out phonetic guides and decodes escaped characters.", async () => {
    const xml = '<c t="inlineStr"><is><t>Ani_x000D_ &amp; Co &#241;</t><rPh><t>ani</t></rPh></is></c>';
    expect(await one(xml)).toBe("Ani\r & Co ñ");
  });

  it("The reader of .xlsx workbooks reports a formula without a stored result as a problem.", async () => {
    expect(await one("<c><f>1+1</f></c>")).toMatchObject({
      problem: expect.stringContaining("no stored result"),
    });
    expect(await one('<c t="str"><f>IF(1,"")</f></c>')).toMatchObject({ text: '=IF(1,"")' });
    expect(await one('<c t="str"><f>IF(1,"")</f><v></v></c>')).toBeNull();
    expect(await one('<c t="e"><f>1/0</f><v>#DIV/0!</v></c>')).toMatchObject({ text: "=1/0" });
  });

  it("The reader treats a formula result of 0 as missing if the workbook wants a recalculation on opening.", async () => {
    const variant = { calculation: '<calcPr calcId="124519" fullCalcOnLoad="1"/>' };
    const sum = (result: number) => `<c><f>SUM(B2:C2)</f><v>${result}</v></c>`;
    expect(await one(sum(0), variant)).toMatchObject({ text: "=SUM(B2:C2)" });
    expect(await one(sum(7), variant)).toBe(7);
    expect(cellValue(await one(sum(0)))).toBe(0);
  });

  it("If a cell refers to a shared string that the workbook does not contain, the reader reports a damaged file.", async () => {
    await expect(one('<c t="s"><v>99</v></c>')).rejects.toThrow(/may be damaged/);
  });

  it("The reader of .xlsx workbooks returns the address of a cell's link.", async () => {
    const variant = {
      tail: '<hyperlinks><hyperlink ref="A2" r:id="rId1"/></hyperlinks>',
      links: ["https://files.example/a?b=1&c=2"],
    };
    expect(linkOf(await one('<c t="inlineStr"><is><t>scan</t></is></c>', variant))).toBe(
      "https://files.example/a?b=1&c=2",
    );
    const formula = '<c t="str"><f>HYPERLINK("https://files.example/b","scan")</f><v>scan</v></c>';
    expect(linkOf(await one(formula))).toBe("https://files.example/b");
  });

  it("The reader of .xlsx workbooks reports struck-through cells and hidden rows and columns.", async () => {
    const bytes = xmlWorkbook(
      [
        ["ARBO name", "Remarks"],
        [{ xml: '<c s="1" t="str"><v>X</v></c>' }, "y"],
      ],
      {
        styles: stylesOf(),
        rows: { 2: 'hidden="1"' },
        columns: '<cols><col min="2" max="2" width="9" hidden="1"/></cols>',
      },
    );
    const { rows, hiddenColumns } = await readBytes(bytes);
    expect([rows[1]?.struck, rows[1]?.hidden, hiddenColumns]).toEqual([[0], true, [1]]);
  });
});
