/** A workbook as the import uses it, independent of the file format: sheets with rows and cell formats. */
import {
  cellValue,
  isBlankCell,
  type RawCell,
  type Sheet,
  type SheetRow,
} from "#shared/import/reading/cells.ts";
import { isCalendarDay } from "#shared/rules/dates.ts";
import { isPartialDateFormat } from "./number-format.ts";

export interface BookSheet extends Sheet {
  name: string;
  /** True if the spreadsheet program hides the sheet. */
  hidden: boolean;
  /** Number of columns of the sheet, including the columns beyond the limit. */
  width: number;
}

export interface BookLimits {
  rows: number;
  columns: number;
}

export interface Range {
  first: { column: number; row: number };
  last: { column: number; row: number };
}

/**
 * Parses a range such as "B2:C4". Columns count from 0, rows from 1. Returns null if the text is not a range.
 */
export function rangeOf(text: string): Range | null {
  const [first, last = first] = text.replaceAll("$", "").split(":").map(addressOf);
  return first && last ? { first, last } : null;
}

/**
 * Parses an address such as "AB17". The column counts from 0, the row from 1. Returns null if the text is not
 * an address.
 */
export function addressOf(text: string): { column: number; row: number } | null {
  const [, letters = "", digits = ""] = /^([A-Z]{1,3})(\d{1,7})$/i.exec(text) ?? [];
  if (letters === "") return null;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { column: column - 1, row: Number(digits) };
}

/** Properties of a cell that the import uses in addition to its value. */
export interface CellLook {
  struck?: boolean;
  /** Unit that the number format of the cell shows: "%" or a foreign currency. */
  unit?: string | undefined;
  /** True if the cell shows its date without the day, month or year, such as "Mar-21". */
  partialDate?: boolean;
}

/** Returns the look of a cell: strike-through, and the unit and partial date of the number format. */
export const lookOf = (format: string, struck = false): CellLook => ({
  struck,
  unit: unitOfFormat(format),
  partialDate: isPartialDateFormat(format),
});

/** Collects the cells of one sheet and builds its rows. */
export class SheetBuilder {
  private readonly limits: BookLimits;
  private readonly cells = new Map<number, RawCell[]>();
  private readonly struck = new Map<number, number[]>();
  private readonly hiddenRows = new Set<number>();
  private readonly hiddenColumns = new Set<number>();
  private readonly merges: Range[] = [];
  private readonly partialDates = new Map<number, number[]>();
  private readonly formatUnits: Record<number, string> = {};
  private width = 0;

  constructor(limits: BookLimits) {
    this.limits = limits;
  }

  /**
   * Adds a cell. The unit of a column is the first unit that a number in the column shows.
   * @param row From 1.
   * @param column From 0. A cell beyond the column limit only increases `width`; the cell is not stored.
   */
  cell(row: number, column: number, cell: RawCell, look: CellLook = {}): void {
    if (isBlankCell(cell)) return;
    this.width = Math.max(this.width, column + 1);
    if (column >= this.limits.columns) return;
    const cells = this.cells.get(row) ?? [];
    // Keep one row beyond the limit, so that the import detects too many rows and refuses the file.
    if (cells.length === 0 && this.isFull) return;
    this.cells.set(row, cells);
    while (cells.length < column) cells.push(null);
    cells[column] = cell;
    const value = cellValue(cell);
    if (look.unit && typeof value === "number") this.formatUnits[column] ??= look.unit;
    if (look.struck) append(this.struck, row, column);
    if (look.partialDate && value instanceof Date) append(this.partialDates, row, column);
  }

  /** True if there are too many rows. Further rows need not be read, because the import refuses the file. */
  get isFull(): boolean {
    return this.cells.size > this.limits.rows;
  }

  at(row: number, column: number): RawCell {
    return this.cells.get(row)?.[column] ?? null;
  }

  hideRow(row: number): void {
    this.hiddenRows.add(row);
  }

  hideColumns(from: number, to: number): void {
    for (let column = from; column <= Math.min(to, this.limits.columns - 1); column++) {
      this.hiddenColumns.add(column);
    }
  }

  merge(range: Range | null): void {
    if (range) this.merges.push(range);
  }

  build(name: string, hidden: boolean, date1904: boolean): BookSheet {
    const merged = this.spreadMerges();
    const rows = [...this.cells.keys()].sort((one, other) => one - other);
    return {
      name,
      hidden,
      width: this.width,
      rows: rows.map((row): SheetRow => {
        const [struck, from] = [this.struck.get(row), merged.get(row)];
        const partialDates = this.partialDates.get(row);
        return {
          row,
          cells: this.cells.get(row) ?? [],
          ...(this.hiddenRows.has(row) ? { hidden: true } : {}),
          ...(struck ? { struck } : {}),
          ...(partialDates ? { partialDates } : {}),
          ...(from ? { merged: from } : {}),
        };
      }),
      hiddenColumns: [...this.hiddenColumns].filter((column) => column < this.width),
      ...(date1904 ? { date1904 } : {}),
      formatUnits: this.formatUnits,
    };
  }

  /** Copies the value of each merged range to all cells of the range, and adds the position of the first cell. */
  private spreadMerges(): Map<number, Record<number, { column: number; row: number }>> {
    const merged = new Map<number, Record<number, { column: number; row: number }>>();
    const rows = [...this.cells.keys()];
    for (const { first, last } of this.merges) {
      const value = this.at(first.row, first.column);
      if (isBlankCell(value)) continue;
      const partialDate = this.partialDates.get(first.row)?.includes(first.column) === true;
      const end = Math.min(last.column, this.limits.columns - 1);
      for (const row of rows) {
        if (row < first.row || row > last.row) continue;
        for (let column = first.column; column <= end; column++) {
          this.cell(row, column, value, { partialDate });
          const from = merged.get(row) ?? {};
          from[column] = first;
          merged.set(row, from);
        }
      }
    }
    return merged;
  }
}

function append(columns: Map<number, number[]>, row: number, column: number): void {
  const known = columns.get(row) ?? [];
  if (!known.includes(column)) columns.set(row, [...known, column]);
}

/**
 * Converts the text of an ISO date cell to a Date with the same day in UTC. First converts a time with a time zone to
 * Manila time. Returns null for a time without a date, and for a day that does not exist.
 */
export function isoDay(text: string): Date | null {
  const [iso] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  if (!iso || !isCalendarDay(iso)) return null;
  const zone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  const manila = 8 * 60 * 60 * 1000;
  return new Date(zone ? Date.parse(text) + manila : iso);
}

const units: readonly [RegExp, string][] = [
  [/\[\$(?:USD|US\$|\$)|"?USD"?|"US\$"|"\$"/i, "USD"],
  [/€|EUR/i, "EUR"],
  [/¥|JPY/i, "JPY"],
  [/%/, "%"],
];

/** Returns the foreign currency or "%" that a number format shows. Undefined for pesos and plain numbers. */
export const unitOfFormat = (format: string): string | undefined =>
  /[$€¥A-Z%]/.test(format) ? units.find(([pattern]) => pattern.test(format))?.[1] : undefined;
