/**
 * Interface between the table of a list and the cell editing. The cell editing loads when the user first edits a cell.
 */
import type { Row } from "../../lib/http/api.ts";
import type { Range } from "./clipboard.ts";

/** State of a changed cell; "asks" means that a question waits for the user's answer. */
export type EntryState = "saving" | "asks" | "saved";

/** Direction in which the focus moves when the user leaves a cell. */
export type Move = "down" | "right" | "left" | "stay";

/** Changes in progress: values that are not saved yet, by row id, and states by `cellKey`. */
export interface PendingCells {
  values: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  states: ReadonlyMap<string, EntryState>;
}

export interface CellAt {
  row: Row;
  /** Name of the column. */
  name: string;
}

/** Functions of the table that the cell editing calls. */
export interface TablePort {
  elementOf: (cell: { id: number; name: string }) => HTMLElement | null;
  /** Focuses the next cell in the given direction, or the cell itself for the direction "stay". */
  focus: (cell: { id: number; name: string }, move: Move) => void;
  show: (underWay: PendingCells) => void;
  /** Opens the form of a row. */
  open: (row: Row) => void;
  /** Called after a row was saved. */
  saved: (row: Row) => void;
}

/** Functions of the cell editing that the table calls. */
export interface EditingPort {
  /**
   * Opens the editor of a cell.
   * @param text Text that the user typed on the focused cell. The text replaces the value of the cell. Without a text,
   * the editor shows the current value.
   */
  begin: (cell: CellAt, text?: string) => void;
  undo: () => boolean;
  /** Returns the cells as text for a spreadsheet. */
  copy: (range: Range) => string;
  /**
   * Previews the changes that pasted spreadsheet text would make.
   * @param rows All rows that the table shows.
   * @param names Names of all columns that the table shows.
   */
  paste: (text: string, range: Range, rows: readonly Row[], names: readonly string[]) => void;
}

export const cellKey = (id: number, name: string): string => `${id} ${name}`;
