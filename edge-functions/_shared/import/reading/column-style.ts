/**
 * Detects how a column writes dates and numbers. Reads the whole column, because a single "03/04/2021" or "1.500" is
 * ambiguous.
 */
import type { RawCell } from "./cells.ts";
import { cellValue } from "./cells.ts";

export interface Evidence {
  /**
   * Number of cells that can only be read in this app's own format: a date with the month first, or a number with a
   * decimal point.
   */
  own: number;
  /**
   * Number of cells that can only be read in the other format: a date with the day first, or a number with a decimal
   * comma.
   */
  other: number;
  /** Number of cells that can be read in both formats, as different values. */
  either: number;
  /**
   * Text of an example cell for a question to the user. If possible, a cell that can only be read in the other format.
   */
  example: string;
}

const dateText = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4})(?=$|[ ,T])/;

/** Matches dates with a two-digit year, which are not imported but can show that the column has the day first. */
const shortDateText = /^(\d{1,2})([-/. ])(\d{1,2})\2\d{2}(?=$|[ ,T])/;

/**
 * Returns the first two numbers of a date such as 3/4/2021; null for any other text. With a two-digit year, one of them
 * must be above 12, so that it can only be the day.
 */
function dateFigures(cell: RawCell | undefined): [number, number] | null {
  const value = cellValue(cell);
  if (typeof value !== "string") return null;
  const [, first, , second] = dateText.exec(value.trim()) ?? [];
  if (first !== undefined) return [Number(first), Number(second)];
  const [, one, , other] = shortDateText.exec(value.trim()) ?? [];
  return Number(one) > 12 || Number(other) > 12 ? [Number(one), Number(other)] : null;
}

export const dateEvidence = (cells: readonly (RawCell | undefined)[]): Evidence =>
  gather(cells, (cell) => {
    const figures = dateFigures(cell);
    if (!figures || figures[0] === figures[1]) return null;
    const [first, second] = figures;
    if (first > 12 && second > 12) return null;
    return first > 12 ? "other" : second > 12 ? "own" : "either";
  });

/** Converts a date written day first to ISO format. Returns null for any other text, such as two dates. */
export function parseDayFirst(cell: RawCell | undefined): string | null {
  const value = cellValue(cell);
  const text = typeof value === "string" ? value.trim() : "";
  const match = dateText.exec(text);
  if (!match || !/^(?:[T ,]+\d{1,2}:\d{2}.*)?$/.test(text.slice(match[0].length))) return null;
  return `${match[4]}-${String(match[3]).padStart(2, "0")}-${String(match[1]).padStart(2, "0")}`;
}

/** Returns the date with day and month swapped; null if the day is above 12 and so can't be a month. */
export function swapDayAndMonth(date: Date): Date | null {
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
  return day > 12 ? null : new Date(Date.UTC(date.getUTCFullYear(), day - 1, month));
}

const figuresOf = (cell: RawCell | undefined): string | null => {
  const value = cellValue(cell);
  if (typeof value !== "string") return null;
  const text = value
    .trim()
    .replace(/^(?:₱|php|p|\?)\s*(?=[\d.,+-])/i, "")
    .replace(/^[+-]/, "");
  return /^\d[\d.,]*$/.test(text) ? text : null;
};

/**
 * Matches numbers with points between thousands. "0.125" does not match, because a number with thousands never starts
 * with 0.
 */
const pointGroups = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;
const commaGroups = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const onePointGroup = /^[1-9]\d{0,2}\.\d{3}$/;
const oneCommaGroup = /^\d{1,3},\d{3}$/;

export const numberEvidence = (cells: readonly (RawCell | undefined)[]): Evidence =>
  gather(cells, (cell) => {
    const text = figuresOf(cell);
    if (!text || /^\d+$/.test(text)) return null;
    if (onePointGroup.test(text)) return "either";
    if (oneCommaGroup.test(text)) return null;
    if (pointGroups.test(text) || /^\d+,\d+$/.test(text)) return "other";
    return commaGroups.test(text) || /^\d+\.\d*$/.test(text) ? "own" : null;
  });

/** True for a number such as "1,500", which is 1500 in this app's format and 1.5 with a decimal comma. */
export const hasOneCommaGroup = (cell: RawCell | undefined): boolean =>
  oneCommaGroup.test(figuresOf(cell) ?? "");

/** True for a number such as "12,000" or "12,000.00". */
export const hasCommaGroups = (cell: RawCell | undefined): boolean => commaGroups.test(figuresOf(cell) ?? "");

/** Returns the figures of a number such as "12.000", which can mean 12000 or 12. Returns null for any other cell. */
export function onePointGroupIn(cell: RawCell | undefined): string | null {
  const text = figuresOf(cell);
  return text !== null && onePointGroup.test(text) ? text : null;
}

/** True for a number such as "1.500,50" or "1.500.000", in which the points can only separate thousands. */
export function hasPointGroups(cell: RawCell | undefined): boolean {
  const text = figuresOf(cell) ?? "";
  return pointGroups.test(text) && !onePointGroup.test(text);
}

/** Converts a number with a decimal comma to one with a decimal point; null for any other text. */
export function replaceDecimalComma(cell: RawCell | undefined): string | null {
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
