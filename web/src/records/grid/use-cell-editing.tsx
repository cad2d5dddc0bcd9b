/** Editing in the cells of a table. What it needs loads when somebody first points at them or has the focus there. */
import type { GridApi } from "ag-grid-community";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { isAnythingOpen } from "../../components/floating/escape.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import type { RecordSlots } from "../common/slots.ts";
import {
  type CellAt,
  cellKey,
  type EditingPort,
  type TablePort,
  type UnderWay,
} from "../edit/editing-port.ts";

type Part = typeof import("../edit/cell-editing.tsx");

interface Options {
  record: AnyRecord;
  user: CurrentUser;
  slots: RecordSlots | undefined;
  rows: readonly Row[];
  open: (row: Row) => void;
  onSaved: ((row: Row) => void) | undefined;
  api: RefObject<GridApi<Row> | null>;
  element: RefObject<HTMLElement | null>;
  /** Cells are edited where there are some. */
  enabled: boolean;
}

/** The cell that was begun before the editing was there, with what was typed on it. */
interface Begun {
  cell: CellAt;
  text: string | undefined;
  /** Enter was pressed behind the text: it is no longer added to. */
  entered: boolean;
}

const nothing: UnderWay = { values: new Map(), states: new Map() };

export function useCellEditing(options: Options) {
  const { record, user, slots, rows, api, element } = options;
  const [part, setPart] = useState<Part | null>(null);
  const [values, setValues] = useState(nothing.values);
  const states = useRef(nothing.states);
  const editing = useRef<EditingPort | null>(null);
  /** What was asked for before the editing was there. */
  const waiting = useRef<((port: EditingPort) => void)[]>([]);
  const begun = useRef<Begun | null>(null);
  const loading = useRef(false);
  const latest = useRef(options);
  latest.current = options;

  const load = useCallback(() => {
    if (loading.current) return;
    loading.current = true;
    loadChunk(() => import("../edit/cell-editing.tsx")).then(setPart, () => {
      loading.current = false;
    });
  }, []);

  const connect = useCallback((port: EditingPort | null) => {
    editing.current = port;
    if (!port) return;
    // After the effect that connects: only then is an editor drawn at once.
    queueMicrotask(() => {
      for (const work of waiting.current.splice(0)) work(port);
    });
  }, []);

  /** Does the work with the editing, at once where it is loaded. */
  const whenLoaded = useCallback(
    (work: (port: EditingPort) => void) => {
      if (editing.current) {
        work(editing.current);
        return;
      }
      waiting.current.push(work);
      load();
    },
    [load],
  );

  const begin = (cell: CellAt, text?: string) => {
    if (editing.current) {
      editing.current.begin(cell, text);
      return;
    }
    const before = begun.current;
    if (before?.text !== undefined && before.cell.row.id === cell.row.id && before.cell.name === cell.name) {
      if (text === undefined) before.entered = true;
      else if (!before.entered) before.text += text;
      return;
    }
    begun.current = { cell, text, entered: false };
    if (before) return;
    whenLoaded((port) => {
      const { cell: first, text: typed, entered } = begun.current as Begun;
      begun.current = null;
      port.begin(first, typed);
      const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
      if (entered) document.activeElement?.dispatchEvent(enter);
    });
  };

  const beginning = useRef(begin);
  beginning.current = begin;

  const table = useMemo<TablePort>(
    () => ({
      elementOf: ({ id, name }) =>
        element.current?.querySelector<HTMLElement>(`[row-id="${id}"] [col-id="${name}"]`) ?? null,
      focus: ({ id, name }, move) => {
        const { rows: shown } = latest.current;
        const at = shown.findIndex((row) => row.id === id);
        if (at < 0) return;
        const next = move === "down" ? Math.min(at + 1, shown.length - 1) : at;
        api.current?.ensureIndexVisible(next);
        api.current?.setFocusedCell(next, name);
        if (move === "right") api.current?.tabToNextCell();
        if (move === "left") api.current?.tabToPreviousCell();
      },
      show: (underWay) => {
        states.current = underWay.states;
        setValues(underWay.values);
        api.current?.refreshCells();
      },
      open: (row) => latest.current.open(row),
      saved: (row) => latest.current.onSaved?.(row),
    }),
    [api, element],
  );

  useEffect(() => {
    if (!part) return;
    const undo = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== "z") return;
      const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
      if (!typing && !isAnythingOpen() && editing.current?.undo()) event.preventDefault();
    };
    window.addEventListener("keydown", undo);
    return () => window.removeEventListener("keydown", undo);
  }, [part]);

  // The table tells of presses a moment later, when the next key may be down already: they are taken before it.
  useEffect(() => {
    const shown = element.current;
    if (!shown || !latest.current.enabled) return;
    const press = (event: KeyboardEvent) => {
      const cell = event.target;
      if (!(cell instanceof HTMLElement) || !cell.classList.contains("ag-cell")) return;
      const { record: current } = latest.current;
      const name = cell.getAttribute("col-id") ?? "";
      const row = drawn.current.find(
        ({ id }) => String(id) === cell.closest("[row-id]")?.getAttribute("row-id"),
      );
      const pressable = cell.querySelector("button, a") !== null;
      const typed = !pressable && isTyped(current, name, event);
      if (!row || !(event.key === "F2" || typed || (event.key === "Enter" && !pressable))) return;
      event.preventDefault();
      event.stopPropagation();
      beginning.current({ row, name }, typed ? event.key : undefined);
    };
    const end = new AbortController();
    const { signal } = end;
    shown.addEventListener("keydown", press, { capture: true, signal });
    // Whoever points at a cell or has the focus in one is about to work there.
    shown.addEventListener("pointerenter", load, { signal });
    shown.addEventListener("focusin", load, { signal });
    return () => end.abort();
  }, [element, load]);

  /** The rows with what is entered and not stored yet. */
  const shown = useMemo(
    () => (values.size === 0 ? rows : rows.map((row) => ({ ...row, ...values.get(row.id) }))),
    [rows, values],
  );
  const drawn = useRef(shown);
  drawn.current = shown;

  return {
    begin,
    whenLoaded,
    shown,
    stateOf: (id: number | undefined, name: string) => states.current.get(cellKey(id ?? 0, name)),
    portal: part && <part.CellEditing {...{ record, user, slots, table, connect }} />,
  };
}

/** A key that begins a value of the field; other letters stay shortcuts. */
function isTyped(record: AnyRecord, name: string, event: KeyboardEvent): boolean {
  if (event.key.length !== 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  const field = record.fields.find((one) => one.name === name);
  if (!field) return false;
  const numeric = ["integer", "decimal", "year", "date"].includes(field.kind);
  return !numeric || /[\d.,-]/.test(event.key);
}
