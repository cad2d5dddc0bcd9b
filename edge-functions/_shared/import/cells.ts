/** Cells of a file as the import sees them, whatever library read them. */

/** A cell that holds no usable value, with the reason and what the sheet shows there. */
export interface CellProblem {
  problem: string;
  text: string;
}

export type RawCell = null | string | number | boolean | Date | CellProblem;

/** One row of a sheet: its number as the spreadsheet shows it (from 1), and its cells from column A on. */
export interface SheetRow {
  row: number;
  cells: readonly RawCell[];
}

export const isCellProblem = (cell: RawCell): cell is CellProblem =>
  typeof cell === "object" && cell !== null && !(cell instanceof Date);

export const isBlankCell = (cell: RawCell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === "string" && cell.trim() === "");

/** What a cell shows, for messages and headings. */
export function cellText(cell: RawCell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (isCellProblem(cell)) return cell.text;
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? "" : cell.toISOString().slice(0, 10);
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  return String(cell);
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

/**
 * A cell's value as exceljs gives it, reduced to a plain one. Of a formula only the stored result counts, never the
 * formula; without a result, or with an error for one, the cell is a problem.
 */
export function cellFromSpreadsheet(value: unknown): RawCell {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? brokenDate : value;
  if (typeof value !== "object") return null;
  const cell = value as Record<string, unknown>;
  if ("formula" in cell || "sharedFormula" in cell) return formulaResult(cell);
  if ("error" in cell) return { problem: `the cell shows the error ${cell.error}`, text: String(cell.error) };
  if (Array.isArray(cell.richText)) {
    return cell.richText.map((run: { text?: unknown }) => String(run.text ?? "")).join("");
  }
  if ("text" in cell) return cellFromSpreadsheet(cell.text);
  return null;
}

const brokenDate: CellProblem = { problem: "the cell holds a date that does not exist", text: "" };

function formulaResult(cell: Record<string, unknown>): RawCell {
  const formula = `=${String(cell.formula ?? cell.sharedFormula ?? "")}`;
  const { result } = cell;
  if (result === null || result === undefined) {
    return { problem: "the formula has no stored result; put its value in the cell", text: formula };
  }
  if (typeof result === "object" && !(result instanceof Date) && "error" in result) {
    return { problem: `the formula's result is the error ${result.error}`, text: formula };
  }
  return cellFromSpreadsheet(result);
}
