/** React context of the form, for controls that need more than their own value. */
import { createContext } from "react";
import type { Field } from "#shared/records/vocabulary/types.ts";
import type { Row } from "../../../lib/http/api.ts";
import type { RecordSlots, SavedWithRow } from "../../common/slots.ts";
import type { FormValue } from "./form-values.ts";

export interface FormContextValue {
  /** The stored row; null for a new row. */
  row: Row | null;
  readOnly: string | null;
  slots: RecordSlots | undefined;
  /** Reloads the stored row and keeps the user's entries. */
  follow: () => Promise<void>;
  /** Connects what a slot saves together with the row; null disconnects it. */
  connect: (saved: SavedWithRow | null) => void;
  /** Called after an edit. If the user chose a parent, fills in the fields that depend on the parent. */
  chosen: (field: Field, value: FormValue) => void;
}

export const FormContext = createContext<FormContextValue | null>(null);
