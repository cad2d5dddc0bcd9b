/**
 * Saves a record's form: validates, asks about unusual values, sends, retries without saving twice, and reports
 * errors.
 */
import { useReducer, useRef } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import type { RecordSlots } from "../common/slots.ts";
import { invalidateRows } from "../common/use-records.ts";
import type { Question } from "./confirm-update.tsx";
import { type FormValues, valuesOf } from "./fields/form-values.ts";
import { type FormEvent, formReducer, initialFormState, saveProblem } from "./form-flow.ts";
import { compare } from "./saving/conflict.ts";
import {
  type Answers,
  fingerprintOf,
  isConfirmationOff,
  rowInput,
  unusualMessages,
  withImportId,
} from "./saving/row-save.ts";
import type { Entries } from "./use-entries.ts";
import type { useFormDraft } from "./use-form-draft.ts";
import { useRetry } from "./use-retry.ts";

type Draft = Pick<ReturnType<typeof useFormDraft>, "sent" | "keep" | "finish">;
/** Called after a save. Receives a success message and, if the API returned it, the id of the row. */
export type OnSaved = (message: string, id?: number) => void;

type Parsed = Readonly<Record<string, unknown>>;

export function useSaving(
  record: AnyRecord,
  entries: Entries,
  draft: Draft,
  slots: RecordSlots | undefined,
  onSaved: OnSaved,
) {
  const { form, base } = entries;
  const [state, dispatch] = useReducer(formReducer, initialFormState);
  const answers = useRef<Answers>({});
  const lastReason = useRef("");

  const store = async (parsed: Parsed, focused: Element | null) => {
    const names = entries.changed();
    if (base && names.length === 0) return onSaved("There were no changes to save.");
    const question = questionOf(record, entries, slots, parsed, answers.current, focused);
    if (question) return dispatch(question);
    const input = rowInput(base, parsed, names, answers.current);
    let done: Parameters<OnSaved>;
    try {
      done = slots?.save ? [await slots.save(input)] : await send(record, draft, input);
    } catch (problem) {
      return explain(problem);
    }
    answered();
    draft.finish();
    await invalidateRows(record);
    onSaved(...done);
  };
  const answered = () => {
    dispatch({ type: "answered" });
    draft.sent.current = undefined;
    answers.current = { agreed: answers.current.agreed };
  };
  const explain = (thrown: unknown) => {
    const problem = saveProblem(record, thrown, base !== null);
    if (problem.kind === "unreachable") {
      draft.keep();
      return dispatch({ type: "unreachable" });
    }
    answered();
    if (problem.kind === "fields") {
      for (const { field, message } of problem.fields) form.setError(field, { type: "server", message });
    }
    dispatch(refusalOf(record, entries, problem));
  };
  const save = async (said: Answers = {}) => {
    answers.current = { ...answers.current, ...said };
    if (said.reason) lastReason.current = said.reason;
    // Remember the focused element, because a busy button loses the focus.
    const focused = document.activeElement;
    dispatch({ type: "saving" });
    await form.handleSubmit(
      (parsed) => store(parsed, focused),
      () => dispatch({ type: "refused", message: null }),
    )();
    dispatch({ type: "ended" });
  };
  useRetry(state.waiting && !state.saving && !state.asked, () => void save());
  return { state, dispatch, save, answers, lastReason };
}

/** Sends a row. A retry of the same save reuses its import_id, so the server saves it only once. */
async function send(
  record: AnyRecord,
  draft: Draft,
  input: ReturnType<typeof rowInput>,
): Promise<Parameters<OnSaved>> {
  draft.sent.current = withImportId(draft.sent.current, input);
  const { import_id } = draft.sent.current;
  const [stored] = await api.update(record.path, [input], { import_id, batch: 1 });
  return [`The ${record.noun.one} has been ${"id" in input ? "updated" : "registered"}.`, stored?.id];
}

/** Returns the question that the user must answer before the save is sent; null if there is none. */
function questionOf(
  record: AnyRecord,
  { base, baseValues, form, changed }: Entries,
  slots: RecordSlots | undefined,
  parsed: Parsed,
  { reason, agreed }: Answers,
  focused: Element | null,
): FormEvent | null {
  const messages = reason ? [] : unusualMessages(record, base, parsed);
  if (messages.length > 0) return { type: "unusual", messages };
  const names = changed();
  const fingerprint = fingerprintOf(base, parsed, names);
  if (!base || agreed === fingerprint || isConfirmationOff()) return null;
  const values = form.getValues();
  // Some fields are set by the control of another field. The confirmation lists that other field instead.
  const shown = names.filter((name) => slots?.fields?.[name] !== null);
  const changes: Question["changes"] = Object.fromEntries(
    (shown.length > 0 ? shown : names).map((name) => [name, [baseValues[name], values[name]]]),
  );
  return { type: "asked", question: { changes, focused, fingerprint } };
}

type Refused = Exclude<ReturnType<typeof saveProblem>, { kind: "unreachable" }>;

function refusalOf(record: AnyRecord, { baseValues, form }: Entries, problem: Refused): FormEvent {
  switch (problem.kind) {
    case "same":
      return { type: "same", rows: problem.rows };
    case "unusual":
      return { type: "unusual", messages: problem.messages };
    case "stale": {
      const { stored } = problem;
      const theirs: FormValues = valuesOf(record, stored);
      const mine = form.getValues();
      return { type: "conflict", conflict: { ...compare(baseValues, theirs, mine), stored, theirs, mine } };
    }
    case "fields":
      return { type: "refused", message: problem.rest };
    case "other":
      return { type: "refused", message: problem.message };
  }
}
