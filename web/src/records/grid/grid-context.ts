/** Data and callbacks that a table or a list of cards passes to its cells or cards. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import type { RecordScreen } from "../common/record-screens.ts";
import type { ActSlot } from "../common/slots.ts";
import type { RowMenuAt } from "./use-row-menu.ts";

/** Actions that a cell of the table can start. */
export interface RowHandlers {
  open: (row: Row) => void;
  remove: (row: Row) => void;
  /**
   * Opens the form for a new row. Calls `prepare` first, with the source row of the form ("path.id" like in the URL), so
   * that `prepare` can select a draft for the form.
   */
  add: (prepare: (from: string | undefined) => void) => void;
  approve: (row: Row) => void;
  history: (row: Row) => void;
  /** Opens the row in a pane next to the list. */
  look: (row: Row) => void;
  /** Opens the screen of another record type to enter new rows that belong to this row. */
  enter: (row: Row, screen: RecordScreen) => void;
  act: (act: ActSlot, row: Row) => Promise<void>;
}

export interface GridContext {
  record: AnyRecord;
  user: CurrentUser;
  handlers: RowHandlers;
  openMenu: (menu: RowMenuAt) => void;
}

/** Props of the content of a cell or card. The table passes more props. */
export interface CellParams {
  data?: Row | undefined;
  value?: unknown;
  context: GridContext;
}
