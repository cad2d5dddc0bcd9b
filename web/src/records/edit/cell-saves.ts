/**
 * The changes that were made in the cells of a list and are on their way: one after the other for each row, each with its
 * state and what it asks. What was saved can be taken back, the last first.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api, type Row } from "../../lib/http/api.ts";
import type { RecordSlots } from "../common/slots.ts";
import { valuesOf } from "../form/fields/form-values.ts";
import { judged } from "../form/saving/resolver.ts";
import { cellKey, type EntryState } from "./editing-port.ts";
import { type Change, type Question, type Said, type SavedChange, saveChange } from "./save-change.ts";

/** A change and how far it is. */
export interface Entry extends Change {
  number: number;
  state: EntryState;
  /** What has to be said before it goes on, and what says it. */
  question: Question | null;
  /** Somebody has put the question off. */
  putOff: boolean;
  /** Values of the changed fields as the list shows them. */
  shown: Readonly<Record<string, unknown>>;
  answer: (said: Said) => void;
}

/** For so long a cell says that it is saved, in milliseconds. */
const saidFor = 3_000;
/** As many changes can be taken back. */
const mostUndone = 100;

interface Options {
  record: AnyRecord;
  slots: RecordSlots | undefined;
  /** Told of every row that was saved. @param undoable Whether it was no undo itself. */
  onSaved: (saved: SavedChange, undoable: boolean) => void;
}

export class CellSaves {
  private entries: readonly Entry[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly tails = new Map<number, Promise<unknown>>();
  private readonly newest = new Map<number, Row>();
  /** What can be taken back, in the order in which it was changed. */
  private done: readonly { number: number; saved: SavedChange }[] = [];
  private number = 0;
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): readonly Entry[] => this.entries;

  /** Saves a change when those of the same row before it are settled. */
  submit(change: Change, undoable = true): Promise<void> {
    const { record, slots } = this.options;
    const { row } = change;
    const { value } = judged(record, row, { ...valuesOf(record, row), ...change.entered }, slots?.judge);
    const number = ++this.number;
    const shown = Object.fromEntries(Object.keys(change.entered).map((name) => [name, value[name] ?? null]));
    const fresh = { ...change, number, state: "saving", question: null, putOff: false, shown } as const;
    this.tell([...this.entries, { ...fresh, answer: () => undefined }]);
    const settled = (this.tails.get(row.id) ?? Promise.resolve()).then(() =>
      this.save(number, change, undoable),
    );
    this.tails.set(row.id, settled);
    return settled;
  }

  /** Takes back the last change that was saved, by an ordinary save; false where there is none. */
  undo(): boolean {
    const last = this.done.at(-1);
    this.done = this.done.slice(0, -1);
    if (last) void this.submit({ row: last.saved.stored, entered: last.saved.before }, false);
    return last !== undefined;
  }

  /** Leaves a question for later. */
  putOff(number: number): void {
    this.change(number, { putOff: true });
  }

  /** Asks again what was put off about a cell; false where nothing was. */
  askAgain(id: number, name: string): boolean {
    const entry = this.entries.find((one) => one.question && one.row.id === id && name in one.entered);
    if (entry) this.change(entry.number, { putOff: false });
    return entry !== undefined;
  }

  private async save(number: number, { row, entered }: Change, undoable: boolean): Promise<void> {
    const { record, slots, onSaved } = this.options;
    const known = this.newest.get(row.id);
    const base = known && (known.row_version ?? 0) > (row.row_version ?? 0) ? { ...row, ...known } : row;
    const saved = await saveChange(
      { row: base, entered },
      {
        record,
        judge: slots?.judge,
        ask: (question) =>
          new Promise((resolve) => {
            const answer = (said: Said) => {
              this.change(number, { state: "saving", question: null });
              resolve(said);
            };
            this.change(number, { state: "asks", question, putOff: false, answer });
          }),
        send: (input, import_id) => api.update(record.path, [input], { import_id, batch: 1 }),
      },
    );
    if (saved === null || Object.keys(saved.before).length === 0) {
      this.drop(number);
      return;
    }
    this.newest.set(row.id, saved.stored);
    // Of several rows that are saved at once, the answers come in any order.
    if (undoable)
      this.done = [...this.done, { number, saved }]
        .sort((one, other) => one.number - other.number)
        .slice(-mostUndone);
    onSaved(saved, undoable);
    this.change(number, { state: "saved" });
    setTimeout(() => this.drop(number), saidFor);
  }

  private change(number: number, change: Partial<Entry>): void {
    this.tell(this.entries.map((entry) => (entry.number === number ? { ...entry, ...change } : entry)));
  }

  private drop(number: number): void {
    this.tell(this.entries.filter((entry) => entry.number !== number));
  }

  private tell(entries: readonly Entry[]): void {
    this.entries = entries;
    for (const listener of this.listeners) listener();
  }
}

/** What the list shows of the rows meanwhile: the entered values of what is not saved yet, by the id of the row. */
export function valuesUnderWay(entries: readonly Entry[]): ReadonlyMap<number, Entry["shown"]> {
  const found = new Map<number, Entry["shown"]>();
  for (const { state, row, shown } of entries) {
    if (state !== "saved") found.set(row.id, { ...found.get(row.id), ...shown });
  }
  return found;
}

/** The state of each cell that has one, by `cellKey`. */
export const cellStates = (entries: readonly Entry[]): ReadonlyMap<string, EntryState> =>
  new Map(
    entries.flatMap(({ row, entered, state }) =>
      Object.keys(entered).map((name) => [cellKey(row.id, name), state] as const),
    ),
  );
