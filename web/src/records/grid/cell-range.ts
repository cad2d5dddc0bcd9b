/** A rectangular range of cells between two corners. Rows and columns are in the displayed order. */
import type { Row } from "../../lib/http/api.ts";

export interface CellPosition {
  id: number;
  name: string;
}

export interface Corners {
  from: CellPosition;
  to: CellPosition;
}

/** Displayed rows and column names, in order. */
export interface ShownCells {
  rows: readonly Row[];
  names: readonly string[];
}

/** Columns that show no value of the row: the checkboxes and the actions. */
export const valuelessColumns: ReadonlySet<string> = new Set(["select", "actions"]);

/**
 * Returns the cell that contains an element. Returns null outside of cells, and in columns without values, such as the
 * checkboxes.
 */
export function cellAt(target: EventTarget | null): CellPosition | null {
  const cell = target instanceof Element ? target.closest(".ag-cell") : null;
  const name = cell?.getAttribute("col-id");
  const id = Number(cell?.closest("[row-id]")?.getAttribute("row-id"));
  return name && id && !valuelessColumns.has(name) ? { id, name } : null;
}

const placeOf = ({ rows, names }: ShownCells, { id, name }: CellPosition): [row: number, column: number] => [
  rows.findIndex((row) => row.id === id),
  names.indexOf(name),
];

const between = (at: number, one: number, other: number): boolean =>
  at >= Math.min(one, other) && at <= Math.max(one, other);

/** True if the cell is in the rectangle between the two corners. */
export function isWithin(shown: ShownCells, { from, to }: Corners, cell: CellPosition): boolean {
  const [row, column] = placeOf(shown, cell);
  const [firstRow, firstColumn] = placeOf(shown, from);
  const [lastRow, lastColumn] = placeOf(shown, to);
  return between(row, firstRow, lastRow) && between(column, firstColumn, lastColumn);
}

/** Returns the rows and columns of the rectangle between two corners, including the corners. */
export function cellsWithin(shown: ShownCells, { from, to }: Corners): ShownCells {
  const [firstRow, firstColumn] = placeOf(shown, from);
  const [lastRow, lastColumn] = placeOf(shown, to);
  const edges = (one: number, other: number) => [Math.min(one, other), Math.max(one, other) + 1] as const;
  return {
    rows: shown.rows.slice(...edges(firstRow, lastRow)),
    names: shown.names.slice(...edges(firstColumn, lastColumn)),
  };
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

export const isArrow = (key: string): boolean => key in steps;

/** Returns the adjacent cell in the direction of an arrow key; null if there is none. */
export function cellBeside(shown: ShownCells, at: CellPosition, key: string): CellPosition | null {
  const [rows, columns] = steps[key] ?? [0, 0];
  const [row, column] = placeOf(shown, at);
  const id = shown.rows[row + rows]?.id;
  const name = shown.names[column + columns];
  return id !== undefined && name ? { id, name } : null;
}
