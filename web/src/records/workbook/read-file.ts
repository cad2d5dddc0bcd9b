/**
 * Reads an .xlsx or .csv file into the rows of one sheet. What a file is, its content says, not its name.
 *
 * Runs in the worker, and in tests on Node.
 * @throws FileProblem with a sentence for the user.
 */
import ExcelJS from "exceljs";
import {
  cellFromSpreadsheet,
  columnLetters,
  isBlankCell,
  type RawCell,
  type Sheet,
  type SheetRow,
} from "#shared/import/reading/cells.ts";
import { decodeCsv, parseCsv } from "#shared/import/reading/csv.ts";
import { findHeadings } from "#shared/import/reading/headings.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import { emptyResults } from "./empty-results.ts";
import { FileProblem } from "./file-problem.ts";
import { refusalOfBytes } from "./sniff.ts";
import { guardZip } from "./zip-guard.ts";

export const fileLimits = {
  /** Bytes of the file. */
  size: 20 * 2 ** 20,
  unpacked: 150 * 2 ** 20,
  entries: 2000,
  rows: 20_000,
  columns: 400,
} as const;

export interface ReadSheet extends Sheet {
  /** What the user should know of how the file was read; empty when all is plain. */
  remarks: readonly string[];
  /** Name of the sheet; empty where the file has no sheets. */
  name: string;
  /** The sheets of the workbook that can be chosen. */
  sheets: readonly SheetChoice[];
}

export interface SheetChoice {
  name: string;
  rows: number;
}

export type ReadProgress = (step: "checking" | "opening" | "reading", done: number, all: number) => void;

/** @param wanted Name of the sheet; without one, the likeliest. */
export async function readImportFile(
  bytes: Uint8Array<ArrayBuffer>,
  record: AnyRecord,
  progress: ReadProgress = () => undefined,
  wanted: string | null = null,
): Promise<ReadSheet> {
  if (bytes.byteLength === 0) throw new FileProblem("The file is empty.");
  if (bytes.byteLength > fileLimits.size) {
    throw new FileProblem(`The file is larger than ${fileLimits.size / 2 ** 20} MB.`);
  }
  const refusal = refusalOfBytes(bytes);
  if (refusal) throw new FileProblem(refusal);
  const zipped = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const sheet = zipped ? await readWorkbook(bytes, record, progress, wanted) : readCsv(bytes);
  if (sheet.rows.length > fileLimits.rows) {
    throw new FileProblem(
      `The sheet has ${formatNumber(sheet.rows.length)} rows; ${formatNumber(fileLimits.rows)} is the most. Split the file.`,
    );
  }
  if (sheet.rows.length === 0) throw new FileProblem("The file has no rows.");
  return sheet;
}

function readCsv(bytes: Uint8Array): ReadSheet {
  const { text, encoding } = decodeCsv(bytes);
  if (text.includes("\u0000"))
    throw new FileProblem("The file is neither an Excel workbook (.xlsx) nor CSV text.");
  const remarks = encoding === "windows-1252" ? ["The file is not UTF-8; it was read as Windows-1252."] : [];
  const rows = parseCsv(text).filter((row) => !row.cells.every(isBlankCell));
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  return { rows: rows.map(cut), remarks: [...remarks, ...beyond(width)], name: "", sheets: [] };
}

/** What stands further right than is read. */
const beyond = (width: number): string[] =>
  width > fileLimits.columns
    ? [
        `The columns from ${columnLetters(fileLimits.columns)} to ${columnLetters(width - 1)} are not read: ${fileLimits.columns} columns is the most.`,
      ]
    : [];

async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  record: AnyRecord,
  progress: ReadProgress,
  wanted: string | null,
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
  return chooseSheet(workbook, bytes, record, progress, wanted);
}

/** The visible sheet in which most fields are found by their headings; of several, the first. */
async function chooseSheet(
  workbook: ExcelJS.Workbook,
  bytes: Uint8Array<ArrayBuffer>,
  record: AnyRecord,
  progress: ReadProgress,
  wanted: string | null,
): Promise<ReadSheet> {
  const filled = workbook.worksheets.filter((sheet) => sheet.actualRowCount > 0);
  const visible = filled.filter((sheet) => sheet.state === "visible");
  const likely = visible
    .map((sheet) => ({ sheet, fields: fieldsFound(record, sheet) }))
    .sort((one, other) => other.fields - one.fields);
  const chosen = visible.find(({ name }) => name === wanted) ?? likely[0]?.sheet;
  if (!chosen) throw new FileProblem("The workbook has no rows.");
  const sheets = visible.map(({ name, actualRowCount }) => ({ name, rows: actualRowCount }));
  const base = { name: chosen.name, sheets };
  if (chosen.actualRowCount > fileLimits.rows) {
    return { ...base, rows: new Array(chosen.actualRowCount), remarks: [] };
  }
  const { properties } = workbook as ExcelJS.Workbook & { properties: { date1904?: boolean } };
  const uncomputed = sheetHasUncomputed(chosen) ? await emptyResults(bytes, fileLimits) : new Map();
  const rows = sheetRows(chosen, Number.POSITIVE_INFINITY, uncomputed.get(chosen.name), progress);
  const hidden = filled.filter((sheet) => sheet.state !== "visible").map(({ name }) => `"${name}"`);
  return {
    ...base,
    rows,
    hiddenColumns: hiddenColumns(chosen),
    ...(properties.date1904 ? { date1904: true } : {}),
    currencies: currenciesOf(chosen),
    remarks: [
      ...(visible.length > 1 ? [`Only the sheet "${chosen.name}" is imported.`] : []),
      ...(hidden.length > 0 ? [`Hidden sheets are not imported: ${hidden.join(", ")}.`] : []),
      ...beyond(chosen.actualColumnCount > 0 ? chosen.columnCount : 0),
    ],
  };
}

function fieldsFound(record: AnyRecord, sheet: ExcelJS.Worksheet): number {
  const { columns } = findHeadings(record, sheetRows(sheet, 110));
  return new Set(columns.flatMap(({ field, among }) => field ?? among.slice(0, 1))).size;
}

function hiddenColumns(sheet: ExcelJS.Worksheet): number[] {
  const columns = Array.from(
    { length: Math.min(sheet.columnCount, fileLimits.columns) },
    (_, index) => index,
  );
  return columns.filter((index) => sheet.getColumn(index + 1).hidden);
}

function eachCell(sheet: ExcelJS.Worksheet, look: (cell: ExcelJS.Cell) => boolean): boolean {
  let found = false;
  sheet.eachRow((row) => {
    if (!found) row.eachCell((cell) => (found ||= look(cell)));
  });
  return found;
}

const sheetHasUncomputed = (sheet: ExcelJS.Worksheet): boolean =>
  eachCell(sheet, (cell) => cell.type === ExcelJS.ValueType.Formula && cell.result === undefined);

const foreign: readonly [RegExp, string][] = [
  [/\[\$(?:USD|US\$|\$)|"?USD"?|"US\$"/i, "USD"],
  [/€|EUR/i, "EUR"],
  [/¥|JPY/i, "JPY"],
];

/** The currency that the number formats of a column show, where it is none of pesos. */
function currenciesOf(sheet: ExcelJS.Worksheet): Record<number, string> {
  const found: Record<number, string> = {};
  eachCell(sheet, (cell) => {
    const format = cell.numFmt ?? "";
    const named = /[$€¥A-Z]/.test(format)
      ? foreign.find(([pattern]) => pattern.test(format))?.[1]
      : undefined;
    if (named && typeof (cell.result ?? cell.value) === "number") found[Number(cell.col) - 1] ??= named;
    return false;
  });
  return found;
}

function sheetRows(
  sheet: ExcelJS.Worksheet,
  most: number,
  empty: ReadonlySet<string> = new Set(),
  progress?: ReadProgress,
): SheetRow[] {
  const rows: SheetRow[] = [];
  const last = Math.min(sheet.rowCount, most);
  for (let number = 1; number <= last; number++) {
    const row = sheet.findRow(number);
    if (!row) continue;
    const cells: RawCell[] = [];
    const struck: number[] = [];
    const merged: Record<number, { column: number; row: number }> = {};
    row.eachCell((cell, place) => {
      if (place > fileLimits.columns) return;
      const column = place - 1;
      while (cells.length < column) cells.push(null);
      cells[column] = empty.has(cell.address) ? null : readCell(cell);
      if (cell.font?.strike) struck.push(column);
      if (cell.isMerged)
        merged[column] = { column: Number(cell.master.col) - 1, row: Number(cell.master.row) };
    });
    if (!cells.every(isBlankCell)) {
      rows.push(
        cut({
          row: number,
          cells,
          ...(row.hidden ? { hidden: true } : {}),
          ...(struck.length > 0 ? { struck } : {}),
          ...(Object.keys(merged).length > 0 ? { merged } : {}),
        }),
      );
    }
    if (number % 250 === 0) progress?.("reading", number, last);
  }
  return rows;
}

/** exceljs gives no result of a formula that is 0 or false along with its value. */
function readCell(cell: ExcelJS.Cell): RawCell {
  const dress = { format: cell.numFmt };
  if (cell.type !== ExcelJS.ValueType.Formula) return cellFromSpreadsheet(cell.value, dress);
  return cellFromSpreadsheet({ formula: cell.formula, result: cell.result }, dress);
}

/** Without the blank cells at the end, which formatting leaves behind. */
function cut(row: SheetRow): SheetRow {
  let length = Math.min(row.cells.length, fileLimits.columns);
  while (length > 0 && isBlankCell(row.cells[length - 1])) length--;
  return { ...row, cells: row.cells.slice(0, length) };
}
