/**
 * Selects the data rows of a sheet. All other rows are listed in remarks or questions to the user, and are not
 * imported.
 */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { cellText, isBlankCell, type Sheet, type SheetRow } from "./cells.ts";
import type { ChosenColumn } from "./columns.ts";
import { groupingFields } from "./fill-down.ts";
import { isFooter } from "./footer.ts";
import type { Headings } from "./headings.ts";
import { isLoneName, loneRows, readLoneRows } from "./lone-rows.ts";
import { type Asker, nameRows } from "./questions.ts";
import { type RowRole, rolesOf } from "./row-roles.ts";

interface RowContext {
  record: AnyRecord;
  sheet: Sheet;
  headings: Headings;
  below: readonly SheetRow[];
  /**
   * Columns that are imported, in order. A column for the town or province is appended if rows above the data rows name
   * it.
   */
  chosen: ChosenColumn[];
  asker: Asker;
  remarks: string[];
}

interface RowQuestion {
  text: (rows: string, one: boolean) => string;
}

/**
 * Questions to the user about rows that look like totals, titles, notes or signatures, because such rows may contain
 * data. The user is not asked about rows with units, column numbers or repeated headings, which never contain data.
 */
const asked: Readonly<Partial<Record<RowRole, RowQuestion["text"]>>> = {
  total: (rows, one) => `${rows} ${one ? "looks like a total" : "look like totals"}.`,
  title: (rows, one) => `${rows} ${one ? "looks like a title" : "look like titles"} between the rows.`,
  note: (rows, one) =>
    `${rows} ${one ? "looks like a note about the list" : "look like notes about the list"}.`,
  signature: (rows, one) =>
    `${rows} ${one ? "looks like a note" : "look like notes or signatures"} below the list.`,
};

interface DataRows {
  rows: SheetRow[];
  /**
   * Rows that are not imported: hidden rows, struck-through rows, rows with too many cells, and totals of a town. Their
   * cells may still contain the town of the rows below.
   */
  leftOut: SheetRow[];
  unitsRow: SheetRow | undefined;
}

export function dataRows(context: RowContext): DataRows {
  const { record, headings, below, chosen, asker, remarks } = context;
  const fields = chosen.map(({ field }) => field);
  const isFilled = (row: SheetRow) =>
    fields.some((name, column) => name !== null && !isBlankCell(row.cells[column]));
  // Keep rows that have only the name of a town, because the name may be in a column that is not imported, such as the
  // row numbers.
  const isTaken = (row: SheetRow) => isFilled(row) || isLoneName(row);
  const filled = below.filter((row) => isTaken(row) && !isFooter(record, fields, row));
  const others = below.filter((row) => !isTaken(row)).map(({ row }) => row);
  if (others.length > 0)
    remarks.push(
      `${nameRows(others)} ${others.length === 1 ? "has" : "have"} no values in the imported columns.`,
    );
  const roles = rolesOf({ record, headings, columns: fields }, filled);
  const out = new Set<number>();
  const of = (role: RowRole) => filled.flatMap(({ row }) => (roles.get(row) === role ? [row] : []));
  for (const role of ["total", "title", "note", "signature"] as const) {
    const rows = of(role);
    if (rows.length === 0) continue;
    const text = asked[role]?.(nameRows(rows), rows.length === 1) ?? "";
    const answer = asker.ask(`rows ${role}`, text, { out: "Leave out", in: "Import as rows" }, "out");
    if (answer === "out") for (const row of rows) out.add(row);
  }
  for (const role of ["headings", "numbering", "units"] as const) {
    const rows = of(role);
    for (const row of rows) out.add(row);
    const what = {
      headings: "the headings again",
      numbering: "the column numbers",
      units: "the units",
    }[role];
    if (rows.length > 0)
      remarks.push(`${nameRows(rows)} ${rows.length === 1 ? "contains" : "contain"} ${what} and no data.`);
  }
  const listed = filled.filter(({ row }) => !out.has(row));
  const taken = withoutLong(context, listed);
  const lone = loneRows(taken).filter(({ row }) => !roles.has(row));
  const read = readLoneRows({ record, chosen, rows: taken, lone, asker });
  const rest = read.filter((row) => isFilled(row) || !isLoneName(row));
  const unitsRow = filled.find(({ row }) => roles.get(row) === "units");
  const rows = withoutStruck(
    { ...context, fields: chosen.map(({ field }) => field) },
    withoutHidden(context, rest),
  );
  const kept = new Set(rows.map(({ row }) => row));
  const long = listed.filter((row) => !taken.includes(row));
  const totals = filled.filter(
    (row) => out.has(row.row) && roles.get(row.row) === "total" && namesPlace(fields, row),
  );
  const leftOut = [...totals, ...long, ...rest].filter(({ row }) => !kept.has(row));
  return { rows, leftOut, unitsRow };
}

/**
 * True if the row has a text in a column for regions, provinces or towns, and no such text contains "Total" or
 * "kabuuan".
 */
function namesPlace(fields: readonly (string | null)[], { cells }: SheetRow): boolean {
  const texts = fields.flatMap((name, column) =>
    groupingFields.has(name ?? "") ? [cellText(cells[column]).trim()] : [],
  );
  return texts.some((text) => text !== "") && !texts.some((text) => /total|kabuuan/i.test(text));
}

/**
 * Asks about CSV lines with more cells than headings. In such a line, a separator inside a value probably split the
 * value, so that the following cells are in the wrong columns. Headings are counted up to the last column that has a
 * heading or a field chosen by the user.
 */
function withoutLong({ sheet, headings, chosen, asker }: RowContext, rows: SheetRow[]): SheetRow[] {
  const all = sheet.rows.find(({ row }) => row === headings.row)?.cellCount;
  if (all === undefined) return rows;
  const own = chosen.findLastIndex(({ field }, index) => field !== null || headings.columns[index]?.text) + 1;
  const cellsIn = ({ cells, cellCount = 0 }: SheetRow): number =>
    cellCount > all ? cellCount : cells.findLastIndex((cell) => !isBlankCell(cell)) + 1;
  const long = rows.filter((row) => row.cellCount !== undefined && cellsIn(row) > own);
  const [first] = long;
  if (!first) return rows;
  const text = `${nameRows(long.map(({ row }) => row))} ${long.length === 1 ? "has" : "have"} more cells than there are headings (${cellsIn(first)} and ${own}). A separator inside a cell, such as the comma in 1,500, shifts the cells after it.`;
  const answer = asker.ask("long rows", text, {
    out: "Leave them out",
    in: "Import them without the extra cells",
  });
  return answer === "in" ? rows : rows.filter((row) => !long.includes(row));
}

function withoutHidden({ asker }: RowContext, rows: SheetRow[]): SheetRow[] {
  const hidden = rows.filter((row) => row.hidden).map(({ row }) => row);
  if (hidden.length === 0) return rows;
  const text = `${nameRows(hidden)} ${hidden.length === 1 ? "is" : "are"} hidden in the spreadsheet, by a filter or by hand.`;
  const answer = asker.ask("hidden rows", text, { in: "Import them", out: "Leave them out" });
  return answer === "in" ? rows : rows.filter((row) => !row.hidden);
}

/** Asks whether to import struck-through text, which may no longer be valid. */
function withoutStruck(
  { fields, asker }: RowContext & { fields: readonly (string | null)[] },
  rows: SheetRow[],
): SheetRow[] {
  const isStruck = (row: SheetRow, column: number) => row.struck?.includes(column) === true;
  const columnsOf = (row: SheetRow) =>
    fields.flatMap((name, column) => (name !== null && !isBlankCell(row.cells[column]) ? [column] : []));
  const struck = rows.filter((row) => columnsOf(row).some((column) => isStruck(row, column)));
  if (struck.length === 0) return rows;
  const text = `${nameRows(struck.map(({ row }) => row))} ${struck.length === 1 ? "has" : "have"} text that is struck through.`;
  const options = { out: "Leave out the struck-through text", in: "Import the struck-through text" };
  const answer = asker.ask("struck", text, options);
  if (answer === "in") return rows;
  if (answer === null) return rows.filter((row) => !struck.includes(row));
  return rows.flatMap((row) => {
    if (!struck.includes(row)) return [row];
    if (columnsOf(row).every((column) => isStruck(row, column))) return [];
    return [{ ...row, cells: row.cells.map((cell, column) => (isStruck(row, column) ? null : cell)) }];
  });
}
