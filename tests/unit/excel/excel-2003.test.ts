/**
 * Workbooks that consist of one XML file, as Excel 2003 and report generators write them. Every cell is read at its
 * position.
 */

import fc from "fast-check";
import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { cellText, cellValue, linkOf, noteOf } from "#shared/import/reading/cells.ts";
import { readImportFile } from "../../../web/src/records/workbook/read-file.ts";
import { record } from "./support.ts";
import { escapeXml } from "./workbook-xml.ts";

const main = "urn:schemas-microsoft-com:office:spreadsheet";

function book(rows: string, { styles = "", before = "", options = "", encoding = "UTF-8" } = {}) {
  const xml =
    `<?xml version="1.0" encoding="${encoding}"?><?mso-application progid="Excel.Sheet"?>` +
    `<Workbook xmlns="${main}" xmlns:ss="${main}"><Styles>${styles}</Styles>` +
    `<Worksheet ss:Name="List"><Table>${before}${rows}</Table><WorksheetOptions>${options}</WorksheetOptions></Worksheet></Workbook>`;
  const bytes = encoding === "UTF-8" ? strToU8(xml) : Buffer.from(xml, "latin1");
  return Uint8Array.from(bytes);
}

const readBytes = (bytes: Uint8Array<ArrayBuffer>) => readImportFile(bytes, record);
const data = (type: string, text: string) => `<Data ss:Type="${type}">${text}</Data>`;
const head = `<Row><Cell>${data("String", "ARBO name")}</Cell></Row>`;

type Plain = string | number | boolean | null;

/**
 * Writes rows with gaps. A gap is an ss:Index attribute, or empty cells and rows. Attributes have single or double
 * quotes.
 */
function rowsOf(table: readonly (readonly Plain[])[], { indexed = false, single = false }): string {
  let before = 0;
  const rows = table.flatMap((cells, index) => {
    if (indexed && cells.every((cell) => cell === null)) return [];
    const at = indexed && index !== before ? ` ss:Index="${index + 1}"` : "";
    before = index + 1;
    let last = 0;
    const written = cells.flatMap((value, column) => {
      if (value === null && indexed) return [];
      const place = indexed && column !== last ? ` ss:Index="${column + 1}"` : "";
      last = column + 1;
      if (value === null) return ["<Cell/>"];
      if (typeof value === "boolean") return [`<Cell${place}>${data("Boolean", value ? "1" : "0")}</Cell>`];
      const text =
        typeof value === "number" ? data("Number", String(value)) : data("String", escapeXml(value));
      return [`<Cell${place}>${text}</Cell>`];
    });
    return [`<Row${at}>${written.join("")}</Row>`];
  });
  return single ? rows.join("\n").replace(/="([^"]*)"/g, "='$1'") : rows.join("");
}

describe("Workbook in the XML format of Excel 2003", () => {
  it("The reader of Excel 2003 XML files returns each cell at its position, even if the file leaves out blank cells.", async () => {
    const cell = fc.oneof(
      fc.string({
        unit: fc.constantFrom("a", "Ñ", "&", "<", '"', "'", " ", "\n"),
        minLength: 1,
        maxLength: 6,
      }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    const tables = fc.array(fc.array(cell, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 });
    const isBlank = (value: Plain) => value === null || (typeof value === "string" && value.trim() === "");
    await fc.assert(
      fc.asyncProperty(tables, fc.boolean(), fc.boolean(), async (table, indexed, single) => {
        fc.pre(table.some((cells) => !cells.every(isBlank)));
        const { rows } = await readBytes(book(rowsOf(table, { indexed, single })));
        const read = rows.flatMap(({ row, cells }) =>
          cells.flatMap((raw, column) =>
            isBlank(cellValue(raw) as Plain) ? [] : [[row, column, cellValue(raw)]],
          ),
        );
        const written = table.flatMap((cells, index) =>
          cells.flatMap((value, column) => (isBlank(value) ? [] : [[index + 1, column, value]])),
        );
        expect(read).toEqual(written);
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  it("If a row of an Excel 2003 XML file has an ss:Span of 2, the next row's number is higher by three.", async () => {
    const cell = (text: string) => `<Cell>${data("String", text)}</Cell>`;
    const { rows } = await readBytes(
      book(`${head}<Row ss:Span="2">${cell("A")}</Row><Row>${cell("B")}</Row>`),
    );
    expect(rows.map(({ row }) => row)).toEqual([1, 2, 5]);
  });

  it("The reader of Excel 2003 XML files reports hidden, merged and struck-through cells.", async () => {
    const { rows, hiddenColumns } = await readBytes(
      book(
        `${head}<Row ss:Hidden="1"><Cell ss:StyleID="k" ss:MergeAcross="1">${data("String", "Pe\u00f1a")}</Cell><Cell>${data("Number", "5")}</Cell></Row>`,
        {
          styles: '<Style ss:ID="k"><Font ss:StrikeThrough="1"/></Style>',
          before: '<Column/><Column ss:Hidden="1"/>',
          encoding: "windows-1252",
        },
      ),
    );
    expect(rows[1]).toMatchObject({
      cells: ["Peña", "Peña", 5],
      hidden: true,
      struck: [0],
      merged: { 1: { column: 0, row: 2 } },
    });
    expect(hiddenColumns).toEqual([1]);
    await expect(readBytes(book(head, { options: "<Visible>SheetHidden</Visible>" }))).rejects.toThrow(
      /no rows/,
    );
  });
});

describe("Cell in the XML format of Excel 2003", () => {
  const styles =
    '<Style ss:ID="z"><NumberFormat ss:Format="00000"/></Style><Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style>' +
    '<Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style>';
  const one = async (cell: string) =>
    (await readBytes(book(`${head}<Row>${cell}</Row>`, { styles }))).rows[1]?.cells[0] ?? null;

  it("The reader of Excel 2003 XML files returns a cell's value and its displayed text.", async () => {
    const id = await one(`<Cell ss:StyleID="z">${data("Number", "5")}</Cell>`);
    expect([cellValue(id), cellText(id)]).toEqual([5, "00005"]);
    expect(cellText(await one(`<Cell ss:StyleID="p">${data("Number", "0.25")}</Cell>`))).toBe("25.00%");
    const day = new Date(Date.UTC(2021, 2, 5));
    expect(await one(`<Cell ss:StyleID="d">${data("DateTime", "2021-03-05T00:00:00.000")}</Cell>`)).toEqual(
      day,
    );
    expect(await one(`<Cell ss:StyleID="d">${data("Number", "44260")}</Cell>`)).toEqual(day);
    expect(cellText(await one(`<Cell>${data("DateTime", "1899-12-31T10:30:00.000")}</Cell>`))).toBe("10:30");
    const impossible = "2025-02-30T00:00:00.000";
    expect(await one(`<Cell>${data("DateTime", impossible)}</Cell>`)).toBe(impossible);
  });

  it("The reader of Excel 2003 XML files reports a formula without a result as a problem.", async () => {
    expect(await one('<Cell ss:Formula="=1+1"/>')).toMatchObject({ text: "=1+1" });
    expect(await one(`<Cell>${data("Error", "#N/A")}</Cell>`)).toMatchObject({ text: "#N/A" });
    expect(await one(`<Cell ss:Formula="=T()">${data("String", "")}</Cell>`)).toBeNull();
  });

  it("The reader of Excel 2003 XML files leaves out superscript marks, struck-through text and comments.", async () => {
    const rich = (html: string) =>
      one(`<Cell><ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40">${html}</ss:Data></Cell>`);
    const amount = await rich("<B>1500</B><Sup>1</Sup>");
    expect([cellValue(amount), noteOf(amount)]).toEqual(["1500", expect.stringContaining("superscript")]);
    expect(cellValue(await rich("<S>Old</S> New"))).toBe("New");
    const comment = `<Comment><ss:Data><B>x:</B> note</ss:Data></Comment>`;
    const link = await one(
      `<Cell ss:HRef="https://files.example/a">${data("String", "scan")}${comment}</Cell>`,
    );
    expect([cellValue(link), linkOf(link)]).toEqual(["scan", "https://files.example/a"]);
  });
});
