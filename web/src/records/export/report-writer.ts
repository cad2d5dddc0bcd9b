/**
 * Builds the Excel report of a list of rows (spec sections 2 and 9): sheet 'Report', grouped headings, frozen panes,
 * number formats, and a footer with totals of numeric columns and counts of the others.
 *
 * No formula is ever written: totals are values, and every text stays text, also one that begins like a formula. The
 * same code runs in the worker and in tests on Node.
 */
import ExcelJS from "exceljs";
import { footerCount } from "../../../../edge-functions/_shared/import/footer.ts";
import type { Field } from "../../../../edge-functions/_shared/records/types.ts";
import { parseDate } from "../../../../edge-functions/_shared/rules/dates.ts";
import { reportSheet } from "../../../../edge-functions/_shared/rules/report-file.ts";
import { headingRows, isTotalled, layOutSheet, narrowest, type SheetLayout, widest } from "./sheet-layout.ts";
import { workbookBytes } from "./workbook-bytes.ts";

type Row = Readonly<Record<string, unknown>>;
type CellValue = string | number | Date | null;

/** A stored value as a cell: numbers and dates real ones, everything else text. */
export function cellOf(field: Field, value: unknown): CellValue {
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

/** Takes rows as they arrive and gives the file at the end. */
export class ReportWriter {
  private readonly record: SheetLayout;
  private readonly workbook = new ExcelJS.Workbook();
  private readonly sheet: ExcelJS.Worksheet;
  private readonly totals: number[];
  private readonly counts: number[];
  private readonly widths: number[];
  private written = 0;

  constructor(record: SheetLayout, now: Date = new Date()) {
    this.record = record;
    this.workbook.created = now;
    this.sheet = this.workbook.addWorksheet(reportSheet, { pageSetup: { orientation: "landscape" } });
    layOutSheet(this.sheet, record);
    this.totals = record.fields.map(() => 0);
    this.counts = record.fields.map(() => 0);
    this.widths = record.fields.map((field) => narrowest(field));
  }

  get rows(): number {
    return this.written;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const cells = this.record.fields.map((field, index) =>
        this.count(index, cellOf(field, row[field.name])),
      );
      this.sheet.addRow(cells);
      this.written++;
    }
  }

  /** The finished file. Call once. */
  async finish(): Promise<ArrayBuffer> {
    this.writeFooter();
    for (const [index, width] of this.widths.entries()) this.sheet.getColumn(index + 1).width = width;
    const columns = this.record.fields.length;
    this.sheet.autoFilter = {
      from: { row: headingRows, column: 1 },
      to: { row: headingRows + this.written, column: columns },
    };
    this.sheet.pageSetup.printTitlesRow = `1:${headingRows}`;
    return await workbookBytes(this.workbook);
  }

  private count(index: number, cell: CellValue): CellValue {
    if (cell === null) return null;
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    if (typeof cell === "number") this.totals[index] = (this.totals[index] ?? 0) + cell;
    if (typeof cell === "string" && cell.length + 2 > (this.widths[index] ?? 0)) {
      this.widths[index] = Math.min(widest, cell.length + 2);
    }
    return cell;
  }

  private writeFooter(): void {
    const row = this.sheet.addRow(
      this.record.fields.map((field, index) =>
        isTotalled(field)
          ? Number((this.totals[index] ?? 0).toPrecision(15))
          : footerCount(this.counts[index] ?? 0),
      ),
    );
    row.eachCell((cell) => {
      cell.style = { ...cell.style, font: { bold: true }, border: { top: { style: "double" } } };
    });
  }
}
