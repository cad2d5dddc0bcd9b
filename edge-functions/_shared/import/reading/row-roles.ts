/**
 * Detects rows that are not data, between and below the data rows: totals, titles, notes, units, repeated headings,
 * column numbers and signatures.
 */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { parseNumber } from "../../rules/numbers.ts";
import { foldText } from "../../rules/text.ts";
import { fieldsOf } from "../../validate/validate.ts";
import { cellText, cellValue, isBlankCell, isCellProblem, type SheetRow } from "./cells.ts";
import { groupingFields } from "./fill-down.ts";
import { type Headings, repeatsHeadings } from "./headings.ts";
import { groupFieldsOf, groupName, isNote, textsOf } from "./lone-rows.ts";
import { type Unit, unitPhrase } from "./units.ts";

export type RowRole = "headings" | "numbering" | "units" | "total" | "title" | "note" | "signature";

interface Table {
  record: AnyRecord;
  headings: Headings;
  /** Field name of each column; null for a column that is not imported. */
  columns: readonly (string | null)[];
}

/** Returns the role of each row that is not data, by row number. */
export function rolesOf(table: Table, rows: readonly SheetRow[]): Map<number, RowRole> {
  const roles = new Map<number, RowRole>();
  const places = placesIn(table, rows);
  for (const [index, row] of rows.entries()) {
    const role = isNoteBesideCopies(table, row, rows[index - 1]) ? "note" : roleOf(table, places, row, index);
    if (role) roles.set(row.row, role);
  }
  for (const row of findSumRows(table, rows, new Set(roles.keys()))) roles.set(row, "total");
  const usual = usualCount(rows);
  for (const part of partsOf(rows, roles)) {
    const first = Math.max(part.length - lastRows, behindData(part));
    const start = part.findIndex(
      (row, index) => index >= first && !roles.has(row.row) && isSignatureRow(table, row, usual),
    );
    if (start < 0) continue;
    // The last row before repeated headings can be the title of the table below them.
    const end = part.at(-1) !== rows.at(-1) && isTitle(places, part.at(-1)) ? -1 : part.length;
    for (const { row } of part.slice(start, end)) roles.set(row, "signature");
  }
  return roles;
}

/** Splits the rows at repeated headings, because signatures can be below each part of a list. */
function partsOf(rows: readonly SheetRow[], roles: ReadonlyMap<number, RowRole>): SheetRow[][] {
  const parts: SheetRow[][] = [[]];
  for (const row of rows) {
    if (roles.get(row.row) === "headings") parts.push([]);
    else parts.at(-1)?.push(row);
  }
  return parts;
}

/** True if the only text of the row is a place or the title of a group of rows, such as "Municipality of Licab". */
function isTitle(places: ReadonlySet<string>, row: SheetRow | undefined): boolean {
  const [text = "", ...others] = row ? textsOf(row) : [];
  return others.length === 0 && !isSignature(text) && (places.has(foldText(text)) || groupName.test(text));
}

const median = (numbers: readonly number[]): number | undefined =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** Number of filled cells in a typical row (the median). */
const usualCount = (rows: readonly SheetRow[]): number => median(rows.map((row) => filled(row).length)) ?? 0;

/**
 * True if the first text of the row introduces a signature or a note. A text such as "Validated by MARPO" in a later
 * column is only a remark. A row that has a title and as many filled cells as most rows is data, so the result is
 * false.
 */
function isSignatureRow({ record, columns }: Table, row: SheetRow, usual: number): boolean {
  const [first = ""] = filled(row);
  if (!isSignature(first)) return false;
  const title = row.cells[columns.indexOf(record.title)];
  const isData = !isBlankCell(title) && !isSignature(cellText(title).trim());
  return !(isData && filled(row).length >= usual);
}

/** Maximum number of signatures next to each other in a row. */
const mostSignatures = 3;

/**
 * Returns the index of the first row that can have signatures. This is the row after the last row with about as many
 * texts as a typical data row. Returns 0 if no row has more texts than a row with signatures can have.
 */
function behindData(rows: readonly SheetRow[]): number {
  const counts = rows.map((row) => filled(row).length);
  const usual = median(counts.filter((count) => count > mostSignatures)) ?? Number.POSITIVE_INFINITY;
  return counts.findLastIndex((count) => count > mostSignatures && count >= usual * 0.6) + 1;
}

/** Maximum number of rows at the end of a list in which signatures ("Prepared by", "Noted by") are searched. */
const lastRows = 15;

/** Returns the normalized names of the towns, provinces and regions in the rows. */
function placesIn({ columns }: Table, rows: readonly SheetRow[]): ReadonlySet<string> {
  const read = columns.flatMap((name, column) => (groupingFields.has(name ?? "") ? [column] : []));
  const texts = new Set(rows.flatMap(({ cells }) => read.map((column) => cellText(cells[column]))));
  return new Set([...texts].map(foldText));
}

function roleOf(
  { record, headings, columns }: Table,
  places: ReadonlySet<string>,
  row: SheetRow,
  index: number,
): RowRole | null {
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
  if (isTotal(record, columns, places, row)) return "total";
  const distinct = textsOf(row);
  if (
    distinct.length <= 3 &&
    distinct.some(isNote) &&
    distinct.every((text) => isNote(text) || /^[\d\s,./:-]+(?:[ap]m)?$/i.test(text))
  )
    return "note";
  const merged = Object.values(row.merged ?? {}).filter((from) => from.row === row.row).length;
  // A row with a single text that is merged over several columns is a title. If the sheet lacks a column such as the
  // town, the text may name the town of the rows below. `readLoneRows` asks the user about such a row, so it gets no
  // role here.
  const grouping = groupFieldsOf(record).some((name) => !columns.includes(name));
  return new Set(texts).size === 1 && merged > 0 && !grouping ? "title" : null;
}

/**
 * True if the title of the row is a note, and all its other values repeat the row above. An example is "Nothing follows"
 * below a list with its ARBO in each row.
 */
function isNoteBesideCopies({ record, columns }: Table, row: SheetRow, above: SheetRow | undefined): boolean {
  const title = columns.indexOf(record.title);
  const textIn = (one: SheetRow | undefined, column: number) => cellText(one?.cells[column]).trim();
  return (
    isNote(textIn(row, title)) &&
    columns.every((name, column) => {
      const text = textIn(row, column);
      return name === null || column === title || text === "" || text === textIn(above, column);
    })
  );
}

const filled = (row: SheetRow): string[] =>
  row.cells.filter((cell) => !isBlankCell(cell) && !isCellProblem(cell)).map((cell) => cellText(cell).trim());

/** True if the texts are column numbers or letters, such as "(1)", "(2)", "(3)" or "A", "B", "C". */
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
  /^(?:(?:grand|sub|over-?all)[\s-]*)?(?:total|subtotal|kabuuan)s?\s*(?:[:,=–—-]|of\b|for\b|per\b|ng\b|no\.?\b|number\b|\(|\d+ [a-z]+$|(?:arbos?|arbs?|members|organi[sz]ations)$).*$/;
const ofTotal = /(?:^|[\s:,–—-])(?:(?:grand|sub|over-?all)[\s-]*)?(?:total|subtotal|kabuuan)s?$/;
/**
 * Matches words other than "total" for the summary of a column, such as "average" or "balance forwarded". A row with
 * such a word is a total only if it has no other words, except in location columns.
 */
const ofColumn =
  /^(?:average|ave|mean|median|counts?|minimum|maximum|min|max|percent|percentage|kabuuang (?:bilang|halaga|dami|kasapi|miyembro|benepisyaryo|lahat|utang|ari-arian)\b.*|g\.?t|(?:no\.?|number) of .+|(?:balance )?(?:(?:brought|carried) )?forward(?:ed)?)(?: *[:=].*)?$/;
/**
 * Matches words that compare accomplishments with targets. If such a word is in the column of names, the row is a
 * summary and not data.
 */
const ofTarget =
  /^(?:(?:target|accomplishment)s?|variance|(?:%|percent|percentage)(?: of)? (?:target|total|accomplishment)s?)$/;

/**
 * True if the row is a total. One cell is exactly "Total", "Grand total" or similar. Or a cell is similar to "Total,
 * Nueva Ecija", and all other cells are numbers or locations. A name such as "Total Farmers Cooperative" is not a
 * total.
 */
function isTotal(
  record: AnyRecord,
  columns: readonly (string | null)[],
  places: ReadonlySet<string>,
  row: SheetRow,
): boolean {
  const words = row.cells.flatMap((cell, column) => {
    const field = record.fields.find(({ name }) => name === columns[column]);
    const title = field?.name === record.title;
    // A text in such a column, such as "n/a", does not show that the row is data.
    const other = field?.options?.from === "place" || field?.kind === "integer" || field?.kind === "decimal";
    const text = isCellProblem(cell)
      ? ""
      : foldText(cellText(cell))
          .replace(/[:.]+$/, "")
          .trim()
          // Joins the letters of "T O T A L".
          .replace(/^(?:[a-z] ){4,}[a-z]$/, (spaced) => spaced.replaceAll(" ", ""));
    const number = typeof cellValue(cell) === "number" || /^[\d.,%()₱ -]+$/.test(text);
    return number || text === "" ? [] : [{ text, other, title }];
  });
  const totals = words.filter(
    ({ text, title }) =>
      [totalOf, ofTotal, ofColumn].some((pattern) => pattern.test(text)) ||
      (title && ofTarget.test(text)) ||
      places.has(/^(?:sub[\s-]*)?totals? (.+)$/.exec(text)?.[1] ?? "no place"),
  );
  // The total row of a province may also contain the name of the region.
  const alone = words.every(({ text, other }) => other || text === totals[0]?.text);
  return words.some(({ text }) => totalWords.test(text)) || (totals.length > 0 && alone);
}

const isSignature = (text: string): boolean =>
  /^(?:prepared|noted|approved|certified|submitted|reviewed|checked|attested|encoded|recommend\w+|verified|validated|conforme|inihanda|pinagtibay|sinuri|nabatid|isinumite|inaprubahan|pinatunayan|inirekomenda)\b.{0,30}?(?:\b(?:by|ni|nina)\b.*|:.*|correct.*)$/i.test(
    text,
  ) || /^(?:sources?|notes?|legend|\*+ ?notes?)\s*:/i.test(text);

/** Returns the unit of each column from the cells of a units row. */
export const unitsOfRow = (row: SheetRow): (Unit | null)[] =>
  row.cells.map((cell) => (isBlankCell(cell) ? null : unitPhrase(cellText(cell))));

/** Maximum difference between a total and the sum of its rows, which can differ because of rounding. */
const tolerance = 0.005;

/** Maximum number of rows per total. Limits the search time in long lists. */
const longestRun = 500;

/**
 * Minimum product of the sums in a row. If a blank cell is the only sign that a row is a total, the product must reach
 * this number. Smaller numbers can be the sums of neighbouring rows by chance.
 */
const leastLikely = 5_000;

interface SummedRows {
  rows: readonly SheetRow[];
  /** Totals of the columns, without columns that are a multiple of another column. */
  independent: readonly number[];
}

/** Numbers of a row, by column index. */
type Numbers = ReadonlyMap<number, number>;

interface NumberRow {
  row: SheetRow;
  numbers: Numbers;
}

/**
 * Returns the row numbers of totals: rows whose numbers are the sums of the rows directly above or below. An example is
 * the row of a town above its organizations. Such rows often have no word for "total".
 * @param others Row numbers of known totals and of other rows that are not data.
 */
function findSumRows(table: Table, rows: readonly SheetRow[], others: ReadonlySet<number>): Set<number> {
  const read = numberColumns(table);
  if (read.length < 2) return new Set();
  const data = rows
    .filter(({ row }) => !others.has(row))
    .map((row): NumberRow => ({ row, numbers: numbersOf(row, read) }));
  const found = new Set<number>();
  const search = (fewest: number) => {
    for (const [index, { row }] of data.entries()) {
      if (found.has(row.row)) continue;
      const runs = [-1, 1].map((step) => summedRows(data, found, index, step, fewest));
      if (runs.some((run) => run !== null && isUnlike(table, row, run))) found.add(row.row);
    }
  };
  search(2);
  // A group can have a single row, whose total has the same numbers. Such totals are only searched in sheets with other
  // totals.
  if (found.size > 0) search(1);
  return found;
}

const numberColumns = ({ record, columns }: Table): number[] =>
  columns.flatMap((name, column) => {
    const kind = name === null ? undefined : fieldsOf(record).get(name)?.kind;
    return kind === "integer" || kind === "decimal" ? [column] : [];
  });

function numbersOf(row: SheetRow, columns: readonly number[]): Numbers {
  const numbers = new Map<number, number>();
  for (const column of columns) {
    const cell = row.cells[column];
    if (isBlankCell(cell) || isCellProblem(cell)) continue;
    const reading = parseNumber(cellValue(cell));
    if (reading.ok && reading.value !== null) numbers.set(column, reading.value);
  }
  return numbers;
}

/**
 * Returns the consecutive rows directly above or below the row at `index` whose sum is that row, in every column. At
 * least two columns must be independent, which means that neither is a multiple of the other. Skips known totals.
 * Returns null if there are no such rows.
 * @param step 1 for the rows below, -1 for the rows above.
 * @param fewest Minimum number of rows.
 */
function summedRows(
  data: readonly NumberRow[],
  totals: ReadonlySet<number>,
  index: number,
  step: number,
  fewest: number,
): SummedRows | null {
  const own = [...(data[index]?.numbers ?? [])];
  if (own.filter(([, value]) => value !== 0).length < 2) return null;
  const sums = new Map<number, number>();
  const run: NumberRow[] = [];
  for (let at = index + step; run.length < longestRun; at += step) {
    const next = data[at];
    if (!next) return null;
    if (totals.has(next.row.row)) continue;
    run.push(next);
    for (const [column, value] of next.numbers) sums.set(column, (sums.get(column) ?? 0) + value);
    const rests = own.map(([column, value]) => value - (sums.get(column) ?? 0));
    if (rests.some((rest) => rest < -tolerance)) return null;
    if (run.length < fewest || rests.some((rest) => rest > tolerance)) continue;
    const independent = independentTotals(own, run);
    return independent.length < 2 ? null : { rows: run.map(({ row }) => row), independent };
  }
  return null;
}

/**
 * Returns the totals of the columns, without columns that are a multiple of an earlier column. The sums of two such
 * columns are both right or both wrong, so the second column proves nothing.
 */
function independentTotals(own: readonly [number, number][], run: readonly NumberRow[]): number[] {
  const bases: [number, number][] = [];
  for (const [column, total] of own) {
    const isMultiple = ([base, sum]: [number, number]) =>
      run.length > 1 &&
      run.every(
        ({ numbers }) =>
          Math.abs((numbers.get(column) ?? 0) * sum - (numbers.get(base) ?? 0) * total) <= tolerance * sum,
      );
    if (total !== 0 && !bases.some(isMultiple)) bases.push([column, total]);
  }
  return bases.map(([, total]) => total);
}

const isInCapitals = (text: string): boolean => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);

/**
 * True if a row differs from the rows that it adds up. The row differs if only its name is in capitals or begins with a
 * number, or if its name is the town of one of these rows. If it adds up at least two rows, it also differs if a text
 * column is blank only in this row.
 */
function isUnlike(
  { record, columns }: Table,
  row: SheetRow,
  { rows: run, independent }: SummedRows,
): boolean {
  const textAt = (one: SheetRow, name: string) => cellText(one.cells[columns.indexOf(name)]).trim();
  const title = textAt(row, record.title);
  const titles = run.map((one) => textAt(one, record.title));
  const differs = (test: (text: string) => boolean) => test(title) && !titles.some(test);
  const texts = columns.flatMap((name, column) => {
    const kind = name === null ? undefined : fieldsOf(record).get(name)?.kind;
    return kind === "text" ? [column] : [];
  });
  const lacks = texts.some(
    (column) => isBlankCell(row.cells[column]) && run.every((one) => !isBlankCell(one.cells[column])),
  );
  const isTown = run.some((one) => title !== "" && foldText(textAt(one, "muncity_name")) === foldText(title));
  const isChance = independent.reduce((product, total) => product * total, 1) < leastLikely;
  return (
    (lacks && run.length > 1 && !isChance) ||
    isTown ||
    differs(isInCapitals) ||
    differs((text) => /^\d/.test(text))
  );
}
