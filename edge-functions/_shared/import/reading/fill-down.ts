/**
 * Fills values down a column, because many sheets write a town or a fund source only once per group of rows. A blank
 * cell may repeat the value above it or have no value, so the user is asked. A ditto mark always repeats the value
 * above it.
 */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { foldText } from "../../rules/text.ts";
import { fieldsOf } from "../../validate/validate.ts";
import { withWritten } from "./cell-repairs.ts";
import {
  cellText,
  cellValue,
  isBlankCell,
  isCellProblem,
  type PlainCell,
  plainText,
  type RawCell,
  type SheetRow,
} from "./cells.ts";
import { type ChosenColumn, columnName } from "./columns.ts";
import type { Headings } from "./headings.ts";
import { type Asker, nameRows } from "./questions.ts";

interface Table {
  record: AnyRecord;
  headings: Headings;
  chosen: readonly ChosenColumn[];
  rows: readonly SheetRow[];
  /** Rows that are not imported, but may contain the value for a blank cell below them. */
  leftOut: readonly SheetRow[];
  asker: Asker;
}

/** Matches ditto marks: "do", "-do-", "-same-", "idem", "as above", quotation marks and two commas. */
const ditto =
  /^[-–—]*\s*(?:["“”„‟″〃](?:\s*["“”„‟″〃])?|['‘’‛′]\s*['‘’‛′]|,,|do\.?|ditto|idem|same(?: as above)?|as above)\s*[-–—]*$/i;

/** True if a text is a ditto mark, in some columns at least. */
export const isDittoMark = (text: string): boolean => ditto.test(text.trim());

/** Matches a text that points to another row, such as "same as no. 1". */
const reference = /^[-–—]?\s*same as (?:the )?(?:nos?\.?|number|row|item|line|#)\s*\d/i;

/** Matches "DO" and "Do", which are ditto marks only in columns for places. In other columns, they can be values. */
const capitalDo = /^D[Oo]$/;

const isDitto = (cell: RawCell | undefined, field: string): boolean => {
  const text = cellText(cell).trim();
  return isDittoMark(text) && (groupingFields.has(field) || !capitalDo.test(text));
};

export const groupingFields = new Set(["region_name", "province_name", "muncity_name"]);

/** Other fields that sheets may write once per group of rows. The user is only asked if the rows look grouped. */
const repeatedFields = new Set(
  (
    "arbo_id arbo_name arc_id arc_name fund_source psp_category subpsp_name training_id training_title " +
    "reporting_year reporting_quarter reporting_month year_funded"
  ).split(" "),
);

/** Pairs of fields that contain the ID and the name of the same record. */
const sameThing: readonly (readonly [string, string])[] = [
  ["arbo_id", "arbo_name"],
  ["arc_id", "arc_name"],
  ["training_id", "training_title"],
];

export function fillDown(table: Table): SheetRow[] {
  const { record, chosen, rows, leftOut, asker } = table;
  const isLeftOut = new Set(leftOut.map(({ row }) => row));
  const all = [...rows, ...leftOut].sort((one, other) => one.row - other.row);
  const result = chosen.reduce<SheetRow[]>((before, { field, heading }, column) => {
    const kind = field === null ? undefined : fieldsOf(record).get(field)?.kind;
    if (field === null || kind === undefined || kind === "long_text") return before;
    const filled = withoutReferences(before, column);
    const dittos = filled.some(({ cells }) => isDitto(cells[column], field));
    const mayRepeat =
      groupingFields.has(field) || (isRepeated(record, field) && looksGrouped(table, field, column));
    const blanks = (mayRepeat ? blanksBelow(filled, column) : []).filter((row) => !isLeftOut.has(row));
    if (blanks.length === 0) return dittos ? filledColumn(filled, { column, field }, false) : filled;
    const text = `${columnName(column, heading)}: ${nameRows(blanks).toLowerCase()} ${blanks.length === 1 ? "is" : "are"} blank below a filled cell. Should blank cells take the value above?`;
    const answer = asker.ask(`above ${field}`, text, {
      above: "Yes, take the value above",
      blank: "No, leave them blank",
    });
    return answer === "above" || dittos
      ? filledColumn(filled, { column, field }, answer === "above")
      : filled;
  }, all);
  return result.filter(({ row }) => !isLeftOut.has(row));
}

/**
 * True if the field is the name of the row itself. A report, for example, has the name of its ARBO, which other reports
 * share.
 */
export const isOwnName = ({ title, path, parent }: AnyRecord, field: string): boolean =>
  field === title && (parent === undefined || parent.path === path || parent.title !== title);

/** True if several rows can have the same value in the field, and the field is not the row's own ID or name. */
const isRepeated = (record: AnyRecord, field: string): boolean =>
  repeatedFields.has(field) &&
  !isOwnName(record, field) &&
  !record.keys.some((key) => key.length === 1 && key[0] === field);

/**
 * True if the sheet probably writes the field only once per group of rows. All of these must apply:
 * - This app did not write the sheet.
 * - At least two rows, including the first row, have a value in the field.
 * - At least as many rows have no value.
 * - A place or another required value is missing in exactly the same rows. For the ID and the name of the parent, it is
 *   enough that no value occurs twice.
 * - No blank row has only the ID or only the name of the same record, such as the ID of an ARBO.
 */
function looksGrouped({ record, headings, chosen, rows }: Table, field: string, column: number): boolean {
  const isBlankIn = (row: SheetRow, names: readonly string[]) =>
    chosen.every((column, index) => !names.includes(column.field ?? "") || isBlankCell(row.cells[index]));
  const blanks = rows.filter((row) => isBlankIn(row, [field]));
  const filled = rows.length - blanks.length;
  if (headings.ours || filled < 2 || blanks.length < filled || blanks[0] === rows[0]) return false;
  const pair = sameThing.find((names) => names.includes(field)) ?? [];
  if (!blanks.every((row) => isBlankIn(row, pair))) return false;
  if ([record.parent?.identifier, record.parent?.title].includes(field) && hasDistinctValues(rows, column))
    return true;
  const needed = [
    ...[...groupingFields].map((name) => [name]),
    ...record.fields.filter(({ required }) => required).map(({ name }) => [name]),
    ...(record.facts ?? []).map(({ anyOf }) => anyOf),
  ].filter((names) => chosen.some((column) => column.field !== null && names.includes(column.field)));
  const blank = new Set(blanks);
  return needed.some((names) => rows.every((row) => isBlankIn(row, names) === blank.has(row)));
}

/** True if no two cells of the column have the same text. Blank cells are not compared. */
function hasDistinctValues(rows: readonly SheetRow[], column: number): boolean {
  const texts = rows.map(({ cells }) => foldText(cellText(cells[column]))).filter((text) => text !== "");
  return new Set(texts).size === texts.length;
}

/**
 * Returns the row numbers of the blank cells below the first filled cell of a column. Returns an empty list if the
 * sheet seems to write the value in every row, because a blank cell then has no value.
 */
function blanksBelow(rows: readonly SheetRow[], column: number): number[] {
  const first = rows.findIndex(({ cells }) => !isBlankCell(cells[column]));
  if (first < 0) return [];
  const below = rows.slice(first);
  const blanks = below.flatMap(({ row, cells }) => (isBlankCell(cells[column]) ? [row] : []));
  const texts = below.map(({ cells }) => cellText(cells[column]).trim());
  return isInEveryRow(texts, blanks.length) ? [] : blanks;
}

/**
 * True if the sheet probably writes a value in every row of the column, so that a blank cell has no value. This is the
 * case if more cells repeat the text above them than cells are blank. A single repetition is enough if any text occurs
 * in separate places of the column, because the rows are then not grouped by this column.
 */
function isInEveryRow(texts: readonly string[], blanks: number): boolean {
  const filled = texts.filter((text) => text !== "");
  const groups = filled.filter((text, place) => text !== filled[place - 1]);
  const repeats = texts.filter((text, place) => text !== "" && text === texts[place + 1]).length;
  return repeats > blanks || (repeats > 0 && new Set(groups).size < groups.length);
}

function filledColumn(
  rows: readonly SheetRow[],
  { column, field }: { column: number; field: string },
  blanksToo: boolean,
): SheetRow[] {
  let above: { value: PlainCell; row: number } | null = null;
  return rows.map((row) => {
    const cell = row.cells[column];
    const takes = isDitto(cell, field) || (blanksToo && isBlankCell(cell));
    if (!takes) {
      if (!isCellProblem(cell) && !isBlankCell(cell)) above = { value: cellValue(cell), row: row.row };
      return row;
    }
    if (above === null) return row;
    const { value, row: from } = above as { value: PlainCell; row: number };
    const note = `${plainText(value)}, from row ${from}`;
    const filled = { value, shown: cellText(cell), note };
    // Keep the ditto mark as the original text, because the stored row may contain the mark itself.
    return withCell(row, column, withWritten(cell ?? null, filled) ?? filled);
  });
}

/**
 * Reports cells that point to another row, such as "same as no. 1". The import can't find that row, because the number
 * can be a row number or a number in the list.
 */
const withoutReferences = (rows: SheetRow[], column: number): SheetRow[] =>
  rows.map((row) => {
    const cell = row.cells[column] ?? null;
    const text = cellText(cell);
    if (isCellProblem(cell) || !reference.test(text.trim())) return row;
    const problem = { problem: `"${text.trim()}" refers to another row; enter the value`, text };
    return withCell(row, column, withWritten(cell, problem) ?? problem);
  });

/** Returns the row with one cell replaced. If the row is too short, appends blank cells. */
export function withCell(row: SheetRow, column: number, cell: RawCell): SheetRow {
  const cells = [...row.cells];
  while (cells.length < column) cells.push(null);
  cells[column] = cell;
  return { ...row, cells };
}
