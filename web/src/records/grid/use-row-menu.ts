/** Opens the context menu of a row on right click, the Menu key or Shift+F10. */
import { type RefObject, useEffect, useEffectEvent } from "react";
import type { MenuAt } from "../../components/overlays/menu-list.tsx";
import type { Row } from "../../lib/http/api.ts";

export interface RowMenuAt {
  row: Row;
  at: MenuAt;
}

interface Options {
  rows: readonly Row[];
  element: RefObject<HTMLElement | null>;
  onMenu: (menu: RowMenuAt) => void;
}

export function useRowMenu({ rows, element, onMenu }: Options): void {
  const openMenu = useEffectEvent((event: MouseEvent) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    // Right click on a link or input opens the browser's own menu, for example to open the link in a new tab.
    if (event.button === 2 && target.closest("a, input")) return;
    const id = target.closest("[row-id]")?.getAttribute("row-id");
    const row = rows.find((one) => String(one.id) === id);
    if (!row) return;
    event.preventDefault();
    const byKey = event.button !== 2;
    const cell = (target.closest(".ag-cell") ?? target).getBoundingClientRect();
    const at = byKey ? { x: cell.left, y: cell.bottom } : { x: event.clientX, y: event.clientY };
    onMenu({ row, at });
  });
  useEffect(() => {
    const table = element.current;
    if (!table) return;
    const open = (event: MouseEvent) => openMenu(event);
    table.addEventListener("contextmenu", open);
    return () => table.removeEventListener("contextmenu", open);
  }, [element]);
}
