/** React context of the form, for controls that need more than their own value. */
import { createContext } from "react";
import type { Row } from "../../../lib/http/api.ts";
import type { DraftFile, DraftFiles, RecordSlots, SavedWithRow } from "../../common/slots.ts";

/** The parent of the form's row, such as its ARBO. */
export interface ParentFill {
  /** The row of the parent; null if no listed parent is chosen, or while the row is loading. */
  row: Row | null;
  /** Sets the parent to a row, or to the name of a parent that is not listed yet. Null removes the parent. */
  choose: (parent: Row | string | null) => void;
}

export interface FormContextValue {
  /** The stored row; null for a new row. */
  row: Row | null;
  readOnly: string | null;
  slots: RecordSlots | undefined;
  /** Reloads the stored row and keeps the user's entries. */
  follow: () => Promise<void>;
  /** Registers data that a slot saves together with the row. Returns a function that removes the registration. */
  connect: (saved: SavedWithRow) => () => void;
  /** Files of the restored draft, and a function that puts the files of a part of the form into the draft. */
  files: {
    restored: DraftFiles;
    set: (part: string, files: readonly DraftFile[]) => void;
  };
  parent: ParentFill;
}

export const FormContext = createContext<FormContextValue | null>(null);
