/** Moves the focus to the first field that the user should fill in when a form opens. */
import { useEffectEvent, useLayoutEffect } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { missingFacts } from "#shared/validate/facts.ts";
import { screenFields } from "../../common/screen-fields.ts";
import type { FormValues } from "../fields/form-values.ts";
import { controlId } from "../fill/parent-names.ts";
import { fieldsInOrder, firstToFill } from "../next/entry-order.ts";

/**
 * Focuses one field when a form opens. Incomplete row: the first field that lacks a required value. Complete stored
 * row: the first field. New row: the first field that the user should fill in. If that field is hidden, focuses the
 * first visible field.
 */
export function useFirstFocus(
  record: AnyRecord,
  isStored: boolean,
  missing: ReturnType<typeof missingFacts>,
  values: () => FormValues,
): void {
  const fieldToFocus = useEffectEvent(() => {
    const asked = screenFields(record);
    const fact = missing[0]?.anyOf.find((name) => asked.some((field) => field.name === name));
    return (
      asked.find(({ name }) => name === fact) ??
      (isStored ? fieldsInOrder(record)[0] : firstToFill(record, values()))
    );
  });
  useLayoutEffect(() => {
    const control = [fieldToFocus(), ...fieldsInOrder(record)]
      .map((field) => document.getElementById(controlId(record, field?.name ?? "")))
      .find((element) => element !== null);
    // The focus trap of a drawer focuses the element with `data-autofocus`. Also call `focus()`, because the form may
    // load after the trap has run.
    control?.setAttribute("data-autofocus", "");
    control?.focus();
  }, [record]);
}
