/**
 * Saves a record's form: validates, asks about unusual values, sends, repeats lost requests without saving twice, and
 * reports errors.
 */
import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import { connection } from "../../lib/http/connection.ts";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import { notify } from "../../lib/notify.ts";
import type { Attempt, Entry } from "../../lib/outbox/entry.ts";
import { hasSameContent } from "../../lib/outbox/same-content.ts";
import { isGone, sendRow } from "../../lib/outbox/send-row.ts";
import type { RecordSlots } from "../common/slots.ts";
import { offerResubmit } from "../review/resubmit.ts";
import type { Question } from "./confirm-update.tsx";
import type { useFormDraft } from "./drafts/use-form-draft.ts";
import { withoutComputed } from "./fields/computed-fields.ts";
import { type FormValues, valuesOf } from "./fields/form-values.ts";
import { type FormEvent, formReducer, initialFormState, saveProblem } from "./form-flow.ts";
import { compare } from "./saving/conflict.ts";
import { keptMessage, loadKeepRow, notKept, refersToWaitingRow } from "./saving/kept-row.ts";
import { pick } from "./saving/resolver.ts";
import {
  type Answers,
  fingerprintOf,
  isConfirmationOff,
  rowInput,
  unusualMessages,
} from "./saving/row-save.ts";
import type { Entries } from "./use-entries.ts";

type Draft = Pick<
  ReturnType<typeof useFormDraft>,
  "sent" | "keep" | "finish" | "saveId" | "renewSaveId" | "files"
>;
/** Called after a save. Receives a success message and, if the API returned it, the id of the row. */
export type OnSaved = (message: string, id?: number) => void;

/** A finished save: the success message and, if the API returned it, the stored row. */
interface Done {
  message: string;
  stored?: Row | undefined;
}

type Parsed = Readonly<Record<string, unknown>>;

interface Saved {
  record: AnyRecord;
  user: CurrentUser;
  /** Source row from which a new row is entered, as "path.id". */
  from: string | undefined;
  /** The outbox entry that the form shows. */
  entry: Entry | undefined;
}

/**
 * Saves the form. The returned state contains questions to the user and errors. If the server can't be reached, puts
 * the row into the outbox.
 */
export function useSaving(
  saved: Saved,
  entries: Entries,
  draft: Draft,
  slots: RecordSlots | undefined,
  onSaved: OnSaved,
) {
  const { record, entry } = saved;
  const { form, base } = entries;
  const [state, dispatch] = useReducer(formReducer, initialFormState);
  const { answers, lastReason, addAnswers, answered } = useAnswers(draft);
  useEffect(() => void loadKeepRow().catch(() => undefined), []);

  const store = async (parsed: Parsed, focused: Element | null) => {
    const names = toSend(record, entries.changed(), draft.sent.current);
    const message = draft.files.problem();
    if (message) return dispatch({ type: "refused", message });
    if (base && names.length === 0) {
      if (entry) await (await loadSettle()).dropEntry(entry, base.id);
      await saveFiles(record, draft, base.id);
      draft.finish();
      return onSaved("There were no changes to save.");
    }
    const question = questionOf(record, entries, slots, parsed, answers.current, focused);
    if (question) return dispatch(question);
    const toSave = base ? parsed : withoutComputed(record, parsed);
    const input = rowInput(base, toSave, names, answers.current);
    if (!slots?.save && (connection().lost || refersToWaitingRow(record, input))) return keep(input);
    const sent = slots?.save
      ? slots.save(input).then((message): Done => ({ message }))
      : send(saved, entries, draft, input);
    const done = await sent.catch((problem: unknown) => explain(problem, input));
    if (!done) return;
    if (entry) await (await loadSettle()).settleSaved(entry, entries.stored(), done.stored);
    await saveFiles(record, draft, done.stored?.id);
    // Forget the request only now, after the files are in the outbox. If the page closes earlier, the draft still has
    // the request. A save of the restored draft then repeats the request, which doesn't store the row twice.
    answered();
    draft.finish();
    await invalidateRows(record);
    if (base) offerResubmit(record, { ...base, ...done.stored });
    onSaved(done.message, done.stored?.id);
  };
  /** Puts the row into the outbox. If this fails, the values stay in the form. */
  const keep = async (input: ReturnType<typeof rowInput>) => {
    let id: number;
    try {
      id = await keepInOutbox(saved, entries, draft, input);
    } catch (problem) {
      return dispatch({ type: "refused", message: notKept(problem) });
    }
    await saveFiles(record, draft, id);
    answered();
    draft.finish();
    onSaved(keptMessage(record));
  };
  const explain = async (thrown: unknown, input: ReturnType<typeof rowInput>): Promise<Done | undefined> => {
    // A new row has a version conflict if an earlier request stored it and another user has changed it since.
    const problem = saveProblem(record, thrown, true);
    if (problem.kind === "stale" && !slots?.save && rebaseIfSame(entries, problem.stored)) {
      answered();
      const renewed = { ...input, row_version: problem.stored.row_version };
      return send(saved, entries, draft, renewed).catch((again: unknown) => explain(again, renewed));
    }
    if (problem.kind === "unreachable") {
      if (slots?.save) dispatch({ type: "refused", message: messageOf(thrown) });
      else await keep(input);
      return;
    }
    if (!base && (isSavedBefore(thrown) || isGone(thrown))) {
      draft.renewSaveId();
      answered();
      dispatch({ type: "refused", message: isGone(thrown) ? messageOf(thrown) : savedBeforeMessage(record) });
      return;
    }
    // Keep the request if the server may have stored the row. The next save repeats the request to find out.
    if (!(thrown instanceof ApiProblem && thrown.outcome === "unknown")) answered();
    dispatch(showRefusal(record, entries, problem));
  };
  const save = async (said: Answers = {}) => {
    addAnswers(said);
    // Remember the focused element, because a button loses the focus while it is busy.
    const focused = document.activeElement;
    dispatch({ type: "saving" });
    draft.files.isSaving = true;
    try {
      await form.handleSubmit(
        (parsed) => store(parsed, focused),
        () => dispatch({ type: "refused", message: null }),
      )();
    } finally {
      draft.files.isSaving = false;
      dispatch({ type: "ended" });
    }
  };
  useRefusedEntry(record, entries, entry, dispatch);
  return { state, dispatch, save, answers, lastReason };
}

/**
 * Handles a version conflict in which the stored row has the same content (same-content.ts). Restarts the form from the
 * stored row, keeps the user's values and returns true. Returns false if the content differs.
 */
function rebaseIfSame({ form, changed, rebase, ...entries }: Entries, stored: Row): boolean {
  const base = entries.stored();
  if (!base || !hasSameContent(base, stored)) return false;
  rebase(stored, pick(form.getValues(), changed()) as FormValues);
  return true;
}

const loadSettle = () => import("../../lib/outbox/settle.ts");

/**
 * Returns the names of the fields to send for a stored row. Includes the fields of an earlier request whose outcome is
 * not known, because that request may have stored values that the user has since changed back.
 */
const toSend = ({ fields }: AnyRecord, changed: readonly string[], tried: Attempt | null): string[] =>
  fields.map(({ name }) => name).filter((name) => changed.includes(name) || (tried && name in tried.input));

/** Holds the user's answers to the questions of a save until the server has responded to the save. */
function useAnswers({ sent }: Draft) {
  const answers = useRef<Answers>({});
  const lastReason = useRef("");
  return {
    ...{ answers, lastReason },
    addAnswers: (said: Answers) => {
      answers.current = { ...answers.current, ...said };
      if (said.reason) lastReason.current = said.reason;
    },
    /**
     * Forgets the request and the user's answers, except the confirmation of changes. A retry of the same changes then
     * doesn't ask for the confirmation again.
     */
    answered: () => {
      sent.current = null;
      answers.current = { agreed: answers.current.agreed };
    },
  };
}

/**
 * Puts the files of the form into the outbox, after the row is saved. Shows a notice with the names of the files for
 * which this failed.
 */
async function saveFiles({ noun }: AnyRecord, { files }: Draft, row: number | undefined): Promise<void> {
  const failed = row === undefined ? [] : await files.save(row);
  if (failed.length === 0) return;
  const message = `The ${noun.one} is saved, but these files are not: ${failed.join(", ")}. Open the ${noun.one} and add them again.`;
  notify({ tone: "error", message, seconds: 20 });
}

/** Puts the row into the outbox. Returns the id of a stored row, or the local id of a new row. */
async function keepInOutbox(
  saved: Saved,
  { baseValues, form, stored }: Entries,
  draft: Draft,
  entered: ReturnType<typeof rowInput>,
): Promise<number> {
  const values = form.getValues();
  // An earlier request of this save may have stored the row. The values are then a change of the stored row.
  const base = stored();
  const start = base ? valuesOf(saved.record, base) : baseValues;
  const input = base ? { ...entered, id: base.id, row_version: base.row_version } : entered;
  const { keepRow } = await loadKeepRow();
  return keepRow({
    ...{ ...saved, base, start, values, input },
    ...{ tried: draft.sent.current, id: draft.saveId() },
  });
}

/** True if the server refused the save because it already has a row with other values under the same save id. */
const isSavedBefore = (thrown: unknown): boolean =>
  thrown instanceof ApiProblem && thrown.details.length === 1 && thrown.details[0]?.field === "batch";

/**
 * Returns the message for a draft that was already saved with other values. Happens if the browser closed before the
 * draft was removed.
 */
const savedBeforeMessage = ({ noun }: AnyRecord): string =>
  `This draft was saved before as a ${noun.one}, with other values. Look for it in the list. To save another ${noun.one}, save again.`;

/** Shows in the form why the server refused the outbox entry. */
function useRefusedEntry(
  record: AnyRecord,
  entries: Entries,
  entry: Entry | undefined,
  dispatch: (event: FormEvent) => void,
): void {
  const show = useEffectEvent(({ problem, work }: Entry) => {
    if (!problem || work.kind !== "row") return;
    const thrown = new ApiProblem(problem.status, problem.message, problem.details);
    const found = saveProblem(record, thrown, work.base !== null);
    if (found.kind !== "unreachable") dispatch(showRefusal(record, entries, found));
  });
  useEffect(() => {
    if (entry?.state === "refused") show(entry);
  }, [entry]);
}

/** Sends a row. The draft holds the request until its outcome is known, so that a retry doesn't save the row twice. */
async function send(
  { record, entry }: Saved,
  entries: Entries,
  draft: Draft,
  input: ReturnType<typeof rowInput>,
): Promise<Done> {
  const stored = await sendRow({
    ...{ path: record.path, input, base: entries.stored(), tried: draft.sent.current },
    importId: "id" in input ? undefined : draft.saveId(),
    onTry: (attempt) => {
      draft.sent.current = attempt;
      draft.keep();
    },
    onExists: async (row) => {
      entries.rebase(row, entries.form.getValues());
      if (entry) await (await loadSettle()).renewLaterChanges(entry, row);
    },
  });
  return { message: `The ${record.noun.one} has been ${"id" in input ? "updated" : "registered"}.`, stored };
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
  if (!base || names.length === 0 || agreed === fingerprint || isConfirmationOff()) return null;
  const values = form.getValues();
  // A field without a control of its own (its slot is null) is set by the control of another field. The confirmation
  // lists that other field.
  const shown = names.filter((name) => slots?.fields?.[name] !== null);
  const changes: Question["changes"] = Object.fromEntries(
    (shown.length > 0 ? shown : names).map((name) => [name, [baseValues[name], values[name]]]),
  );
  return { type: "asked", question: { changes, focused, fingerprint } };
}

type Refused = Exclude<ReturnType<typeof saveProblem>, { kind: "unreachable" }>;

/** Shows the errors of the fields that the server refused. Returns the event that shows the rest of the refusal. */
function showRefusal(record: AnyRecord, { started, form }: Entries, problem: Refused): FormEvent {
  switch (problem.kind) {
    case "same":
      return { type: "same", rows: problem.rows };
    case "unusual":
      return { type: "unusual", messages: problem.messages };
    case "stale": {
      const { stored } = problem;
      const theirs: FormValues = valuesOf(record, stored);
      const mine = form.getValues();
      return { type: "conflict", conflict: { ...compare(started(), theirs, mine), stored, theirs, mine } };
    }
    case "fields":
      for (const { field, message } of problem.fields) form.setError(field, { type: "server", message });
      return { type: "refused", message: problem.rest };
    case "other":
      return { type: "refused", message: problem.message };
  }
}
