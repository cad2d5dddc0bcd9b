/** Opens the context menu of a row: by right click, the Menu key or Shift+F10. */
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
    // On links, keep the browser's own menu, because the user can open a link in a new tab from that menu.
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
