/**
 * Recognizes the footer row of files that this app exported. A footer has counts and no data, so it is not imported.
 */
import type { AnyRecord, Field } from "../../records/vocabulary/types.ts";
import { fieldsOf } from "../../validate/validate.ts";
import { cellText, cellValue, isBlankCell, type RawCell, type SheetRow } from "./cells.ts";

/** Returns the footer text for a column that has no total. */
export const footerCount = (count: number): string => `Count: ${count}`;

/** True if the row is an export footer: every filled text cell is a count such as "Count: 12". */
export function isFooter(record: AnyRecord, columns: readonly (string | null)[], row: SheetRow): boolean {
  const fields = fieldsOf(record);
  let counted = 0;
  for (const [column, name] of columns.entries()) {
    const cell = row.cells[column];
    if (name === null || isBlankCell(cell)) continue;
    const counts = typeof cell === "string" && /^Count: \d+$/.test(cell.trim());
    if (counts) counted++;
    else if (typeof cellValue(cell) !== "number" && !isNumeric(fields.get(name), cell)) return false;
  }
  return counted > 0;
}

const isNumeric = (field: Field | undefined, cell: RawCell | undefined): boolean =>
  (field?.kind === "integer" || field?.kind === "decimal") && /^[\d,.%-]+$/.test(cellText(cell));
