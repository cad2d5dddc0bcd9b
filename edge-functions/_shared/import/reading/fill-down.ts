/**
 * Fills values down a column, because many sheets write a town or a fund source only once for a group of rows. A blank
 * cell below may mean the value above it, or no value, so the user is asked. A ditto mark always means the value above
 * it.
 */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
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
  /** Data rows that are not imported. A cell of such a row can still be the value above a blank cell. */
  leftOut: readonly SheetRow[];
  asker: Asker;
}

/** Matches ditto marks: "do", "-do-", "ditto", "same as above", and one or two quotation marks. */
const ditto = /^(?:"|''|”|〃|-?\s*do\.?\s*-?|ditto|same(?: as above)?)$/i;

/** The word "do" in capitals, which is a value of its own in a column that does not name a place. */
const capitalDo = /^D[Oo]$/;

const isDitto = (cell: RawCell | undefined, field: string): boolean => {
  const text = cellText(cell).trim();
  return ditto.test(text) && (groupingFields.has(field) || !capitalDo.test(text));
};

export const groupingFields = new Set(["region_name", "province_name", "muncity_name"]);

/** Other fields that sheets may write once for a group of rows. The user is only asked if the rows look grouped. */
const repeatedFields = new Set(
  (
    "arbo_id arbo_name arc_id arc_name fund_source psp_category subpsp_name training_id training_title " +
    "reporting_year year_funded"
  ).split(" "),
);

/** Pairs of an ID and a name of the same thing. */
const sameThing: readonly (readonly [string, string])[] = [
  ["arbo_id", "arbo_name"],
  ["arc_id", "arc_name"],
  ["training_id", "training_title"],
];

export function fillDown(table: Table): SheetRow[] {
  const { record, chosen, rows, leftOut, asker } = table;
  const isLeftOut = new Set(leftOut.map(({ row }) => row));
  const all = [...rows, ...leftOut].sort((one, other) => one.row - other.row);
  const result = chosen.reduce<SheetRow[]>((filled, { field, heading }, column) => {
    const kind = field === null ? undefined : fieldsOf(record).get(field)?.kind;
    if (field === null || kind === undefined || kind === "long_text") return filled;
    const dittos = filled.some(({ cells }) => isDitto(cells[column], field));
    const mayRepeat = groupingFields.has(field) || (isRepeated(record, field) && looksGrouped(table, field));
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

/** True for a field that may repeat from row to row, and does not identify or name the row itself. */
const isRepeated = ({ title, keys }: AnyRecord, field: string): boolean =>
  repeatedFields.has(field) && field !== title && !keys.some((key) => key.length === 1 && key[0] === field);

/**
 * True if the sheet seems to write the field once for each group of rows: The first row has a value, several groups
 * begin, at least as many cells are blank as are filled, and the blank rows are exactly those that also lack a place
 * or a value without which a row can't be saved. Any other column is probably optional. False for the
 * product's own sheets, and if a blank row has the ID or name that belongs to the field, because it may differ from
 * the one above.
 */
function looksGrouped({ record, headings, chosen, rows }: Table, field: string): boolean {
  const isBlankIn = (row: SheetRow, names: readonly string[]) =>
    chosen.every((column, index) => !names.includes(column.field ?? "") || isBlankCell(row.cells[index]));
  const blanks = rows.filter((row) => isBlankIn(row, [field]));
  const filled = rows.length - blanks.length;
  if (headings.ours || filled < 2 || blanks.length < filled || blanks[0] === rows[0]) return false;
  const pair = sameThing.find((names) => names.includes(field)) ?? [];
  if (!blanks.every((row) => isBlankIn(row, pair))) return false;
  const needed = [
    ...[...groupingFields].map((name) => [name]),
    ...record.fields.filter(({ required }) => required).map(({ name }) => [name]),
    ...(record.facts ?? []).map(({ anyOf }) => anyOf),
  ].filter((names) => chosen.some((column) => column.field !== null && names.includes(column.field)));
  const blank = new Set(blanks);
  return needed.some((names) => rows.every((row) => isBlankIn(row, names) === blank.has(row)));
}

/**
 * Returns the row numbers of the blank cells in the column, below its first filled cell. The list is empty if the sheet
 * writes a value in every row, so that a blank cell means no value.
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
 * True if the texts of a column repeat the text directly above more often than cells are blank. A single repetition is
 * enough if the same text also occurs in several places, because then the rows are not grouped by this column.
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
    // The text of a ditto mark may be stored as it is.
    return withCell(row, column, withWritten(cell ?? null, filled) ?? filled);
  });
}

/** Returns the row with one cell replaced. Appends blank cells if the column is beyond the end of the row. */
export function withCell(row: SheetRow, column: number, cell: RawCell): SheetRow {
  const cells = [...row.cells];
  while (cells.length < column) cells.push(null);
  cells[column] = cell;
  return { ...row, cells };
}
