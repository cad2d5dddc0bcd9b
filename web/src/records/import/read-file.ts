/**
 * Reads an .xlsx or .csv file into the rows of one sheet. What a file is, its content says, not its name.
 *
 * Runs in the worker, and in tests on Node.
 * @throws FileProblem with a sentence for the user.
 */
import ExcelJS from "exceljs";
import {
  cellFromSpreadsheet,
  isBlankCell,
  type RawCell,
  type SheetRow,
} from "../../../../edge-functions/_shared/import/cells.ts";
import { decodeCsv, parseCsv } from "../../../../edge-functions/_shared/import/csv.ts";
import { findLayout } from "../../../../edge-functions/_shared/import/headings.ts";
import type { AnyRecord } from "../../../../edge-functions/_shared/records/types.ts";
import { formatNumber } from "../../../../edge-functions/_shared/rules/numbers.ts";
import { FileProblem } from "./file-problem.ts";
import { guardZip } from "./zip-guard.ts";

export const fileLimits = {
  /** Bytes of the file. */
  size: 20 * 2 ** 20,
  unpacked: 150 * 2 ** 20,
  entries: 2000,
  rows: 20_000,
  columns: 400,
} as const;

export interface ReadSheet {
  rows: SheetRow[];
  /** What the user should know of how the file was read; empty when all is plain. */
  remarks: string[];
}

export type ReadProgress = (step: "checking" | "opening" | "reading", done: number, all: number) => void;

export async function readImportFile(
  bytes: Uint8Array<ArrayBuffer>,
  record: AnyRecord,
  progress: ReadProgress = () => undefined,
): Promise<ReadSheet> {
  if (bytes.byteLength === 0) throw new FileProblem("The file is empty.");
  if (bytes.byteLength > fileLimits.size) {
    throw new FileProblem(`The file is larger than ${fileLimits.size / 2 ** 20} MB.`);
  }
  const sheet = startsWith(bytes, 0x50, 0x4b) ? await readWorkbook(bytes, record, progress) : readCsv(bytes);
  if (sheet.rows.length > fileLimits.rows) {
    throw new FileProblem(
      `The sheet has ${formatNumber(sheet.rows.length)} rows; ${formatNumber(fileLimits.rows)} is the most. Split the file.`,
    );
  }
  if (sheet.rows.length === 0) throw new FileProblem("The file has no rows.");
  return sheet;
}

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

function readCsv(bytes: Uint8Array): ReadSheet {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileProblem(
      "The file is an old .xls or a protected workbook. Save it as .xlsx without a password.",
    );
  }
  const { text, encoding } = decodeCsv(bytes);
  if (text.includes("\u0000"))
    throw new FileProblem("The file is neither an Excel workbook (.xlsx) nor CSV text.");
  const remarks = encoding === "windows-1252" ? ["The file is not UTF-8; it was read as Windows-1252."] : [];
  const rows = parseCsv(text).filter((row) => !row.cells.every(isBlankCell));
  return { rows: rows.map(cut), remarks };
}

async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  record: AnyRecord,
  progress: ReadProgress,
): Promise<ReadSheet> {
  progress("checking", 0, 1);
  await guardZip(bytes, fileLimits);
  progress("opening", 0, 1);
  const workbook = new ExcelJS.Workbook();
  try {
    // Validations and colours are not needed, and exceljs unrolls validations cell by cell.
    const ignoreNodes = ["dataValidations", "conditionalFormatting", "extLst", "drawing", "picture"];
    await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer, { ignoreNodes });
  } catch {
    throw new FileProblem("The file is not a readable Excel workbook; it may be damaged.");
  }
  return chooseSheet(workbook, record, progress);
}

/** The first visible sheet with known headings; without one, the first with anything in it. */
function chooseSheet(workbook: ExcelJS.Workbook, record: AnyRecord, progress: ReadProgress): ReadSheet {
  const visible = workbook.worksheets.filter(
    (sheet) => sheet.state === "visible" && sheet.actualRowCount > 0,
  );
  const headed = visible.find((sheet) => findLayout(record, sheetRows(sheet, 20)).headed);
  const chosen = headed ?? visible[0];
  if (!chosen) throw new FileProblem("The workbook has no rows.");
  if (chosen.actualRowCount > fileLimits.rows) return { rows: new Array(chosen.actualRowCount), remarks: [] };
  const rows = sheetRows(chosen, Number.POSITIVE_INFINITY, progress);
  const remarks = visible.length > 1 ? [`Only the sheet "${chosen.name}" is imported.`] : [];
  return { rows, remarks };
}

function sheetRows(sheet: ExcelJS.Worksheet, most: number, progress?: ReadProgress): SheetRow[] {
  const rows: SheetRow[] = [];
  const last = Math.min(sheet.rowCount, most);
  for (let number = 1; number <= last; number++) {
    const row = sheet.findRow(number);
    if (!row) continue;
    const cells: RawCell[] = [];
    row.eachCell((cell, column) => {
      if (column > fileLimits.columns) return;
      while (cells.length < column - 1) cells.push(null);
      cells[column - 1] = cellFromSpreadsheet(cell.value);
    });
    if (!cells.every(isBlankCell)) rows.push(cut({ row: number, cells }));
    if (number % 250 === 0) progress?.("reading", number, last);
  }
  return rows;
}

/** Without the blank cells at the end, which formatting leaves behind. */
function cut(row: SheetRow): SheetRow {
  let length = Math.min(row.cells.length, fileLimits.columns);
  while (length > 0 && isBlankCell(row.cells[length - 1])) length--;
  return { row: row.row, cells: row.cells.slice(0, length) };
}
