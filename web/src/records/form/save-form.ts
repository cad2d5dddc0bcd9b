/**
 * Saves a record's form: asks about unusual values, sends the row, repeats lost requests without saving twice, and
 * reports errors. If the server can't be reached, puts the row into the outbox.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import { connection } from "../../lib/http/connection.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import { notify } from "../../lib/notify.ts";
import type { Entry } from "../../lib/outbox/entry.ts";
import { hasSameContent } from "../../lib/outbox/same-content.ts";
import { isGone, sendRow } from "../../lib/outbox/send-row.ts";
import type { RecordSlots } from "../common/slots.ts";
import { offerResubmit } from "../review/resubmit.ts";
import type { useFormDraft } from "./drafts/use-form-draft.ts";
import { withoutComputed } from "./fields/computed-fields.ts";
import { type FormValues, valuesOf } from "./fields/form-values.ts";
import { type FormEvent, saveProblem } from "./form-flow.ts";
import { questionOf, showRefusal } from "./save-events.ts";
import { keptMessage, loadKeepRow, notKept, refersToWaitingRow } from "./saving/kept-row.ts";
import { pick } from "./saving/resolver.ts";
import { type Answers, namesToSend, rowInput } from "./saving/row-save.ts";
import type { Entries } from "./use-entries.ts";

/** Called after a save. Receives a success message and, if the API returned it, the id of the row. */
export type OnSaved = (message: string, id?: number) => void;

/** The form to save, and how it shows the result. */
export interface FormSave {
  record: AnyRecord;
  user: CurrentUser;
  /** Source row from which a new row is entered, as "path.id". */
  from: string | undefined;
  /** The outbox entry that the form shows. */
  entry: Entry | undefined;
  entries: Entries;
  draft: Pick<
    ReturnType<typeof useFormDraft>,
    "sent" | "keep" | "finish" | "saveId" | "renewSaveId" | "files"
  >;
  slots: RecordSlots | undefined;
  dispatch: (event: FormEvent) => void;
  /** Returns the user's answers to the questions of this save. */
  answers: () => Answers;
  /** Forgets the request and the answers, because the server has responded to the save. */
  answered: () => void;
  onSaved: OnSaved;
}

/** A finished save: the success message and, if the API returned it, the stored row. */
interface Done {
  message: string;
  stored?: Row | undefined;
}

type Parsed = Readonly<Record<string, unknown>>;
type Input = ReturnType<typeof rowInput>;

const loadSettle = () => import("../../lib/outbox/settle.ts");

/**
 * Saves the validated values of the form.
 * @param focused The element that had the focus before the save.
 */
export async function saveForm(given: FormSave, parsed: Parsed, focused: Element | null): Promise<void> {
  const notes = given.entries.notes();
  const onSaved: OnSaved = (message, id) => given.onSaved([message, ...notes].join(" "), id);
  const save = { ...given, onSaved };
  const { record, entry, entries, draft, slots, dispatch, answers } = save;
  const { base } = entries;
  const names = namesToSend(record, Object.keys(entries.toStore(parsed)), draft.sent.current);
  const message = draft.files.problem();
  if (message) return dispatch({ type: "refused", message });
  if (base && names.length === 0) {
    if (entry) await (await loadSettle()).dropEntry(entry, base.id);
    await saveFiles(save, base.id);
    draft.finish();
    return save.onSaved("There were no changes to save.");
  }
  const question = questionOf(record, entries, slots, parsed, answers(), focused);
  if (question) return dispatch(question);
  const toSave = base ? parsed : withoutComputed(record, parsed);
  const input = rowInput(record, base, toSave, names, answers());
  if (!slots?.save && (connection().lost || refersToWaitingRow(record, input))) return keep(save, input);
  const sent = slots?.save ? slots.save(input).then((message): Done => ({ message })) : send(save, input);
  const done = await sent.catch((problem: unknown) => explain(save, problem, input));
  if (done) await finish(save, done);
}

/** Removes what the save no longer needs, such as the draft, and reports the success. */
async function finish(save: FormSave, { message, stored }: Done): Promise<void> {
  const { record, entry, entries, draft } = save;
  if (entry) await (await loadSettle()).settleSaved(entry, entries.stored(), stored);
  await saveFiles(save, stored?.id);
  // Forget the request only now, after the files are in the outbox. If the page closes earlier, the draft still has
  // the request. A save of the restored draft then repeats the request, which doesn't store the row twice.
  save.answered();
  draft.finish();
  await invalidateRows(record);
  if (entries.base) offerResubmit(record, { ...entries.base, ...stored });
  save.onSaved(message, stored?.id);
}

/** Puts the row into the outbox. If this fails, the values stay in the form. */
async function keep(save: FormSave, input: Input): Promise<void> {
  let id: number;
  try {
    id = await keepInOutbox(save, input);
  } catch (thrown) {
    const problem = saveProblem(save.record, thrown, false);
    return save.dispatch(
      problem.kind === "fields"
        ? showRefusal(save.record, save.entries, problem)
        : { type: "refused", message: notKept(thrown) },
    );
  }
  await saveFiles(save, id);
  save.answered();
  save.draft.finish();
  save.onSaved(keptMessage(save.record));
}

/** Shows why a save failed. Returns the finished save if a retry succeeded. */
async function explain(save: FormSave, thrown: unknown, input: Input): Promise<Done | undefined> {
  const { record, entries, draft, slots, dispatch, answered } = save;
  // The reporting window or the user's rights have changed since the form opened. The form then says what is allowed now.
  if (thrown instanceof ApiProblem && thrown.status === 403) refreshHeader();
  // A new row has a version conflict if an earlier request stored it and another user has changed it since.
  const problem = saveProblem(record, thrown, true);
  if (problem.kind === "stale" && !slots?.save && rebaseIfSame(entries, problem.stored)) {
    answered();
    const renewed = { ...input, row_version: problem.stored.row_version };
    return send(save, renewed).catch((again: unknown) => explain(save, again, renewed));
  }
  if (problem.kind === "unreachable") {
    if (slots?.save) dispatch({ type: "refused", message: messageOf(thrown) });
    else await keep(save, input);
    return;
  }
  if (!entries.base && (isSavedBefore(thrown) || isGone(thrown))) {
    draft.renewSaveId();
    answered();
    dispatch({ type: "refused", message: isGone(thrown) ? messageOf(thrown) : savedBeforeMessage(record) });
    return;
  }
  // Keep the request if the server may have stored the row. The next save repeats the request to find out.
  if (!(thrown instanceof ApiProblem && thrown.outcome === "unknown")) answered();
  dispatch(showRefusal(record, entries, problem));
}

/** Sends a row. The draft holds the request until its outcome is known, so that a retry doesn't save the row twice. */
async function send({ record, entry, entries, draft }: FormSave, input: Input): Promise<Done> {
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

/** Puts the row into the outbox. Returns the id of a stored row, or the local id of a new row. */
async function keepInOutbox(
  { record, user, from, entry, entries, draft }: FormSave,
  entered: Input,
): Promise<number> {
  const values = entries.form.getValues();
  // An earlier request of this save may have stored the row. The values are then a change of the stored row.
  const base = entries.stored();
  const start = base ? valuesOf(record, base) : entries.baseValues;
  const input = base ? { ...entered, id: base.id, row_version: base.row_version } : entered;
  const { keepRow } = await loadKeepRow();
  return keepRow({
    ...{ record, user, from, entry, base, start, values, input },
    ...{ tried: draft.sent.current, id: draft.saveId() },
  });
}

/**
 * Puts the files of the form into the outbox, after the row is saved. Shows a notice with the names of the files for
 * which this failed.
 */
async function saveFiles({ record, draft }: FormSave, row: number | undefined): Promise<void> {
  const { noun } = record;
  const failed = row === undefined ? [] : await draft.files.save(row);
  if (failed.length === 0) return;
  const message = `The ${noun.one} is saved, but these files are not: ${failed.join(", ")}. Open the ${noun.one} and add them again.`;
  notify({ tone: "error", message, seconds: 20 });
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

/** True if the server refused the save because it already has a row with other values under the same save id. */
const isSavedBefore = (thrown: unknown): boolean =>
  thrown instanceof ApiProblem && thrown.details.length === 1 && thrown.details[0]?.field === "batch";

/**
 * Returns the message for a draft that was already saved with other values. Happens if the browser closed before the
 * draft was removed.
 */
const savedBeforeMessage = ({ noun }: AnyRecord): string =>
  `This draft was saved before as a ${noun.one}, with other values. Look for it in the list. To save another ${noun.one}, save again.`;
