/**
 * Builds the Excel report of a list of rows (spec sections 2 and 9): sheet 'Report', grouped headings, frozen panes,
 * number formats, and a footer with totals of numeric columns and counts of the others.
 *
 * Rows are packed as they come and handed on in parts, so that a file of any length costs the memory of a few hundred
 * rows. No formula is ever written: totals are values, and every text stays text, also one that begins like a formula.
 * The same code runs in the worker and in tests on Node.
 */
import { strToU8, Zip, ZipDeflate } from "fflate";
import { columnLetters } from "#shared/import/reading/cells.ts";
import { footerCount } from "#shared/import/reading/footer.ts";
import type { Field } from "#shared/records/vocabulary/types.ts";
import { parseDate } from "#shared/rules/dates.ts";
import { reportSheet } from "#shared/rules/report-file.ts";
import {
  formatOf,
  frozenColumns,
  groupLabels,
  groupRuns,
  headingRows,
  isTotalled,
  labelHeight,
  narrowest,
  type SheetLayout,
  widest,
} from "./sheet-layout.ts";
import {
  type CellValue,
  cellXml,
  type FinishedSheet,
  rowXml,
  type Styles,
  sheetFile,
  sheetHead,
  sheetTail,
  styles,
  workbookParts,
} from "./sheet-xml.ts";

type Row = Readonly<Record<string, unknown>>;

/** Rows from which the widths of the columns are taken: they stand in the file before its rows. */
const measuredRows = 1000;
/** Rows that Excel has on a sheet; longer lists go on on the next. */
const sheetRows = 1_048_576;
/** Half of what the slowest would spare, in a fifth of its time. */
const packing = 3;

/** A stored value as a cell: numbers and dates real ones, everything else text. */
function cellOf(field: Field, value: unknown): CellValue {
  if (value === null || value === undefined || value === "") return null;
  switch (field.kind) {
    case "integer":
    case "decimal":
    case "year": {
      const number = Number(value);
      return Number.isFinite(number) ? number : String(value);
    }
    case "date": {
      const reading = parseDate(value);
      return reading.ok && reading.value ? new Date(`${reading.value}T00:00:00Z`) : String(value);
    }
    case "list":
      return Array.isArray(value) ? value.join(", ") : String(value);
    default:
      return String(value);
  }
}

/** Takes rows as they arrive and gives the file part by part. */
export class ReportWriter {
  private readonly layout: SheetLayout;
  private readonly now: Date;
  private readonly sheetRows: number;
  private readonly zip: Zip;
  private readonly styles: Styles;
  private readonly columns: readonly { field: Field; value: number; footer: number }[];
  private readonly totals: number[];
  private readonly counts: number[];
  private readonly finished: FinishedSheet[] = [];
  /** Rows that wait for the widths of the columns; null once these are written. */
  private measured: CellValue[][] | null = [];
  private widths: number[];
  private sheet: ZipDeflate | null = null;
  /** The row of the sheet that was written last. */
  private at = 0;
  private written = 0;

  /** @param take Gets the parts of the file, in order. */
  constructor(
    layout: SheetLayout,
    take: (part: Uint8Array) => void,
    now = new Date(),
    rowsOfASheet = sheetRows,
  ) {
    this.layout = layout;
    this.now = now;
    this.sheetRows = rowsOfASheet;
    this.zip = new Zip((error, part) => {
      if (error) throw error;
      take(part);
    });
    this.styles = styles([...new Set(layout.fields.map(formatOf))]);
    this.columns = layout.fields.map((field) => ({
      field,
      value: this.styles.value(formatOf(field)),
      // A count is a text beside the numbers of its column.
      footer: this.styles.footer(formatOf(field)),
    }));
    this.totals = layout.fields.map(() => 0);
    this.counts = layout.fields.map(() => 0);
    this.widths = layout.fields.map(narrowest);
  }

  get rows(): number {
    return this.written;
  }

  add(rows: readonly Row[]): void {
    const cells = rows.map((row) =>
      this.columns.map(({ field }, index) => this.count(index, cellOf(field, row[field.name]))),
    );
    this.written += rows.length;
    if (!this.measured) {
      this.write(cells);
    } else {
      this.measured.push(...cells);
      if (this.measured.length >= measuredRows) this.writeMeasured();
    }
  }

  /** Hands on the rest of the file. Call once. */
  finish(): void {
    this.writeMeasured();
    this.openSheet();
    if (this.layout.footer !== false) this.writeFooter();
    this.closeSheet(this.at - (this.layout.footer === false ? 0 : 1));
    const parts = workbookParts(this.finished, this.styles.xml, this.now);
    for (const [place, xml] of Object.entries(parts)) this.open(place).push(strToU8(xml), true);
    this.zip.end();
  }

  private writeFooter(): void {
    const row = ++this.at;
    const cells = this.columns.map(({ field, footer }, index) =>
      cellXml(
        index,
        row,
        footer,
        isTotalled(field)
          ? Number((this.totals[index] ?? 0).toPrecision(15))
          : footerCount(this.counts[index] ?? 0),
      ),
    );
    this.sheet?.push(strToU8(rowXml(row, cells)));
  }

  private count(index: number, cell: CellValue): CellValue {
    if (cell === null) return null;
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    if (typeof cell === "number") this.totals[index] = (this.totals[index] ?? 0) + cell;
    return cell;
  }

  private writeMeasured(): void {
    const rows = this.measured;
    if (!rows) return;
    this.measured = null;
    this.widths = this.widths.map((least, index) =>
      rows.reduce((width, row) => {
        const cell = row[index];
        return typeof cell === "string" ? Math.min(widest, Math.max(width, cell.length + 2)) : width;
      }, least),
    );
    this.write(rows);
  }

  private write(rows: readonly CellValue[][]): void {
    let xml = "";
    for (const cells of rows) {
      // One row is left for the footer.
      if (this.sheet && this.at + 1 >= this.sheetRows) {
        this.sheet.push(strToU8(xml));
        xml = "";
        this.closeSheet(this.at);
      }
      this.openSheet();
      const row = ++this.at;
      xml += rowXml(
        row,
        cells.map((cell, index) => cellXml(index, row, this.columns[index]?.value ?? 0, cell)),
      );
    }
    if (xml) this.sheet?.push(strToU8(xml));
  }

  private open(place: string): ZipDeflate {
    const entry = new ZipDeflate(place, { level: packing });
    entry.mtime = this.now;
    this.zip.add(entry);
    return entry;
  }

  private openSheet(): void {
    if (this.sheet) return;
    this.sheet = this.open(`xl/${sheetFile(this.finished.length)}`);
    const columns = this.columns.map(({ value }, index) => ({
      width: this.widths[index] ?? 0,
      style: value,
    }));
    const frozen = { columns: frozenColumns(this.layout), rows: headingRows };
    const groups = groupLabels(this.layout).map((label, index) =>
      cellXml(index, 1, this.styles.groupHeading, label),
    );
    const labels = this.columns.map(({ field }, index) =>
      cellXml(index, headingRows, this.styles.heading, field.label),
    );
    this.sheet.push(
      strToU8(sheetHead(columns, frozen) + rowXml(1, groups) + rowXml(headingRows, labels, labelHeight)),
    );
    this.at = headingRows;
  }

  /** @param lastRow The last that is no footer. */
  private closeSheet(lastRow: number): void {
    const filtered = `A${headingRows}:${columnLetters(this.columns.length - 1)}${lastRow}`;
    const merged = groupRuns(groupLabels(this.layout)).map(
      ([from, to]) => `${columnLetters(from)}1:${columnLetters(to)}1`,
    );
    this.sheet?.push(strToU8(sheetTail(filtered, merged)), true);
    this.sheet = null;
    const number = this.finished.length + 1;
    const name = number === 1 ? reportSheet : `${reportSheet} ${number}`;
    this.finished.push({ name, filtered, repeated: headingRows });
  }
}
