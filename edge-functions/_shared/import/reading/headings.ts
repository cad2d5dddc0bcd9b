/**
 * Finds the heading row of a sheet and the heading of each column (spec section 5).
 *
 * A heading row contains names or labels of fields; case, spaces, underscores and word order do not matter. Rows
 * directly above can contain group headings. In a sheet without a heading row, the columns are mapped to the fields in
 * order.
 */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { foldText } from "../../rules/text.ts";
import { cellText, columnLetters, isBlankCell, isCellProblem, type SheetRow } from "./cells.ts";
import {
  choiceNamed,
  type HeadingText,
  hasOnlyFieldWords,
  type Interpretation,
  interpretHeading,
} from "./heading-interpretation.ts";

export interface Layout {
  /** True if a heading row was found. If false, the columns are in the order of the record type's fields. */
  headed: boolean;
  /** Row number of the first data row. */
  firstRow: number;
  /** Field name of each column; null for a column that is not imported. */
  columns: readonly (string | null)[];
  /** Columns that are not imported, with the reason. */
  ignored: readonly { column: string; heading: string; reason: string }[];
  /** Fields without a column in the file. The import does not change their stored values. */
  absent: readonly string[];
}

/** Heading of a column and the fields that it can mean. */
export interface ColumnHeading extends Interpretation {
  /** The column's own heading, which is the lowest heading above its data. */
  text: string;
  /** Group headings above the column's own heading. */
  above: string;
}

export interface Headings {
  /** Row number of the heading row; null if there is none. */
  row: number | null;
  columns: readonly ColumnHeading[];
  /** Texts of the lines above the heading row, such as titles. */
  titles: readonly string[];
  /** True if the headings are those of the product's own sheets (template and export), in the same order. */
  ours: boolean;
}

/**
 * Maximum number of rows at the top of a sheet in which the heading row is searched. Letterheads and titles may be
 * above the headings.
 */
const searchedRows = 100;

export const widthOf = (rows: readonly SheetRow[]): number =>
  rows.reduce((widest, row) => Math.max(widest, row.cells.length), 0);

/** @param at Number of the heading row if the user chose one; null if the user said that there are no headings. */
export function findHeadings(record: AnyRecord, rows: readonly SheetRow[], at?: number | null): Headings {
  const index = at === undefined ? headingIndex(record, rows) : rows.findIndex(({ row }) => row === at);
  const heading = rows[index];
  if (!heading) return { row: null, columns: [], titles: [], ours: false };
  const groups = groupRows(record, rows, index);
  const width = widthOf(rows);
  const read = Array.from({ length: width }, (_, column): ColumnHeading => {
    const over = textOver(heading, groups, column);
    return { text: over.text, above: over.above, ...interpretOver(record, over) };
  });
  // True for a sheet that comes from this product: its headings are the labels of all fields, in order. Each column is
  // then mapped to the field at the same position, even if the group headings were not copied.
  const ours = record.fields.every(({ label }, column) => read[column]?.text === label);
  // If an ambiguous heading occurs several times, each of these columns means a different field. So the user must
  // choose the fields.
  const columns = read.map((one, column) => {
    const own = ours ? record.fields[column]?.name : undefined;
    if (own) return { ...one, field: own, exact: true };
    const repeated = read.some(
      (other) => other !== one && other.field === one.field && foldText(other.text) === foldText(one.text),
    );
    return repeated && one.candidates.length > 1 ? { ...one, field: null, exact: false } : one;
  });
  const titles = rows
    .slice(0, index - groups.length)
    .map(({ cells }) => [...new Set(cells.map(textOf))].filter(Boolean).join(" "));
  return { row: heading.row, columns, titles, ours };
}

/**
 * Returns the index of the heading row: usually the first row with known headings. If one of the next two rows matches
 * more fields, or divides headings such as a name, that row is the heading row, and the rows above it are group
 * headings. A row in which only half of the cells are known can be a letterhead such as "Region, III, Province, Nueva
 * Ecija". If a later row matches at least twice as many fields, that row is the heading row.
 */
function headingIndex(record: AnyRecord, rows: readonly SheetRow[]): number {
  const fieldsAt = (index: number) =>
    new Set(meaningsAt(record, rows, index).flatMap(({ field, candidates }) => field ?? candidates)).size;
  const first = rows.slice(0, searchedRows).findIndex((_, index) => isHeadingRow(record, rows, index));
  if (first < 0) return first;
  const divides = (index: number) => dividesHeading(record, rows, index);
  const best = mostFields(first, fieldsAt, divides);
  const meanings = meaningsAt(record, rows, best);
  const known = meanings.filter(isKnown).length;
  if (known >= enoughHeadings || known * 2 > meanings.length) return best;
  const later = rows
    .slice(0, searchedRows)
    .findIndex(
      (_, index) =>
        index > best && isHeadingRow(record, rows, index) && fieldsAt(index) >= 2 * fieldsAt(best),
    );
  return later < 0 ? best : mostFields(later, fieldsAt, divides);
}

/**
 * Returns the index of the row that matches the most fields: the row at `first` or one of the next two rows. A row that
 * divides headings of the row above needs only as many fields.
 */
const mostFields = (
  first: number,
  fieldsAt: (index: number) => number,
  divides: (index: number) => boolean,
): number =>
  [first + 1, first + 2].reduce((best, index) => {
    const more = fieldsAt(index) - fieldsAt(best);
    return more > 0 || (more === 0 && divides(index)) ? index : best;
  }, first);

/** True if two columns with different known headings, such as "Last" and "First", are below the same group heading. */
function dividesHeading(record: AnyRecord, rows: readonly SheetRow[], index: number): boolean {
  const row = rows[index];
  if (!row) return false;
  const groups = groupRows(record, rows, index);
  const parts = row.cells
    .map((cell, column) => ({ own: textOf(cell), over: textOver(row, groups, column) }))
    .filter(({ own, over }) => own !== "" && over.wider !== "" && isKnown(interpretOver(record, over)));
  return parts.some(({ own, over }) =>
    parts.some((other) => other.over.wider === over.wider && other.own !== own),
  );
}

function meaningsAt(record: AnyRecord, rows: readonly SheetRow[], index: number): Interpretation[] {
  const row = rows[index];
  if (!row) return [];
  const groups = groupRows(record, rows, index);
  const width = widthOf([row, ...groups]);
  const texts = Array.from({ length: width }, (_, column) => textOver(row, groups, column));
  const filled = texts.filter(({ text }) => text !== "");
  return [...new Map(filled.map((heading) => [`${heading.wider}\n${heading.text}`, heading])).values()].map(
    (heading) => interpretOver(record, heading),
  );
}

const isKnown = ({ field, candidates }: Interpretation): boolean => field !== null || candidates.length > 0;

/** A row with at least this number of known headings is a heading row, even if most of its cells are unknown. */
const enoughHeadings = 5;

/**
 * True if the row contains a label and its value to the right, as in "Region: | III" of a letterhead. A label ends with
 * a colon. Between the first text of a row and its value, cells can be blank.
 */
function hasLabels({ cells }: SheetRow): boolean {
  const texts = cells.map(textOf);
  const isLabel = (text = "", value = "") => text.endsWith(":") && value !== "" && !value.endsWith(":");
  const [first, second] = texts.filter(Boolean);
  return isLabel(first, second) || texts.some((text, column) => isLabel(text, texts[column + 1]));
}

/** Matches a label with its value. Does not match the heading of a part, such as "Part A: Members". */
const labelled = /^(?!(?:part|section|group)\b)\p{L}{2,}[\p{L} ./()'’-]*:\s+(?<value>\S.*)$/iu;

/**
 * True if each text of the row is a label with its value, as in "Venue: Licab Hall", and a value has words that no field
 * has. A text such as "Members: Male" can be a heading.
 */
function hasLabelledValues(record: AnyRecord, { cells }: SheetRow): boolean {
  const texts = cells.map(textOf).filter(Boolean);
  const values = texts.flatMap((text) => labelled.exec(text)?.groups?.value ?? []);
  return values.length === texts.length && values.some((value) => !hasOnlyFieldWords(record, value));
}

/**
 * True if the row is a heading row: a cell is exactly a field name with an underscore, or enough cells match fields.
 * Five cells are enough. Two cells are enough if they are at least half of the filled cells, and one cell if no other
 * cell is filled. Labels that end with a colon, as in a letterhead, do not count as matches.
 */
function isHeadingRow(record: AnyRecord, rows: readonly SheetRow[], index: number): boolean {
  const row = rows[index];
  const texts = row?.cells.map(textOf).filter(Boolean) ?? [];
  if (texts.length === 0) return false;
  if (texts.some((text) => text.includes("_") && record.fields.some(({ name }) => name === text)))
    return true;
  const meanings = meaningsAt(record, rows, index);
  const isLabel = (text: string) =>
    text.endsWith(":") && isKnown(interpretHeading(record, { text, above: "" }));
  const labels = row && hasLabels(row) ? texts.filter(isLabel).length : 0;
  const fields = meanings.filter(isKnown).length - labels;
  const known = fields > 0 ? fields + choicesIn(record, texts) : 0;
  return (
    known >= enoughHeadings ||
    (known * 2 >= meanings.length && (known >= 2 || (known === 1 && meanings.length === 1)))
  );
}

/**
 * Returns the largest number of different choices of one field that a row has. At least two choices, such as "M" and
 * "F", are headings of columns with ticks; a single one is probably a value.
 */
function choicesIn({ fields }: AnyRecord, texts: readonly string[]): number {
  const numbers = fields.map(
    (field) => new Set(texts.flatMap((text) => choiceNamed(field, text) ?? [])).size,
  );
  return Math.max(0, ...numbers.filter((number) => number > 1));
}

const textOf = (cell: Parameters<typeof cellText>[0]): string =>
  isBlankCell(cell) || isCellProblem(cell) ? "" : cellText(cell).trim();

/** Returns up to two rows directly above the heading row that may contain group headings. */
function groupRows(record: AnyRecord, rows: readonly SheetRow[], index: number): readonly SheetRow[] {
  const heading = rows[index]?.row ?? 0;
  const above = rows.slice(Math.max(0, index - 2), index).filter(({ row }) => heading - row <= 2);
  // A row with only one text is a title if the text is in column A. A text in a later column is the heading of a group
  // of columns. A row with labels such as "Date:" belongs to a letterhead.
  const isTitle = (row: SheetRow) =>
    hasLabels(row) ||
    hasLabelledValues(record, row) ||
    (new Set(row.cells.map(textOf).filter(Boolean)).size === 1 && textOf(row.cells[0]) !== "");
  const title = above.map(isTitle).lastIndexOf(true);
  return above.slice(title + 1);
}

interface TextOver extends HeadingText {
  /** Like `above`, with group headings that possibly also apply to the column. */
  wider: string;
}

/**
 * Returns the fields that a heading can mean. If it is unclear whether a group heading applies to the column, and the
 * field depends on this, the user must choose.
 */
function interpretOver(record: AnyRecord, { text, above, wider }: TextOver): Interpretation {
  const own = interpretHeading(record, { text, above });
  const grouped = above === wider ? own : interpretHeading(record, { text, above: wider });
  if (own.field === grouped.field || !isKnown(grouped)) return own;
  if (!isKnown(own)) return grouped;
  const fields = [grouped, own].flatMap(({ field, candidates }) => field ?? candidates);
  return { field: null, candidates: [...new Set(fields)], exact: false };
}

/** Returns the lowest heading of a column, and the group headings above it. */
function textOver(heading: SheetRow, groups: readonly SheetRow[], column: number): TextOver {
  const upper = groups.map((row) => groupAt(row, column));
  const own = textOf(heading.cells[column]);
  if (own !== "") {
    const joined = (texts: readonly string[]) =>
      [...new Set(texts)].filter((text) => text && text !== own).join(" ");
    const wider = groups.map((row, index) => upper[index] || possibleGroupAt(row, column, heading));
    return { text: own, above: joined(upper), wider: joined(wider) };
  }
  // The heading row has no text in this column, so the heading is the lowest text above, in the same column. Group
  // headings that start in a column further left are not used as the heading.
  const place = groups.findLastIndex((row) => textOf(row.cells[column]) !== "");
  if (place < 0) return { text: "", above: "", wider: "" };
  const above = upper.slice(0, place).filter(Boolean).join(" ");
  return { text: textOf(groups[place]?.cells[column]), above, wider: above };
}

/**
 * Returns the group heading of a column. In a row without cells merged over several columns, a group heading also
 * applies to the columns to its right, up to the next group heading.
 */
function groupAt(row: SheetRow, column: number): string {
  const own = textOf(row.cells[column]);
  return own !== "" || mergesColumns(row) ? own : unmergedAt(row, column).text;
}

/**
 * Returns the group heading that possibly applies to a column, in a row with merged cells: a text to the left that is
 * not merged itself. If the heading row is blank below this text, the text is the heading of its own column only.
 */
function possibleGroupAt(row: SheetRow, column: number, heading: SheetRow): string {
  const { text, place } = unmergedAt(row, column);
  return textOf(heading.cells[place]) === "" ? "" : text;
}

/** Returns the nearest text to the left of a column; an empty text if its cell is merged with other cells. */
function unmergedAt(row: SheetRow, column: number): { text: string; place: number } {
  const place = row.cells.slice(0, column).findLastIndex((cell) => textOf(cell) !== "");
  return { text: row.merged?.[place] ? "" : textOf(row.cells[place]), place };
}

/** True if a cell of the row is merged over several columns. */
const mergesColumns = ({ merged = {} }: SheetRow): boolean =>
  Object.entries(merged).some(([column, from]) => from.column !== Number(column));

/**
 * Returns the field of each column, by the headings alone. If several columns match a field, the first one with an
 * exact heading gets the field.
 */
export function columnsOf({ columns }: Headings): (string | null)[] {
  const holder = new Map<string, number>();
  for (const wanted of [true, false]) {
    for (const [column, { field, exact }] of columns.entries()) {
      if (field !== null && exact === wanted && !holder.has(field)) holder.set(field, column);
    }
  }
  return columns.map(({ field }, column) => (field !== null && holder.get(field) === column ? field : null));
}

/**
 * Returns the layout that results from the headings alone. Ignores a column if the user would have to choose its field.
 */
export function findLayout(record: AnyRecord, rows: readonly SheetRow[]): Layout {
  const headings = findHeadings(record, rows);
  if (headings.row === null) return inOrderOfFields(record, rows);
  const columns = columnsOf(headings);
  const ignored = headings.columns.flatMap(({ text, field, candidates }, column) => {
    if (columns[column] || text === "") return [];
    const reason = field
      ? "a column of this name came before"
      : candidates.length > 0
        ? "it may mean several fields"
        : "no field of this name";
    return [{ column: columnLetters(column), heading: text, reason }];
  });
  return {
    headed: true,
    firstRow: headings.row + 1,
    columns,
    ignored,
    absent: absentFields(record, columns),
  };
}

function inOrderOfFields(record: AnyRecord, rows: readonly SheetRow[]): Layout {
  const columns = Array.from({ length: widthOf(rows) }, (_, column) => record.fields[column]?.name ?? null);
  const ignored = columns.flatMap((name, column) =>
    name === null && rows.some((row) => !isBlankCell(row.cells[column]))
      ? [{ column: columnLetters(column), heading: "", reason: "beyond the last field" }]
      : [],
  );
  return {
    headed: false,
    firstRow: rows[0]?.row ?? 1,
    columns,
    ignored,
    absent: absentFields(record, columns),
  };
}

export const absentFields = (record: AnyRecord, columns: readonly (string | null)[]): string[] =>
  record.fields.map((field) => field.name).filter((name) => !columns.includes(name));

/** True if the row repeats the headings, which printed lists do on each page. */
export function repeatsHeadings({ columns }: Headings, row: SheetRow): boolean {
  const texts = row.cells.map((cell, column) => [foldText(textOf(cell)), foldText(columns[column]?.text)]);
  const filled = texts.filter(([text]) => text !== "");
  return filled.length > 1 && filled.every(([text, heading]) => text === heading);
}
