/** What controls that are more than a value know of the form around them. */
import { createContext } from "react";
import type { Row } from "../../../lib/http/api.ts";
import type { RecordSlots } from "../../common/slots.ts";

export interface FormAround {
  /** The stored row; null for a new one. */
  row: Row | null;
  readOnly: string | null;
  slots: RecordSlots | undefined;
  /** Goes on from the row as it is stored by now; entries stay. */
  follow: () => Promise<void>;
}

export const FormAroundContext = createContext<FormAround | null>(null);
