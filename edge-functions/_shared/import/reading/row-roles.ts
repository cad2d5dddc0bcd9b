/**
 * Detects rows between and below the data that are not data: totals, titles, repeated headings, column numbers,
 * signatures.
 */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { foldText } from "../../rules/text.ts";
import { cellText, cellValue, isBlankCell, isCellProblem, type SheetRow } from "./cells.ts";
import { type Headings, repeatsHeadings } from "./headings.ts";
import { isNote, textsOf } from "./lone-rows.ts";
import { type Unit, unitPhrase } from "./units.ts";

export type RowRole = "headings" | "numbering" | "units" | "total" | "title" | "note" | "signature";

interface Table {
  record: AnyRecord;
  headings: Headings;
  /** Field name of each column. */
  columns: readonly (string | null)[];
}

/** Returns the role of each row that is not a data row. */
export function rolesOf(table: Table, rows: readonly SheetRow[]): Map<number, RowRole> {
  const roles = new Map<number, RowRole>();
  for (const [index, row] of rows.entries()) {
    const role = roleOf(table, row, index);
    if (role) roles.set(row.row, role);
  }
  const first = Math.max(rows.length - lastRows, behindData(rows));
  const usual = usualCount(rows);
  const signature = rows.slice(first).find((row) => !roles.has(row.row) && isSignatureRow(table, row, usual));
  for (const { row } of rows) if (signature && row >= signature.row) roles.set(row, "signature");
  return roles;
}

const median = (numbers: readonly number[]): number | undefined =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** Number of texts in a typical row. */
const usualCount = (rows: readonly SheetRow[]): number => median(rows.map((row) => filled(row).length)) ?? 0;

/**
 * True if the first text of the row introduces a signature or a note. A remark such as "Validated by MARPO" in a later
 * column doesn't count. A row that is as full as usual and has a title is a data row, even if its first column has such
 * a remark.
 */
function isSignatureRow({ record, columns }: Table, row: SheetRow, usual: number): boolean {
  const [first = ""] = filled(row);
  if (!isSignature(first)) return false;
  const title = row.cells[columns.indexOf(record.title)];
  const isData = !isBlankCell(title) && !isSignature(cellText(title).trim());
  return !(isData && filled(row).length >= usual);
}

/** Maximum number of signatures side by side in a row. */
const mostSignatures = 3;

/**
 * Returns the index of the first row that may have signatures: the row after the last row that has about as many texts
 * as a typical data row. Returns 0 if data rows have as few texts as rows with signatures.
 */
function behindData(rows: readonly SheetRow[]): number {
  const counts = rows.map((row) => filled(row).length);
  const usual = median(counts.filter((count) => count > mostSignatures)) ?? Number.POSITIVE_INFINITY;
  return counts.findLastIndex((count) => count > mostSignatures && count >= usual * 0.6) + 1;
}

/** Number of rows at the end of the list in which signatures ("Prepared by", "Noted by") are searched. */
const lastRows = 15;

function roleOf({ record, headings, columns }: Table, row: SheetRow, index: number): RowRole | null {
  const texts = filled(row);
  if (texts.length === 0) return null;
  if (headings.row !== null && repeatsHeadings(headings, row)) return "headings";
  if (headings.row !== null && index < 2 && isNumbering(texts)) return "numbering";
  if (
    headings.row !== null &&
    index < 2 &&
    texts.every((text) => unitPhrase(text) !== null && !/^\d+$/.test(text))
  ) {
    return "units";
  }
  if (isTotal(record, columns, row)) return "total";
  const distinct = textsOf(row);
  if (
    distinct.length <= 3 &&
    distinct.some(isNote) &&
    distinct.every((text) => isNote(text) || /^[\d\s,./:-]+(?:[ap]m)?$/i.test(text))
  )
    return "note";
  const merged = Object.values(row.merged ?? {}).filter((from) => from.row === row.row).length;
  // A row whose only text is merged over several columns is a title. But in a sheet without a town or province column,
  // the text may name the town or province of the rows below. Such a row gets no role here, because `readLoneRows` asks
  // the user about it.
  const grouping = ["muncity_name", "province_name"].some(
    (name) => record.fields.some((field) => field.name === name) && !columns.includes(name),
  );
  return new Set(texts).size === 1 && merged > 0 && !grouping ? "title" : null;
}

const filled = (row: SheetRow): string[] =>
  row.cells.filter((cell) => !isBlankCell(cell) && !isCellProblem(cell)).map((cell) => cellText(cell).trim());

/** True if the texts number the columns, such as "(1)", "(2)", "(3)" or "A", "B", "C". */
function isNumbering(texts: readonly string[]): boolean {
  const marks = texts.map((text) =>
    /^[([]?(\d{1,2}|[a-z])[)\]]?(?:\s*=.*)?$/i.exec(text)?.[1]?.toLowerCase(),
  );
  if (marks.length < 3 || marks.some((mark) => mark === undefined)) return false;
  const order = marks.map((mark) => (/^\d/.test(mark ?? "") ? Number(mark) : (mark ?? "").charCodeAt(0)));
  return order.every((value, index) => index === 0 || value === (order[index - 1] ?? 0) + 1);
}

const totalWords = /^(?:(?:grand|sub|over-?all|page|running)[\s-]*)?(?:total|subtotal|sum|kabuuan)s?$/;
const totalOf =
  /^(?:(?:grand|sub|over-?all)[\s-]*)?(?:total|subtotal|kabuuan)s?\s*(?:[:,=–—-]|of\b|for\b|no\.?\b|number\b|\().*$/;
const ofTotal = /(?:^|[\s:,–—-])(?:(?:grand|sub|over-?all)[\s-]*)?(?:total|subtotal|kabuuan)s?$/;
/**
 * Words that introduce a summary of a column without the word "total", such as "average" or "count". `isTotal` treats
 * a row with one of these words as a total row only if the row has no other words, except in location columns.
 */
const ofColumn =
  /^(?:average|ave|mean|median|counts?|minimum|maximum|min|max|percent|percentage|kabuuang (?:bilang|halaga|dami))(?: *[:=].*)?$/;

/**
 * True if the row is a total: its words are "Grand total", "Total, Nueva Ecija" or similar, and all other cells are
 * numbers. A name that begins with "Total" ("Total Farmers Cooperative") is not a total. A row with other words is not
 * a total either, unless these words are in location columns.
 */
function isTotal(record: AnyRecord, columns: readonly (string | null)[], row: SheetRow): boolean {
  const words = row.cells.flatMap((cell, column) => {
    const field = record.fields.find(({ name }) => name === columns[column]);
    const place = field?.options?.from === "place";
    const number =
      field?.kind === "integer" || field?.kind === "decimal" || typeof cellValue(cell) === "number";
    const text = isCellProblem(cell)
      ? ""
      : foldText(cellText(cell))
          .replace(/[:.]+$/, "")
          .trim();
    return number || text === "" || /^[\d.,%()₱ -]+$/.test(text) ? [] : [{ text, place }];
  });
  const totals = words.filter(({ text }) =>
    [totalOf, ofTotal, ofColumn].some((pattern) => pattern.test(text)),
  );
  // The total row of a province may also contain the name of the region.
  const alone = words.every(({ text, place }) => place || text === totals[0]?.text);
  return words.some(({ text }) => totalWords.test(text)) || (totals.length > 0 && alone);
}

const isSignature = (text: string): boolean =>
  /^(?:prepared|noted|approved|certified|submitted|reviewed|checked|attested|encoded|recommend\w+|verified|validated|conforme)\b.{0,30}?(?:\bby\b.*|:.*|correct.*)$/i.test(
    text,
  ) || /^(?:sources?|notes?|legend|\*+ ?notes?)\s*:/i.test(text);

/** Returns the unit of each column from a row of units. */
export const unitsOfRow = (row: SheetRow): (Unit | null)[] =>
  row.cells.map((cell) => (isBlankCell(cell) ? null : unitPhrase(cellText(cell))));
