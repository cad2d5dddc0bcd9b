/** The rows of a list that somebody has ticked, kept while the list is paged; and the column of boxes. */
import type {
  ColDef,
  ICellRendererComp,
  ICellRendererParams,
  IHeaderComp,
  IHeaderParams,
} from "ag-grid-community";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { Row } from "../../lib/http/api.ts";
import { rowName } from "../common/row-name.ts";

export class Selection {
  private rows: ReadonlyMap<number, Row> = new Map();
  private readonly listeners = new Set<() => void>();
  /** The row from which Shift selects to another. */
  private last: number | null = null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): ReadonlyMap<number, Row> => this.rows;

  set(rows: readonly Row[], on: boolean): void {
    const next = new Map(this.rows);
    for (const row of rows) {
      if (on) next.set(row.id, row);
      else next.delete(row.id);
    }
    this.tell(next);
  }

  /** Ticks a row as `on` says, and with Shift all between it and the last one. @param shown The rows in their order. */
  toggle(row: Row, on: boolean, shift: boolean, shown: readonly Row[]): void {
    const [from, to] = [this.last, row.id].map((id) => shown.findIndex((one) => one.id === id));
    const between =
      shift && from !== undefined && to !== undefined && from >= 0
        ? shown.slice(Math.min(from, to), Math.max(from, to) + 1)
        : [row];
    this.last = row.id;
    this.set(between, on);
  }

  /** The rows as they are read anew, where they are ticked. */
  follow(rows: readonly Row[]): void {
    const newer = rows.filter((row) => this.rows.has(row.id) && this.rows.get(row.id) !== row);
    if (newer.length > 0) this.set(newer, true);
  }

  clear(): void {
    this.tell(new Map());
  }

  private tell(rows: ReadonlyMap<number, Row>): void {
    this.rows = rows;
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
        () => selection.snapshot().has(data.id),
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
        () => shown().length > 0 && shown().every(({ id }) => selection.snapshot().has(id)),
        (on) => selection.set(shown(), on),
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
