/**
 * Positions a panel over a table cell, in the browser's top layer. The panel follows the cell when the page scrolls.
 */
import { type RefObject, useEffectEvent, useLayoutEffect } from "react";

/** @param onOutside Called when the user clicks or taps outside the panel. */
export function useOverCell(
  cell: HTMLElement,
  panel: RefObject<HTMLElement | null>,
  onOutside: () => void,
): void {
  const pressedOutside = useEffectEvent(onOutside);
  useLayoutEffect(() => {
    const shown = panel.current;
    if (!shown) return;
    // Without the popover API, show the panel as a normal element of the page.
    if (typeof shown.showPopover === "function") shown.showPopover();
    else shown.removeAttribute("popover");
    const put = () => {
      // The grid removes a cell from the page when the user scrolls it out of view. The panel then keeps its last
      // position.
      if (!cell.isConnected) return;
      const at = cell.getBoundingClientRect();
      shown.style.minWidth = `${at.width}px`;
      shown.style.minHeight = `${at.height}px`;
      const left = Math.min(at.left, document.documentElement.clientWidth - shown.offsetWidth - 8);
      const top = Math.min(at.top, window.innerHeight - shown.offsetHeight - 8);
      shown.style.left = `${Math.max(8, left)}px`;
      shown.style.top = `${Math.max(8, top)}px`;
    };
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !shown.contains(event.target)) pressedOutside();
    };
    put();
    const grown = typeof ResizeObserver === "function" ? new ResizeObserver(put) : null;
    grown?.observe(shown);
    window.addEventListener("resize", put);
    window.addEventListener("scroll", put, true);
    document.addEventListener("pointerdown", press, true);
    return () => {
      grown?.disconnect();
      window.removeEventListener("resize", put);
      window.removeEventListener("scroll", put, true);
      document.removeEventListener("pointerdown", press, true);
    };
  }, [cell, panel]);
}
