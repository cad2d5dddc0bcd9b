/** Values for all rows of a pasted block: each chosen field with its control, and a menu to add more fields. */

import { IconX } from "@tabler/icons-react";
import { fieldLabel, mappableFields } from "#shared/import/reading/columns.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { IconButton } from "../../components/button.tsx";
import { SelectField } from "../../components/fields/field.tsx";
import { Text } from "../../components/layout.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { FieldControl } from "../form/fields/field-control.tsx";
import formClasses from "../form/fields/form.module.css";
import type { FormValue } from "../form/fields/form-values.ts";
import classes from "./paste.module.css";
import type { Block } from "./use-block.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  block: Block;
}

const textOf = (value: FormValue | undefined): string | null => (value == null ? null : String(value));

export function SharedFields({ record, user, block }: Props) {
  const { shared } = block;
  const chosen = record.fields.filter(({ name }) => name in shared);
  const rest = mappableFields(record).filter(({ name }) => !(name in shared));
  return (
    <section aria-labelledby="shared-title">
      <h3 id="shared-title" className={classes.heading}>
        For all rows
      </h3>
      <Text small soft>
        Used for rows that leave the field blank. Existing records keep their own values; in list fields these
        values are added.
      </Text>
      <div className={classes.shared}>
        {chosen.map((field) => (
          <SharedField key={field.name} record={record} user={user} block={block} field={field} />
        ))}
        <SelectField
          label="Another field"
          value=""
          choices={[
            { value: "", label: "Choose a field" },
            ...rest.map((field) => ({ value: field.name, label: fieldLabel(record, field.name) })),
          ]}
          onChange={(event) => {
            if (event.currentTarget.value) block.share(event.currentTarget.value, null);
          }}
        />
      </div>
    </section>
  );
}

/** Control for the value of one field, with a button that removes the field. */
function SharedField({ record, user, block, field }: Props & { field: Field }) {
  const { shared, fields } = block;
  const id = `shared-${field.name}`;
  return (
    <div className={formClasses.field}>
      <label htmlFor={id} id={`${id}-label`}>
        {fieldLabel(record, field.name)}
        {fields.includes(field.name) && " (where blank)"}
      </label>
      <div className={classes.control}>
        <FieldControl
          record={record}
          user={user}
          field={field}
          id={id}
          value={shared[field.name] ?? null}
          onChange={(value) => block.share(field.name, value)}
          onBlur={() => undefined}
          invalid={false}
          describedBy={undefined}
          place={{
            region_name: textOf(shared.region_name),
            province_name: textOf(shared.province_name),
            muncity_name: textOf(shared.muncity_name),
          }}
          quarter={textOf(shared.reporting_quarter)}
        />
        <IconButton
          tone="plain"
          aria-label={`No ${field.label} for all rows`}
          onClick={() => block.unshare(field.name)}
        >
          <IconX size={16} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}
