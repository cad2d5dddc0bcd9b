/**
 * Writes workbooks like programs other than Excel: with prefixes, unusual part names, backslashes, cells without
 * addresses, or inline texts. Cells are given as XML or as plain values.
 */
import { strToU8, zipSync } from "fflate";

export type WrittenValue = string | number | boolean | null | { xml: string };

export interface Variant {
  /** Prefix of all elements, such as "x:". */
  prefix?: string;
  /** Path of the sheet's part, relative to the workbook. */
  part?: string;
  /** Separator of folders in part names and relationship targets. */
  slash?: "/" | "\\";
  /** True if rows and cells state their addresses. */
  addressed?: boolean;
  /** How the texts of cells are stored: as shared texts, as inline texts, or as text values of the cells. */
  texts?: "shared" | "inline" | "str";
  /** True if the workbook has relationships that point to the shared texts and the styles. */
  related?: boolean;
  /** XML after the workbook's list of sheets. */
  calculation?: string;
  /** Attributes of the workbook's properties. */
  properties?: string;
  /** XML after the rows, such as merged cells and links. */
  tail?: string;
  /** XML before the rows, such as columns. */
  columns?: string;
  /** Targets of the sheet's hyperlink relationships. */
  links?: readonly string[];
  styles?: string;
  /** Attributes of rows, by row number. */
  rows?: Readonly<Record<number, string>>;
  stored?: boolean;
  encoding?: "utf-8" | "utf-16";
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const related = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006/relationships";

export const escapeXml = (text: string): string =>
  text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "_x000D_");

function contentTypes(part: string): string {
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const override = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}" ContentType="${type}.${kind}+xml"/>`;
  return (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `${override("workbook.xml", "sheet.main")}${override(part, "worksheet")}` +
    `${override("sharedStrings.xml", "sharedStrings")}${override("styles.xml", "styles")}</Types>`
  );
}

const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : "") + String.fromCharCode(65 + (column % 26));

/**
 * Returns the bytes of a workbook with one sheet. Null leaves a cell out, or writes an empty cell if cells have no
 * addresses.
 */
export function xmlWorkbook(
  rows: readonly (readonly WrittenValue[])[],
  variant: Variant = {},
): Uint8Array<ArrayBuffer> {
  const {
    prefix = "",
    part = "worksheets/sheet1.xml",
    slash = "/",
    addressed = true,
    texts = "shared",
  } = variant;
  const shared: string[] = [];
  const cell = (value: WrittenValue, row: number, column: number): string => {
    const at = addressed ? ` r="${letters(column)}${row}"` : "";
    if (value === null) return addressed ? "" : "<c/>";
    if (typeof value === "object") return value.xml.replace("<c", `<c${at}`);
    if (typeof value === "number") return `<c${at}><v>${value}</v></c>`;
    if (typeof value === "boolean") return `<c${at} t="b"><v>${value ? 1 : 0}</v></c>`;
    const text = `<t xml:space="preserve">${escapeXml(value)}</t>`;
    if (texts === "inline") return `<c${at} t="inlineStr"><is>${text}</is></c>`;
    if (texts === "str") return `<c${at} t="str"><v>${escapeXml(value)}</v></c>`;
    shared.push(`<si>${text}</si>`);
    return `<c${at} t="s"><v>${shared.length - 1}</v></c>`;
  };
  const body = rows
    .map((cells, index) => {
      const number = index + 1;
      const at = addressed ? ` r="${number}"` : "";
      return `<row${at}${variant.rows?.[number] ? ` ${variant.rows[number]}` : ""}>${cells.map((value, column) => cell(value, number, column)).join("")}</row>`;
    })
    .join("");
  const target = (name: string) => name.replaceAll("/", slash);
  const relationships = (...all: string[]) =>
    `<Relationships xmlns="${packaged}">${all.join("")}</Relationships>`;
  const relationship = (id: string, type: string, to: string, more = "") =>
    `<Relationship Id="${id}" Type="${related}/${type}" Target="${to}"${more}/>`;
  const [, folder = "", file = ""] = /^(.*\/)?([^/]*)$/.exec(part) ?? [];
  const named = (xml: string) =>
    prefix === ""
      ? xml
      : xml
          .replace(/<(\/?)(?=[a-zA-Z])/g, `<$1${prefix}`)
          .replaceAll(' xmlns="', ` xmlns:${prefix.slice(0, -1)}="`);
  const parts: Record<string, string> = {
    "[Content_Types].xml": contentTypes(part),
    "_rels/.rels": relationships(relationship("rId1", "officeDocument", target("xl/workbook.xml"))),
    "xl/workbook.xml": named(
      `<workbook ${main} xmlns:r="${related}"><workbookPr ${variant.properties ?? ""}/><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets>${variant.calculation ?? ""}</workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": relationships(
      relationship("rId1", "worksheet", target(part)),
      ...(variant.related === false
        ? []
        : [
            relationship("rId2", "sharedStrings", "sharedStrings.xml"),
            relationship("rId3", "styles", "styles.xml"),
          ]),
    ),
    [`xl/${part}`]: named(
      `<worksheet ${main} xmlns:r="${related}">${variant.columns ?? ""}<sheetData>${body}</sheetData>${variant.tail ?? ""}</worksheet>`,
    ),
    [`xl/${folder}_rels/${file}.rels`]: relationships(
      ...(variant.links ?? []).map((to, index) =>
        relationship(`rId${index + 1}`, "hyperlink", escapeXml(to), ' TargetMode="External"'),
      ),
    ),
    "xl/sharedStrings.xml": named(`<sst ${main}>${shared.join("")}</sst>`),
    "xl/styles.xml": named(variant.styles ?? `<styleSheet ${main}/>`),
  };
  const encode = (xml: string) =>
    variant.encoding === "utf-16"
      ? new Uint8Array(Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${xml}`, "utf16le"))
      : strToU8(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
  const files = Object.entries(parts).map(([name, xml]) => [target(name), encode(xml)] as const);
  return new Uint8Array(zipSync(Object.fromEntries(files), { level: variant.stored ? 0 : 6 }));
}

/** Returns styles in which the cell formats 1, 2, … have the given number formats. */
export const stylesOf = (...formats: readonly string[]): string =>
  `<styleSheet ${main}><numFmts>${formats.map((format, index) => `<numFmt numFmtId="${170 + index}" formatCode="${escapeXml(format)}"/>`).join("")}</numFmts>` +
  `<fonts><font/><font><strike/></font></fonts><cellXfs><xf numFmtId="0" fontId="0"/>` +
  `${formats.map((_, index) => `<xf numFmtId="${170 + index}" fontId="0"/>`).join("")}<xf numFmtId="0" fontId="1"/></cellXfs></styleSheet>`;
