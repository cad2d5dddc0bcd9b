/** Tests OpenDocument spreadsheets: every cell is read at its position, with the text that the sheet shows. */

import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { cellText, cellValue, linkOf, noteOf } from "#shared/import/reading/cells.ts";
import { fileLimits, readImportFile } from "../../../web/src/records/workbook/read-file.ts";
import { type OdsParts, type OdsVariant, odsBook, odsContent, odsRows } from "./opendocument-xml.ts";
import { record } from "./support.ts";
import type { WrittenValue } from "./workbook-xml.ts";

const readBytes = (bytes: Uint8Array<ArrayBuffer>) => readImportFile(bytes, record);
type Plain = string | number | boolean | null;

const isBlank = (value: Plain): boolean =>
  value === null || (typeof value === "string" && value.trim() === "");
/** Returns the expected rows with their numbers, without trailing blank cells and blank rows. */
const trimmed = (table: readonly (readonly Plain[])[]) =>
  table.flatMap((cells, index) => {
    const end = cells.findLastIndex((cell) => !isBlank(cell)) + 1;
    return end === 0 ? [] : [[index + 1, cells.slice(0, end).map((cell) => (isBlank(cell) ? null : cell))]];
  });

const variants: readonly OdsVariant[] = [
  {},
  { attribute: true },
  { shown: false },
  { repeated: true },
  { attribute: true, repeated: true, shown: false },
];

describe("OpenDocument spreadsheet", () => {
  it("The reader of OpenDocument sheets returns each cell at its position despite repeated cells.", async () => {
    const cell = fc.oneof(
      fc.string({
        unit: fc.constantFrom("a", "Ñ", "&", "<", '"', "'", " ", "_x0041_", "\n", "\t"),
        maxLength: 6,
      }),
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => Number(value.toPrecision(15)) + 0),
      fc.boolean(),
      fc.constant(null),
    );
    const tables = fc.array(fc.array(cell, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(tables, fc.constantFrom(...variants), async (table, variant) => {
        fc.pre(table.some((cells) => !cells.every(isBlank)));
        const { rows } = await readBytes(odsBook(odsRows(table as WrittenValue[][], variant)));
        const read = rows.map(({ row, cells }) => [
          row,
          cells.map((raw) => {
            const value = cellValue(raw) as Plain;
            return isBlank(value) ? null : value;
          }),
        ]);
        expect(read).toEqual(trimmed(table));
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  it("The import reads a flat OpenDocument XML file like a zipped OpenDocument file.", async () => {
    const rows = odsRows([["ARBO name"], ["Narra"]]);
    const flat = odsContent(rows).replaceAll("document-content", "document");
    expect((await readBytes(new Uint8Array(strToU8(flat)))).rows).toEqual(
      (await readBytes(odsBook(rows))).rows,
    );
  });

  it("A row after thousands of blank rows in an OpenDocument sheet has the right row number.", async () => {
    const blank = (times: number) =>
      `<table:table-row table:number-rows-repeated="${times}"><table:table-cell table:style-name="ce1" table:number-columns-repeated="16384"/></table:table-row>`;
    const xml = `${odsRows([["ARBO name"]])}${blank(50_000)}${odsRows([["Narra"]])}${blank(998_000)}`;
    expect((await readBytes(odsBook(xml))).rows.map(({ row }) => row)).toEqual([1, 50_002]);
  });

  it("The import refuses an OpenDocument sheet that repeats a filled row a million times.", async () => {
    const filled = odsRows([["x"]]).replace("<table:table-row", '$& table:number-rows-repeated="1000000"');
    await expect(readBytes(odsBook(filled.repeat(50)))).rejects.toThrow(/at most/);
  });

  it("The import says which columns of an OpenDocument sheet with too many columns it ignores.", async () => {
    const wide = odsRows([["x"]]).replace("<table:table-cell", '$& table:number-columns-repeated="16384"');
    const { rows, remarks } = await readBytes(odsBook(wide));
    expect(rows[0]?.cells).toHaveLength(fileLimits.columns);
    expect(remarks).toEqual([expect.stringContaining("are not read")]);
  });

  it("The import shows an error message for an OpenDocument file with a password.", async () => {
    await expect(readBytes(odsBook("", { body: "text" }))).rejects.toThrow(/not a spreadsheet/);
    const encrypted = zipSync({
      "content.xml": strToU8("?"),
      "META-INF/manifest.xml": strToU8("<manifest><file-entry><encryption-data/></file-entry></manifest>"),
    });
    await expect(readBytes(new Uint8Array(encrypted))).rejects.toThrow(/protected by a password/);
  });
});

describe("Cell of an OpenDocument spreadsheet", () => {
  const one = async (xml: string, parts: OdsParts = {}) => {
    const { rows } = await readBytes(odsBook(odsRows([["ARBO name"], [{ xml }]]), parts));
    return rows[1]?.cells[0] ?? null;
  };
  const typed = (attributes: string, text: string) =>
    one(`<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`);

  it.each([
    ['office:value-type="float" office:value="5"', "NE-005", 5, "NE-005"],
    ['office:value-type="float" office:value="456"', "00456", 456, "00456"],
    ['office:value-type="percentage" office:value="0.25"', "25%", 0.25, "25%"],
    ['office:value-type="float" office:value="1500"', "1,500.00", 1500, "1500"],
    [
      'office:value-type="float" office:value="123456789012345"',
      "1.23456789E+014",
      123456789012345,
      "123456789012345",
    ],
    ['office:value-type="float" office:value="1"', "TRUE", true, "TRUE"],
  ])(
    "An OpenDocument cell with the attributes %s and the text %s gives the right value and displayed text.",
    async (attributes, text, value, shown) => {
      const cell = await typed(attributes, text);
      expect([cellValue(cell), cellText(cell)]).toEqual([value, shown]);
    },
  );

  it("The reader of OpenDocument sheets reports formulas that have an error or no result.", async () => {
    const day = new Date(Date.UTC(2021, 2, 5));
    expect(await typed('office:value-type="date" office:date-value="2021-03-05"', "Mar 5")).toEqual(day);
    expect(
      await typed('table:formula="of:=1/0" office:value-type="string" calcext:value-type="error"', "#DIV/0!"),
    ).toMatchObject({
      problem: expect.stringContaining("#DIV/0!"),
      text: "=1/0",
    });
    expect(await one('<table:table-cell table:formula="of:=SUM([.A1:.A2])"/>')).toMatchObject({
      problem: expect.stringContaining("no stored result"),
    });
  });

  it("The reader of OpenDocument sheets reports dates without a day, month or year.", async () => {
    const whole = ["03/15/21", "March 15, 2021", "Mon, 15 Marso 2021 10:30", "2021年3月15日", "20210315", ""];
    const partial = ["Mar-21", "Mars 2021", "15-Mar", "03/15", "March 15 10:30", "2021", "March 15 1:05 PM"];
    const sheet = await readBytes(
      odsBook(
        odsRows([["Date of registration"]]) +
          [...whole, ...partial]
            .map(
              (text) =>
                `<table:table-row><table:table-cell office:value-type="date" office:date-value="2021-03-15"><text:p>${text}</text:p></table:table-cell></table:table-row>`,
            )
            .join(""),
      ),
    );
    const reported = sheet.rows.slice(1).filter(({ partialDates }) => partialDates?.includes(0));
    expect(reported.map(({ row }) => row)).toEqual(partial.map((_, index) => index + 2 + whole.length));
  });

  it("An OpenDocument cell is blank if the result of its formula is an empty text.", async () => {
    expect(await one('<table:table-cell table:formula="of:=T()"><text:p/></table:table-cell>')).toBeNull();
  });

  it("The reader of OpenDocument sheets leaves out comments, struck-through text and superscript marks.", async () => {
    const styles =
      '<style:style style:name="T1" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>' +
      '<style:style style:name="T2" style:family="text"><style:text-properties style:text-line-through-type="single"/></style:style>';
    const cell = await one(
      '<table:table-cell office:value-type="string"><office:annotation><text:p>checked</text:p></office:annotation>' +
        '<text:p><text:span text:style-name="T2">900</text:span> 1500<text:span text:style-name="T1">1</text:span></text:p></table:table-cell>',
      { styles },
    );
    expect([cellValue(cell), noteOf(cell)]).toEqual(["1500", expect.stringMatching(/struck.*superscript/)]);
    const link = await typed(
      'office:value-type="string"',
      '<text:a xlink:href="https://files.example/a?b=1&amp;c=2">scan</text:a>',
    );
    expect([cellValue(link), linkOf(link)]).toEqual(["scan", "https://files.example/a?b=1&c=2"]);
  });

  it("The reader of OpenDocument sheets reports merged, struck-through and hidden cells.", async () => {
    const styles =
      '<style:style style:name="ce1" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style>';
    const rows = `${odsRows([["ARBO name", "Remarks"]])}<table:table-row table:visibility="filter"><table:table-cell table:style-name="ce1" table:number-columns-spanned="2" office:value-type="string"><text:p>X</text:p></table:table-cell><table:covered-table-cell/></table:table-row>`;
    const sheet = await readBytes(
      odsBook(rows, {
        styles,
        before: '<table:table-column/><table:table-column table:visibility="collapse"/>',
        settings:
          '<table:calculation-settings><table:null-date table:date-value="1904-01-01"/></table:calculation-settings>',
      }),
    );
    expect(sheet.rows[1]).toMatchObject({
      cells: ["X", "X"],
      hidden: true,
      struck: [0],
      merged: { 1: { column: 0, row: 2 } },
    });
    expect([sheet.hiddenColumns, sheet.date1904]).toEqual([[1], true]);
  });

  it("The import does not read a hidden OpenDocument sheet.", async () => {
    const styles =
      '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/></style:style>';
    const hidden = odsBook(odsRows([["x"]]), { styles, table: ' table:style-name="ta1"' });
    await expect(readBytes(hidden)).rejects.toThrow(/no rows/);
  });
});
