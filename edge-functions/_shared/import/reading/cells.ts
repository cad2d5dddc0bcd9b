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
  /** The address behind the cell. */
  link?: string;
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
  /** Cells of a line of CSV, blank ones at its end included: one more than there are headings shifts those behind it. */
  cellCount?: number;
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
  /** Foreign currencies and per cent that number formats show, by column (from 0). */
  formatUnits?: Readonly<Record<number, string>>;
  /** The rows as they are where a quote of a CSV is a plain sign, when it may have swallowed rows. */
  doubt?: QuoteDoubt;
}

export interface QuoteDoubt {
  row: number;
  /** Lines that the quote encloses. */
  lines: number;
  closed: boolean;
  otherwise: readonly SheetRow[];
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

/** The address that a cell links to. */
export const linkOf = (cell: RawCell | undefined): string | undefined =>
  isObject(cell) && "link" in cell ? cell.link : undefined;

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

/** A value as text: days as ISO, with the time of the day where there is one; TRUE and FALSE as spreadsheets write them. */
export function plainText(value: PlainCell): string {
  if (value === null) return "";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : dayText(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return String(value);
}

/** Spreadsheets keep a time alone as one of the day before their first. */
const dayOfTimes = "1899-12-30";

function dayText(value: Date): string {
  const [day = "", time = ""] = value.toISOString().slice(0, 16).split("T");
  if (day === dayOfTimes) return time;
  return time === "00:00" ? day : `${day} ${time}`;
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

/** A part of a text that looks different from the rest. */
export interface TextRun {
  text: string;
  struck?: boolean;
  /** Superscript. */
  raised?: boolean;
}

/** What a spreadsheet file says of a cell. Without value, runs and error the cell has a formula that has no result. */
export interface WrittenCell {
  value?: PlainCell;
  runs?: readonly TextRun[];
  error?: string;
  formula?: string;
  /** What the sheet shows, where its number format makes it another text than the value's. */
  shown?: string;
  link?: string;
}

/**
 * A cell of a spreadsheet, reduced to its value. Of a formula only the stored result counts, never the formula; without a
 * result, or with an error for one, the cell is a problem. Text that is struck through or raised is left out with a note.
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
    return { problem: "the formula has no stored result; put its value in the cell", text };
  }
  if (read instanceof Date && Number.isNaN(read.getTime())) return brokenDate;
  if (link === undefined && shown === undefined) return read;
  const rich = isObject(read) ? read : { value: read, shown: shown ?? plainText(read) };
  return link === undefined || isCellProblem(rich) ? rich : { ...rich, link };
}

const brokenDate: CellProblem = { problem: "the cell holds a date that does not exist", text: "" };

/** The address in =HYPERLINK("https://…","scan"). */
export const linkOfFormula = (formula: string): string | undefined =>
  /^=\s*HYPERLINK\s*\(\s*"((?:[^"]|"")+)"/i.exec(formula)?.[1]?.replaceAll('""', '"');

/** A mark that points to a footnote: figures, a letter, stars. "21st", "m²" and "10⁶" are no such marks. */
const footnoteMark = /^[\s(]*(?:[\d,\s]{1,5}|[a-z]|[*†‡§¹²³⁴-⁹ᵃ-ᶻ]+)[/)\s]*$/i;
const unitBefore = /(?:^|[\s\d(])(?:[kcm]?m|ha|ft|in|10)$/i;

function richText(runs: readonly TextRun[]): RawCell {
  const shown = runs.map(({ text }) => text).join("");
  const isMark = ({ raised, text }: TextRun, index: number) =>
    raised === true &&
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
    raised === "" ? [] : [`"${raised}" is raised, like the mark of a footnote, and left out`],
  ].flat();
  return { value: join(runs.filter((run) => !out.includes(run))), shown, note: notes.join("; ") };
}
