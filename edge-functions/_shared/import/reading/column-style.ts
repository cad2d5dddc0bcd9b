/**
 * How the texts of a column write dates and numbers: judged by the whole column, because "03/04/2021" and "1.500" alone
 * can be read in two ways.
 */
import type { RawCell } from "./cells.ts";
import { cellValue } from "./cells.ts";

export interface Evidence {
  /** Cells that can only be read in the product's own way: month first, decimal point. */
  own: number;
  /** Cells that can only be read in the other: day first, decimal comma. */
  other: number;
  /** Cells that can be read in both, as different values. */
  either: number;
  /** One of the cells that prove the other way, or can be read in both. */
  example: string;
}

const dateText = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4})(?=$|[ ,T])/;

/** Month and day of a date in figures that ends with its year; null for other texts. */
function dateFigures(cell: RawCell | undefined): [number, number] | null {
  const value = cellValue(cell);
  const match = typeof value === "string" ? dateText.exec(value.trim()) : null;
  return match ? [Number(match[1]), Number(match[3])] : null;
}

export const dateEvidence = (cells: readonly (RawCell | undefined)[]): Evidence =>
  gather(cells, (cell) => {
    const figures = dateFigures(cell);
    if (!figures || figures[0] === figures[1]) return null;
    const [first, second] = figures;
    if (first > 12 && second > 12) return null;
    return first > 12 ? "other" : second > 12 ? "own" : "either";
  });

/** The ISO date of a text that is written day first; null for other texts, which are read as they are. */
export function dayFirst(cell: RawCell | undefined): string | null {
  const match = typeof cellValue(cell) === "string" ? dateText.exec(String(cellValue(cell)).trim()) : null;
  if (!match) return null;
  return `${match[4]}-${String(match[3]).padStart(2, "0")}-${String(match[1]).padStart(2, "0")}`;
}

/** A real date with day and month exchanged; null where that gives no date. */
export function exchanged(date: Date): Date | null {
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
  return day > 12 ? null : new Date(Date.UTC(date.getUTCFullYear(), day - 1, month));
}

const figuresOf = (cell: RawCell | undefined): string | null => {
  const value = cellValue(cell);
  if (typeof value !== "string") return null;
  const text = value
    .trim()
    .replace(/^(?:₱|php|p)\s*(?=[\d.,+-])/i, "")
    .replace(/^[+-]/, "");
  return /^\d[\d.,]*$/.test(text) ? text : null;
};

const pointGroups = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
const commaGroups = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/;

export const numberEvidence = (cells: readonly (RawCell | undefined)[]): Evidence =>
  gather(cells, (cell) => {
    const text = figuresOf(cell);
    if (!text || /^\d+$/.test(text)) return null;
    if (/^\d{1,3}\.\d{3}$/.test(text)) return "either";
    if (/^\d{1,3},\d{3}$/.test(text)) return null;
    if (pointGroups.test(text) || /^\d+,\d+$/.test(text)) return "other";
    return commaGroups.test(text) || /^\d+\.\d*$/.test(text) ? "own" : null;
  });

/** The text of a number with decimal comma in the product's own way; null for other texts. */
export function decimalComma(cell: RawCell | undefined): string | null {
  const text = figuresOf(cell);
  if (text === null || !(pointGroups.test(text) || /^\d+(?:,\d+)?$/.test(text))) return null;
  return String(cellValue(cell)).trim().replaceAll(".", "").replace(",", ".");
}

function gather(
  cells: readonly (RawCell | undefined)[],
  judge: (cell: RawCell | undefined) => "own" | "other" | "either" | null,
): Evidence {
  const evidence: Evidence = { own: 0, other: 0, either: 0, example: "" };
  for (const cell of cells) {
    const side = judge(cell);
    if (!side) continue;
    if (side === "other" ? evidence.other === 0 : side === "either" && evidence.example === "") {
      evidence.example = String(cellValue(cell)).trim();
    }
    evidence[side]++;
  }
  return evidence;
}
