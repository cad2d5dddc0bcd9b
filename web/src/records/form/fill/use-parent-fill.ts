/**
 * Fills in the fields that depend on the chosen parent, such as an ARBO's town and ARC. Overwrites only fields that
 * are empty or still hold the value filled in from the previous choice, never a value that the user typed.
 */
import { useCallback } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { api } from "../../../lib/http/api.ts";
import { readWaitingRows } from "../../../lib/outbox/waiting-rows.ts";
import { knownUser } from "../../../lib/user.ts";
import type { FormValue, FormValues } from "../fields/form-values.ts";
import { fillChanges } from "./fill-values.ts";

/** Values that were filled in automatically, per form. */
const filledIn = new WeakMap<object, FormValues>();

export function useParentFill(
  record: AnyRecord,
  form: UseFormReturn<FormValues>,
): (field: Field, value: FormValue) => void {
  const { parent } = record;
  return useCallback(
    (field, value) => {
      const { options } = field;
      if (value === null || !parent || options?.from !== "record" || options.path !== parent.path) return;
      if (field.name !== parent.identifier && field.name !== parent.key) return;
      const fill = async () => {
        const waiting = await readWaitingRows(knownUser()?.id ?? "", parent.path);
        const row =
          waiting.find((one) => String(one[options.value]) === String(value)) ??
          (await api.list(parent.path, { [options.value]: value, page: 1, page_size: 1 })).data[0];
        const values = form.getValues();
        if (!row || values[field.name] !== value) return;
        const before = filledIn.get(form.control) ?? {};
        const changes = fillChanges(record, { [parent.path]: row }, values).filter(
          ({ name, before: now }) => now === null || now === before[name],
        );
        for (const { name, after } of changes) {
          form.setValue(name, after, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
        }
        const now = Object.fromEntries(changes.map(({ name, after }) => [name, after]));
        filledIn.set(form.control, { ...before, ...now });
      };
      // Ignore errors: the user can fill in the fields by hand, and the server validates them anyway.
      void fill().catch(() => undefined);
    },
    [record, parent, form],
  );
}
