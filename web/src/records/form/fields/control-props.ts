/** Props that the controls of all kinds of fields have in common. */
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import type { ChosenPlace } from "../../../lib/places/places.ts";
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
  /**
   * Chosen region, province and town. They limit the places that the field offers: barangays are those of the chosen
   * town.
   */
  place: ChosenPlace;
  quarter: string | null;
}
