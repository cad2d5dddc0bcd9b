/** A workbook as the import sees it, whatever its format: sheets of rows, with what concerns how they are read. */
import { isBlankCell, type RawCell, type Sheet, type SheetRow } from "#shared/import/reading/cells.ts";

export interface BookSheet extends Sheet {
  name: string;
  /** The spreadsheet does not show the sheet. */
  hidden: boolean;
  /** Columns of the sheet, those behind the limit included. */
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

/** "B2:C4" as columns from 0 and rows from 1; null for what is no range. */
export function rangeOf(text: string): Range | null {
  const [first, last = first] = text.replaceAll("$", "").split(":").map(addressOf);
  return first && last ? { first, last } : null;
}

/** "AB17" as a column (from 0) and a row (from 1); null for what is no address. */
export function addressOf(text: string): { column: number; row: number } | null {
  const [, letters = "", digits = ""] = /^([A-Z]{1,3})(\d{1,7})$/i.exec(text) ?? [];
  if (letters === "") return null;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { column: column - 1, row: Number(digits) };
}

/** Collects the cells of one sheet and makes its rows of them. */
export class SheetBuilder {
  private readonly limits: BookLimits;
  private readonly cells = new Map<number, RawCell[]>();
  private readonly struck = new Map<number, number[]>();
  private readonly hiddenRows = new Set<number>();
  private readonly hiddenColumns = new Set<number>();
  private readonly merges: Range[] = [];
  private readonly formatUnits: Record<number, string> = {};
  private width = 0;

  constructor(limits: BookLimits) {
    this.limits = limits;
  }

  /** @param row From 1. @param column From 0; columns behind the limit only count. */
  cell(row: number, column: number, cell: RawCell, isStruck = false): void {
    if (isBlankCell(cell)) return;
    this.width = Math.max(this.width, column + 1);
    if (column >= this.limits.columns) return;
    const cells = this.cells.get(row) ?? [];
    // One row too many is kept, so that the file is refused.
    if (cells.length === 0 && this.isFull) return;
    this.cells.set(row, cells);
    while (cells.length < column) cells.push(null);
    cells[column] = cell;
    if (isStruck) this.struck.set(row, [...(this.struck.get(row) ?? []), column]);
  }

  /** Further rows would only make the file be refused once more. */
  get isFull(): boolean {
    return this.cells.size > this.limits.rows;
  }

  at(row: number, column: number): RawCell {
    return this.cells.get(row)?.[column] ?? null;
  }

  /** Notes a unit that number formats of the column show; the first one counts. */
  formatUnit(column: number, unit: string | undefined): void {
    if (unit) this.formatUnits[column] ??= unit;
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
        return {
          row,
          cells: this.cells.get(row) ?? [],
          ...(this.hiddenRows.has(row) ? { hidden: true } : {}),
          ...(struck ? { struck } : {}),
          ...(from ? { merged: from } : {}),
        };
      }),
      hiddenColumns: [...this.hiddenColumns].filter((column) => column < this.width),
      ...(date1904 ? { date1904 } : {}),
      formatUnits: this.formatUnits,
    };
  }

  /** Cells of a merged range have the value of its first one, and say where it is from. */
  private spreadMerges(): Map<number, Record<number, { column: number; row: number }>> {
    const merged = new Map<number, Record<number, { column: number; row: number }>>();
    const rows = [...this.cells.keys()];
    for (const { first, last } of this.merges) {
      const value = this.at(first.row, first.column);
      if (isBlankCell(value)) continue;
      const end = Math.min(last.column, this.limits.columns - 1);
      for (const row of rows) {
        if (row < first.row || row > last.row) continue;
        for (let column = first.column; column <= end; column++) {
          this.cell(row, column, value);
          const from = merged.get(row) ?? {};
          from[column] = first;
          merged.set(row, from);
        }
      }
    }
    return merged;
  }
}

/** The day of an ISO date cell, as a Date whose UTC day is meant; null for a time alone. */
export function isoDay(text: string): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
  if (!year) return null;
  const zone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  const manila = 8 * 60 * 60 * 1000;
  return zone
    ? new Date(Date.parse(text) + manila)
    : new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
}

const units: readonly [RegExp, string][] = [
  [/\[\$(?:USD|US\$|\$)|"?USD"?|"US\$"|"\$"/i, "USD"],
  [/€|EUR/i, "EUR"],
  [/¥|JPY/i, "JPY"],
  [/%/, "%"],
];

/** The foreign currency, or the per cent, that a number format shows; undefined for pesos and plain numbers. */
export const unitOfFormat = (format: string): string | undefined =>
  /[$€¥A-Z%]/.test(format) ? units.find(([pattern]) => pattern.test(format))?.[1] : undefined;
