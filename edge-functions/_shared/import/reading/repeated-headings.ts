/**
 * Handles a second table below the first one, with different headings or another order of columns. The user confirms
 * that a row contains headings. The cells below that row are then moved to the columns of the first table.
 */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { foldHeading, foldText } from "../../rules/text.ts";
import { cellText, isBlankCell, isCellProblem, type RawCell, type SheetRow } from "./cells.ts";
import { hasOnlyFieldWords, interpretHeading } from "./heading-interpretation.ts";
import { type Headings, repeatsHeadings } from "./headings.ts";
import type { Asker } from "./questions.ts";

interface Table {
  record: AnyRecord;
  headings: Headings;
  below: readonly SheetRow[];
  asker: Asker;
}

export function readRepeatedHeadings({ record, headings, below, asker }: Table): SheetRow[] {
  if (headings.row === null) return [...below];
  const names = namesIn(record, headings);
  const rows: SheetRow[] = [];
  /**
   * For each column of the second table: index of the matching column in the first table. Null before a second table
   * begins.
   */
  let places: readonly (number | null)[] | null = null;
  let left = false;
  for (const row of below) {
    if (repeatsHeadings(headings, row)) {
      places = null;
      left = false;
    } else if (areHeadings(record, names, row)) {
      places = row.cells.map((cell) => placeOf(record, headings, textOf(cell)));
      const lost = row.cells.map(textOf).filter((text, column) => text !== "" && places?.[column] === null);
      const answer = asker.ask(
        `headings ${row.row}`,
        `Row ${row.row} has headings that differ from those in row ${headings.row}.${lost.length > 0 ? ` Not in row ${headings.row}, so left out: ${lost.join(", ")}.` : ""}`,
        { own: "Use these headings for the rows below", out: "Leave out the rows below" },
      );
      left = answer === "out";
      continue;
    }
    if (!left) rows.push(places === null ? row : moved(row, places));
  }
  return rows;
}

const textOf = (cell: RawCell | undefined): string =>
  isBlankCell(cell) || isCellProblem(cell) ? "" : cellText(cell).trim();

/** Returns the normalized names and labels of all fields, and the headings of the first table. */
const namesIn = (record: AnyRecord, headings: Headings): Set<string> =>
  new Set(
    [
      ...headings.columns.map(({ text }) => text),
      ...record.fields.flatMap(({ name, label, headings: others = [] }) => [name, label, ...others]),
    ]
      .map(foldHeading)
      .filter((text) => text !== ""),
  );

/**
 * True if at least two cells, and at least two thirds of the filled cells, are headings. A heading is a heading of the
 * first table, or a text that matches a field.
 */
function areHeadings(record: AnyRecord, names: ReadonlySet<string>, row: SheetRow): boolean {
  const texts = row.cells.map(textOf).filter((text) => text !== "");
  // Exclude rows with many numbers first, because headings are words. This check is fast and excludes most data rows.
  if (texts.length < 2 || texts.filter((text) => /^[\d.,-]+$/.test(text)).length * 3 > texts.length)
    return false;
  let others = 0;
  for (const text of texts) {
    if (!isHeading(record, names, text)) others++;
    if (others * 3 > texts.length) return false;
  }
  return texts.length - others >= 2;
}

function isHeading(record: AnyRecord, names: ReadonlySet<string>, text: string): boolean {
  if (names.has(foldHeading(text))) return true;
  if (!hasOnlyFieldWords(record, text)) return false;
  const { field, candidates } = interpretHeading(record, { text, above: "" });
  return field !== null || candidates.length > 0;
}

function placeOf(record: AnyRecord, { columns }: Headings, text: string): number | null {
  if (text === "") return null;
  const same = columns.findIndex((heading) => foldText(heading.text) === foldText(text));
  if (same >= 0) return same;
  const { field } = interpretHeading(record, { text, above: "" });
  const meant = field === null ? -1 : columns.findIndex((heading) => heading.field === field);
  return meant < 0 ? null : meant;
}

function moved(row: SheetRow, places: readonly (number | null)[]): SheetRow {
  const cells: RawCell[] = [];
  for (const [column, place] of places.entries()) {
    if (place === null) continue;
    while (cells.length < place) cells.push(null);
    cells[place] = row.cells[column] ?? null;
  }
  const { merged: _, struck, partialDates, ...rest } = row;
  const [struckNow, partialNow] = [struck, partialDates].map((columns) =>
    columns?.flatMap((column) => places[column] ?? []),
  );
  return {
    ...rest,
    cells,
    ...(struckNow ? { struck: struckNow } : {}),
    ...(partialNow ? { partialDates: partialNow } : {}),
  };
}
