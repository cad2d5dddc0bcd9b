/** Moves the focus to the field with which the user starts in a form. */
import { useEffectEvent, useLayoutEffect } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { missingFacts } from "#shared/validate/facts.ts";
import { screenFields } from "../../common/screen-fields.ts";
import type { FormValues } from "../fields/form-values.ts";
import { controlId } from "../fill/parent-names.ts";
import { fieldsInOrder, firstToFill } from "../next/entry-order.ts";

/**
 * Focuses one field of the form. In an incomplete row, focuses the first field in which a required value is missing. In
 * a complete stored row, focuses the first field. In a new row, focuses the first field that the user should fill in.
 * If the form hides the field, focuses the first field that the form shows.
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
    // The focus trap of an opening drawer focuses the element with the attribute `data-autofocus`. If the form loads
    // later than the drawer, only `focus()` has an effect.
    control?.setAttribute("data-autofocus", "");
    control?.focus();
  }, [record]);
}
