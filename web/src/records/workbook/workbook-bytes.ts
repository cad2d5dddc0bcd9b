/** Converts a finished workbook to bytes. */
import type { Workbook } from "exceljs";

/** Copy the bytes, because exceljs returns a view of a larger buffer. */
export async function workbookBytes(workbook: Workbook): Promise<ArrayBuffer> {
  return new Uint8Array(await workbook.xlsx.writeBuffer()).buffer;
}
