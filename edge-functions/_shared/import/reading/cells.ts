/** Cells of a file as the import sees them, whatever library read them. */

/** A cell that holds no usable value, with the reason and what the sheet shows there. */
export interface CellProblem {
  problem: string;
  text: string;
}

/** A cell whose value is not what it shows: digits behind a number format, an amount in thousands, a date day first. */
export interface ReadCell {
  value: PlainCell;
  /** What the sheet shows. */
  shown: string;
  /** What its writer should know of it. */
  note?: string;
}

export type PlainCell = null | string | number | boolean | Date;
export type RawCell = PlainCell | CellProblem | ReadCell;

/** One row of a sheet: its number as the spreadsheet shows it (from 1), and its cells from column A on. */
export interface SheetRow {
  row: number;
  cells: readonly RawCell[];
  /** The spreadsheet does not show the row. */
  hidden?: true;
  /** Columns (from 0) whose cells are struck through. */
  struck?: readonly number[];
  /** Where the value comes from in cells that are merged with another: its column (from 0) and row. */
  merged?: Readonly<Record<number, { column: number; row: number }>>;
}

/** A sheet of a workbook, a CSV file, or a pasted block. */
export interface Sheet {
  rows: readonly SheetRow[];
  /** Columns (from 0) that the spreadsheet does not show. */
  hiddenColumns?: readonly number[];
  /** Serial numbers of days begin with 1904. */
  date1904?: boolean;
  /** Currencies other than pesos that number formats show, by column (from 0). */
  currencies?: Readonly<Record<number, string>>;
}

const isObject = (cell: RawCell | undefined): cell is CellProblem | ReadCell =>
  typeof cell === "object" && cell !== null && !(cell instanceof Date);

export const isCellProblem = (cell: RawCell | undefined): cell is CellProblem =>
  isObject(cell) && "problem" in cell;

/** The value behind a cell; a problem has none. */
export const cellValue = (cell: RawCell | undefined): PlainCell => {
  if (!isObject(cell)) return cell ?? null;
  return "value" in cell ? cell.value : null;
};

/** What the writer of a cell should know of how it is read. */
export const noteOf = (cell: RawCell | undefined): string | undefined =>
  isObject(cell) && "note" in cell ? cell.note : undefined;

export const isBlankCell = (cell: RawCell | undefined): boolean => {
  if (isCellProblem(cell)) return false;
  const value = cellValue(cell);
  return value === null || (typeof value === "string" && value.trim() === "");
};

/** What a cell shows, for messages and headings. */
export function cellText(cell: RawCell | undefined): string {
  if (isCellProblem(cell)) return cell.text;
  if (isObject(cell)) return cell.shown;
  return plainText(cell ?? null);
}

/** A value as text: days as ISO, TRUE and FALSE as spreadsheets write them. */
export function plainText(value: PlainCell): string {
  if (value === null) return "";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString().slice(0, 10);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return String(value);
}

/** Letters of a column counted from 0: A, Z, AA, AB … */
export function columnLetters(index: number): string {
  let letters = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** Address of a cell, e.g. AB17, from its column (from 0) and row (from 1). */
export const cellAddress = (column: number, row: number): string => `${columnLetters(column)}${row}`;

/** How a spreadsheet shows a cell, as far as it changes what the cell means. */
export interface CellDress {
  /** The number format. */
  format?: string | undefined;
}

/**
 * A cell's value as exceljs gives it, reduced to a plain one. Of a formula only the stored result counts, never the
 * formula; without a result, or with an error for one, the cell is a problem. Text of which a part is struck through is
 * the rest of it, and a number that its format fills up with zeros (an ID) keeps the digits that it shows.
 */
export function cellFromSpreadsheet(value: unknown, dress: CellDress = {}): RawCell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return numberCell(value, dress.format);
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? brokenDate : value;
  if (typeof value !== "object") return null;
  const cell = value as Record<string, unknown>;
  if ("formula" in cell || "sharedFormula" in cell) return formulaResult(cell, dress);
  if ("error" in cell) return { problem: `the cell shows the error ${cell.error}`, text: String(cell.error) };
  if (Array.isArray(cell.richText)) return richText(cell.richText);
  if ("text" in cell) return cellFromSpreadsheet(cell.text, dress);
  return null;
}

const brokenDate: CellProblem = { problem: "the cell holds a date that does not exist", text: "" };

function numberCell(value: number, format = ""): RawCell {
  const zeros = /^0{2,}$/.exec(format)?.[0].length ?? 0;
  if (!Number.isSafeInteger(value) || value < 0 || String(value).length >= zeros) return value;
  return { value, shown: String(value).padStart(zeros, "0") };
}

interface TextRun {
  text?: unknown;
  font?: { strike?: boolean };
}

function richText(runs: readonly TextRun[]): RawCell {
  const join = (some: readonly TextRun[]) => some.map(({ text }) => String(text ?? "")).join("");
  const struck = join(runs.filter(({ font }) => font?.strike)).trim();
  if (struck === "") return join(runs);
  const value = join(runs.filter(({ font }) => !font?.strike)).trim();
  return { value, shown: join(runs), note: `"${struck}" is struck through and left out` };
}

function formulaResult(cell: Record<string, unknown>, dress: CellDress): RawCell {
  const formula = `=${String(cell.formula ?? cell.sharedFormula ?? "")}`;
  const { result } = cell;
  if (result === null || result === undefined) {
    return { problem: "the formula has no stored result; put its value in the cell", text: formula };
  }
  if (typeof result === "object" && !(result instanceof Date) && "error" in result) {
    return { problem: `the formula's result is the error ${result.error}`, text: formula };
  }
  return cellFromSpreadsheet(result, dress);
}
