/**
 * Writes the parts of an Excel workbook as XML (ECMA-376) without a library. A sheet of any length needs only the
 * memory of the rows being written. Cells contain their texts, so there is no shared string table.
 */
import { columnLetters } from "#shared/import/reading/cells.ts";
import { colours } from "./sheet-layout.ts";

export type CellValue = string | number | Date | null;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006";

/** Maximum number of characters in a cell. Longer values are cut, because Excel would report the file as damaged. */
const longestText = 32_767;
/** Day 0 of Excel's serial dates. */
const epoch = Date.UTC(1899, 11, 30);
const dayInMilliseconds = 86_400_000;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain these characters; Excel has its own escapes for them.
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

/**
 * Escapes a string for XML. Control characters become escapes like `_x000D_`. A string that already contains such an
 * escape is escaped too.
 */
const escaped = (text: string): string =>
  text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
    .replace(unwritable, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`)
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** Returns the XML of a cell; an empty string if there is no value. `column` counts from 0, `row` from 1. */
export function cellXml(column: number, row: number, style: number, value: CellValue): string {
  if (value === null) return "";
  const place = `<c r="${columnLetters(column)}${row}" s="${style}"`;
  if (typeof value === "number") return `${place}><v>${value}</v></c>`;
  if (value instanceof Date) return `${place}><v>${(value.getTime() - epoch) / dayInMilliseconds}</v></c>`;
  return `${place} t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, longestText))}</t></is></c>`;
}

export const rowXml = (row: number, cells: readonly string[], height?: number): string =>
  `<row r="${row}"${height ? ` ht="${height}" customHeight="1"` : ""}>${cells.join("")}</row>`;

export interface SheetColumn {
  width: number;
  style: number;
}

/**
 * Returns the XML before the first row. `frozen` gives the number of frozen columns and rows; null if none are frozen.
 */
export function sheetHead(
  columns: readonly SheetColumn[],
  frozen: { columns: number; rows: number } | null,
): string {
  const cols = columns.map(
    ({ width, style }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style}" customWidth="1"/>`,
  );
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    `${frozen ? frozenPane(frozen) : ""}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${cols.join("")}</cols><sheetData>`
  );
}

function frozenPane(frozen: { columns: number; rows: number }): string {
  const corner = `${columnLetters(frozen.columns)}${frozen.rows + 1}`;
  const pane = frozen.columns > 0 ? "bottomRight" : "bottomLeft";
  const split = `${frozen.columns > 0 ? ` xSplit="${frozen.columns}"` : ""} ySplit="${frozen.rows}"`;
  return `<pane${split} topLeftCell="${corner}" activePane="${pane}" state="frozen"/><selection pane="${pane}"/>`;
}

/**
 * Returns the XML after the last row. Ranges are cell addresses such as "A2:F90".
 * @param filtered The range with a filter; null for a sheet without a filter.
 */
export function sheetTail(filtered: string | null, merged: readonly string[]): string {
  const merges = merged.map((range) => `<mergeCell ref="${range}"/>`).join("");
  return (
    `</sheetData>${filtered === null ? "" : `<autoFilter ref="${filtered}"/>`}` +
    `${merges && `<mergeCells count="${merged.length}">${merges}</mergeCells>`}<pageSetup orientation="landscape"/></worksheet>`
  );
}

/** Numbers of Excel's built-in formats. Custom formats are numbered from 164. */
const builtIn: Readonly<Record<string, number>> = { "0": 1, "#,##0": 3, "#,##0.00": 4, "0.00%": 10, "@": 49 };

/**
 * Styles of all cells: two per number format, one for values and one for footers, and one style per kind of heading.
 */
export interface Styles {
  xml: string;
  value: (format: string) => number;
  footer: (format: string) => number;
  groupHeading: number;
  heading: number;
}

export function styles(formats: readonly string[]): Styles {
  const own = formats.filter((format) => builtIn[format] === undefined);
  const numberOf = (format: string) => builtIn[format] ?? 164 + own.indexOf(format);
  const side = (name: string) => `<${name} style="thin"><color rgb="${colours.line}"/></${name}>`;
  const fill = (colour: string) =>
    `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/></patternFill></fill>`;
  const xf = (format: string, font = 0, filled = 0, border = 0, alignment = "") =>
    `<xf numFmtId="${numberOf(format)}" fontId="${font}" fillId="${filled}" borderId="${border}" xfId="0" applyNumberFormat="1"` +
    ` applyFont="1" applyFill="1" applyBorder="1"${alignment && ' applyAlignment="1"'}>${alignment}</xf>`;
  const wrapped = (horizontal: string) =>
    `<alignment horizontal="${horizontal}" vertical="center" wrapText="1"/>`;
  const cells = [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    ...formats.map((format) => xf(format)),
    ...formats.map((format) => xf(format, 1, 0, 2)),
    xf("@", 1, 3, 1, wrapped("center")),
    xf("@", 1, 2, 1, wrapped("left")),
  ];
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
  const xml =
    `${declaration}<styleSheet xmlns="${main}">` +
    `<numFmts count="${own.length}">${own.map((format) => `<numFmt numFmtId="${numberOf(format)}" formatCode="${escaped(format)}"/>`).join("")}</numFmts>` +
    `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
    `<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>` +
    `${fill(colours.heading)}${fill(colours.group)}</fills>` +
    `<borders count="3"><border><left/><right/><top/><bottom/><diagonal/></border>` +
    `<border>${["left", "right", "top", "bottom"].map(side).join("")}<diagonal/></border>` +
    `<border><left/><right/><top style="double"><color auto="1"/></top><bottom/><diagonal/></border></borders>` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
    `<cellXfs count="${cells.length}">${cells.join("")}</cellXfs>` +
    `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
  const first = 1;
  return {
    xml: own.length > 0 ? xml : xml.replace(/<numFmts.*<\/numFmts>/, ""),
    value: (format) => first + formats.indexOf(format),
    footer: (format) => first + formats.length + formats.indexOf(format),
    groupHeading: first + 2 * formats.length,
    heading: first + 2 * formats.length + 1,
  };
}

export interface FinishedSheet {
  name: string;
  /** Address of the range with headings and rows; null if the sheet has no filter. */
  filtered: string | null;
  /** Number of heading rows that repeat on every printed page; 0 if the sheet has none. */
  repeated: number;
}

/** Returns the parts of the file besides the sheets, by path. */
export function workbookParts(
  sheets: readonly FinishedSheet[],
  stylesXml: string,
  now: Date,
): Readonly<Record<string, string>> {
  const each = (part: (sheet: FinishedSheet, index: number) => string | false | null) =>
    sheets.map((sheet, index) => part(sheet, index) || "").join("");
  const absolute = (range: string) => range.replace(/([A-Z]+)(\d+)/g, "$$$1$$$2");
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  return {
    "xl/workbook.xml":
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>` +
      `${each(({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)}</sheets><definedNames>` +
      each(
        ({ name, filtered }, index) =>
          filtered &&
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${escaped(name)}'!${absolute(filtered)}</definedName>`,
      ) +
      each(
        ({ name, repeated }, index) =>
          repeated > 0 &&
          `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${escaped(name)}'!$1:$${repeated}</definedName>`,
      ) +
      "</definedNames></workbook>",
    "xl/_rels/workbook.xml.rels":
      `${declaration}<Relationships xmlns="${packaged}/relationships">` +
      each(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="${sheetFile(index)}"/>`,
      ) +
      `<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": stylesXml,
    "docProps/core.xml":
      `${declaration}<cp:coreProperties xmlns:cp="${packaged}/metadata/core-properties" xmlns:dcterms="http://purl.org/dc/terms/"` +
      ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dcterms:created xsi:type="dcterms:W3CDTF">` +
      `${now.toISOString().slice(0, 19)}Z</dcterms:created></cp:coreProperties>`,
    "_rels/.rels":
      `${declaration}<Relationships xmlns="${packaged}/relationships">` +
      `<Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/>` +
      `<Relationship Id="rId2" Type="${packaged}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    "[Content_Types].xml":
      `${declaration}<Types xmlns="${packaged}/content-types">` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>` +
      `<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>` +
      each(
        (_, index) => `<Override PartName="/xl/${sheetFile(index)}" ContentType="${type}.worksheet+xml"/>`,
      ) +
      "</Types>",
  };
}

/** Returns the path of a sheet, relative to the workbook. */
export const sheetFile = (index: number): string => `worksheets/sheet${index + 1}.xml`;
