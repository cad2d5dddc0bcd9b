/** Which columns of a report stand together on a page of A4 laid crosswise: as many as fit, the others on further pages. */
import type { Field } from "#shared/records/vocabulary/types.ts";
import type { SheetLayout } from "../../records/workbook/sheet-layout.ts";
import { footersOf, isNumeric, type ReportRow, reportValue } from "./report-rows.ts";

export interface PrintedColumn {
  field: Field;
  /** Characters. */
  width: number;
}

/** Characters in a line: the page's width at the size in which reports are printed (printed-report.module.css). */
const line = 162;
const narrowest = 5;
/** Values beyond it take several lines: what takes the fewest pages is chosen. */
const widest = [16, 20, 24, 30, 40];
const padding = 2;
/** How much wider bold letters are. */
const bold = 1.25;
/** Of so many rows the values are measured. */
const measured = 300;

interface Measured {
  field: Field;
  /** Characters of what is never broken: the longest word of the head, and the total. */
  unbroken: number;
  /** Characters of the values. */
  values: number[];
}

/** Columns by page; each page begins with the one that names the rows. `number` is the width of the rows' numbers. */
export function columnsByPage(
  { fields, title }: SheetLayout,
  rows: readonly ReportRow[],
  number: number,
): PrintedColumn[][] {
  const totals = footersOf(fields, rows);
  const columns = fields.map((field, at) => ({
    field,
    unbroken: Math.max(
      ...[...field.label.split(/[\s/]+/), isNumeric(field) ? (totals[at] ?? "") : ""].map(({ length }) =>
        Math.ceil(length * bold),
      ),
    ),
    values: rows.slice(0, measured).map((row) => reportValue(field, row[field.name]).length),
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

/** Lines of all rows where each is as high as its longest value. */
function linesOf(columns: readonly Measured[], most: number): number {
  const rows = columns[0]?.values.map((_, row) =>
    Math.max(...columns.map((column) => Math.ceil((column.values[row] ?? 0) / widthOf(column, most)))),
  );
  return (rows ?? []).reduce((sum, lines) => sum + Math.max(1, lines), 1);
}
