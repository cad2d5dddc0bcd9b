/** The values that the user has entered in a record's form, and the stored row with which they are compared. */
import { useCallback, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { useStableCallback } from "../../lib/hooks/use-stable-callback.ts";
import type { Row } from "../../lib/http/api.ts";
import type { RecordSlots } from "../common/slots.ts";
import { changedNames, type FormValues, startValues, valuesOf } from "./fields/form-values.ts";
import {
  changesToStore,
  notesAbout,
  officeProblems,
  resolverFor,
  validateFormValues,
} from "./saving/resolver.ts";

export type Entries = ReturnType<typeof useEntries>;

/** @param taken Values that a new row copies from its source row. */
export function useEntries(
  record: AnyRecord,
  user: CurrentUser,
  row: Row | null,
  taken: FormValues | undefined,
  judge: RecordSlots["adjustProblems"],
) {
  /**
   * Stored row with which the user's values are compared. After a conflict, this is the row as the other user saved it.
   */
  const [base, setBase] = useState(row);
  const newest = useRef(row);
  const baseValues = useMemo(
    () => (base ? valuesOf(record, base) : startValues(record, user, taken)),
    [record, base, user, taken],
  );
  const resolver = useMemo(() => {
    if (base) return resolverFor(record, base, judge);
    return resolverFor(record, null, (values, found) => ({
      ...officeProblems(record, user, values),
      ...(judge?.(values, found) ?? found),
    }));
  }, [record, user, base, judge]);
  const form = useForm<FormValues>({ defaultValues: baseValues, resolver, mode: "onTouched" });
  /** Returns the values before the user's edits: those of the stored row, or the start values of a new row. */
  const started = useStableCallback(() => baseValues);
  /** Returns the names of the fields that the user has changed. */
  const changed = useStableCallback(() => changedNames(baseValues, form.getValues()));
  /** Returns the changes that a save of the parsed values would store. */
  const toStore = useStableCallback((parsed: Readonly<Record<string, unknown>>) =>
    changesToStore(record, baseValues, changed(), parsed),
  );
  /** Returns sentences about changed fields that are stored with another value than the user typed. */
  const notes = useStableCallback(() =>
    notesAbout(validateFormValues(record, base, form.getValues()).notes, changed()),
  );
  /** Returns the present `base`, also to a save that started before the form was restarted from another row. */
  const stored = useCallback(() => newest.current, []);
  /** Restarts the form from the current stored row and applies the given values as unsaved edits. */
  const rebase = useCallback(
    (stored: Row, entered: FormValues) => {
      newest.current = stored;
      setBase(stored);
      form.reset(valuesOf(record, stored));
      for (const [name, value] of Object.entries(entered)) form.setValue(name, value, { shouldDirty: true });
    },
    [record, form],
  );
  return { base, baseValues, form, started, changed, toStore, notes, stored, rebase };
}
