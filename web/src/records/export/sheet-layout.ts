/** How a record type is laid out on a sheet: two heading rows (groups over labels), formats, widths, frozen panes. */
import type { Borders, Column, Fill, Worksheet } from "exceljs";
import type { AnyRecord, Field } from "../../../../edge-functions/_shared/records/types.ts";

/** What a sheet needs to know of its columns: a record type does, and so does a report. */
export type SheetLayout = Pick<AnyRecord, "fields" | "groups" | "title">;

/** Heading rows of every sheet that we write. */
export const headingRows = 2;

const headingFill: Fill = { type: "pattern", pattern: "solid", fgColor: { argb: "FFE4EFE6" } };
const groupFill: Fill = { type: "pattern", pattern: "solid", fgColor: { argb: "FFC7DFCC" } };
const line = { style: "thin", color: { argb: "FF8FB39A" } } as const;
const border: Partial<Borders> = { top: line, bottom: line, left: line, right: line };

/** Number format of a field's cells. Text columns are `@`, so that what looks like a formula or a number stays text. */
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

/** Whether the footer totals the field; years and percentages add up to nothing. */
export const isTotalled = (field: Field): boolean =>
  (field.kind === "integer" || field.kind === "decimal") && !field.percentage;

/** Starting width of a column, in characters; texts widen it. */
export const narrowest = (field: Field): number => Math.min(24, Math.max(11, field.label.length + 3));
export const widest = 48;

/** Writes both heading rows, sets formats and widths, and freezes headings and the columns up to the row's title. */
export function layOutSheet(sheet: Worksheet, record: SheetLayout, more: readonly string[] = []): void {
  const fields = record.fields;
  const columns: Partial<Column>[] = fields.map((field) => ({
    width: narrowest(field),
    style: { numFmt: formatOf(field) },
  }));
  sheet.columns = [...columns, ...more.map(() => ({ width: 40, style: { numFmt: "@" } }))];
  const groups = fields.map((field) => record.groups.find((group) => group.key === field.group)?.label ?? "");
  const groupRow = sheet.getRow(1);
  const labelRow = sheet.getRow(headingRows);
  for (const [index, label] of [...fields.map((field) => field.label), ...more].entries()) {
    const group = groupRow.getCell(index + 1);
    group.value = groups[index] || null;
    group.style = heading(groupFill, "center");
    const cell = labelRow.getCell(index + 1);
    cell.value = label;
    cell.style = heading(headingFill, "left");
  }
  mergeGroups(sheet, groups);
  labelRow.height = 32;
  const titleColumn = fields.findIndex((field) => field.name === record.title) + 1;
  const xSplit = titleColumn <= 3 ? titleColumn : 0;
  sheet.views = [{ state: "frozen", xSplit, ySplit: headingRows }];
}

const heading = (fill: Fill, horizontal: "center" | "left") => ({
  numFmt: "@",
  font: { bold: true },
  fill,
  border,
  alignment: { horizontal, vertical: "middle", wrapText: true } as const,
});

/** Merges runs of one group. Fields of a group need not stand together (spec order), so a group may have several. */
function mergeGroups(sheet: Worksheet, groups: readonly string[]): void {
  let start = 0;
  for (let column = 1; column <= groups.length; column++) {
    if (column < groups.length && groups[column] === groups[start]) continue;
    if (column - start > 1 && groups[start]) sheet.mergeCells(1, start + 1, 1, column);
    start = column;
  }
}
