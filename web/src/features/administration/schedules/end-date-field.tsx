/** The end date field of a schedule's form. The help text names the last day for entering data. */
import { useWatch } from "react-hook-form";
import { endDateHelp } from "../../../lib/reporting-window.ts";
import type { FieldSlotProps } from "../../../records/common/slots.ts";
import { FormField } from "../../../records/form/fields/form-field.tsx";
import type { FormValues } from "../../../records/form/fields/form-values.ts";

export default function EndDateField(props: FieldSlotProps) {
  const end = useWatch<FormValues>({ name: props.field.name });
  return <FormField {...props} field={{ ...props.field, help: endDateHelp(end) }} />;
}
