/**
 * Distributes the columns of a report or list over A4 landscape pages. Columns that don't fit on a page follow on the next
 * page.
 */
import type { Field } from "#shared/records/vocabulary/types.ts";
import type { SheetLayout } from "../workbook/sheet-layout.ts";
import { footersOf, isNumeric, type ReportRow } from "./report-rows.ts";

export interface PrintedColumn {
  field: Field;
  /** Width of the column in characters. */
  width: number;
}

/** Returns the text of the cell of a field in a row. */
export type TextOf = (field: Field, row: ReportRow) => string;

/** Characters per line: the page width at the font size of printed reports (printed-report.module.css). */
const line = 162;
const narrowest = 5;
/**
 * Maximum widths of a column, in characters, from which the layout with the fewest printed lines is chosen. Longer
 * values wrap.
 */
const widest = [16, 20, 24, 30, 40];
const padding = 2;
/** Estimated ratio of the width of bold text to the width of normal text. */
const bold = 1.25;
/** Maximum number of rows that are used to compute the widths of the columns. */
const measured = 300;

interface Measured {
  field: Field;
  /**
   * Minimum width of a column in characters: the longest word of the header, or the column's total if that is longer.
   */
  unbroken: number;
  /** Lengths of the column's values in characters. */
  values: number[];
}

/**
 * Returns the columns of each page. Each page begins with the column that names the rows.
 * @param number Width of the row numbers in characters.
 * @param textOf Returns the text of a cell.
 */
export function columnsByPage(
  { fields, title, footer }: SheetLayout,
  rows: readonly ReportRow[],
  number: number,
  textOf: TextOf,
): PrintedColumn[][] {
  const totals = footer === false ? [] : footersOf(fields, rows);
  const columns = fields.map((field, at) => ({
    field,
    unbroken: Math.max(
      ...[...field.label.split(/[\s/]+/), isNumeric(field) ? (totals[at] ?? "") : ""].map(({ length }) =>
        Math.ceil(length * bold),
      ),
    ),
    values: rows.slice(0, measured).map((row) => textOf(field, row).length),
  }));
  const [best] = widest
    .map((most) => {
      const pages = placed(columns, title, most, line - number - padding);
      return { pages, lines: pages.length * linesOf(columns, most) };
    })
    .sort((one, other) => one.lines - other.lines);
  return best?.pages ?? [];
}

const widthOf = ({ unbroken, values }: Measured, most: number): number =>
  Math.max(narrowest, unbroken, Math.min(most, Math.max(0, ...values)));

function placed(columns: readonly Measured[], title: string, most: number, room: number): PrintedColumn[][] {
  const pages: PrintedColumn[][] = [];
  let left = 0;
  for (const column of columns) {
    const own = { field: column.field, width: widthOf(column, most) + padding };
    const last = pages.at(-1);
    if (last && own.width <= left) {
      last.push(own);
      left -= own.width;
      continue;
    }
    const named = columns.find(({ field }) => field.name === title && field !== column.field);
    const repeated = last && named ? [{ field: named.field, width: widthOf(named, most) + padding }] : [];
    pages.push([...repeated, own]);
    left = room - [...repeated, own].reduce((sum, { width }) => sum + width, 0);
  }
  return pages;
}

/** Returns the total height of the header and all rows in text lines. A row is as high as its tallest cell. */
function linesOf(columns: readonly Measured[], most: number): number {
  const rows = columns[0]?.values.map((_, row) =>
    Math.max(...columns.map((column) => Math.ceil((column.values[row] ?? 0) / widthOf(column, most)))),
  );
  return (rows ?? []).reduce((sum, lines) => sum + Math.max(1, lines), 1);
}
