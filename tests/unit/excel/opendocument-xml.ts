/**
 * Writes OpenDocument spreadsheets like LibreOffice and small libraries: typed cells, repeated cells, blanks as
 * elements.
 */
import { strToU8, zipSync } from "fflate";
import type { WrittenValue } from "./workbook-xml.ts";

const names = (all: Readonly<Record<string, string>>) =>
  Object.entries(all)
    .map(([prefix, name]) => ` xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join("");
const namespaces = names({
  office: "office",
  table: "table",
  text: "text",
  style: "style",
  number: "datastyle",
  fo: "xsl-fo-compatible",
});

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Writes consecutive blanks as elements, because programs that read the file collapse consecutive blanks into one. */
const paragraphs = (text: string): string =>
  text
    .split("\n")
    .map(
      (line) =>
        `<text:p>${escaped(line)
          .replace(/^ +| {2,}/g, (blanks) => `<text:s text:c="${blanks.length}"/>`)
          .replaceAll("\t", "<text:tab/>")}</text:p>`,
    )
    .join("");

export interface OdsVariant {
  /**
   * If true, each text is also written to an attribute. The attribute has single quotes if the text contains double
   * quotes.
   */
  attribute?: boolean;
  /** If false, numbers and dates are written without the text that the sheet shows. */
  shown?: boolean;
  /** If true, equal neighboring cells are written as one repeated cell. */
  repeated?: boolean;
}

function odsCell(value: WrittenValue, { attribute = false, shown = true }: OdsVariant): string {
  if (value === null) return "<table:table-cell/>";
  if (typeof value === "object") return value.xml;
  const cell = (type: string, attributes: string, text: string) =>
    `<table:table-cell office:value-type="${type}"${attributes}>${text}</table:table-cell>`;
  if (typeof value === "string") {
    const quoted = value.includes('"')
      ? `'${escaped(value).replaceAll("'", "&apos;")}'`
      : `"${escaped(value)}"`;
    const plain = attribute && !/[\n\t]/.test(value);
    return cell("string", plain ? ` office:string-value=${quoted}` : "", paragraphs(value));
  }
  const text = shown
    ? `<text:p>${typeof value === "boolean" ? String(value).toUpperCase() : value}</text:p>`
    : "";
  return typeof value === "boolean"
    ? cell("boolean", ` office:boolean-value="${value}"`, text)
    : cell("float", ` office:value="${value}"`, text);
}

/** Returns the XML of the rows. */
export function odsRows(rows: readonly (readonly WrittenValue[])[], variant: OdsVariant = {}): string {
  const line = (cells: readonly WrittenValue[]) => {
    const written = cells.map((value) => odsCell(value, variant));
    if (!variant.repeated) return written.join("");
    return written
      .flatMap((xml, column) => {
        if (xml === written[column - 1]) return [];
        const end = written.findIndex((other, place) => place > column && other !== xml);
        const times = (end < 0 ? written.length : end) - column;
        return [
          xml.replace("<table:table-cell", `<table:table-cell table:number-columns-repeated="${times}"`),
        ];
      })
      .join("");
  };
  return rows.map((cells) => `<table:table-row>${line(cells)}</table:table-row>`).join("");
}

export interface OdsParts {
  styles?: string;
  /** Attributes of the table. */
  table?: string;
  /** XML before the rows, such as columns. */
  before?: string;
  settings?: string;
  /** Element name of the document type, such as "spreadsheet". */
  body?: string;
}

export const odsContent = (
  rows: string,
  { styles = "", table = "", before = "", settings = "", body = "spreadsheet" }: OdsParts = {},
): string =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document-content${namespaces}>` +
  `<office:automatic-styles><number:number-style style:name="N1"><number:text> ha</number:text></number:number-style>${styles}</office:automatic-styles>` +
  `<office:body><office:${body}>${settings}<table:table table:name="List"${table}>${before}${rows}</table:table></office:${body}></office:body></office:document-content>`;

export const odsBook = (rows: string, parts: OdsParts = {}): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zipSync({
      mimetype: strToU8("application/vnd.oasis.opendocument.spreadsheet"),
      "content.xml": strToU8(odsContent(rows, parts)),
    }),
  );
