/**
 * Reads a workbook or CSV file and returns the rows of one sheet. The content of a file, not its name, decides its
 * format. Runs in the worker, and in tests on Node.
 * @throws FileProblem with a message for the user.
 */
import { columnLetters, isBlankCell, type Sheet, type SheetRow } from "#shared/import/reading/cells.ts";
import { decodeCsv, type Encoding, readCsv } from "#shared/import/reading/csv.ts";
import { findHeadings } from "#shared/import/reading/headings.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import { aboutSheet } from "#shared/rules/report-file.ts";
import type { BookSheet } from "./formats/book.ts";
import { readExcel2003 } from "./formats/excel-2003.ts";
import { FileProblem } from "./formats/file-problem.ts";
import { readFlatOds, readOds } from "./formats/ods.ts";
import { kindOf, refusalOfBytes } from "./formats/sniff.ts";
import { readXlsx } from "./formats/xlsx.ts";
import { guardZip } from "./formats/zip-guard.ts";

export const fileLimits = {
  /** Maximum size of the file, in bytes. */
  size: 20 * 2 ** 20,
  unpacked: 150 * 2 ** 20,
  entries: 2000,
  rows: 20_000,
  columns: 400,
} as const;

export interface ReadSheet extends Sheet {
  /** Notes for the user about how the file was read. Empty if there are no notes. */
  remarks: readonly string[];
  /** Name of the sheet. Empty for formats without sheets. */
  name: string;
  /** Sheets of the workbook that the user can choose. */
  sheets: readonly SheetChoice[];
}

export interface SheetChoice {
  name: string;
  rows: number;
}

export type ReadProgress = (step: "checking" | "opening" | "reading", done: number, all: number) => void;

/** @param wanted Name of the sheet; null for the most likely sheet. */
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
  const kind = kindOf(bytes);
  const sheet =
    kind === "text"
      ? readText(bytes)
      : chooseSheet(await readWorkbook(bytes, kind, progress), record, wanted);
  if (sheet.rows.length > fileLimits.rows) {
    throw new FileProblem(
      `The sheet has ${formatNumber(sheet.rows.length)} rows, but at most ${formatNumber(fileLimits.rows)} can be imported. Split the file.`,
    );
  }
  if (sheet.rows.length === 0) throw new FileProblem("The file has no rows.");
  return sheet;
}

/** Notes for the user about a file in an older encoding. */
const olderEncodings: Readonly<Partial<Record<Encoding, readonly string[]>>> = {
  "windows-1252": ["The file is not UTF-8; it was read as Windows-1252."],
  macintosh: ["The file is not UTF-8; it was read as Mac OS Roman."],
};

function readText(bytes: Uint8Array): ReadSheet {
  const { text: whole, encoding } = decodeCsv(bytes);
  // Remove control characters at the end of the text. Programs from the DOS era end a file with an end-of-file
  // character (0x1A) or zeros.
  const text = whole.replace(/\p{Cc}+$/u, (end) => end.replace(/[^\t\r\n]/g, ""));
  if (text.includes("\u0000")) throw new FileProblem("The file is neither a workbook nor CSV text.");
  const { rows: all, doubt, backslashes } = readCsv(text);
  const filled = (rows: readonly SheetRow[]) => rows.filter((row) => !row.cells.every(isBlankCell)).map(cut);
  const rows = filled(all);
  return {
    rows,
    ...(doubt ? { doubt: { ...doubt, literalRows: filled(doubt.literalRows) } } : {}),
    remarks: [
      ...(olderEncodings[encoding] ?? []),
      ...(backslashes ? ["A quote after a backslash is read as part of the text."] : []),
      ...beyond(all.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)),
    ],
    name: "",
    sheets: [],
  };
}

/** Returns a note about columns beyond the limit, which are not read. */
const beyond = (width: number): string[] =>
  width > fileLimits.columns
    ? [
        `The columns from ${columnLetters(fileLimits.columns)} to ${columnLetters(width - 1)} are not read, because at most ${fileLimits.columns} columns can be imported.`,
      ]
    : [];

async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  kind: Exclude<ReturnType<typeof kindOf>, "text">,
  progress: ReadProgress,
): Promise<BookSheet[]> {
  progress("checking", 0, 1);
  const entries = kind === "zip" ? await guardZip(bytes, fileLimits) : [];
  progress("opening", 0, 1);
  // SheetJS is large, so it loads only in this worker, after the user has chosen a file.
  const { readOtherFormat, render } = await import("./formats/other-formats.ts");
  const limits = { rows: fileLimits.rows, columns: fileLimits.columns };
  const has = (part: string) => entries.some(({ name }) => name.toLowerCase() === part);
  try {
    if (kind === "flat") return readFlatOds(bytes, limits);
    if (kind === "excel 2003") return readExcel2003(bytes, limits, render);
    if (has("content.xml")) return await readOds(bytes, entries, limits);
    if (kind === "other" || has("xl/workbook.bin")) return await readOtherFormat(bytes, entries, limits);
    const tools = { limits, render, progress: (done: number, all: number) => progress("reading", done, all) };
    return await readXlsx(bytes, entries, tools);
  } catch (problem) {
    if (problem instanceof FileProblem) throw problem;
    const password = problem instanceof Error && /password-protected/i.test(problem.message);
    throw new FileProblem(
      password
        ? "The workbook is protected by a password. Save it without a password."
        : "The file is not a readable workbook; it may be damaged.",
    );
  }
}

/**
 * Chooses the sheet to read among the visible sheets with rows, without the sheet "About this file". Prefers the sheet
 * with the name `wanted`, then the sheet with the most headings that match a field. On a tie, chooses the first sheet.
 */
function chooseSheet(all: readonly BookSheet[], record: AnyRecord, wanted: string | null): ReadSheet {
  const filled = all.filter(({ name, rows }) => rows.length > 0 && name !== aboutSheet);
  const visible = filled.filter((sheet) => !sheet.hidden);
  const likely = visible
    .map((sheet) => ({ sheet, fields: fieldsFound(record, sheet) }))
    .sort((one, other) => other.fields - one.fields);
  const chosen = visible.find(({ name }) => name === wanted) ?? likely[0]?.sheet;
  if (!chosen) throw new FileProblem("The workbook has no rows.");
  const hidden = filled.filter((sheet) => sheet.hidden).map(({ name }) => `"${name}"`);
  const { hidden: _, width, ...sheet } = chosen;
  return {
    ...sheet,
    rows: chosen.rows.map(cut),
    sheets: visible.map(({ name, rows }) => ({ name, rows: rows.length })),
    remarks: [
      ...(visible.length > 1 ? [`Only the sheet "${chosen.name}" is imported.`] : []),
      ...(hidden.length > 0 ? [`Hidden sheets are not imported: ${hidden.join(", ")}.`] : []),
      ...beyond(width),
    ],
  };
}

function fieldsFound(record: AnyRecord, { rows }: BookSheet): number {
  const { columns } = findHeadings(record, rows.slice(0, 110));
  return new Set(columns.flatMap(({ field, candidates }) => field ?? candidates.slice(0, 1))).size;
}

/** Removes trailing blank cells, which formatting leaves behind. */
function cut(row: SheetRow): SheetRow {
  let length = Math.min(row.cells.length, fileLimits.columns);
  while (length > 0 && isBlankCell(row.cells[length - 1])) length--;
  return { ...row, cells: row.cells.slice(0, length) };
}
