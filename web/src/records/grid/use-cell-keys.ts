/** Keys of a table with editable cells: keys that start editing, and Ctrl+Z. */
import { type RefObject, useEffect, useEffectEvent } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { isAnythingOpen } from "../../components/floating/escape.ts";
import type { Row } from "../../lib/http/api.ts";
import { useKeyDown } from "../../lib/keyboard.ts";
import type { CellAt, EditingPort } from "../edit/editing-port.ts";

interface Keys {
  record: AnyRecord;
  /** Displayed rows, in order. */
  rows: readonly Row[];
  element: RefObject<HTMLElement | null>;
  /** Loads the code of the editor. */
  load: () => void;
  /** Returns false if no editing starts, and the key remains a shortcut. */
  begin: (cell: CellAt, text?: string) => boolean;
}

/**
 * Starts editing on F2, Enter or a typed character. Listens in the capture phase, because the grid reports keys with a
 * delay and the user could press another key meanwhile.
 */
export function useCellKeys({ record, rows, element, load, begin }: Keys): void {
  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    const cell = event.target;
    if (!(cell instanceof HTMLElement) || !cell.classList.contains("ag-cell")) return;
    const name = cell.getAttribute("col-id") ?? "";
    const row = rows.find(({ id }) => String(id) === cell.closest("[row-id]")?.getAttribute("row-id"));
    const pressable = cell.querySelector("button, a") !== null;
    const typed = !pressable && isTyped(record, name, event);
    if (!row || !(event.key === "F2" || typed || (event.key === "Enter" && !pressable))) return;
    if (!begin({ row, name }, typed ? event.key : undefined)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const table = element.current;
    if (!table) return;
    const end = new AbortController();
    const { signal } = end;
    table.addEventListener("keydown", (event) => pressKey(event), { capture: true, signal });
    // Load the editor when the user points at the table or moves the focus into it, because the user will probably edit
    // a cell.
    table.addEventListener("pointerenter", load, { signal });
    table.addEventListener("focusin", load, { signal });
    return () => end.abort();
  }, [element, load]);
}

/** True if a value of the field can start with the typed character. Other characters remain keyboard shortcuts. */
function isTyped(record: AnyRecord, name: string, event: KeyboardEvent): boolean {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return false;
  const field = record.fields.find((one) => one.name === name);
  if (!field) return false;
  const numeric = ["integer", "decimal", "year", "date"].includes(field.kind);
  return !numeric || /[\d.,-]/.test(event.key);
}

/** Ctrl+Z undoes the last saved change of a cell. Active once the editor is loaded. */
export function useUndoKey(loaded: boolean, editing: RefObject<EditingPort | null>): void {
  useKeyDown(
    "after",
    (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== "z") return;
      const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
      if (!typing && !isAnythingOpen() && editing.current?.undo()) event.preventDefault();
    },
    loaded,
  );
}
