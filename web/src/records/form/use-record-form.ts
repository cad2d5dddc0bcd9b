/** The state of a record's form: values, judging, drafts, saving, and what to do when somebody else saved first. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import type { AnyRecord } from "../../../../edge-functions/_shared/records/types.ts";
import { validateRecord } from "../../../../edge-functions/_shared/validate.ts";
import { api, type Row } from "../../lib/api.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { ApiProblem, messageOf } from "../../lib/problem.ts";
import { rowsChanged } from "../use-records.ts";
import { type Conflict, compare } from "./conflict.ts";
import type { Complaint } from "./error-summary.tsx";
import {
  changedNames,
  dropDraft,
  type FormValues,
  keepDraft,
  readDraft,
  startValues,
  valuesOf,
} from "./form-values.ts";

export interface OpenConflict extends Conflict {
  /** The row as it is stored now. */
  stored: Row;
  theirs: FormValues;
  mine: FormValues;
}

const draftDelay = 400;

export function useRecordForm(
  record: AnyRecord,
  user: CurrentUser,
  row: Row | null,
  onSaved: (message: string) => void,
) {
  const id = row?.id ?? null;
  /** The stored row that the entries are compared with; after a conflict, the newer one. */
  const [base, setBase] = useState(row);
  const baseValues = useMemo(
    () => (base ? valuesOf(record, base) : startValues(record, user)),
    [record, base, user],
  );
  const resolver = useMemo(() => resolverFor(record, base), [record, base]);
  const form = useForm<FormValues>({ defaultValues: baseValues, resolver, mode: "onTouched" });
  // Read in every render: the form library only tells of changes that somebody reads.
  const { errors, isSubmitted } = form.formState;
  const [offered, setOffered] = useState(() => readDraft(user, record, id));
  const [general, setGeneral] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [conflict, setConflict] = useState<OpenConflict | null>(null);
  const [saving, setSaving] = useState(false);
  const changed = useRef<() => string[]>(() => []);
  changed.current = () => changedNames(baseValues, form.getValues());

  // Entries are kept while they are typed; a draft that waits for an answer is not overwritten.
  useEffect(() => {
    if (offered) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const subscription = form.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (changed.current().length > 0) keepDraft(user, record, base, form.getValues());
        else dropDraft(user, record, id);
      }, draftDelay);
    });
    return () => {
      subscription.unsubscribe();
      clearTimeout(timer);
    };
  }, [form, offered, user, record, base, id]);

  const restore = () => {
    for (const [name, value] of Object.entries(offered?.values ?? {})) {
      if (record.fields.some((field) => field.name === name))
        form.setValue(name, value, { shouldDirty: true });
    }
    setOffered(null);
  };

  const discard = useCallback(() => {
    dropDraft(user, record, id);
    setOffered(null);
  }, [user, record, id]);

  const refuse = useCallback((message: string | null) => {
    setGeneral(message);
    setAttempt((count) => count + 1);
  }, []);

  const store = async (parsed: Readonly<Record<string, unknown>>) => {
    const names = changed.current();
    if (base && names.length === 0) return onSaved("Nothing had changed.");
    const input = base
      ? { id: base.id, row_version: base.row_version, ...pick(parsed, names) }
      : pick(parsed, Object.keys(parsed));
    try {
      await api.update(record.path, [input]);
      dropDraft(user, record, id);
      await rowsChanged(record);
      onSaved(
        base ? `The ${record.noun.one} has been updated.` : `The ${record.noun.one} has been registered.`,
      );
    } catch (problem) {
      const stored =
        problem instanceof ApiProblem && problem.status === 409 ? problem.details[0]?.current : undefined;
      if (stored && base) {
        const theirs = valuesOf(record, stored);
        const mine = form.getValues();
        setConflict({ ...compare(baseValues, theirs, mine), stored: stored as Row, theirs, mine });
        return;
      }
      const details = problem instanceof ApiProblem ? problem.details : [];
      const ofFields = details.filter(({ field }) => record.fields.some((known) => known.name === field));
      for (const { field, message } of ofFields) if (field) form.setError(field, { type: "server", message });
      refuse(ofFields.length > 0 ? null : messageOf(problem));
    }
  };

  const save = async () => {
    setSaving(true);
    setGeneral(null);
    await form.handleSubmit(store, () => refuse(null))();
    setSaving(false);
  };

  /** Goes on from the row as it is stored now, with the merged values in the form. */
  const settle = (values: FormValues) => {
    if (!conflict) return;
    setBase(conflict.stored);
    form.reset(valuesOf(record, conflict.stored));
    for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true });
    setConflict(null);
  };

  const complaints: Complaint[] = [
    ...(general ? [{ message: general }] : []),
    ...(attempt > 0
      ? record.fields.flatMap(({ name }) => {
          const message = errors[name]?.message;
          return message ? [{ field: name, message }] : [];
        })
      : []),
  ];

  return {
    form,
    isSubmitted,
    isUpdate: base !== null,
    base,
    baseValues,
    offered,
    restore,
    discard,
    save,
    saving,
    conflict,
    settle,
    complaints,
    attempt,
    isDirty: () => changed.current().length > 0,
  };
}

const pick = (values: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

/** The one validator of records as the form's resolver. */
function resolverFor(record: AnyRecord, base: Row | null): Resolver<FormValues> {
  return (values) => {
    const known = pick(
      values,
      record.fields.map((field) => field.name),
    );
    const { value, problems } = validateRecord(record, known, base ? "update" : "insert", {
      current: base ?? undefined,
    });
    if (problems.length === 0) return { values: value as FormValues, errors: {} };
    return {
      values: {},
      errors: Object.fromEntries(problems.map(({ field, message }) => [field, { type: "rule", message }])),
    };
  };
}
