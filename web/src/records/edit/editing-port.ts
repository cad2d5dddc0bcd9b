/** Interface between the table of a list and the cell editing, a module that loads on demand. */
import type { Row } from "../../lib/http/api.ts";
import type { Range } from "./clipboard.ts";

/** State of a changed cell. "asks": the change waits for the user's answer to a question. */
export type EntryState = "saving" | "asks" | "saved";

/** Where the focus moves when the user leaves a cell. */
export type Move = "down" | "right" | "left" | "stay";

/** Changed cells: the unsaved values by row id, and the state of each cell by `cellKey`. */
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
  /** Focuses the next cell in the direction of `move`. For "stay", focuses the given cell. */
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
   * @param text Text that the user typed while the cell had the focus; replaces the value. If undefined, the editor
   * shows the current value.
   */
  begin: (cell: CellAt, text?: string) => void;
  undo: () => boolean;
  /** Returns a range of cells as text for a spreadsheet. */
  copy: (range: Range) => string;
  /**
   * Shows a preview of the changes that pasted text makes.
   * @param rows All rows that the table shows.
   * @param names Names of all columns that the table shows.
   */
  paste: (text: string, range: Range, rows: readonly Row[], names: readonly string[]) => void;
}

export const cellKey = (id: number, name: string): string => `${id} ${name}`;
