/** Opens the context menu of a row: by right click, the Menu key or Shift+F10. */
import { type RefObject, useEffect, useRef } from "react";
import type { Row } from "../../lib/http/api.ts";

export interface RowMenuAt {
  row: Row;
  /** Position in pixels of the window. */
  at: { x: number; y: number };
}

interface Options {
  rows: readonly Row[];
  element: RefObject<HTMLElement | null>;
  enabled: boolean;
  onMenu: (menu: RowMenuAt) => void;
}

export function useRowMenu(options: Options): void {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const shown = latest.current.element.current;
    if (!shown || !latest.current.enabled) return;
    const ask = (event: MouseEvent) => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      // Keep the browser's own menu on links, because it can open a link in a new tab.
      if (event.button === 2 && target.closest("a, input")) return;
      const id = target.closest("[row-id]")?.getAttribute("row-id");
      const row = latest.current.rows.find((one) => String(one.id) === id);
      if (!row) return;
      event.preventDefault();
      const byKey = event.button !== 2;
      const cell = (target.closest(".ag-cell") ?? target).getBoundingClientRect();
      const at = byKey ? { x: cell.left, y: cell.bottom } : { x: event.clientX, y: event.clientY };
      latest.current.onMenu({ row, at });
    };
    shown.addEventListener("contextmenu", ask);
    return () => shown.removeEventListener("contextmenu", ask);
  }, []);
}
