/** One field of a form: label, control, help and error message. ARIA attributes connect them for screen readers. */
import { useController, useFormContext, useWatch } from "react-hook-form";
import type { AnyRecord, Field, FieldKind } from "#shared/records/vocabulary/types.ts";
import { parseField } from "#shared/validate/parse-field.ts";
import { fieldsReadBy, openChecks } from "#shared/validate/soft-checks.ts";
import { validateRecord } from "#shared/validate/validate.ts";
import type { Row } from "../../../lib/http/api.ts";
import type { FieldSlotProps } from "../../common/slots.ts";
import { computedBy, dependentChanges } from "./computed-fields.ts";
import { FieldControl } from "./field-control.tsx";
import { fieldId } from "./field-id.ts";
import classes from "./form.module.css";
import { clearedBy, type FormValue, type FormValues, isHidden } from "./form-values.ts";
import { useIsRequired } from "./use-is-required.ts";

let pressed = false;
for (const [name, value] of [
  ["pointerdown", true],
  ["pointerup", false],
  ["pointercancel", false],
] as const)
  window.addEventListener(
    name,
    () => {
      pressed = value;
    },
    true,
  );

/** True while the user holds the Tab key. */
let tabbing = false;
for (const type of ["keydown", "keyup"] as const)
  window.addEventListener(
    type,
    ({ key }) => {
      tabbing = type === "keydown" && key === "Tab";
    },
    true,
  );

/**
 * Calls `left` (the validation after a blur) when the current mouse or touch press ends. An earlier error message could
 * move the pressed button away.
 */
function afterPress(left: () => void): void {
  if (!pressed) {
    left();
    return;
  }
  const end = new AbortController();
  const ended = () => {
    end.abort();
    setTimeout(left);
  };
  for (const name of ["pointerup", "pointercancel"])
    window.addEventListener(name, ended, { signal: end.signal });
}

/**
 * Returns the blur handler of a field. Validates a field that the user has changed, or has left with Tab. Other fields
 * stay unvalidated, such as the first field of a form that just opened.
 */
export const validateOnLeave =
  ({ onBlur }: { onBlur: () => void }, { isDirty, isTouched }: { isDirty: boolean; isTouched: boolean }) =>
  (): void => {
    if (isDirty || isTouched || tabbing) afterPress(onBlur);
  };

const hiddenHelp = "Hidden from you. Leave this empty to keep the stored value.";
const filledIn = { sum: "Calculated automatically.", rule: "Filled in automatically." } as const;

export function FormField({ record, user, field, stored }: FieldSlotProps) {
  const form = useFormContext<FormValues>();
  const { field: bound, fieldState } = useController<FormValues>({ name: field.name });
  const [region_name, province_name, muncity_name, quarter] = useWatch<FormValues>({
    name: ["region_name", "province_name", "muncity_name", "reporting_quarter"],
  }).map((value) => (value === null || value === undefined ? null : String(value)));
  const demanded = useIsRequired(record, field);
  const asked = useSoftCheckMessage(record, field, stored);
  const id = fieldId(field.name);
  const problem = fieldState.error?.message;
  const follows = computedBy(record, field.name);
  const help = isHidden(field, stored)
    ? hiddenHelp
    : (field.help ?? (follows ? filledIn[follows] : undefined));
  const isLeft = fieldState.isTouched || form.formState.isSubmitted;
  const note = fieldState.isDirty ? noteAbout(record, field, bound.value) : undefined;
  const remarks = !problem && isLeft ? [note, asked].filter(Boolean) : [];
  const describedBy = [help && `${id}-help`, (problem || remarks.length > 0) && `${id}-problem`]
    .filter(Boolean)
    .join(" ");

  const change = (value: FormValue) => {
    const also = dependentChanges(record, field.name, value, { ...form.getValues() }, stored);
    bound.onChange(value);
    const emptied = clearedBy(record, field.name);
    for (const [name, other] of Object.entries(also)) {
      const shouldValidate = form.formState.isSubmitted || !emptied.includes(name);
      form.setValue(name, other, { shouldDirty: true, shouldValidate });
    }
  };

  return (
    <div className={classes.field} data-width={widthOf(record, field)}>
      <label htmlFor={id} id={`${id}-label`} data-required={demanded || undefined}>
        {field.label}
      </label>
      <FieldControl
        record={record}
        user={user}
        field={demanded === (field.required ?? false) ? field : { ...field, required: demanded }}
        id={id}
        value={bound.value ?? null}
        onChange={change}
        onBlur={validateOnLeave(bound, fieldState)}
        invalid={problem !== undefined}
        describedBy={describedBy || undefined}
        place={{ region_name, province_name, muncity_name }}
        quarter={quarter ?? null}
      />
      {help && (
        <p className={classes.help} id={`${id}-help`}>
          {help}
        </p>
      )}
      {remarks.length > 0 && (
        <p className={classes.unusual} id={`${id}-problem`}>
          {remarks.map((remark) => `${remark}.`).join(" ")}
        </p>
      )}
      {problem && (
        <p className={classes.problem} id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

const shortKinds: readonly FieldKind[] = ["year", "quarter", "month", "integer", "decimal", "date"];

/**
 * Returns the width class of a field: short for numbers and dates, long for names, whole for controls that can grow.
 * Returns undefined for other fields.
 */
function widthOf(record: AnyRecord, field: Field): "short" | "long" | "whole" | undefined {
  const { name, kind, attached, options } = field;
  if (kind === "long_text" || attached || (kind === "list" && options?.from === "record")) return "whole";
  if (options?.from === "record" || name === record.title || name === record.parent?.title) return "long";
  return shortKinds.includes(kind) ? "short" : undefined;
}

/**
 * Converts a form value, such as a date as typed text, to a stored value. Returns null if the text can't be converted.
 */
function readValue(record: AnyRecord, name: string, value: FormValue | undefined): unknown {
  const field = record.fields.find((one) => one.name === name);
  const reading = field && parseField(field, value ?? null);
  return reading?.ok ? reading.value : null;
}

/** Returns a note if the value is stored differently than typed, such as 1,500 for 1,500.75. */
const noteAbout = (record: AnyRecord, { name }: Field, value: FormValue | undefined): string | undefined =>
  validateRecord(record, { [name]: value ?? null }, "update").notes.find(({ field }) => field === name)
    ?.message;

/**
 * Returns the warning about an unusual value of the field (soft check). Returns null if there is none or if the value
 * already has a reason.
 */
function useSoftCheckMessage(record: AnyRecord, { name }: Field, stored: Row | null): string | null {
  const checks = (record.softChecks ?? []).filter(
    (check) => check.field === name || (check.kind === "one_side" && check.parts.includes(name)),
  );
  const names = checks.flatMap(fieldsReadBy);
  const values = useWatch<FormValues>({ name: names });
  if (checks.length === 0) return null;
  const row = Object.fromEntries(names.map((one, at) => [one, readValue(record, one, values[at])]));
  const open = openChecks({ ...record, softChecks: checks }, { ...stored, ...row }, stored);
  return open.find(({ field }) => field === name)?.message ?? null;
}
