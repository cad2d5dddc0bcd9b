/** Which rows of a sheet are data: what is none is left out, with a word about it. */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { isBlankCell, type Sheet, type SheetRow } from "./cells.ts";
import { isFooter } from "./footer.ts";
import type { Headings } from "./headings.ts";
import { type Asker, nameRows } from "./questions.ts";
import { type RowRole, rolesOf } from "./row-roles.ts";

interface Circumstances {
  record: AnyRecord;
  sheet: Sheet;
  headings: Headings;
  below: readonly SheetRow[];
  /** Field of each column. */
  fields: readonly (string | null)[];
  asker: Asker;
  remarks: string[];
}

interface RowQuestion {
  text: (rows: string, one: boolean) => string;
}

/** Rows that may be data after all; the others never are. */
const asked: Readonly<Partial<Record<RowRole, RowQuestion["text"]>>> = {
  total: (rows, one) => `${rows} ${one ? "looks like a total" : "look like totals"}.`,
  title: (rows, one) => `${rows} ${one ? "looks like a title" : "look like titles"} between the rows.`,
  signature: (rows, one) =>
    `${rows} ${one ? "looks like a note" : "look like notes or signatures"} below the list.`,
};

export function dataRows(circumstances: Circumstances): { rows: SheetRow[]; unitsRow: SheetRow | undefined } {
  const { record, headings, below, fields, asker, remarks } = circumstances;
  const filled = below.filter(
    (row) =>
      fields.some((name, column) => name !== null && !isBlankCell(row.cells[column])) &&
      !isFooter(record, fields, row),
  );
  const roles = rolesOf({ record, headings, columns: fields }, filled);
  const out = new Set<number>();
  const of = (role: RowRole) => [...roles].flatMap(([row, its]) => (its === role ? [row] : []));
  for (const role of ["total", "title", "signature"] as const) {
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
      numbering: "the numbers of the columns",
      units: "the units",
    }[role];
    if (rows.length > 0)
      remarks.push(`${nameRows(rows)} ${rows.length === 1 ? "holds" : "hold"} ${what}, and no data.`);
  }
  const rest = filled.filter(({ row }) => !out.has(row));
  const unitsRow = filled.find(({ row }) => roles.get(row) === "units");
  return { rows: withoutStruck(circumstances, withoutHidden(circumstances, rest)), unitsRow };
}

function withoutHidden({ asker }: Circumstances, rows: SheetRow[]): SheetRow[] {
  const hidden = rows.filter((row) => row.hidden).map(({ row }) => row);
  if (hidden.length === 0) return rows;
  const text = `${nameRows(hidden)} ${hidden.length === 1 ? "is" : "are"} hidden in the spreadsheet, by a filter or by hand.`;
  const answer = asker.ask("hidden rows", text, { in: "Import them", out: "Leave them out" });
  return answer === "in" ? rows : rows.filter((row) => !row.hidden);
}

/** Whoever strikes a row or a cell through may mean that it no longer holds. */
function withoutStruck({ fields, asker }: Circumstances, rows: SheetRow[]): SheetRow[] {
  const isStruck = (row: SheetRow, column: number) => row.struck?.includes(column) === true;
  const columnsOf = (row: SheetRow) =>
    fields.flatMap((name, column) => (name !== null && !isBlankCell(row.cells[column]) ? [column] : []));
  const struck = rows.filter((row) => columnsOf(row).some((column) => isStruck(row, column)));
  if (struck.length === 0) return rows;
  const text = `${nameRows(struck.map(({ row }) => row))} ${struck.length === 1 ? "has" : "have"} text that is struck through.`;
  const options = { out: "Leave out what is struck through", in: "Take it as it is written" };
  const answer = asker.ask("struck", text, options);
  if (answer === "in") return rows;
  if (answer === null) return rows.filter((row) => !struck.includes(row));
  return rows.flatMap((row) => {
    if (!struck.includes(row)) return [row];
    if (columnsOf(row).every((column) => isStruck(row, column))) return [];
    return [{ ...row, cells: row.cells.map((cell, column) => (isStruck(row, column) ? null : cell)) }];
  });
}
