/** The sections of a form with their fields, and the extension points (slots) above and below the sections. */
import type { ComponentType } from "react";
import { useWatch } from "react-hook-form";
import type { Field, FieldGroup } from "#shared/records/vocabulary/types.ts";
import type { Row } from "../../../lib/http/api.ts";
import { screenFields } from "../../common/screen-fields.ts";
import type { FieldSlotProps, FormSlotProps } from "../../common/slots.ts";
import classes from "../fields/form.module.css";
import { FormField } from "../fields/form-field.tsx";
import type { FormValues } from "../fields/form-values.ts";
import { FillPanel } from "../fill/fill-panel.tsx";
import { ParentChoice } from "../fill/parent-choice.tsx";
import { parentNames } from "../fill/parent-names.ts";
import { FormSection } from "../sections/form-section.tsx";
import type { RecordFormProps } from "./form-props.ts";

interface Props extends Pick<RecordFormProps, "record" | "user" | "row" | "readOnly" | "slots"> {
  sections: readonly FieldGroup[];
  isShown: (field: Field) => boolean;
  /** Stored row with which the form compares the user's values. After a conflict, `stored` is newer than `row`. */
  stored: Row | null;
  /** True if the user can choose another row, such as a project, whose values fill in fields. */
  canFill: boolean;
}

export function FormFields({
  record,
  user,
  row,
  readOnly,
  slots,
  sections,
  isShown,
  stored,
  canFill,
}: Props) {
  const { AboveForm, BelowForm } = slots ?? {};
  return (
    <>
      {AboveForm && <FormSlot Slot={AboveForm} record={record} user={user} row={row} />}
      <fieldset className={classes.sections} disabled={readOnly !== null}>
        <legend className="visually-hidden">{record.label}</legend>
        {sections.map((section) => (
          <FormSection
            key={section.key}
            record={record}
            section={section}
            readOnly={readOnly !== null}
            above={canFill && <FillPanel record={record} section={section.key} />}
            fields={screenFields(record).filter((field) => field.group === section.key && isShown(field))}
          >
            {(field) => (
              <FieldOrSlot
                key={field.name}
                slots={slots}
                record={record}
                user={user}
                field={field}
                stored={stored}
              />
            )}
          </FormSection>
        ))}
      </fieldset>
      {BelowForm && <FormSlot Slot={BelowForm} record={record} user={user} row={row} />}
    </>
  );
}

function FieldOrSlot({ slots, ...props }: FieldSlotProps & Pick<Props, "slots">) {
  const Slot = slots?.fields?.[props.field.name];
  if (Slot !== undefined) return Slot && <Slot {...props} />;
  const { record, field } = props;
  if (!parentNames(record).includes(field.name)) return <FormField {...props} />;
  return field.name === record.parent?.title ? <ParentChoice {...props} /> : null;
}

/** Renders one slot of the form. A changed form value re-renders only the slot, not the whole form. */
function FormSlot({
  Slot,
  ...props
}: Pick<Props, "record" | "user" | "row"> & { Slot: ComponentType<FormSlotProps> }) {
  return <Slot {...props} values={useWatch<FormValues>() as FormValues} />;
}
