/** The state of a record's form: values, judging, drafts, saving, and what to do when somebody else saved first. */
import { useCallback, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { SameRow } from "#shared/contracts/problems.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { openChecks, reasonField } from "#shared/validate/soft-checks.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { api, type Row } from "../../lib/http/api.ts";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import { newImportId } from "../common/import-id.ts";
import { rowsChanged } from "../common/use-records.ts";
import type { Question } from "./confirm-update.tsx";
import { type Conflict, compare } from "./conflict.ts";
import type { DraftPlace } from "./drafts.ts";
import type { Complaint } from "./error-summary.tsx";
import { changedNames, type FormValues, startValues, valuesOf } from "./fields/form-values.ts";
import { pick, resolverFor } from "./resolver.ts";
import { useFormDraft } from "./use-form-draft.ts";
import { useRetry } from "./use-retry.ts";

export interface OpenConflict extends Conflict {
  /** The row as it is stored now. */
  stored: Row;
  theirs: FormValues;
  mine: FormValues;
}

/** No server, or a gateway that has none behind it for the moment. */
const unreachable = [0, 502, 503, 504];

export function useRecordForm(
  record: AnyRecord,
  user: CurrentUser,
  row: Row | null,
  /** The row that a new one is entered from: its name in the address, and what is taken over. */
  origin: { from?: string | undefined; values?: FormValues | undefined },
  onSaved: (message: string) => void,
) {
  const id = row?.id ?? null;
  const { from, values: taken } = origin;
  const place = useMemo<DraftPlace>(() => ({ id, from }), [id, from]);
  /** The stored row that the entries are compared with; after a conflict, the newer one. */
  const [base, setBase] = useState(row);
  const baseValues = useMemo(
    () => (base ? valuesOf(record, base) : startValues(record, user, taken)),
    [record, base, user, taken],
  );
  const resolver = useMemo(() => resolverFor(record, base), [record, base]);
  const form = useForm<FormValues>({ defaultValues: baseValues, resolver, mode: "onTouched" });
  // Read in every render: the form library only tells of changes that somebody reads.
  const { errors, isSubmitted } = form.formState;
  const [general, setGeneral] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [conflict, setConflict] = useState<OpenConflict | null>(null);
  const [saving, setSaving] = useState(false);
  /** Rows for which the last save was refused, because they are likely the same. */
  const [same, setSame] = useState<readonly SameRow[] | null>(null);
  /** The server could not be reached: the save is tried again when it can. */
  const [waiting, setWaiting] = useState(false);
  const anyway = useRef(false);
  /** What of the values is asked about, as sentences; null when nothing is. */
  const [unusual, setUnusual] = useState<readonly string[] | null>(null);
  /** The word of reason of the save that is under way, and the last one that was given. */
  const reason = useRef<string | null>(null);
  const lastReason = useRef("");
  /** The question whether a stored row shall be changed, and the changes that it was answered yes for. */
  const [asked, setAsked] = useState<Question | null>(null);
  const agreed = useRef<string | null>(null);
  const changed = useRef<() => string[]>(() => []);
  const started = useRef(baseValues);
  started.current = baseValues;
  changed.current = () => changedNames(baseValues, form.getValues());

  const draft = useFormDraft(user, record, place, form, () =>
    changed.current().length === 0
      ? null
      : { base: started.current, values: form.getValues(), row_version: base?.row_version ?? null },
  );
  const { sent } = draft;

  const refuse = useCallback((message: string | null) => {
    setGeneral(message);
    setAttempt((count) => count + 1);
  }, []);

  const answered = () => {
    setWaiting(false);
    sent.current = undefined;
    anyway.current = false;
    reason.current = null;
  };

  const store = async (parsed: Readonly<Record<string, unknown>>, focused: Element | null) => {
    const names = changed.current();
    if (base && names.length === 0) return onSaved("There were no changes to save.");
    const open = reason.current ? [] : openChecks(record, { ...base, ...parsed }, base);
    if (open.length > 0) {
      setUnusual(open.map(({ message }) => `${message}.`));
      return;
    }
    const told = JSON.stringify([base?.row_version, pick(parsed, names)]);
    if (base && agreed.current !== told) {
      const values = form.getValues();
      const changes = Object.fromEntries(
        names.map((name) => [name, [baseValues[name], values[name]] as [unknown, unknown]]),
      );
      setAsked({ changes, focused, told });
      return;
    }
    const input = {
      ...(base
        ? { id: base.id, row_version: base.row_version, ...pick(parsed, names) }
        : pick(parsed, Object.keys(parsed))),
      ...(anyway.current ? { save_anyway: true } : {}),
      ...(reason.current ? { [reasonField]: reason.current } : {}),
    };
    // A save whose answer was lost may have been done: under the same number it is not done twice.
    const body = JSON.stringify(input);
    const number = sent.current?.body === body ? sent.current.import_id : newImportId();
    sent.current = { import_id: number, body };
    try {
      await api.update(record.path, [input], { import_id: number, batch: 1 });
      answered();
      draft.finish();
      await rowsChanged(record);
      onSaved(
        base ? `The ${record.noun.one} has been updated.` : `The ${record.noun.one} has been registered.`,
      );
    } catch (problem) {
      if (problem instanceof ApiProblem && unreachable.includes(problem.status)) {
        setWaiting(true);
        draft.keep();
        return;
      }
      answered();
      const likely =
        problem instanceof ApiProblem ? problem.details.find((detail) => detail.same_as)?.same_as : undefined;
      if (likely) {
        setSame(likely);
        return;
      }
      const asked = problem instanceof ApiProblem ? problem.details.filter((one) => one.soft_check) : [];
      if (asked.length > 0) {
        setUnusual(asked.map(({ message }) => message));
        return;
      }
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
    // A busy button loses the focus.
    const focused = document.activeElement;
    setSaving(true);
    setGeneral(null);
    setSame(null);
    setUnusual(null);
    await form.handleSubmit(
      (parsed) => store(parsed, focused),
      () => refuse(null),
    )();
    setSaving(false);
  };

  const answer = (yes: boolean) => {
    agreed.current = yes ? (asked?.told ?? null) : null;
    setAsked(null);
    if (yes) void save();
  };

  const saveWithReason = (given: string) => {
    reason.current = given;
    lastReason.current = given;
    void save();
  };

  const saveAnyway = () => {
    anyway.current = true;
    void save();
  };

  useRetry(waiting && !saving && !asked, () => void save());

  /** Goes on from the row as it is stored now, with the merged values in the form. */
  const settle = (values: FormValues) => {
    if (!conflict) return;
    setBase(conflict.stored);
    form.reset(valuesOf(record, conflict.stored));
    for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true });
    setConflict(null);
  };

  /**
   * Goes on from the row as it is stored by now, when something beside the form has changed it; entries stay. Where
   * somebody else has changed what is entered here nothing is done, and saving tells of it.
   */
  const follow = useCallback(async () => {
    if (id === null) return;
    const { data } = await api.list(record.path, { id, page: 1, page_size: 1 });
    const [stored] = data;
    const mine = form.getValues();
    if (!stored || compare(started.current, valuesOf(record, stored), mine).contested.length > 0) return;
    const names = changed.current();
    setBase(stored);
    form.reset(valuesOf(record, stored));
    for (const name of names) form.setValue(name, mine[name] ?? null, { shouldDirty: true });
    void rowsChanged(record);
  }, [id, record, form]);

  const complaints: Complaint[] = [
    ...(general ? [{ message: general }] : []),
    ...(attempt > 0
      ? record.fields.flatMap(({ name }) => {
          const message = errors[name]?.message;
          return message ? [{ field: name, message, missing: (form.getValues(name) ?? null) === null }] : [];
        })
      : []),
  ];

  return {
    form,
    isSubmitted,
    isUpdate: base !== null,
    base,
    baseValues,
    draft,
    save,
    saveAnyway,
    unusual,
    reason: lastReason.current,
    saveWithReason,
    asked,
    answer,
    saving,
    same,
    waiting,
    conflict,
    settle,
    follow,
    complaints,
    attempt,
  };
}
