/**
 * Workbook with the rows that an import cannot save, each with its reasons. The user corrects the rows and imports the
 * workbook again.
 */
import ExcelJS from "exceljs";
import {
  cellText,
  cellValue,
  isCellProblem,
  type RawCell,
  type SheetRow,
} from "#shared/import/reading/cells.ts";
import { addedHeadings } from "#shared/import/reading/unused-columns.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { headingRows, layOutSheet } from "./sheet-layout.ts";
import { workbookBytes } from "./workbook-bytes.ts";

export interface ProblemRow {
  source: SheetRow;
  /** Reasons as whole sentences, one per cell or one for the whole row. */
  reasons: readonly string[];
  /** Fields whose cells are highlighted. */
  fields: readonly string[];
}

const marked: ExcelJS.Fill = { type: "pattern", pattern: "solid", fgColor: { argb: "FFFFD9D6" } };

/**
 * Builds the workbook: the columns of our exports, then the row number in the original file and the reasons. An import
 * ignores these last two columns.
 */
export async function buildProblemWorkbook(
  record: AnyRecord,
  columns: readonly (string | null)[],
  rows: readonly ProblemRow[],
): Promise<ArrayBuffer> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet("Problems");
  layOutSheet(sheet, record, addedHeadings);
  const places = record.fields.map((field) => columns.indexOf(field.name));
  for (const [index, { source, reasons, fields }] of rows.entries()) {
    const row = sheet.getRow(headingRows + 1 + index);
    for (const [column, place] of places.entries()) {
      const cell = row.getCell(column + 1);
      cell.value = place < 0 ? null : plain(source.cells[place] ?? null);
      if (fields.includes(record.fields[column]?.name ?? "")) cell.style = { ...cell.style, fill: marked };
    }
    row.getCell(places.length + 1).value = source.row;
    row.getCell(places.length + 2).value = reasons.join("\n");
    row.commit();
  }
  return await workbookBytes(workbook);
}

/**
 * Returns a cell of the imported file as a value for the workbook. Returns the displayed text if the value can't be
 * read.
 */
const plain = (cell: RawCell): string | number | boolean | Date | null =>
  isCellProblem(cell) ? cellText(cell) : cellValue(cell);
