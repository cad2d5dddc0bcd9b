/** Returns the events of the form's state machine (form-flow.ts) that show a question or a refusal of a save. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { RecordSlots } from "../common/slots.ts";
import type { Question } from "./confirm-update.tsx";
import { type FormValues, valuesOf } from "./fields/form-values.ts";
import type { FormEvent, saveProblem } from "./form-flow.ts";
import { compare } from "./saving/conflict.ts";
import { type Answers, fingerprintOf, isConfirmationOff, unusualMessages } from "./saving/row-save.ts";
import type { Entries } from "./use-entries.ts";

/** Returns the event that asks the user a question before the save. Returns null if no question is needed. */
export function questionOf(
  record: AnyRecord,
  { base, baseValues, toStore, notes }: Entries,
  slots: RecordSlots | undefined,
  parsed: Readonly<Record<string, unknown>>,
  { reason, agreed }: Answers,
  focused: Element | null,
): FormEvent | null {
  const messages = reason ? [] : unusualMessages(record, base, parsed);
  if (messages.length > 0) return { type: "unusual", messages };
  const after = toStore(parsed);
  const names = Object.keys(after);
  const fingerprint = fingerprintOf(base, parsed, names);
  if (!base || names.length === 0 || agreed === fingerprint || isConfirmationOff()) return null;
  // A field without a control of its own (its slot is null) is set by the control of another field. The confirmation
  // lists that other field.
  const shown = names.filter((name) => slots?.fields?.[name] !== null);
  const changes: Question["changes"] = Object.fromEntries(
    (shown.length > 0 ? shown : names).map((name) => [name, [baseValues[name], after[name]]]),
  );
  return { type: "asked", question: { changes, notes: notes(), focused, fingerprint } };
}

type Refused = Exclude<ReturnType<typeof saveProblem>, { kind: "unreachable" }>;

/** Shows the errors of the fields that the server refused. Returns the event that shows the rest of the refusal. */
export function showRefusal(record: AnyRecord, { started, form }: Entries, problem: Refused): FormEvent {
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
