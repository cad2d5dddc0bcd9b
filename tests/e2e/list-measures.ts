/** Measures a list in the browser: numbers of visible rows and columns, truncated names, and icon-only controls. */
import type { Page } from "playwright/test";

/**
 * Returns the number of completely visible rows. For a short list, adds the number of rows that would fit into the
 * space below.
 */
export const wholeRows = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const edges = (element: Element) => element.getBoundingClientRect();
    const list = document.querySelector("#rows [role=grid], #rows ul");
    if (!list) return 0;
    const bottom = Math.min(edges(list).bottom, window.innerHeight) + 1;
    const rows = [...list.querySelectorAll("[role=row][row-index], li")].filter(
      (row) => edges(row).height > 0,
    );
    const [first] = rows;
    const head = list.querySelector(".ag-header");
    const end = Math.max(head ? edges(head).bottom : 0, ...rows.map((row) => edges(row).bottom));
    // If no horizontal scrollbar is visible, subtracts the space that one would take (15 pixels). A visible scrollbar
    // is outside of the grid.
    const drawn = document.querySelector("#rows .ag-body-horizontal-scroll");
    const scrollbar = drawn && edges(drawn).height > 5 ? 0 : 15;
    const room = Math.floor((bottom - scrollbar - end) / (first ? edges(first).height : 29));
    const whole = rows.filter((row) => edges(row).bottom <= bottom);
    return new Set(whole.map((row) => row.getAttribute("row-index") ?? row)).size + Math.max(0, room);
  });

export interface ListMeasures {
  /** Accessible names of icon-only buttons and links above the rows. */
  iconsAbove: string[];
  /** Number of icon-only buttons and links in the rows. */
  iconsInRows: number;
  /** Names of rows, ARBOs or ARCs whose text does not fit its cell. */
  namesCut: string[];
  /** Ids of the columns that are visible without scrolling sideways. */
  columns: string[];
}

/** Measures the open list. Ignores everything that is outside the visible area. */
export const measureList = (page: Page): Promise<ListMeasures> =>
  page.evaluate(() => {
    const edges = (element: Element) => element.getBoundingClientRect();
    const screen = document.querySelector("[data-fills-window]") ?? document.body;
    const rows = screen.querySelector("#rows");
    const view = rows?.querySelector(".ag-root");
    const right = Math.min(view ? edges(view).right : window.innerWidth, window.innerWidth) + 1;
    const isShown = (element: Element) =>
      edges(element).width > 0 && edges(element).bottom <= window.innerHeight;
    const hasWord = (element: Element): boolean => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { parentElement: part, textContent } = texts.currentNode;
        if (/[\p{L}\d]/u.test(textContent ?? "") && part && edges(part).width > 2) return true;
      }
      // A filter button has no text of its own; the label next to it has its text.
      return [...((element as HTMLButtonElement).labels ?? [])].some((label) => edges(label).width > 2);
    };
    const wordless = [...screen.querySelectorAll("button, a")].filter(
      (one) => isShown(one) && !hasWord(one) && !one.closest(".ag-header"),
    );
    const names = [...(rows?.querySelectorAll(".ag-cell a[href]") ?? [])].filter(
      (link) => isShown(link) && edges(link).left < right && hasWord(link),
    );
    const isCut = (link: Element): boolean => {
      const cell = link.closest(".ag-cell");
      return (
        link.scrollWidth > link.clientWidth + 1 ||
        link.scrollHeight > link.clientHeight + 3 ||
        (cell !== null &&
          (cell.scrollWidth > cell.clientWidth + 1 ||
            cell.scrollHeight > cell.clientHeight + 1 ||
            edges(link).right > edges(cell).right + 1))
      );
    };
    return {
      iconsAbove: wordless
        .filter((one) => !rows?.contains(one) && !one.closest("nav"))
        .map((one) => one.getAttribute("aria-label") ?? one.textContent?.trim() ?? ""),
      iconsInRows: wordless.filter((one) => rows?.contains(one)).length,
      namesCut: names.filter(isCut).map((link) => link.textContent ?? ""),
      columns: [...(rows?.querySelectorAll(".ag-header-cell[col-id]") ?? [])]
        .filter((head) => edges(head).width > 0 && edges(head).right <= right)
        .sort((one, other) => edges(one).left - edges(other).left)
        .map((head) => head.getAttribute("col-id") ?? ""),
    };
  });
