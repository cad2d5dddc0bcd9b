/**
 * Gives the focused cell its column heading as an ARIA description. Screen readers don't find the heading themselves,
 * because the grid renders frozen and other cells of a row separately.
 */
import { type RefObject, useEffect } from "react";

export function useColumnNames(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const table = element.current;
    const describe = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.classList.contains("ag-cell")) return;
      const column = target.getAttribute("col-id") ?? "";
      const heading = table?.querySelector(`.ag-header-cell[col-id="${column}"] .ag-header-cell-text`);
      if (heading?.textContent) target.setAttribute("aria-description", heading.textContent);
    };
    table?.addEventListener("focusin", describe);
    return () => table?.removeEventListener("focusin", describe);
  }, [element]);
}
