/** A single form field for tests. The component stores the field's value and reports it to the test. */
import { type ReactNode, useState } from "react";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { FieldControl } from "../../web/src/records/form/fields/field-control.tsx";
import type { FormValue } from "../../web/src/records/form/fields/form-values.ts";
import { person } from "./people.ts";

interface Props {
  record: AnyRecord;
  field: Field;
  start: FormValue;
  /** The component calls this function with the current value on every render. */
  onHold: (value: FormValue) => void;
  /** Renders content beside the field. The content can call `put` to set the value of the field. */
  beside?: (put: (value: FormValue) => void) => ReactNode;
}

export function HeldField({ record, field, start, onHold, beside }: Props) {
  const [value, setValue] = useState(start);
  onHold(value);
  return (
    <>
      <FieldControl
        record={record}
        user={person("Central")}
        field={field}
        id="x"
        value={value}
        onChange={setValue}
        onBlur={() => undefined}
        invalid={false}
        describedBy={undefined}
        place={{}}
        quarter={null}
      />
      {beside?.(setValue)}
    </>
  );
}
