/**
 * Workbook with the rows that wait in the outbox, one sheet per record type. The sheets have the layout of our exports,
 * so users can import them. The last two columns contain the position and the state of each entry; an import ignores
 * these columns.
 */
import ExcelJS from "exceljs";
import { addedHeadings } from "#shared/import/reading/unused-columns.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { headingRows, layOutSheet } from "./sheet-layout.ts";
import { workbookBytes } from "./workbook-bytes.ts";

export interface KeptRow {
  /** Position of the entry in the list of waiting entries, from 1. */
  place: number;
  values: Readonly<Record<string, string | number | null>>;
  /** State of the entry, as a sentence. */
  state: string;
}

export interface KeptSheet {
  route: string;
  rows: readonly KeptRow[];
}

/** @param sheets Record types with their rows. */
export async function buildKeptWorkbook(
  sheets: readonly { record: AnyRecord; rows: readonly KeptRow[] }[],
): Promise<ArrayBuffer> {
  const workbook = new ExcelJS.Workbook();
  for (const { record, rows } of sheets) {
    // Sheet names have at most 31 characters.
    const sheet = workbook.addWorksheet(record.route.slice(0, 31));
    layOutSheet(sheet, record, addedHeadings);
    for (const [index, { place, values, state }] of rows.entries()) {
      const row = sheet.getRow(headingRows + 1 + index);
      row.values = [...record.fields.map(({ name }) => values[name] ?? null), place, state];
      row.commit();
    }
  }
  return await workbookBytes(workbook);
}
