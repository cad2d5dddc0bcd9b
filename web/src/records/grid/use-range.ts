/** Range of cells for copying and pasting. The user selects the range with Shift and the arrow keys, or by dragging. */
import type { GridApi } from "ag-grid-community";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { useStableCallback } from "../../lib/hooks/use-stable-callback.ts";
import type { Row } from "../../lib/http/api.ts";
import type { EditingPort } from "../edit/editing-port.ts";
import {
  type CellPosition,
  type Corners,
  cellAt,
  cellBeside,
  cellsWithin,
  isArrow,
  isWithin,
  type ShownCells,
  valuelessColumns,
} from "./cell-range.ts";

interface Options {
  rows: readonly Row[];
  api: RefObject<GridApi<Row> | null>;
  element: RefObject<HTMLElement | null>;
  whenLoaded: (work: (port: EditingPort) => void) => void;
}

/** Functions that read and change the selected range. The event listeners use them. */
interface Range {
  corners: () => Corners | null;
  put: (next: Corners | null) => void;
  shown: () => ShownCells;
  whenLoaded: Options["whenLoaded"];
}

export function useRange({ rows, api, element, whenLoaded }: Options) {
  const corners = useRef<Corners | null>(null);
  const shown = useStableCallback((): ShownCells => {
    const names = (api.current?.getAllDisplayedColumns() ?? []).map((column) => column.getColId());
    return { rows, names: names.filter((name) => !valuelessColumns.has(name)) };
  });
  const range = useMemo<Range>(
    () => ({
      corners: () => corners.current,
      put: (next) => {
        const before = corners.current;
        corners.current = next;
        if (before || next) api.current?.refreshCells();
      },
      ...{ shown, whenLoaded },
    }),
    [api, shown, whenLoaded],
  );

  useEffect(() => {
    if (!element.current) return;
    const end = new AbortController();
    chooseByKeys(element.current, range, end.signal);
    chooseByDragging(element.current, range, end.signal);
    copyAndPaste(element.current, range, end.signal);
    return () => end.abort();
  }, [element, range]);

  /** True if the cell is in the selected range. */
  const holds = useStableCallback(
    (id: number | undefined, name: string): boolean =>
      corners.current !== null &&
      id !== undefined &&
      !valuelessColumns.has(name) &&
      isWithin(shown(), corners.current, { id, name }),
  );
  return { holds };
}

function chooseByKeys(element: HTMLElement, { corners, put, shown }: Range, signal: AbortSignal): void {
  const press = (event: KeyboardEvent) => {
    const at = cellAt(event.target);
    if (!at || !(event.target instanceof Element && event.target.classList.contains("ag-cell"))) return;
    if (!isArrow(event.key) || !event.shiftKey) {
      if (isArrow(event.key) || event.key === "Tab") put(null);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const { from, to } = corners() ?? { from: at, to: at };
    const next = cellBeside(shown(), to, event.key);
    if (next) put({ from, to: next });
  };
  element.addEventListener("keydown", press, { capture: true, signal });
}

const isSame = (one: CellPosition | undefined, other: CellPosition): boolean =>
  one?.id === other.id && one.name === other.name;

function chooseByDragging(element: HTMLElement, { corners, put }: Range, signal: AbortSignal): void {
  let dragged: CellPosition | null = null;
  const down = (event: PointerEvent) => {
    const at = event.button === 0 ? cellAt(event.target) : null;
    const focused = event.shiftKey ? cellAt(document.activeElement) : null;
    dragged = focused ?? at;
    put(at && focused ? { from: focused, to: at } : null);
  };
  const over = (event: PointerEvent) => {
    const at = dragged && event.buttons === 1 ? cellAt(event.target) : null;
    if (!dragged || !at || (!corners() && isSame(at, dragged))) return;
    if (!isSame(corners()?.to, at)) put({ from: dragged, to: at });
  };
  element.addEventListener("pointerdown", down, { capture: true, signal });
  element.addEventListener("pointerover", over, { signal });
}

/** Copies the cells of the selected range, or pastes over them. Without a range, uses the focused cell. */
function copyAndPaste(element: HTMLElement, range: Range, signal: AbortSignal): void {
  const chosen = (event: Event): ShownCells | null => {
    const { target } = event;
    if (!(target instanceof Element && target.closest(".ag-cell")) || target.closest("input, textarea"))
      return null;
    const focused = cellAt(document.activeElement);
    const corners = range.corners() ?? (focused && { from: focused, to: focused });
    return corners && cellsWithin(range.shown(), corners);
  };
  const copy = (event: ClipboardEvent) => {
    const cells = chosen(event);
    if (!cells) return;
    event.preventDefault();
    let inTime = true;
    range.whenLoaded((port) => {
      const text = port.copy(cells);
      if (inTime) event.clipboardData?.setData("text/plain", text);
      // The copy event ended before the editor was loaded, so write to the clipboard directly.
      else void navigator.clipboard.writeText(text).catch(() => undefined);
    });
    inTime = false;
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const cells = text === "" ? null : chosen(event);
    if (!cells) return;
    event.preventDefault();
    const { rows, names } = range.shown();
    range.whenLoaded((port) => port.paste(text, cells, rows, names));
  };
  element.addEventListener("copy", copy, { signal });
  element.addEventListener("paste", paste, { signal });
}
