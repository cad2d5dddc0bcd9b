/** Cells of a file as the import uses them, independent of the library that read the file. */
import { longDate } from "../../rules/dates.ts";

/** A cell whose value can't be used, with the error message and the text that the sheet shows. */
export interface CellProblem {
  problem: string;
  text: string;
  /** Text of the cell before it was repaired or refused. A stored value with exactly this text stays unchanged. */
  written?: string;
}

/**
 * A cell whose value differs from the text that the sheet shows, such as a rounded number or an amount in thousands.
 */
export interface ReadCell {
  value: PlainCell;
  /** Text that the sheet shows. */
  shown: string;
  /** Note to the user about how the value was read. */
  note?: string;
  /** Address of the cell's hyperlink. */
  link?: string;
  /** Text of the cell before it was repaired. A stored value with exactly this text stays unchanged. */
  written?: string;
  /** True if the cell is a formula with the result 0. Formulas that refer to an empty cell have this result. */
  isZeroFormula?: true;
}

export type PlainCell = null | string | number | boolean | Date;
export type RawCell = PlainCell | CellProblem | ReadCell;

/** One row of a sheet: its number in the spreadsheet (from 1), and its cells from column A on. */
export interface SheetRow {
  row: number;
  cells: readonly RawCell[];
  /** Set if the row is hidden in the spreadsheet. */
  hidden?: true;
  /** Indexes (from 0) of columns whose cells are struck through. */
  struck?: readonly number[];
  /** Indexes (from 0) of columns whose cells show only a part of a date, such as the month and the year. */
  partialDates?: readonly number[];
  /**
   * Number of cells in a CSV line, including blank ones at its end. In a line with more cells than headings, values are
   * probably in the wrong columns.
   */
  cellCount?: number;
  /**
   * Merged cells of the row, by column index (from 0). Each has the column and row of the top left cell, which contains
   * the value.
   */
  merged?: Readonly<Record<number, { column: number; row: number }>>;
}

export interface Sheet {
  rows: readonly SheetRow[];
  /** Indexes (from 0) of columns that are hidden in the spreadsheet. */
  hiddenColumns?: readonly number[];
  /** True if the serial numbers of dates start in 1904 instead of 1900. */
  date1904?: boolean;
  /** Foreign currencies and percent signs in number formats, by column index (from 0). */
  formatUnits?: Readonly<Record<number, string>>;
  /**
   * Set if an unclosed or misplaced quotation mark in a CSV file may have joined several rows into one cell. Contains
   * the rows that result if the mark is read as plain text.
   */
  doubt?: QuoteDoubt;
}

export interface QuoteDoubt {
  row: number;
  /** Number of lines in the quoted text. */
  lines: number;
  closed: boolean;
  literalRows: readonly SheetRow[];
}

const isObject = (cell: RawCell | undefined): cell is CellProblem | ReadCell =>
  typeof cell === "object" && cell !== null && !(cell instanceof Date);

export const isCellProblem = (cell: RawCell | undefined): cell is CellProblem =>
  isObject(cell) && "problem" in cell;

/** Returns the value of a cell; null for a cell with a problem. */
export const cellValue = (cell: RawCell | undefined): PlainCell => {
  if (!isObject(cell)) return cell ?? null;
  return "value" in cell ? cell.value : null;
};

/** Returns the note to the user about how the cell was read. */
export const noteOf = (cell: RawCell | undefined): string | undefined =>
  isObject(cell) && "note" in cell ? cell.note : undefined;

/** True if the cell has a formula with the result 0. */
export const isZeroFormula = (cell: RawCell | undefined): boolean =>
  isObject(cell) && "isZeroFormula" in cell;

/** Returns the address that the cell links to. */
export const linkOf = (cell: RawCell | undefined): string | undefined =>
  isObject(cell) && "link" in cell ? cell.link : undefined;

/** Returns the text of the cell before it was repaired or refused; undefined if the cell is unchanged. */
export const writtenIn = (cell: RawCell | undefined): string | undefined =>
  isObject(cell) ? cell.written : undefined;

export const isBlankCell = (cell: RawCell | undefined): boolean => {
  if (isCellProblem(cell)) return false;
  const value = cellValue(cell);
  return value === null || (typeof value === "string" && value.trim() === "");
};

/** Returns the text that the cell shows, for messages and headings. */
export function cellText(cell: RawCell | undefined): string {
  if (isCellProblem(cell)) return cell.text;
  if (isObject(cell)) return cell.shown;
  return plainText(cell ?? null);
}

/** Returns the text of a cell for a message. A date is formatted as on the screens, such as "31 Mar 2026". */
export const messageText = (cell: RawCell | undefined): string =>
  cell instanceof Date ? cellText(cell).replace(/^\d{4}-\d\d-\d\d/, longDate) : cellText(cell);

/**
 * Converts a value to text. Dates are in ISO format, with the time if it is not midnight. TRUE and FALSE are in
 * capitals, as in spreadsheets.
 */
export function plainText(value: PlainCell): string {
  if (value === null) return "";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : dayText(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return String(value);
}

/** Day 0 of a spreadsheet's calendar. A time without a date is stored as a time on this day. */
const dayOfTimes = "1899-12-30";

/** True for the date of the number 0, without a time. */
const isDayZero = (value: unknown): boolean =>
  value instanceof Date && value.getTime() === Date.parse(dayOfTimes);

function dayText(value: Date): string {
  const [day = "", time = ""] = value.toISOString().slice(0, 16).split("T");
  if (day === dayOfTimes) return time;
  return time === "00:00" ? day : `${day} ${time}`;
}

/** Returns the letters of a column index (from 0): A, Z, AA, AB … */
export function columnLetters(index: number): string {
  let letters = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/**
 * Returns the address of a cell, such as AB17.
 * @param column Index from 0.
 * @param row Number from 1.
 */
export const cellAddress = (column: number, row: number): string => `${columnLetters(column)}${row}`;

/** Part of a cell's text that has its own formatting. */
export interface TextRun {
  text: string;
  struck?: boolean;
  /** True for superscript text. */
  superscript?: boolean;
}

/**
 * Contents of a cell in a spreadsheet file. A cell without `value`, `runs` and `error` has a formula without a stored
 * result.
 */
export interface WrittenCell {
  value?: PlainCell;
  runs?: readonly TextRun[];
  error?: string;
  formula?: string;
  /** Text that the sheet shows. Set only if the number format makes it differ from the value. */
  shown?: string;
  link?: string;
}

/**
 * Converts a spreadsheet cell to its value. For a formula, uses the stored result. Reports a missing result or an error
 * value. Omits struck-through text and footnote marks, with a note.
 */
export function cellFromSpreadsheet(cell: WrittenCell): RawCell {
  const { value, runs, error, formula, shown } = cell;
  const text = formula === undefined ? "" : `=${formula}`;
  const link = linkOfFormula(text) ?? cell.link;
  if (error !== undefined) {
    const whose = formula === undefined ? "the cell shows the error" : "the formula's result is the error";
    return { problem: `${whose} ${error}`, text: text || error };
  }
  const read = runs ? richText(runs) : value;
  if (read === undefined) {
    if (formula === undefined) return null;
    return { problem: "the formula has no stored result; enter the value", text };
  }
  if (read instanceof Date && Number.isNaN(read.getTime())) return brokenDate;
  const isZeroFormula = formula !== undefined && (read === 0 || isDayZero(read));
  if (link === undefined && shown === undefined && !isZeroFormula) return read;
  const rich = isObject(read)
    ? read
    : { value: read, shown: shown ?? plainText(read), ...(isZeroFormula ? { isZeroFormula } : {}) };
  return link === undefined || isCellProblem(rich) ? rich : { ...rich, link };
}

const brokenDate: CellProblem = { problem: "the cell contains a date that does not exist", text: "" };

/** Returns the address in a formula such as =HYPERLINK("https://…","scan"). */
export const linkOfFormula = (formula: string): string | undefined =>
  /^=\s*HYPERLINK\s*\(\s*"((?:[^"]|"")+)"/i.exec(formula)?.[1]?.replaceAll('""', '"');

/**
 * Matches superscript text that is a footnote mark: digits, a letter, or symbols such as *. The superscripts in "21st",
 * "m²" and "10⁶" are not footnote marks.
 */
const footnoteMark = /^[\s(]*(?:[\d,\s]{1,5}|[a-z]|[*†‡§¹²³⁴-⁹ᵃ-ᶻ]+)[/)\s]*$/i;
const unitBefore = /(?:^|[\s\d(])(?:[kcm]?m|ha|ft|in|10)$/i;

function richText(runs: readonly TextRun[]): RawCell {
  const shown = runs.map(({ text }) => text).join("");
  const isMark = ({ superscript, text }: TextRun, index: number) =>
    superscript === true &&
    footnoteMark.test(text) &&
    !unitBefore.test(
      runs
        .slice(0, index)
        .map(({ text }) => text)
        .join(""),
    );
  const out = runs.filter((run, index) => run.struck || isMark(run, index));
  const join = (some: readonly TextRun[]) =>
    some
      .map(({ text }) => text)
      .join("")
      .trim();
  const struck = join(out.filter((run) => run.struck));
  const raised = join(out.filter((run) => !run.struck));
  if (struck === "" && raised === "") return shown;
  const notes = [
    struck === "" ? [] : [`"${struck}" is struck through and left out`],
    raised === "" ? [] : [`"${raised}" is superscript, like a footnote mark, and left out`],
  ].flat();
  return { value: join(runs.filter((run) => !out.includes(run))), shown, note: notes.join("; ") };
}
