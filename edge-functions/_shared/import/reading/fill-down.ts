/**
 * Fills regions, provinces and towns down a column, because many sheets write them only once for a group of rows. A
 * blank cell below may mean the name above it, or no name, so the user is asked.
 */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { fieldsOf } from "../../validate/validate.ts";
import { cellText, cellValue, isBlankCell, isCellProblem, type RawCell, type SheetRow } from "./cells.ts";
import { type ChosenColumn, columnName } from "./columns.ts";
import { type Asker, nameRows } from "./questions.ts";

interface Table {
  record: AnyRecord;
  chosen: readonly ChosenColumn[];
  rows: readonly SheetRow[];
  asker: Asker;
}

/** Matches ditto marks: "do", "-do-", "ditto", "same as above", and one or two quotation marks. */
const ditto = /^(?:"|''|”|〃|-?\s*do\.?\s*-?|ditto|same(?: as above)?)$/i;

const isDitto = (cell: RawCell | undefined): boolean => ditto.test(cellText(cell).trim());

const groupingFields = new Set(["region_name", "province_name", "muncity_name"]);

export function fillDown({ record, chosen, rows, asker }: Table): SheetRow[] {
  return chosen.reduce<SheetRow[]>(
    (filled, { field, heading }, column) => {
      const kind = fieldsOf(record).get(field ?? "")?.kind;
      if (kind !== "text" && kind !== "long_text") return filled;
      const dittos = groupingFields.has(field ?? "") && filled.some(({ cells }) => isDitto(cells[column]));
      const blanks = groupingFields.has(field ?? "") ? blanksBelow(filled, column) : [];
      if (blanks.length === 0) return dittos ? filledColumn(filled, column, false) : filled;
      const text = `${columnName(column, heading)}: ${nameRows(blanks).toLowerCase()} ${blanks.length === 1 ? "is" : "are"} blank below a filled cell. Should blank cells take the value above?`;
      const answer = asker.ask(`above ${field}`, text, {
        above: "Yes, take the value above",
        blank: "No, leave them blank",
      });
      return answer === "above" || dittos ? filledColumn(filled, column, answer === "above") : filled;
    },
    [...rows],
  );
}

/**
 * Returns the row numbers of the blank cells in the column, below its first filled cell. The list is empty if any value
 * is repeated in consecutive rows: the sheet then writes a value in every row, so a blank cell means no value.
 */
function blanksBelow(rows: readonly SheetRow[], column: number): number[] {
  const first = rows.findIndex(({ cells }) => !isBlankCell(cells[column]));
  const texts = rows.map(({ cells }) => cellText(cells[column]).trim());
  const repeats = texts.some((text, place) => text !== "" && text === texts[place + 1]);
  return first < 0 || repeats
    ? []
    : rows.slice(first).flatMap(({ row, cells }) => (isBlankCell(cells[column]) ? [row] : []));
}

function filledColumn(rows: readonly SheetRow[], column: number, blanksToo: boolean): SheetRow[] {
  let above: { value: string; row: number } | null = null;
  return rows.map((row) => {
    const cell = row.cells[column];
    const takes = isDitto(cell) || (blanksToo && isBlankCell(cell));
    if (!takes) {
      if (!isCellProblem(cell) && !isBlankCell(cell))
        above = { value: String(cellValue(cell)), row: row.row };
      return row;
    }
    if (above === null) return row;
    const { value, row: from } = above as { value: string; row: number };
    return withCell(row, column, { value, shown: cellText(cell), note: `${value}, from row ${from}` });
  });
}

/** Returns the row with one cell replaced. Appends blank cells if the column is beyond the end of the row. */
export function withCell(row: SheetRow, column: number, cell: RawCell): SheetRow {
  const cells = [...row.cells];
  while (cells.length < column) cells.push(null);
  cells[column] = cell;
  return { ...row, cells };
}
