/** The props of a record's form. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import type { Row } from "../../../lib/http/api.ts";
import type { RecordSlots } from "../../common/slots.ts";
import type { FormValues } from "../fields/form-values.ts";
import type { OnSaved } from "../save-form.ts";
import type { FormEntry, useRecordForm } from "../use-record-form.ts";

export interface RecordFormProps extends FormEntry {
  record: AnyRecord;
  user: CurrentUser;
  /** The edited row; null for a new row. */
  row: Row | null;
  /** For a new row: the source row from which it is entered, and the values copied from the source row. */
  origin?: Parameters<typeof useRecordForm>[3];
  /** Reason why the user can only read the row; null if the user can change the row. */
  readOnly: string | null;
  slots?: RecordSlots | undefined;
  onSaved: OnSaved;
  /** Starts the form of another new row with the passed values, instead of closing the form. */
  onNext?: ((values: FormValues, message: string) => void) | undefined;
  onCancel: () => void;
  /**
   * Passes two functions to the drawer. `isDirty` stores unsaved values as a draft and returns whether there were any.
   * `discard` discards unsaved values.
   */
  connectDirty: (isDirty: () => boolean, discard: () => void) => void;
}
