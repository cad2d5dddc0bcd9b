/**
 * Queue of changes made in the cells of a list. Changes of the same row are saved one after another. Before a change is
 * saved, the user may have to answer a question. Saved changes can be undone, starting with the last one.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { undoReason } from "#shared/rules/soft-checks.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import { notify } from "../../lib/notify.ts";
import type { RecordSlots } from "../common/slots.ts";
import { valuesOf } from "../form/fields/form-values.ts";
import { validateFormValues } from "../form/saving/resolver.ts";
import { cellKey, type EntryState, type PendingCells } from "./editing-port.ts";
import { saveWithKept } from "./kept-changes.ts";
import type { Change, Question, SaveAnswer, SavedChange } from "./save-change.ts";

/** A change in the queue, with its state. */
export interface Entry extends Change {
  number: number;
  state: EntryState;
  /** Question that the user must answer before the change is saved. */
  question: Question | null;
  /** True if the user closed the question without an answer, to answer later. */
  putOff: boolean;
  /** Changed values, as stored values. The list shows them until the change is saved. */
  shown: Readonly<Record<string, unknown>>;
  answer: (reply: SaveAnswer) => void;
}

/** Milliseconds for which a cell is marked as saved. */
const savedMarkMs = 3_000;
/** Maximum number of changes that can be undone. */
const maxUndo = 100;

interface Options {
  record: AnyRecord;
  user: Pick<CurrentUser, "id">;
  slots: RecordSlots | undefined;
  /**
   * Called after each saved row.
   * @param undo Undoes this save; null if the save was itself an undo.
   */
  onSaved: (saved: SavedChange, undo: (() => void) | null) => void;
}

export class CellSaves {
  private entries: readonly Entry[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly tails = new Map<number, Promise<unknown>>();
  private readonly newest = new Map<number, Row>();
  /** Saved changes that can be undone, in the order in which the user made the changes. */
  private done: readonly { number: number; saved: SavedChange }[] = [];
  private number = 0;
  /**
   * Called with each change that still needs an answer after the user has left the list. Null while the list is shown.
   */
  private keep: ((change: Change) => void) | null = null;
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): readonly Entry[] => this.entries;

  /** Saves a change, after all earlier changes of the same row. */
  submit(change: Change, undoable = true): Promise<void> {
    const { record, slots } = this.options;
    const { row } = change;
    const { value } = validateFormValues(
      record,
      row,
      { ...valuesOf(record, row), ...change.entered },
      slots?.adjustProblems,
    );
    const number = ++this.number;
    const shown = Object.fromEntries(Object.keys(change.entered).map((name) => [name, value[name] ?? null]));
    const added = { ...change, number, state: "saving", question: null, putOff: false, shown } as const;
    this.publish([...this.entries, { ...added, answer: () => undefined }]);
    const settled = (this.tails.get(row.id) ?? Promise.resolve()).then(() =>
      this.save(number, change, undoable),
    );
    this.tails.set(row.id, settled);
    return settled;
  }

  /**
   * Undoes a saved change, by default the last one, by saving the previous values. Doesn't ask the user to confirm or
   * to give a reason. Returns false if there is nothing to undo.
   */
  undo(number = this.done.at(-1)?.number): boolean {
    const undone = this.done.find((one) => one.number === number);
    this.done = this.done.filter((one) => one !== undone);
    if (undone) void this.submit({ row: undone.saved.stored, entered: undone.saved.before }, false);
    return undone !== undefined;
  }

  /** Allows questions to the user. Called when the list is shown. */
  stay(): void {
    this.keep = null;
  }

  /**
   * Ends all questions when the user leaves the list. Passes each change with a question to `keep`, and also each later
   * change that would need a question. Changes without a question are still saved.
   */
  leave(keep: (change: Change) => void): void {
    this.keep = keep;
    for (const entry of this.entries) {
      if (!entry.question) continue;
      keep(entry);
      entry.answer(null);
    }
  }

  /**
   * Returns the changes that would be lost if the page closed, one per row: changes with an open question, merged with
   * later changes of the same row.
   */
  unanswered(): Change[] {
    const found = new Map<number, Change>();
    for (const { question, row, entered } of this.entries) {
      const former = found.get(row.id);
      if (former) found.set(row.id, { row: former.row, entered: { ...former.entered, ...entered } });
      else if (question) found.set(row.id, { row, entered });
    }
    return [...found.values()];
  }

  /** Closes a question without an answer. The user can reopen the question later. */
  putOff(number: number): void {
    this.change(number, { putOff: true });
  }

  /** Reopens the question about a cell. Returns false if there is no question about the cell. */
  askAgain(id: number, name: string): boolean {
    const entry = this.entries.find((one) => one.question && one.row.id === id && name in one.entered);
    if (entry) this.change(entry.number, { putOff: false });
    return entry !== undefined;
  }

  private async save(number: number, { row, entered }: Change, undoable: boolean): Promise<void> {
    const { record, user, slots, onSaved } = this.options;
    const known = this.newest.get(row.id);
    const base = known && (known.row_version ?? 0) > (row.row_version ?? 0) ? { ...row, ...known } : row;
    const saved = await saveWithKept(
      { row: base, entered },
      {
        ...{ record, user, judge: slots?.adjustProblems },
        ask: (question) =>
          (undoable ? null : undoAnswer(question)) ?? this.ask(number, { row, entered }, question),
      },
    );
    if (saved === null || Object.keys(saved.before).length === 0) {
      for (const message of saved?.notes ?? []) notify({ tone: "info", message, instead: "cell" });
      this.drop(number);
      return;
    }
    this.newest.set(row.id, saved.stored);
    // Responses about different rows can arrive in any order, so sort by the order in which the user made the changes.
    if (undoable)
      this.done = [...this.done, { number, saved }]
        .sort((one, other) => one.number - other.number)
        .slice(-maxUndo);
    onSaved(saved, undoable ? () => this.undo(number) : null);
    this.change(number, { state: "saved" });
    setTimeout(() => this.drop(number), savedMarkMs);
  }

  /**
   * Asks the user a question and resolves with the answer. If the user has left the list, resolves with null, which
   * cancels the save.
   */
  private ask(number: number, change: Change, question: Question): Promise<SaveAnswer> {
    if (this.keep) {
      this.keep(change);
      return Promise.resolve(null);
    }
    return new Promise((resolve) => {
      const answer = (reply: SaveAnswer) => {
        this.change(number, { state: "saving", question: null });
        resolve(reply);
      };
      this.change(number, { state: "asks", question, putOff: false, answer });
    });
  }

  private change(number: number, change: Partial<Entry>): void {
    this.publish(this.entries.map((entry) => (entry.number === number ? { ...entry, ...change } : entry)));
  }

  private drop(number: number): void {
    this.publish(this.entries.filter((entry) => entry.number !== number));
  }

  private publish(entries: readonly Entry[]): void {
    this.entries = entries;
    for (const listener of this.listeners) listener();
  }
}

/**
 * Answers a question that an undo raises. By pressing Undo, the user has already agreed to the update, to unusual
 * values and to a probable duplicate. Returns null for other questions.
 */
function undoAnswer(question: Question): Promise<SaveAnswer> | null {
  switch (question.kind) {
    case "confirm":
      return Promise.resolve({ agreed: question.fingerprint });
    case "unusual":
      return Promise.resolve({ reason: undoReason });
    case "same":
      return Promise.resolve({ anyway: true });
    default:
      return null;
  }
}

/**
 * Returns the values that are not saved yet, by row id. The list shows these values.
 * @param kept Values that wait in the outbox.
 */
export function unsavedValues(
  entries: readonly Entry[],
  kept: PendingCells["values"] = new Map(),
): PendingCells["values"] {
  const found = new Map(kept);
  for (const { state, row, shown } of entries) {
    if (state !== "saved") found.set(row.id, { ...found.get(row.id), ...shown });
  }
  return found;
}

/** Returns the state of each changed cell, by `cellKey`. */
export const cellStates = (entries: readonly Entry[]): ReadonlyMap<string, EntryState> =>
  new Map(
    entries.flatMap(({ row, entered, state }) =>
      Object.keys(entered).map((name) => [cellKey(row.id, name), state] as const),
    ),
  );
