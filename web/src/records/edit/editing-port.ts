/** Between the table of a list and the editing of its cells, which loads when somebody first works in one. */
import type { Row } from "../../lib/http/api.ts";
import type { Range } from "./clipboard.ts";

/** How far a change of a cell is; one that asks waits for an answer. */
export type EntryState = "saving" | "asks" | "saved";

/** Where the focus goes when a cell is left. */
export type Move = "down" | "right" | "left" | "stay";

/** What is under way in the cells: values that are not stored yet by row, and states by `cellKey`. */
export interface UnderWay {
  values: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  states: ReadonlyMap<string, EntryState>;
}

export interface CellAt {
  row: Row;
  /** Name of the column. */
  name: string;
}

/** What editing asks of the table. */
export interface TablePort {
  elementOf: (cell: { id: number; name: string }) => HTMLElement | null;
  /** Puts the focus on the cell, or on one beside it. */
  focus: (cell: { id: number; name: string }, move: Move) => void;
  show: (underWay: UnderWay) => void;
  /** Opens the form of a row. */
  open: (row: Row) => void;
  /** Told of a row that was saved. */
  saved: (row: Row) => void;
}

/** What the table asks of editing. */
export interface EditingPort {
  /** @param text What was typed on the cell; it replaces the value. Absent: the value is shown, to be changed. */
  begin: (cell: CellAt, text?: string) => void;
  undo: () => boolean;
  /** Cells as text for a spreadsheet. */
  copy: (range: Range) => string;
  /** Asks what a text from a spreadsheet would change over the range. @param rows All that are shown, with all columns. */
  paste: (text: string, range: Range, rows: readonly Row[], names: readonly string[]) => void;
}

export const cellKey = (id: number, name: string): string => `${id} ${name}`;
