/**
 * Finds the headings of a sheet and what each column is called (spec section 5).
 *
 * A heading row is recognized by field names or labels, whatever their case, spaces, underscores and order of words; the
 * rows of groups above it belong to it. Without one, columns stand in the order of the registry.
 */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { foldText } from "../../rules/text.ts";
import { cellText, columnLetters, isBlankCell, isCellProblem, type SheetRow } from "./cells.ts";
import { type Meaning, meaningOf } from "./meaning.ts";

export interface Layout {
  /** Whether a heading row was found; otherwise the columns are taken in the registry's order. */
  headed: boolean;
  /** Sheet row of the first data row. */
  firstRow: number;
  /** Field of each column of the file, null for one that is ignored. */
  columns: readonly (string | null)[];
  /** Columns that are ignored, with the reason. */
  ignored: readonly { column: string; heading: string; reason: string }[];
  /** Fields that no column of the file holds; stored values of these stay as they are. */
  absent: readonly string[];
}

/** What a column is called, and which field that means. */
export interface ColumnHeading extends Meaning {
  /** The nearest text over the column. */
  text: string;
  /** What stands above that. */
  above: string;
}

export interface Headings {
  /** Sheet row of the headings; null where there are none. */
  row: number | null;
  columns: readonly ColumnHeading[];
  /** Lines above the headings. */
  titles: readonly string[];
}

/** Headings are looked for in this many rows, so that letterheads and title lines may stand above them. */
const searchedRows = 100;

export const widthOf = (rows: readonly SheetRow[]): number =>
  rows.reduce((widest, row) => Math.max(widest, row.cells.length), 0);

/** @param at The row of the headings, where somebody has said so: null says that there are none. */
export function findHeadings(record: AnyRecord, rows: readonly SheetRow[], at?: number | null): Headings {
  const index = at === undefined ? headingIndex(record, rows) : rows.findIndex(({ row }) => row === at);
  const heading = rows[index];
  if (!heading) return { row: null, columns: [], titles: [] };
  const groups = groupRows(rows, index);
  const width = widthOf(rows);
  const read = Array.from({ length: width }, (_, column): ColumnHeading => {
    const { text, above } = textOver(heading, groups, column);
    return { text, above, ...meaningOf(record, { text, above }) };
  });
  // All labels in our own order are our own headings, though the groups above them were not copied.
  const ours = record.fields.every(({ label }, column) => read[column]?.text === label);
  // A heading of several fields that stands there several times cannot mean the same one each time.
  const columns = read.map((one, column) => {
    const own = ours ? record.fields[column]?.name : undefined;
    if (own) return { ...one, field: own, exact: true };
    const repeated = read.some(
      (other) => other !== one && other.field === one.field && foldText(other.text) === foldText(one.text),
    );
    return repeated && one.among.length > 1 ? { ...one, field: null, exact: false } : one;
  });
  const titles = rows
    .slice(0, index - groups.length)
    .map(({ cells }) => [...new Set(cells.map(textOf))].filter(Boolean).join(" "));
  return { row: heading.row, columns, titles };
}

/** The first row of known headings, or the one or two below it, where they mean more: those above are groups then. */
function headingIndex(record: AnyRecord, rows: readonly SheetRow[]): number {
  const first = rows.slice(0, searchedRows).findIndex((_, index) => isHeadingRow(record, rows, index));
  if (first < 0) return first;
  let [best, most] = [first, -1];
  for (const index of [first, first + 1, first + 2]) {
    const fields = new Set(meaningsAt(record, rows, index).flatMap(({ field, among }) => field ?? among));
    if (fields.size > most) [best, most] = [index, fields.size];
  }
  return best;
}

function meaningsAt(record: AnyRecord, rows: readonly SheetRow[], index: number): Meaning[] {
  const row = rows[index];
  if (!row) return [];
  const groups = groupRows(rows, index);
  const width = widthOf([row, ...groups]);
  const texts = Array.from({ length: width }, (_, column) => textOver(row, groups, column));
  const filled = texts.filter(({ text }) => text !== "");
  return [...new Map(filled.map((heading) => [`${heading.above}\n${heading.text}`, heading])).values()].map(
    (heading) => meaningOf(record, heading),
  );
}

/** One cell that is a field's very name, or several that mean fields and are not outnumbered by others. */
function isHeadingRow(record: AnyRecord, rows: readonly SheetRow[], index: number): boolean {
  const texts = rows[index]?.cells.map(textOf).filter(Boolean) ?? [];
  if (texts.length === 0) return false;
  if (texts.some((text) => text.includes("_") && record.fields.some(({ name }) => name === text)))
    return true;
  const meanings = meaningsAt(record, rows, index);
  const known = meanings.filter(({ field, among }) => field !== null || among.length > 0).length;
  return (
    known >= 5 || (known * 2 >= meanings.length && (known >= 2 || (known === 1 && meanings.length === 1)))
  );
}

const textOf = (cell: Parameters<typeof cellText>[0]): string =>
  isBlankCell(cell) || isCellProblem(cell) ? "" : cellText(cell).trim();

/** The rows right above the headings that may name groups: no more than two, without a blank row in between. */
function groupRows(rows: readonly SheetRow[], index: number): readonly SheetRow[] {
  const heading = rows[index]?.row ?? 0;
  const above = rows.slice(Math.max(0, index - 2), index).filter(({ row }) => heading - row <= 2);
  // A line of one text is a title, unless the spreadsheet has merged it over some of the columns.
  const isTitle = (row: SheetRow) =>
    new Set(row.cells.map(textOf).filter(Boolean)).size === 1 && textOf(row.cells[0]) !== "";
  const title = above.map(isTitle).lastIndexOf(true);
  return above.slice(title + 1);
}

/** A heading that stands over several rows is read from the lowest one; a group goes on until the next one begins. */
function textOver(
  heading: SheetRow,
  groups: readonly SheetRow[],
  column: number,
): { text: string; above: string } {
  const upper = groups.map((row) => groupAt(row, column));
  const own = textOf(heading.cells[column]);
  if (own !== "") {
    return { text: own, above: [...new Set(upper)].filter((text) => text && text !== own).join(" ") };
  }
  // Nothing of its own: the heading stands above, merged or not, and not only goes on over this column.
  const place = groups.findLastIndex((row) => textOf(row.cells[column]) !== "");
  if (place < 0) return { text: "", above: "" };
  return {
    text: textOf(groups[place]?.cells[column]),
    above: upper.slice(0, place).filter(Boolean).join(" "),
  };
}

function groupAt(row: SheetRow, column: number): string {
  for (let index = column; index >= 0; index--) {
    const text = textOf(row.cells[index]);
    if (text !== "") return text;
  }
  return "";
}

/** Which column holds which field, by the headings alone: of several that mean one field, the first exact one. */
export function columnsOf({ columns }: Headings): (string | null)[] {
  const holder = new Map<string, number>();
  for (const wanted of [true, false]) {
    for (const [column, { field, exact }] of columns.entries()) {
      if (field !== null && exact === wanted && !holder.has(field)) holder.set(field, column);
    }
  }
  return columns.map(({ field }, column) => (field !== null && holder.get(field) === column ? field : null));
}

/** The layout that the headings alone give; what has to be asked is not taken. */
export function findLayout(record: AnyRecord, rows: readonly SheetRow[]): Layout {
  const headings = findHeadings(record, rows);
  if (headings.row === null) return inOrderOfFields(record, rows);
  const columns = columnsOf(headings);
  const ignored = headings.columns.flatMap(({ text, field, among }, column) => {
    if (columns[column] || text === "") return [];
    const reason = field
      ? "a column of this name came before"
      : among.length > 0
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

/** Whether a row repeats the headings, as printed pages do. */
export function repeatsHeadings({ columns }: Headings, row: SheetRow): boolean {
  const texts = row.cells.map((cell, column) => [foldText(textOf(cell)), foldText(columns[column]?.text)]);
  const filled = texts.filter(([text]) => text !== "");
  return filled.length > 1 && filled.every(([text, heading]) => text === heading);
}
