/** Types of the steps that convert the cells of a column, and how a step decides between two styles of writing. */
import type { AnyRecord, Field } from "../../../records/vocabulary/types.ts";
import { cellText, type RawCell, type Sheet, type SheetRow } from "../cells.ts";
import type { Evidence } from "../column-style.ts";
import type { ChosenColumn } from "../columns.ts";
import type { Headings } from "../headings.ts";
import type { Asker } from "../questions.ts";

/** The sheet whose cells are converted, and the questions and remarks about it. */
export interface CellContext {
  record: AnyRecord;
  sheet: Sheet;
  headings: Headings;
  chosen: readonly ChosenColumn[];
  rows: readonly SheetRow[];
  /** Row that is below the headings and contains the units of the columns. */
  unitsRow: SheetRow | undefined;
  asker: Asker;
  remarks: string[];
}

/** A column that is imported into a field. `index` is its place in the rows, from 0. */
export interface Column {
  index: number;
  field: Field;
  heading: string;
  cells: readonly (RawCell | undefined)[];
}

/** Converts one cell; returns undefined to leave the cell unchanged. */
export type Step = (cell: RawCell, row: SheetRow) => RawCell | undefined;

/** Conversion step for the cells of a column. "out" leaves out the column. Null if the column needs no conversion. */
export type ColumnStep = Step | "out" | null;

export const problem = (cell: RawCell, reason: string): RawCell => ({
  problem: reason,
  text: cellText(cell),
});

/** True if all doubtless cells of a column are in the opposite format of this app. */
export const isOther = ({ own, other }: Evidence): boolean => other > 0 && own === 0;

/**
 * Decides whether a column has dates or numbers in this app's format ("own": month first, decimal point) or in the
 * opposite format ("other": day first, decimal comma). Asks the user if the cells and the heading contradict each
 * other, or if all cells can be read in both formats and `doubtful` is true.
 */
export function styleOf(
  { own, other, either }: Evidence,
  stated: "own" | "other" | null,
  doubtful: boolean,
  ask: () => "own" | "other" | null,
): "own" | "other" | null {
  const sides = new Set([
    ...(own > 0 ? ["own"] : []),
    ...(other > 0 ? ["other"] : []),
    ...(stated ? [stated] : []),
  ]);
  if (sides.size === 2) return ask();
  if (sides.has("other")) return "other";
  if (sides.has("own") || either === 0) return "own";
  return doubtful ? ask() : "own";
}
