/** Layout of a record type on a sheet: two heading rows (groups above labels), formats, widths and frozen panes. */
import type { Borders, Column, Fill, Worksheet } from "exceljs";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";

/** Columns and groups of a sheet, from a record type or a report. */
export type SheetLayout = Pick<AnyRecord, "fields" | "groups" | "title"> & {
  /** False if the rows must not be totalled: the sheet then has no footer. */
  footer?: boolean;
};

/** Number of heading rows on every sheet that we write. */
export const headingRows = 2;

/** Colours of the headings, as ARGB. */
export const colours = {
  heading: "FFE4EFE6",
  group: "FFC7DFCC",
  /** Colour of the heading of a column that is required in a new row. */
  required: "FFFFE08A",
  line: "FF8FB39A",
} as const;

export const fillOf = (argb: string): Fill => ({ type: "pattern", pattern: "solid", fgColor: { argb } });
const headingFill = fillOf(colours.heading);
const groupFill = fillOf(colours.group);
const line = { style: "thin", color: { argb: colours.line } } as const;
const border: Partial<Borders> = { top: line, bottom: line, left: line, right: line };

/**
 * Returns the number format of a field's cells. Text columns get `@`, because Excel would otherwise convert a string
 * that looks like a formula or number.
 */
export function formatOf(field: Field): string {
  if (field.percentage) return "0.00%";
  switch (field.kind) {
    case "integer":
      return "#,##0";
    case "decimal":
      return "#,##0.00";
    case "year":
      return "0";
    case "date":
      return "mmm dd, yyyy";
    default:
      return "@";
  }
}

/** Returns the initial width of a column in characters. Longer texts widen the column. */
export const initialWidth = (field: Field): number => Math.min(24, Math.max(11, field.label.length + 3));
export const maxColumnWidth = 48;
/** Height of the label row, in points. */
export const labelHeight = 32;

/** Returns the group label for each column; null for columns without a group. */
export const groupLabels = ({ fields, groups }: SheetLayout): (string | null)[] =>
  fields.map((field) => groups.find((group) => group.key === field.group)?.label || null);

/**
 * Returns the first and last column (from 0) of each run of two or more adjacent columns in the same group. A group may
 * have several separate runs in the spec's order of fields.
 */
export function groupRuns(groups: readonly (string | null)[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  let start = 0;
  for (let column = 1; column <= groups.length; column++) {
    if (column < groups.length && groups[column] === groups[start]) continue;
    if (column - start > 1 && groups[start]) runs.push([start, column - 1]);
    start = column;
  }
  return runs;
}

/**
 * Returns the number of columns to freeze: all columns up to and including the title column. Returns 0 if this number
 * is above three.
 */
export function frozenColumns({ fields, title }: SheetLayout): number {
  const titleColumn = fields.findIndex((field) => field.name === title) + 1;
  return titleColumn <= 3 ? titleColumn : 0;
}

/** Writes both heading rows, sets formats and widths, and freezes the headings and the columns up to the title. */
export function layOutSheet(sheet: Worksheet, record: SheetLayout, more: readonly string[] = []): void {
  const fields = record.fields;
  const columns: Partial<Column>[] = fields.map((field) => ({
    width: initialWidth(field),
    style: { numFmt: formatOf(field) },
  }));
  sheet.columns = [...columns, ...more.map(() => ({ width: 40, style: { numFmt: "@" } }))];
  const groups = groupLabels(record);
  const groupRow = sheet.getRow(1);
  const labelRow = sheet.getRow(headingRows);
  for (const [index, label] of [...fields.map((field) => field.label), ...more].entries()) {
    const group = groupRow.getCell(index + 1);
    group.value = groups[index] ?? null;
    group.style = heading(groupFill, "center");
    const cell = labelRow.getCell(index + 1);
    cell.value = label;
    cell.style = heading(headingFill, "left");
  }
  for (const [from, to] of groupRuns(groups)) sheet.mergeCells(1, from + 1, 1, to + 1);
  labelRow.height = labelHeight;
  sheet.views = [{ state: "frozen", xSplit: frozenColumns(record), ySplit: headingRows }];
}

const heading = (fill: Fill, horizontal: "center" | "left") => ({
  numFmt: "@",
  font: { bold: true },
  fill,
  border,
  alignment: { horizontal, vertical: "middle", wrapText: true } as const,
});
