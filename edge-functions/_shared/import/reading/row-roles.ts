/** Rows between and below the data that are none: totals, titles, repeated headings, numbers of columns, signatures. */
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
  /** Field of each column. */
  columns: readonly (string | null)[];
}

/** The role of each row that is no data. */
export function rolesOf(table: Table, rows: readonly SheetRow[]): Map<number, RowRole> {
  const roles = new Map<number, RowRole>();
  for (const [index, row] of rows.entries()) {
    const role = roleOf(table, row, index);
    if (role) roles.set(row.row, role);
  }
  const first = Math.max(rows.length - lastRows, behindData(rows));
  const signature = rows.slice(first).find((row) => !roles.has(row.row) && filled(row).some(isSignature));
  for (const { row } of rows) if (signature && row >= signature.row) roles.set(row, "signature");
  return roles;
}

/** A row holds at most this many signatures side by side. */
const mostSignatures = 3;

/** Index after the last row that has about as many texts as a data row; 0 where data rows have as few as signatures. */
function behindData(rows: readonly SheetRow[]): number {
  const counts = rows.map((row) => filled(row).length);
  const ofData = counts.filter((count) => count > mostSignatures).sort((one, other) => one - other);
  const usual = ofData[Math.floor(ofData.length / 2)] ?? Number.POSITIVE_INFINITY;
  return counts.findLastIndex((count) => count > mostSignatures && count >= usual * 0.6) + 1;
}

/** Who has prepared and noted a list stands in its last rows. */
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
  // A title over rows without a town may name it: that is asked with other rows of one text.
  const grouping = ["muncity_name", "province_name"].some(
    (name) => record.fields.some((field) => field.name === name) && !columns.includes(name),
  );
  return new Set(texts).size === 1 && merged > 0 && !grouping ? "title" : null;
}

const filled = (row: SheetRow): string[] =>
  row.cells.filter((cell) => !isBlankCell(cell) && !isCellProblem(cell)).map((cell) => cellText(cell).trim());

/** "(1)", "(2)", "(3)" or "A", "B", "C": each one more than the one before. */
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
/** Other figures of a whole column, which only count as such in a row without other words. */
const ofColumn =
  /^(?:average|ave|mean|median|counts?|minimum|maximum|min|max|percent|percentage|kabuuang (?:bilang|halaga|dami))(?: *[:=].*)?$/;

/**
 * A row that says "Grand total" or "Total, Nueva Ecija" in words and is figures otherwise. A name that begins with the
 * word ("Total Farmers Cooperative") is none, and neither is a row that tells of an organization in other cells.
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
  // The total of a province may stand beside the name of its region.
  const alone = words.every(({ text, place }) => place || text === totals[0]?.text);
  return words.some(({ text }) => totalWords.test(text)) || (totals.length > 0 && alone);
}

const isSignature = (text: string): boolean =>
  /^(?:prepared|noted|approved|certified|submitted|reviewed|checked|attested|encoded|recommend\w+|verified|validated|conforme)\b.{0,30}?(?:\bby\b.*|:.*|correct.*)$/i.test(
    text,
  ) || /^(?:sources?|notes?|legend|\*+ ?notes?)\s*:/i.test(text);

/** The unit of each column that a row of units names. */
export const unitsOfRow = (row: SheetRow): (Unit | null)[] =>
  row.cells.map((cell) => (isBlankCell(cell) ? null : unitPhrase(cellText(cell))));
