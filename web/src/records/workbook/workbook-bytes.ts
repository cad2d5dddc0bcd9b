/** Converts a finished workbook to bytes. */
import type { Workbook } from "exceljs";

/** exceljs returns a view of a larger buffer. The copy has a buffer that contains only the workbook. */
export async function workbookBytes(workbook: Workbook): Promise<ArrayBuffer> {
  return new Uint8Array(await workbook.xlsx.writeBuffer()).buffer;
}
