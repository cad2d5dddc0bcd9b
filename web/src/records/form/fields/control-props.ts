/** What the control of a field is given, whatever its kind. */
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import type { ChosenPlace } from "../../../lib/places.ts";
import type { FormValue } from "./form-values.ts";

export interface ControlProps {
  record: AnyRecord;
  user: CurrentUser;
  field: Field;
  id: string;
  value: FormValue;
  onChange: (value: FormValue) => void;
  onBlur: () => void;
  invalid: boolean;
  describedBy: string | undefined;
  /** The chosen places, which narrow the lists below them. */
  place: ChosenPlace;
  quarter: string | null;
}
