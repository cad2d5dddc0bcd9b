/** A range of cells, chosen by Shift and the arrows or by dragging: what is copied, and what is pasted over. */
import type { GridApi } from "ag-grid-community";
import { type RefObject, useEffect, useRef } from "react";
import type { Row } from "../../lib/http/api.ts";
import type { EditingPort } from "../edit/editing-port.ts";

interface At {
  id: number;
  name: string;
}

interface Options {
  rows: readonly Row[];
  api: RefObject<GridApi<Row> | null>;
  element: RefObject<HTMLElement | null>;
  whenLoaded: (work: (port: EditingPort) => void) => void;
  enabled: boolean;
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Columns that hold no value. */
const beside = new Set(["select", "actions"]);

function cellAt(target: EventTarget | null): At | null {
  const cell = target instanceof Element ? target.closest(".ag-cell") : null;
  const name = cell?.getAttribute("col-id");
  const id = Number(cell?.closest("[row-id]")?.getAttribute("row-id"));
  return name && id && !beside.has(name) ? { id, name } : null;
}

export function useRange(options: Options) {
  const latest = useRef(options);
  latest.current = options;
  const range = useRef<{ from: At; to: At } | null>(null);

  useEffect(() => {
    const shown = latest.current.element.current;
    if (!shown || !latest.current.enabled) return;
    const place = () => {
      const { rows, api } = latest.current;
      const names = (api.current?.getAllDisplayedColumns() ?? [])
        .map((column) => column.getColId())
        .filter((name) => !beside.has(name));
      return { rows, names };
    };
    const put = (next: { from: At; to: At } | null) => {
      const before = range.current;
      range.current = next;
      if (before || next) latest.current.api.current?.refreshCells();
    };
    /** The chosen cells; a single one where nothing more is. */
    const chosen = () => {
      const { rows, names } = place();
      const focused = cellAt(document.activeElement);
      const { from, to } = range.current ?? { from: focused, to: focused };
      if (!from || !to) return null;
      const edges = (one: number, other: number): [number, number] => [
        Math.min(one, other),
        Math.max(one, other) + 1,
      ];
      const at = (id: number) => rows.findIndex((row) => row.id === id);
      return {
        rows: rows.slice(...edges(at(from.id), at(to.id))),
        names: names.slice(...edges(names.indexOf(from.name), names.indexOf(to.name))),
      };
    };
    const press = (event: KeyboardEvent) => {
      const at = cellAt(event.target);
      if (!at || !(event.target instanceof Element && event.target.classList.contains("ag-cell"))) return;
      const step = steps[event.key];
      if (!step || !event.shiftKey) {
        if (step || event.key === "Tab") put(null);
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      const { rows, names } = place();
      const { from, to } = range.current ?? { from: at, to: at };
      const row = rows[rows.findIndex(({ id }) => id === to.id) + step[0]];
      const name = names[names.indexOf(to.name) + step[1]];
      if (row && name) put({ from, to: { id: row.id, name } });
    };
    let dragged: At | null = null;
    const down = (event: PointerEvent) => {
      const at = event.button === 0 ? cellAt(event.target) : null;
      const focused = event.shiftKey ? cellAt(document.activeElement) : null;
      dragged = focused ?? at;
      put(at && focused ? { from: focused, to: at } : null);
    };
    const over = (event: PointerEvent) => {
      const at = dragged && event.buttons === 1 ? cellAt(event.target) : null;
      if (!dragged || !at || (!range.current && at.id === dragged.id && at.name === dragged.name)) return;
      if (range.current?.to.id !== at.id || range.current.to.name !== at.name) put({ from: dragged, to: at });
    };
    const inCell = (event: Event) =>
      event.target instanceof Element &&
      event.target.closest(".ag-cell") &&
      !event.target.closest("input, textarea");
    const copy = (event: ClipboardEvent) => {
      const cells = inCell(event) ? chosen() : null;
      if (!cells) return;
      event.preventDefault();
      let inTime = true;
      latest.current.whenLoaded((port) => {
        const text = port.copy(cells);
        if (inTime) event.clipboardData?.setData("text/plain", text);
        // The event is over where the editing had to be loaded first.
        else void navigator.clipboard.writeText(text).catch(() => undefined);
      });
      inTime = false;
    };
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const cells = inCell(event) && text !== "" ? chosen() : null;
      if (!cells) return;
      event.preventDefault();
      const { rows, names } = place();
      latest.current.whenLoaded((port) => port.paste(text, cells, rows, names));
    };
    const end = new AbortController();
    const { signal } = end;
    shown.addEventListener("keydown", press, { capture: true, signal });
    shown.addEventListener("pointerdown", down, { capture: true, signal });
    shown.addEventListener("pointerover", over, { signal });
    shown.addEventListener("copy", copy, { signal });
    shown.addEventListener("paste", paste, { signal });
    return () => end.abort();
  }, []);

  return {
    /** Whether a cell is in the chosen range; the place of its row, of the first and of the last are by the order shown. */
    holds: (id: number | undefined, name: string): boolean => {
      const { from, to } = range.current ?? {};
      if (!from || !to || id === undefined || beside.has(name)) return false;
      const { rows, api } = latest.current;
      const names = (api.current?.getAllDisplayedColumns() ?? []).map((column) => column.getColId());
      const between = (at: number, one: number, other: number) =>
        at >= Math.min(one, other) && at <= Math.max(one, other);
      const rowAt = (one: number) => rows.findIndex((row) => row.id === one);
      return (
        between(rowAt(id), rowAt(from.id), rowAt(to.id)) &&
        between(names.indexOf(name), names.indexOf(from.name), names.indexOf(to.name))
      );
    },
  };
}
