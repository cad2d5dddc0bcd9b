/**
 * The flow of a record's form while it is saved, as a table: what it shows, and what each event makes of it. What was
 * entered is the form library's; nothing is judged or sent here.
 */
import type { SameRow } from "#shared/contracts/problems.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { Row } from "../../lib/http/api.ts";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import type { Question } from "./confirm-update.tsx";
import type { FormValues } from "./fields/form-values.ts";
import type { Conflict } from "./saving/conflict.ts";

export interface OpenConflict extends Conflict {
  /** The row as it is stored now. */
  stored: Row;
  theirs: FormValues;
  mine: FormValues;
}

export interface FormState {
  saving: boolean;
  /** What is wrong with the whole of it. */
  general: string | null;
  /** Counts the refused saves; each one moves the focus. */
  attempt: number;
  /** The stored rows because of which the last save was refused: they have the same key, or are likely the same. */
  same: readonly SameRow[] | null;
  /** What of the values is asked about, as sentences. */
  unusual: readonly string[] | null;
  /** The question whether a stored row shall be changed. */
  asked: Question | null;
  conflict: OpenConflict | null;
  /** The server could not be reached: the save is tried again when it can. */
  waiting: boolean;
}

export type FormEvent =
  | { type: "saving" }
  | { type: "ended" }
  /** The server has answered, whatever it said. */
  | { type: "answered" }
  | { type: "unreachable" }
  | { type: "refused"; message: string | null }
  | { type: "same"; rows: readonly SameRow[] }
  | { type: "unusual"; messages: readonly string[] }
  | { type: "asked"; question: Question }
  | { type: "conflict"; conflict: OpenConflict }
  /** The question, or the conflict, has its answer. */
  | { type: "settled" };

export const formStart: FormState = {
  saving: false,
  general: null,
  attempt: 0,
  same: null,
  unusual: null,
  asked: null,
  conflict: null,
  waiting: false,
};

export function formFlow(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case "saving":
      return { ...state, saving: true, general: null, same: null, unusual: null };
    case "ended":
      return { ...state, saving: false };
    case "answered":
      return { ...state, waiting: false };
    case "unreachable":
      return { ...state, waiting: true };
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

/** No server, or a gateway that has none behind it for the moment. */
const unreachable = [0, 502, 503, 504];

/** Why a save came to nothing, in the order in which the form can do something about it. */
export type SaveProblem =
  | { kind: "unreachable" }
  | { kind: "same"; rows: readonly SameRow[] }
  | { kind: "unusual"; messages: readonly string[] }
  /** Somebody else saved first. */
  | { kind: "stale"; stored: Row }
  /** `rest`: what is wrong beside the fields. */
  | { kind: "fields"; fields: readonly { field: string; message: string }[]; rest: string | null }
  | { kind: "other"; message: string };

/** @param changes Whether a stored row is being changed; only such a one can be stale. */
export function saveProblem(record: AnyRecord, problem: unknown, changes: boolean): SaveProblem {
  if (!(problem instanceof ApiProblem)) return { kind: "other", message: messageOf(problem) };
  const { status, details } = problem;
  if (unreachable.includes(status)) return { kind: "unreachable" };
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
