/** React context of the form, for controls that need data besides the value of their own field. */
import { createContext } from "react";
import type { Row } from "../../../lib/http/api.ts";
import type { RecordSlots } from "../../common/slots.ts";
import type { FormFiles } from "./form-files.ts";

/** The parent of the form's row, such as its ARBO. */
export interface ParentFill {
  /** The row of the parent. Null while the row loads, or if no stored parent is chosen. */
  row: Row | null;
  /** Sets the parent to a row, or to a name if the parent is not stored yet. Null removes the parent. */
  choose: (parent: Row | string | null) => void;
}

export interface FormContextValue {
  /** The stored row; null for a new row. */
  row: Row | null;
  readOnly: string | null;
  slots: RecordSlots | undefined;
  /** Reloads the stored row and keeps the user's unsaved values. */
  follow: () => Promise<void>;
  /** Files that the user has chosen for a new row. */
  files: FormFiles;
  parent: ParentFill;
}

export const FormContext = createContext<FormContextValue | null>(null);
