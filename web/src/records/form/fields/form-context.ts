/** React context of the form, for controls that need more than their own value. */
import { createContext } from "react";
import type { Row } from "../../../lib/http/api.ts";
import type { RecordSlots, SavedWithRow } from "../../common/slots.ts";

/** The parent that the form's row names, such as its ARBO. */
export interface ParentFill {
  /** The named row; null while it is unknown. */
  row: Row | null;
  /** Names a row of the parent's record type, or a parent that is not listed by its name. Null names no parent. */
  choose: (parent: Row | string | null) => void;
}

export interface FormContextValue {
  /** The stored row; null for a new row. */
  row: Row | null;
  readOnly: string | null;
  slots: RecordSlots | undefined;
  /** Reloads the stored row and keeps the user's entries. */
  follow: () => Promise<void>;
  /** Connects what a slot saves together with the row; null disconnects it. */
  connect: (saved: SavedWithRow | null) => void;
  parent: ParentFill;
}

export const FormContext = createContext<FormContextValue | null>(null);
