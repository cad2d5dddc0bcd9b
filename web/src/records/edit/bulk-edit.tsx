/** Dialog that sets one field of many rows to the same value, after a preview. */
import { useId, useMemo, useState } from "react";
import { fieldLabel } from "#shared/import/reading/columns.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { SearchableDropdown } from "../../components/dropdown/searchable-dropdown.tsx";
import { Stack, Text } from "../../components/layout.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { type Chosen, chosenCount, isWhole, rowsText } from "../bulk/chosen.ts";
import { ChosenRows } from "../bulk/chosen-rows.tsx";
import { hiddenColumns } from "../common/rights.ts";
import { screenFields } from "../common/screen-fields.ts";
import type { RecordSlots } from "../common/slots.ts";
import { FieldControl } from "../form/fields/field-control.tsx";
import type { FormValue } from "../form/fields/form-values.ts";
import { BulkSave } from "./bulk-save.tsx";
import { fieldRefusal } from "./cell-refusal.ts";
import { planChange } from "./plan-change.ts";
import { WholeSave } from "./whole-save.tsx";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  slots: RecordSlots | undefined;
  chosen: Chosen;
  /** @param saved True if at least one row was saved. */
  onClose: (saved: boolean) => void;
}

export default function BulkEdit({ record, user, slots, chosen, onClose }: Props) {
  const id = useId();
  const [name, setName] = useState<string | null>(null);
  const hidden = hiddenColumns(record, user);
  const fields = screenFields(record).filter(
    (field) => fieldRefusal(record, null, field.name, slots) === null && !hidden.includes(field.name),
  );
  const field = fields.find((one) => one.name === name);
  const shared = (column: string) => {
    // The rows of a selected whole list are not loaded, so the values that all rows share are not known.
    const values = new Set(isWhole(chosen) ? [] : chosen.map((row) => row[column]));
    const [value] = values;
    return values.size === 1 && value ? String(value) : null;
  };
  return (
    <Modal onClose={() => onClose(false)} large title={`Edit ${rowsText(record, chosenCount(chosen))}`}>
      <Stack>
        <ChosenRows record={record} chosen={chosen} />
        <div>
          <Text soft>Choose a field. All selected records get the same value.</Text>
          <label htmlFor={id}>Field</label>
          <SearchableDropdown
            id={id}
            label="Field"
            value={name}
            options={fields.map((one) => ({ value: one.name, label: fieldLabel(record, one.name) }))}
            onChange={setName}
          />
        </div>
        {field && <NewValue key={field.name} {...{ record, user, slots, chosen, field, shared, onClose }} />}
      </Stack>
    </Modal>
  );
}

/** @param shared Returns the value that all rows have in a column; null if their values differ or are not known. */
function NewValue(props: Props & { field: Field; shared: (column: string) => string | null }) {
  const { record, user, slots, chosen, field, shared, onClose } = props;
  const id = useId();
  const [entered, setEntered] = useState<{ value: FormValue } | null>(null);
  const plans = useMemo(
    () =>
      entered &&
      !isWhole(chosen) &&
      chosen.map((row) => planChange(record, user, row, { [field.name]: entered.value }, slots)),
    [entered, record, user, chosen, field, slots],
  );
  return (
    <>
      <div>
        <label htmlFor={id} id={`${id}-label`}>
          New value of {fieldLabel(record, field.name)}
        </label>
        <FieldControl
          record={record}
          user={user}
          field={{ ...field, required: false }}
          id={id}
          value={entered?.value ?? null}
          onChange={(value) => setEntered({ value })}
          onBlur={() => undefined}
          invalid={false}
          describedBy={undefined}
          place={{
            region_name: shared("region_name"),
            province_name: shared("province_name"),
            muncity_name: shared("muncity_name"),
          }}
          quarter={shared("reporting_quarter")}
        />
      </div>
      {plans && <BulkSave {...{ record, user, slots, plans, onClose }} />}
      {entered && isWhole(chosen) && (
        <WholeSave
          {...{ record, user, slots, onClose }}
          list={chosen}
          entered={{ [field.name]: entered.value }}
        />
      )}
    </>
  );
}
