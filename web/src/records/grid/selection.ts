/**
 * Selection in a list: either the whole list or single ticked rows. Ticked rows stay ticked when the user opens another
 * page.
 */
import type { Row } from "../../lib/http/api.ts";
import type { WholeList } from "../common/list-body.ts";

export interface Selected {
  rows: ReadonlyMap<number, Row>;
  /** The list, if it is selected as a whole; otherwise null. */
  whole: WholeList | null;
}

const nothing: Selected = { rows: new Map(), whole: null };

export class Selection {
  private selected = nothing;
  private readonly listeners = new Set<() => void>();
  /** Id of the row ticked last. Shift+click selects the range that starts at this row. */
  private last: number | null = null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): Selected => this.selected;

  isEmpty(): boolean {
    return this.selected.whole === null && this.selected.rows.size === 0;
  }

  has(id: number): boolean {
    return this.selected.whole !== null || this.selected.rows.has(id);
  }

  /**
   * Selects the whole list, and remembers the rows ticked before. If the user then unticks a row, the rows ticked
   * before and all other rows of the open page stay selected.
   */
  all(whole: WholeList): void {
    this.update({ ...this.selected, whole });
  }

  set(rows: readonly Row[], on: boolean): void {
    const next = new Map(this.selected.rows);
    for (const row of rows) {
      if (on) next.set(row.id, row);
      else next.delete(row.id);
    }
    this.update({ rows: next, whole: null });
  }

  /**
   * Ticks or unticks a row. With Shift, also ticks or unticks all rows between this row and the row ticked last.
   * @param shown The displayed rows, in order.
   */
  toggle(row: Row, on: boolean, shift: boolean, shown: readonly Row[]): void {
    const [from, to] = [this.last, row.id].map((id) => shown.findIndex((one) => one.id === id));
    const between =
      shift && from !== undefined && to !== undefined && from >= 0
        ? shown.slice(Math.min(from, to), Math.max(from, to) + 1)
        : [row];
    this.last = row.id;
    // The whole list was selected. Reduce the selection to the rows of the open page and the rows that were ticked
    // before the whole list.
    if (this.selected.whole) this.set(shown, true);
    this.set(between, on);
  }

  /** Replaces ticked rows by their newly loaded versions. */
  follow(rows: readonly Row[]): void {
    const { rows: ticked, whole } = this.selected;
    const newer = rows.filter((row) => ticked.has(row.id) && ticked.get(row.id) !== row);
    if (newer.length > 0)
      this.update({ rows: new Map([...ticked, ...newer.map((row) => [row.id, row] as const)]), whole });
  }

  clear(): void {
    this.update(nothing);
  }

  private update(selected: Selected): void {
    this.selected = selected;
    for (const listener of this.listeners) listener();
  }
}
