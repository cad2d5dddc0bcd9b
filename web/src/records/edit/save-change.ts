/**
 * Saves a change of a stored row that was not made in its form, as the form saves it: judged, asked about, confirmed, sent
 * with the version of the row. What has to be said meanwhile is asked of whoever changed it. Knows nothing of the screen.
 */
import type { SameRow } from "#shared/contracts/problems.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { HistoryEntry, Row } from "../../lib/http/api.ts";
import type { RecordSlots } from "../common/slots.ts";
import { changedNames, type FormValues, valuesOf } from "../form/fields/form-values.ts";
import { type OpenConflict, saveProblem } from "../form/form-flow.ts";
import { compare } from "../form/saving/conflict.ts";
import { judged } from "../form/saving/resolver.ts";
import {
  type Answers,
  changesUnasked,
  fingerprintOf,
  inputOf,
  type SentSave,
  sentAs,
  unusualIn,
} from "../form/saving/row-save.ts";

export interface Change {
  /** The row as it was when it was changed. */
  row: Row;
  /** New values, as a form holds them, what follows from them included. */
  entered: FormValues;
}

/** What stands between a change and its save. */
export type Question =
  | { kind: "refused"; messages: readonly string[] }
  | { kind: "unusual"; messages: readonly string[] }
  | { kind: "same"; rows: readonly SameRow[] }
  | { kind: "confirm"; changes: NonNullable<HistoryEntry["changes"]>; fingerprint: string }
  | { kind: "conflict"; conflict: OpenConflict; before: FormValues }
  | { kind: "unreachable" };

/** What to go on with; null gives the change up. */
export type Said = (Answers & { merged?: FormValues }) | null;

export interface Dealings {
  record: AnyRecord;
  judge?: RecordSlots["judge"];
  ask: (question: Question) => Promise<Said>;
  send: (input: object, import_id: string) => Promise<Row[]>;
}

/** A change that was saved: the row as it is stored by now, and what the changed fields held before. */
export interface SavedChange {
  stored: Row;
  before: FormValues;
}

/** Null when the change was given up; an empty `before` when there was nothing to save. */
export async function saveChange({ row, entered }: Change, dealings: Dealings): Promise<SavedChange | null> {
  const { record, judge, ask, send } = dealings;
  let base = row;
  let mine: FormValues = { ...valuesOf(record, row), ...entered };
  let answers: Answers = {};
  let sent: SentSave | undefined;
  for (;;) {
    const before = valuesOf(record, base);
    const names = changedNames(before, mine);
    const earlier = Object.fromEntries(names.map((name) => [name, before[name] ?? null]));
    if (names.length === 0) return { stored: base, before: earlier };
    const { value, problems } = judged(record, base, mine, judge);
    let question = askedFirst(record, base, { names, value, problems, before, mine }, answers);
    if (question === null) {
      const input = inputOf(base, value, names, answers);
      sent = sentAs(sent, input);
      try {
        const [stored = base] = await send(input, sent.import_id);
        return { stored, before: earlier };
      } catch (thrown) {
        question = questionOf(record, thrown, before, mine);
        if (question.kind !== "unreachable") sent = undefined;
      }
    }
    const said = await ask(question);
    if (said === null) return null;
    const { merged, ...more } = said;
    answers = { ...answers, ...more };
    if (merged && question.kind === "conflict") {
      base = question.conflict.stored;
      mine = merged;
    }
  }
}

interface Judged {
  names: readonly string[];
  value: Readonly<Record<string, unknown>>;
  problems: Readonly<Record<string, string>>;
  before: FormValues;
  mine: FormValues;
}

/** What has to be said before anything is sent; null where nothing has. */
function askedFirst(
  record: AnyRecord,
  base: Row,
  { names, value, problems, before, mine }: Judged,
  { reason, agreed }: Answers,
): Question | null {
  const wrong = Object.values(problems);
  if (wrong.length > 0) return { kind: "refused", messages: wrong };
  const unusual = reason ? [] : unusualIn(record, base, value);
  if (unusual.length > 0) return { kind: "unusual", messages: unusual };
  const fingerprint = fingerprintOf(base, value, names);
  if (agreed === fingerprint || changesUnasked()) return null;
  const changes = Object.fromEntries(names.map((name) => [name, [before[name], mine[name]] as const]));
  return { kind: "confirm", changes: changes as NonNullable<HistoryEntry["changes"]>, fingerprint };
}

function questionOf(record: AnyRecord, thrown: unknown, before: FormValues, mine: FormValues): Question {
  const problem = saveProblem(record, thrown, true);
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
