/** The bytes of a finished workbook. */
import type { Workbook } from "exceljs";

/** exceljs gives a view of some larger buffer; what is handed to the page must be a buffer of its own. */
export async function workbookBytes(workbook: Workbook): Promise<ArrayBuffer> {
  return new Uint8Array(await workbook.xlsx.writeBuffer()).buffer;
}
