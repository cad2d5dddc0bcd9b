/**
 * Builds the Excel report of a list (spec sections 2 and 9). The sheet 'Report' has grouped headings, frozen panes,
 * number formats, and a footer with totals and counts. Rows are compressed as they arrive, so a file of any length
 * needs the memory of a few hundred rows. The writer never writes formulas: totals are values, and texts stay texts
 * even if they start like a formula.
 */
import { strToU8, Zip, ZipDeflate } from "fflate";
import { columnLetters } from "#shared/import/reading/cells.ts";
import { footerCount } from "#shared/import/reading/footer.ts";
import { isTotalled } from "#shared/records/vocabulary/totalled.ts";
import type { Field } from "#shared/records/vocabulary/types.ts";
import { parseDate } from "#shared/rules/dates.ts";
import { reportSheet } from "#shared/rules/report-file.ts";
import { type AboutFile, aboutSheetXml, finishedAboutSheet } from "./about-sheet.ts";
import {
  formatOf,
  frozenColumns,
  groupLabels,
  groupRuns,
  headingRows,
  initialWidth,
  labelHeight,
  maxColumnWidth,
  type SheetLayout,
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

/**
 * Number of rows from which the column widths are computed. The writer buffers these rows, because the widths come
 * before the rows in the file.
 */
const measuredRows = 1000;
/** Maximum number of rows on an Excel sheet. Longer lists continue on another sheet. */
const sheetRows = 1_048_576;
/** Compression level, from 1 to 9. Level 3 saves about half as much space as level 9, in a fifth of the time. */
const packing = 3;

/** Converts a stored value to a cell: numbers and dates become real numbers and dates, everything else text. */
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

/** Receives rows as they arrive and emits the file in parts. */
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
  /** Rows buffered until the column widths are known; null once the widths are written. */
  private measured: CellValue[][] | null = [];
  private widths: number[];
  private sheet: ZipDeflate | null = null;
  /** Number of the last written row of the sheet. */
  private at = 0;
  private written = 0;

  /** @param take Receives the parts of the file, in order. */
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
      // Columns without a total show a count in the footer, written as text.
      footer: this.styles.footer(formatOf(field)),
    }));
    this.totals = layout.fields.map(() => 0);
    this.counts = layout.fields.map(() => 0);
    this.widths = layout.fields.map(initialWidth);
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

  /**
   * Writes the rest of the file. Call once.
   * @param about Content of the sheet "About this file"; absent for a file without this sheet.
   */
  finish(about?: AboutFile): void {
    this.writeMeasured();
    this.openSheet();
    if (this.layout.footer !== false) this.writeFooter();
    this.closeSheet(this.at - (this.layout.footer === false ? 0 : 1));
    if (about) {
      const file = `xl/${sheetFile(this.finished.length)}`;
      this.open(file).push(strToU8(aboutSheetXml(about, this.written, this.styles)), true);
      this.finished.push(finishedAboutSheet);
    }
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
        return typeof cell === "string" ? Math.min(maxColumnWidth, Math.max(width, cell.length + 2)) : width;
      }, least),
    );
    this.write(rows);
  }

  private write(rows: readonly CellValue[][]): void {
    let xml = "";
    for (const cells of rows) {
      // Reserve one row of the sheet for the footer.
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

  /** @param lastRow Number of the last row before the footer. */
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
