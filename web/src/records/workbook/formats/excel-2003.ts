/**
 * Reads workbooks that are one XML file, as Excel 2003 and many reporting tools write them (SpreadsheetML, [MS-XMLSS]).
 * SheetJS joins cells whose attributes are in single quotes, and ignores spanned rows. SheetJS also loses superscript
 * text, struck-through text, and formulas without a result.
 */
import {
  cellFromSpreadsheet,
  type RawCell,
  type TextRun,
  type WrittenCell,
} from "#shared/import/reading/cells.ts";
import { isCalendarDay, spreadsheetDay } from "#shared/rules/dates.ts";
import { type BookLimits, type BookSheet, lookOf, SheetBuilder } from "./book.ts";
import { numberInFormat, type Render } from "./number-format.ts";
import type { CellStyle } from "./xlsx-parts.ts";
import { type Attributes, decodeXml, XmlEvents } from "./xml-events.ts";

/** @throws Error if the bytes are not an Excel 2003 workbook. */
export function readExcel2003(bytes: Uint8Array, limits: BookLimits, render: Render): BookSheet[] {
  const reader = new WorkbookReader(limits, render);
  const events = new XmlEvents(reader);
  events.write(decodeXml(bytes));
  events.end();
  if (reader.sheets.length === 0) throw new Error("There is no worksheet in the file.");
  return reader.sheets;
}

/**
 * Format codes of the number formats that SpreadsheetML refers to by name. All other number formats are written as
 * format codes.
 */
const namedFormats: Readonly<Record<string, string>> = {
  "general number": "",
  "yes/no": "",
  "true/false": "",
  "on/off": "",
  "general date": "m/d/yyyy h:mm",
  currency: "#,##0.00",
  "euro currency": "€#,##0.00",
  fixed: "0.00",
  standard: "#,##0.00",
  percent: "0.00%",
  scientific: "0.00E+00",
};

interface OpenCell {
  row: number;
  column: number;
  style: CellStyle | undefined;
  attributes: Attributes;
  /** Type of the cell's data; null for a cell without data. */
  type: string | null;
  runs: TextRun[];
}

const isOn = (value: string | undefined): boolean => /^(?:1|true)$/i.test(value ?? "");

/** Returns an attribute as a number. Returns the default if the attribute is missing or not a number. */
const figure = (attributes: Attributes, name: string, otherwise: number): number => {
  const value = Number(attributes(name) ?? otherwise);
  return Number.isFinite(value) ? value : otherwise;
};

class WorkbookReader {
  readonly sheets: BookSheet[] = [];
  private readonly limits: BookLimits;
  readonly render: Render;
  private readonly styles = new Map<string, CellStyle>();
  private readonly inside: string[] = [];
  private style: CellStyle | null = null;
  date1904 = false;
  private sheet: { name: string; hidden: boolean; builder: SheetBuilder } | null = null;
  private row = 0;
  private spanned = 0;
  private column = 0;
  private cell: OpenCell | null = null;

  constructor(limits: BookLimits, render: Render) {
    this.limits = limits;
    this.render = render;
  }

  open(name: string, attributes: Attributes): void {
    this.inside.push(name);
    if (this.inside.includes("Comment")) return;
    if (this.cell) this.openInCell(this.cell, name, attributes);
    else if (this.sheet) this.openInSheet(this.sheet.builder, name, attributes);
    else this.openOutside(name, attributes);
  }

  private openOutside(name: string, attributes: Attributes): void {
    if (name === "Date1904") this.date1904 = true;
    else if (name === "Style") {
      this.style = { format: "", struck: false, ...this.styles.get(attributes("Parent") ?? "Default") };
      this.styles.set(attributes("ID") ?? "", this.style);
    } else if (name === "NumberFormat" && this.style) {
      const format = attributes("Format") ?? "";
      this.style.format = namedFormats[format.toLowerCase()] ?? format;
    } else if (name === "Font" && this.style) this.style.struck = isOn(attributes("StrikeThrough"));
    else if (name === "Worksheet") {
      this.sheet = { name: attributes("Name") ?? "", hidden: false, builder: new SheetBuilder(this.limits) };
      [this.row, this.spanned, this.column] = [0, 0, 0];
    }
  }

  private openInSheet(builder: SheetBuilder, name: string, attributes: Attributes): void {
    switch (name) {
      case "Column": {
        const first = figure(attributes, "Index", this.column + 1);
        this.column = first + figure(attributes, "Span", 0);
        if (isOn(attributes("Hidden"))) builder.hideColumns(first - 1, this.column - 1);
        break;
      }
      case "Row": {
        // The span of a row is the number of following empty rows with the same format.
        this.row = figure(attributes, "Index", this.row + this.spanned + 1);
        this.spanned = figure(attributes, "Span", 0);
        this.column = 0;
        if (isOn(attributes("Hidden"))) builder.hideRow(this.row);
        break;
      }
      case "Cell":
        this.openCell(builder, attributes);
        break;
    }
  }

  private openCell(builder: SheetBuilder, attributes: Attributes): void {
    const { row } = this;
    const column = figure(attributes, "Index", this.column + 1) - 1;
    const [wide, high] = [figure(attributes, "MergeAcross", 0), figure(attributes, "MergeDown", 0)];
    if (wide > 0 || high > 0) {
      builder.merge({ first: { column, row }, last: { column: column + wide, row: row + high } });
    }
    this.column = column + 1 + wide;
    const style = this.styles.get(attributes("StyleID") ?? "Default");
    this.cell = { row, column, style, attributes, type: null, runs: [] };
  }

  private openInCell(cell: OpenCell, name: string, attributes: Attributes): void {
    if (name === "Data") cell.type = attributes("Type") ?? "String";
    else if (/^br$/i.test(name)) cell.runs.push({ text: "\n" });
  }

  text(text: string): void {
    const { cell, inside } = this;
    if (inside.at(-1) === "Visible" && this.sheet) this.sheet.hidden ||= /hidden/i.test(text);
    if (!cell || !inside.includes("Data") || inside.includes("Comment")) return;
    const has = (pattern: RegExp) => inside.some((name) => pattern.test(name));
    const struck = has(/^(?:s|strike|del)$/i);
    const raised = has(/^sup$/i);
    cell.runs.push({ text, ...(struck ? { struck } : {}), ...(raised ? { superscript: raised } : {}) });
  }

  close(name: string): void {
    this.inside.pop();
    if (name === "Style") this.style = null;
    else if (name === "Cell" && this.cell) {
      this.addCell(this.cell);
      this.cell = null;
    } else if (name === "Worksheet" && this.sheet) {
      const { builder, hidden } = this.sheet;
      this.sheets.push(builder.build(this.sheet.name, hidden, this.date1904));
      this.sheet = null;
    }
  }

  private addCell(cell: OpenCell): void {
    const { row, column, style, attributes } = cell;
    const formula = attributes("Formula")?.replace(/^=/, "");
    const link = attributes("HRef");
    const read: RawCell = cellFromSpreadsheet({
      ...this.valueOf(cell),
      ...(formula === undefined ? {} : { formula }),
      ...(link && !link.startsWith("#") ? { link } : {}),
    });
    this.sheet?.builder.cell(row, column, read, lookOf(style?.format ?? "", style?.struck));
  }

  private valueOf({ type, runs, style }: OpenCell): WrittenCell {
    const text = runs.map((run) => run.text).join("");
    switch (type) {
      case null:
        return {};
      case "Number":
        return this.numberValue(text, style?.format ?? "");
      case "DateTime":
        return { value: momentOf(text) ?? text };
      case "Boolean":
        return { value: isOn(text.trim()) };
      case "Error":
        return { error: text.trim() };
      default:
        return runs.some(({ struck, superscript }) => struck || superscript) ? { runs } : { value: text };
    }
  }

  private numberValue(text: string, format: string): WrittenCell {
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value)) return { value: text };
    return numberInFormat(value, format, this);
  }
}

/**
 * Parses "2021-03-05T10:30:00.000" to a Date with the same day and time in UTC. SpreadsheetML writes a time without a
 * date as a time on the last day of 1899. Returns null for a day that does not exist.
 */
function momentOf(text: string): Date | null {
  const moment = Date.parse(`${text.trim().replace(/Z$/, "")}Z`);
  if (Number.isNaN(moment) || !isCalendarDay(text.trim().slice(0, 10))) return null;
  const lastDay = Date.UTC(1899, 11, 31);
  const isTime = moment >= lastDay && moment < Date.UTC(1900, 0, 1);
  return isTime ? spreadsheetDay((moment - lastDay) / 86_400_000) : new Date(moment);
}
