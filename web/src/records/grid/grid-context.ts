/** Data and callbacks that the table and the list of cards pass to their cells and cards. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import type { RecordScreen } from "../common/record-screens.ts";
import type { ActSlot } from "../common/slots.ts";
import type { RowMenuAt } from "./use-row-menu.ts";

/** Actions that a cell or card can start. */
export interface RowHandlers {
  open: (row: Row) => void;
  remove: (row: Row) => void;
  /**
   * Opens the form of a new row. First calls `prepare` with the source row of the new row ("path.id" like in the URL).
   * `prepare` can select a draft for the form.
   */
  add: (prepare: (from: string | undefined) => void) => void;
  approve: (row: Row) => void;
  history: (row: Row) => void;
  /** Opens the row in a pane next to the list. */
  look: (row: Row) => void;
  /** Opens the screen of another record type, on which the user enters new rows that belong to this row. */
  enter: (row: Row, screen: RecordScreen) => void;
  act: (act: ActSlot, row: Row) => Promise<void>;
}

export interface GridContext {
  record: AnyRecord;
  user: CurrentUser;
  handlers: RowHandlers;
  openMenu: (menu: RowMenuAt) => void;
}

/** Props of a cell's or card's content. The table passes more props than these. */
export interface CellParams {
  data?: Row | undefined;
  value?: unknown;
  context: GridContext;
}
