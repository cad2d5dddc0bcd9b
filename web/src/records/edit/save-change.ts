/**
 * Saves a stored row that the user changed outside the form, such as in a cell of the list. The steps are those of the
 * form: validate, ask about unusual values, confirm, send with the row version. The callback `ask` shows the questions,
 * so this module needs no screen.
 */
import type { SameRow } from "#shared/contracts/base/problems.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { HistoryEntry, Row } from "../../lib/http/api.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { ApiProblem } from "../../lib/http/problem.ts";
import type { Attempt, RowInput } from "../../lib/outbox/entry.ts";
import { hasSameContent } from "../../lib/outbox/same-content.ts";
import type { sendRow } from "../../lib/outbox/send-row.ts";
import type { RecordSlots } from "../common/slots.ts";
import { changedNames, type FormValues, valuesOf } from "../form/fields/form-values.ts";
import { type OpenConflict, saveProblem } from "../form/form-flow.ts";
import { compare } from "../form/saving/conflict.ts";
import type { KeptRow } from "../form/saving/keep-row.ts";
import { notKept } from "../form/saving/kept-row.ts";
import { changesToStore, notesAbout, validateFormValues } from "../form/saving/resolver.ts";
import {
  type Answers,
  fingerprintOf,
  isConfirmationOff,
  namesToSend,
  rowInput,
  unusualMessages,
} from "../form/saving/row-save.ts";

export interface Change {
  /** The row before the change. */
  row: Row;
  /** New form values, including computed fields. */
  entered: FormValues;
}

/** Question or error that the user must resolve before a change is saved. */
export type Question =
  | { kind: "refused"; messages: readonly string[] }
  | { kind: "unusual"; messages: readonly string[] }
  | { kind: "same"; rows: readonly SameRow[] }
  | {
      kind: "confirm";
      changes: NonNullable<HistoryEntry["changes"]>;
      notes: readonly string[];
      fingerprint: string;
    }
  | { kind: "conflict"; conflict: OpenConflict; before: FormValues };

/** The user's answer to a question. Null discards the change. */
export type SaveAnswer = (Answers & { merged?: FormValues }) | null;

export interface SaveContext {
  record: AnyRecord;
  judge?: RecordSlots["adjustProblems"];
  ask: (question: Question) => Promise<SaveAnswer>;
  /** Sends the changed row. A repeated request doesn't save twice (lib/outbox/send-row.ts). */
  send: (
    input: RowInput,
    earlier: Omit<Parameters<typeof sendRow>[0], "path" | "input">,
  ) => ReturnType<typeof sendRow>;
  /** Earlier request with changes of the row whose outcome is not known. */
  tried?: Attempt | null;
  /** Puts the change into the outbox, because the server can't be reached. */
  keep: (change: Pick<KeptRow, "base" | "start" | "values" | "input" | "tried">) => Promise<unknown>;
}

/** A saved change: the stored row, and the previous values of the changed fields. */
export interface SavedChange {
  stored: Row;
  before: FormValues;
  /** Sentences about fields that are stored with another value than the user typed. */
  notes?: readonly string[];
}

/**
 * Saves a change. Returns null if the user discarded the change, or if the change is in the outbox. If no field had
 * changed, `before` of the result is empty.
 */
export async function saveChange(
  { row, entered }: Change,
  context: SaveContext,
): Promise<SavedChange | null> {
  const { record, judge, ask, send, keep } = context;
  let base = row;
  let mine: FormValues = { ...valuesOf(record, row), ...entered };
  let answers: Answers = {};
  let tried = context.tried ?? null;
  for (;;) {
    const before = valuesOf(record, base);
    const changed = changedNames(before, mine);
    const { value, problems, notes: found } = validateFormValues(record, base, mine, judge);
    const after = changesToStore(record, before, changed, value);
    const names = namesToSend(record, Object.keys(after), tried);
    const notes = notesAbout(found, changed);
    const previous = Object.fromEntries(names.map((name) => [name, before[name] ?? null]));
    const isWrong = changed.length > 0 && Object.keys(problems).length > 0;
    if (names.length === 0 && !isWrong) return { stored: base, before: previous, notes };
    let question = questionBefore(record, base, { after, value, problems, before, notes }, answers);
    if (question === null) {
      const input = rowInput(record, base, value, names, answers);
      try {
        const stored = await send(input, {
          base,
          tried,
          onTry: (attempt) => {
            tried = attempt;
          },
          onExists: (row) => {
            base = row;
          },
        });
        return { stored: { ...base, ...stored }, before: previous, notes };
      } catch (thrown) {
        const problem = saveProblem(record, thrown, true);
        if (thrown instanceof ApiProblem && thrown.status === 403) refreshHeader();
        if (problem.kind === "stale" && hasSameContent(base, problem.stored)) {
          // Only links to attached files have changed since the user saw the row, so the user's confirmation still
          // applies.
          base = { ...base, ...problem.stored };
          tried = null;
          answers = { ...answers, agreed: fingerprintOf(base, value, names) };
          continue;
        }
        if (problem.kind === "unreachable") {
          const { row_version } = base;
          const kept = {
            base,
            start: valuesOf(record, base),
            values: mine,
            input: { ...input, row_version },
          };
          const failure = await keep({ ...kept, tried }).then(() => null, notKept);
          if (failure === null) return null;
          question = { kind: "refused", messages: [failure] };
        } else question = questionOf(record, problem, valuesOf(record, base), { ...mine, ...after });
        if (!(thrown instanceof ApiProblem && thrown.outcome === "unknown")) tried = null;
      }
    }
    const userAnswer = await ask(question);
    if (userAnswer === null) return null;
    const { merged, ...newAnswers } = userAnswer;
    answers = { ...answers, ...newAnswers };
    if (merged && question.kind === "conflict") {
      base = question.conflict.stored;
      mine = merged;
    }
  }
}

interface Judged {
  /** New values of the changed fields, as they will be stored. */
  after: FormValues;
  value: Readonly<Record<string, unknown>>;
  problems: Readonly<Record<string, string>>;
  before: FormValues;
  notes: readonly string[];
}

/** Returns the question that the user must answer before the change is sent; null if there is none. */
function questionBefore(
  record: AnyRecord,
  base: Row,
  { after, value, problems, before, notes }: Judged,
  { reason, agreed }: Answers,
): Question | null {
  const wrong = Object.values(problems);
  if (wrong.length > 0) return { kind: "refused", messages: wrong };
  const unusual = reason ? [] : unusualMessages(record, base, value);
  if (unusual.length > 0) return { kind: "unusual", messages: unusual };
  const names = Object.keys(after);
  const fingerprint = fingerprintOf(base, value, names);
  if (names.length === 0 || agreed === fingerprint || isConfirmationOff()) return null;
  const changes = Object.fromEntries(names.map((name) => [name, [before[name], after[name]] as const]));
  return { kind: "confirm", changes: changes as NonNullable<HistoryEntry["changes"]>, notes, fingerprint };
}

function questionOf(
  record: AnyRecord,
  problem: Exclude<ReturnType<typeof saveProblem>, { kind: "unreachable" }>,
  before: FormValues,
  mine: FormValues,
): Question {
  switch (problem.kind) {
    case "stale": {
      const theirs = valuesOf(record, problem.stored);
      const conflict = { ...compare(before, theirs, mine), stored: problem.stored, theirs, mine };
      return { kind: "conflict", conflict, before };
    }
    case "fields":
      return {
        kind: "refused",
        messages: [...problem.fields.map(({ message }) => message), ...(problem.rest ? [problem.rest] : [])],
      };
    case "other":
      return { kind: "refused", messages: [problem.message] };
    default:
      return problem;
  }
}
