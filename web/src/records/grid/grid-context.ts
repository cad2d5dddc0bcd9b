/** What the cells of a record's table know and can ask of the screen around it. */
import type { ICellRendererParams } from "ag-grid-community";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import type { RecordScreen } from "../common/record-screens.ts";
import type { ActSlot } from "../common/slots.ts";

/** What a row's cells can ask of the screen. */
export interface RowHandlers {
  open: (row: Row) => void;
  remove: (row: Row) => void;
  /** Opens the form of a new row. */
  add: () => void;
  approve: (row: Row) => void;
  history: (row: Row) => void;
  /** Opens the row beside the list. */
  look: (row: Row) => void;
  /** Enters rows of another screen from the row. */
  enter: (row: Row, screen: RecordScreen) => void;
  act: (act: ActSlot, row: Row) => Promise<void>;
}

export interface GridContext {
  record: AnyRecord;
  user: CurrentUser;
  handlers: RowHandlers;
  acts: readonly ActSlot[];
}

export type CellParams = ICellRendererParams<Row, unknown, GridContext>;
