/** What controls that are more than a value know of the form around them. */
import { createContext } from "react";
import type { Field } from "#shared/records/vocabulary/types.ts";
import type { Row } from "../../../lib/http/api.ts";
import type { RecordSlots } from "../../common/slots.ts";
import type { FormValue } from "./form-values.ts";

export interface FormAround {
  /** The stored row; null for a new one. */
  row: Row | null;
  readOnly: string | null;
  slots: RecordSlots | undefined;
  /** Goes on from the row as it is stored by now; entries stay. */
  follow: () => Promise<void>;
  /** To be told of what was entered in a field; what follows from a chosen parent is then filled in. */
  chosen: (field: Field, value: FormValue) => void;
}

export const FormAroundContext = createContext<FormAround | null>(null);
