/**
 * State machine of a record's form during a save. The form library holds the values; other modules validate and send
 * them.
 */
import type { SameRow } from "#shared/contracts/base/problems.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { Row } from "../../lib/http/api.ts";
import { ApiProblem, isUnreachable, messageOf } from "../../lib/http/problem.ts";
import type { Question } from "./confirm-update.tsx";
import type { FormValues } from "./fields/form-values.ts";
import type { Conflict } from "./saving/conflict.ts";

export interface OpenConflict extends Conflict {
  /** Current version of the row in the database. */
  stored: Row;
  theirs: FormValues;
  mine: FormValues;
}

export interface FormState {
  saving: boolean;
  /** Error message that doesn't belong to a single field. */
  general: string | null;
  /** Number of refused saves. Each refused save moves the focus to the error summary. */
  attempt: number;
  /**
   * Stored rows that made the last save fail, because they are duplicates or probable duplicates of the row in the
   * form.
   */
  same: readonly SameRow[] | null;
  /** Messages about unusual values that need a reason. */
  unusual: readonly string[] | null;
  /** The open confirmation of an update; null if no confirmation is open. */
  asked: Question | null;
  conflict: OpenConflict | null;
}

export type FormEvent =
  | { type: "saving" }
  | { type: "ended" }
  | { type: "refused"; message: string | null }
  | { type: "same"; rows: readonly SameRow[] }
  | { type: "unusual"; messages: readonly string[] }
  | { type: "asked"; question: Question }
  | { type: "conflict"; conflict: OpenConflict }
  /** Event: the user has answered the confirmation question or resolved the conflict. */
  | { type: "settled" };

export const initialFormState: FormState = {
  saving: false,
  general: null,
  attempt: 0,
  same: null,
  unusual: null,
  asked: null,
  conflict: null,
};

export function formReducer(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case "saving":
      return { ...state, saving: true, general: null, same: null, unusual: null };
    case "ended":
      return { ...state, saving: false };
    case "refused":
      return { ...state, general: event.message, attempt: state.attempt + 1 };
    case "same":
      return { ...state, same: event.rows };
    case "unusual":
      return { ...state, unusual: event.messages };
    case "asked":
      return { ...state, asked: event.question };
    case "conflict":
      return { ...state, conflict: event.conflict };
    case "settled":
      return { ...state, asked: null, conflict: null };
  }
}

/** Reason why a save failed. `saveProblem` checks the kinds in the order listed here. */
export type SaveProblem =
  | { kind: "unreachable" }
  | { kind: "same"; rows: readonly SameRow[] }
  | { kind: "unusual"; messages: readonly string[] }
  /** Another user has saved the row since this form loaded it. `stored` is the row as the other user saved it. */
  | { kind: "stale"; stored: Row }
  /** `fields` are the error messages per field of the form. `rest` holds all other error messages. */
  | { kind: "fields"; fields: readonly { field: string; message: string }[]; rest: string | null }
  | { kind: "other"; message: string };

/**
 * Classifies the error of a failed save.
 * @param changes True for an update. Only an update can conflict with the save of another user.
 */
export function saveProblem(record: AnyRecord, problem: unknown, changes: boolean): SaveProblem {
  if (!(problem instanceof ApiProblem)) return { kind: "other", message: messageOf(problem) };
  const { status, details } = problem;
  if (isUnreachable(problem)) return { kind: "unreachable" };
  const rows = details.flatMap(({ same_as }) => same_as ?? []);
  if (rows.length > 0) return { kind: "same", rows };
  const soft = details.filter((detail) => detail.soft_check);
  if (soft.length > 0) return { kind: "unusual", messages: soft.map(({ message }) => message) };
  const stored = status === 409 && changes ? details[0]?.current : undefined;
  if (stored) return { kind: "stale", stored: stored as Row };
  const isField = (name: string | undefined) => record.fields.some((known) => known.name === name);
  const fields = details.flatMap(({ field, message }) =>
    field && isField(field) ? [{ field, message }] : [],
  );
  if (fields.length === 0) return { kind: "other", message: messageOf(problem) };
  const rest = details.filter(({ field }) => !isField(field)).map(({ message }) => message);
  return { kind: "fields", fields, rest: rest.length > 0 ? rest.join(" ") : null };
}
