/** Workbooks of tests: written from plain rows, read back as the import reads them. */
import ExcelJS from "exceljs";
import type { SheetRow } from "#shared/import/reading/cells.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { readImportFile } from "../../../web/src/records/workbook/read-file.ts";

export const record = arboMasterlist as AnyRecord;

/** The bytes of a workbook made of plain rows. */
export async function workbookOf(
  rows: readonly (readonly unknown[])[],
  name = "Masterlist",
): Promise<Uint8Array<ArrayBuffer>> {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet(name).addRows(rows as unknown[][]);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

export const readRows = async (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<readonly SheetRow[]> =>
  (await readImportFile(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes), record)).rows;

export async function loadWorkbook(bytes: ArrayBuffer): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as ExcelJS.Buffer);
  return workbook;
}
