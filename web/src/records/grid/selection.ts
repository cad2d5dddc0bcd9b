/** The rows of a list that somebody has ticked, kept while the list is paged, or all of the list; and the column of boxes. */
import type {
  ColDef,
  ICellRendererComp,
  ICellRendererParams,
  IHeaderComp,
  IHeaderParams,
} from "ag-grid-community";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { Row } from "../../lib/http/api.ts";
import type { WholeList } from "../common/list-body.ts";
import { rowName } from "../common/row-name.ts";

export interface Selected {
  rows: ReadonlyMap<number, Row>;
  /** The whole list is selected, whatever is ticked. */
  whole: WholeList | null;
}

const nothing: Selected = { rows: new Map(), whole: null };

export class Selection {
  private selected = nothing;
  private readonly listeners = new Set<() => void>();
  /** The row from which Shift selects to another. */
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

  /** Selects all of the list. The rows that are ticked stay so when somebody takes a row out. */
  all(whole: WholeList): void {
    this.tell({ ...this.selected, whole });
  }

  set(rows: readonly Row[], on: boolean): void {
    const next = new Map(this.selected.rows);
    for (const row of rows) {
      if (on) next.set(row.id, row);
      else next.delete(row.id);
    }
    this.tell({ rows: next, whole: null });
  }

  /** Ticks a row as `on` says, and with Shift all between it and the last one. @param shown The rows in their order. */
  toggle(row: Row, on: boolean, shift: boolean, shown: readonly Row[]): void {
    const [from, to] = [this.last, row.id].map((id) => shown.findIndex((one) => one.id === id));
    const between =
      shift && from !== undefined && to !== undefined && from >= 0
        ? shown.slice(Math.min(from, to), Math.max(from, to) + 1)
        : [row];
    this.last = row.id;
    // Of a whole list less a row, the page is left.
    if (this.selected.whole) this.set(shown, true);
    this.set(between, on);
  }

  /** The rows as they are read anew, where they are ticked. */
  follow(rows: readonly Row[]): void {
    const { rows: ticked, whole } = this.selected;
    const newer = rows.filter((row) => ticked.has(row.id) && ticked.get(row.id) !== row);
    if (newer.length > 0)
      this.tell({ rows: new Map([...ticked, ...newer.map((row) => [row.id, row] as const)]), whole });
  }

  clear(): void {
    this.tell(nothing);
  }

  private tell(selected: Selected): void {
    this.selected = selected;
    for (const listener of this.listeners) listener();
  }
}

/** A box that follows the selection. */
function boxOf(
  selection: Selection,
  label: string,
  isOn: () => boolean,
  press: (on: boolean, shift: boolean) => void,
) {
  const box = document.createElement("input");
  box.type = "checkbox";
  box.setAttribute("aria-label", label);
  const follow = () => {
    box.checked = isOn();
  };
  box.addEventListener("click", (event) => press(box.checked, event.shiftKey));
  follow();
  return { box, stop: selection.subscribe(follow) };
}

/** The column of boxes; its heading ticks the rows of the page. @param shown The rows in their order. */
export function selectColumn(
  record: AnyRecord,
  selection: Selection,
  shown: () => readonly Row[],
): ColDef<Row> {
  class Cell implements ICellRendererComp<Row> {
    private element = document.createElement("span");
    private stop: () => void = () => undefined;
    init({ data }: ICellRendererParams<Row>): void {
      if (!data) return;
      const { box, stop } = boxOf(
        selection,
        `Select ${rowName(record, data)}`,
        () => selection.has(data.id),
        (on, shift) => selection.toggle(data, on, shift, shown()),
      );
      this.element.append(box);
      this.stop = stop;
    }
    getGui(): HTMLElement {
      return this.element;
    }
    refresh(): boolean {
      return false;
    }
    destroy(): void {
      this.stop();
    }
  }
  class Head implements IHeaderComp {
    private element = document.createElement("span");
    private stop: () => void = () => undefined;
    init(_: IHeaderParams): void {
      const { box, stop } = boxOf(
        selection,
        "Select all rows of this page",
        () => shown().length > 0 && shown().every(({ id }) => selection.has(id)),
        (on) => (on || !selection.snapshot().whole ? selection.set(shown(), on) : selection.clear()),
      );
      this.element.append(box);
      this.stop = stop;
    }
    getGui(): HTMLElement {
      return this.element;
    }
    refresh(): boolean {
      return true;
    }
    destroy(): void {
      this.stop();
    }
  }
  return {
    colId: "select",
    headerName: "",
    width: 34,
    pinned: "left",
    sortable: false,
    resizable: false,
    suppressMovable: true,
    lockVisible: true,
    lockPosition: "left",
    valueGetter: ({ data }) => data?.row_version,
    cellRenderer: Cell,
    headerComponent: Head,
    cellClass: "select-cell",
    headerClass: "select-cell",
  };
}
