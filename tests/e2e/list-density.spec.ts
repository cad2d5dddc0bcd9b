/** Number of list rows that are visible at once, on the screen size of most offices and at 200 % zoom. */
import { expect, type Page, test } from "playwright/test";
import { openRecords, signIn } from "./support.ts";

const lists = [
  "ARBO_Masterlist",
  "Participants",
  "FarmersIncomeTracking",
  "Form11Accomp",
  "Form7SalesReport",
  "Form11Geotags",
];
/** Lists with the longest names and the most buttons and filters, which leave the least room for rows. */
const longest = [
  "ARBO_MarketingAssistanceReport",
  "FME_RentalMonitoring",
  "InventoryandStatusMonitoring",
  "Form7ProdDevAccomp",
];

/**
 * Returns the number of rows that are visible completely without scrolling. In a short list, the empty space below the
 * rows counts as further rows.
 */
const wholeRows = (page: Page): Promise<number> =>
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
    const scrollbar = 15;
    const room = Math.floor((bottom - scrollbar - end) / (first ? edges(first).height : 29));
    const whole = rows.filter((row) => edges(row).bottom <= bottom);
    return new Set(whole.map((row) => row.getAttribute("row-index") ?? row)).size + Math.max(0, room);
  });

for (const [size, viewport, least, routes] of [
  ["at 1366x768", { width: 1366, height: 768 }, 16, [...lists, ...longest]],
  ["at 200 % zoom", { width: 683, height: 384 }, 3, lists],
] as const) {
  test(`Every list shows at least ${least} rows ${size}.`, async ({ page }) => {
    test.setTimeout(120_000);
    await signIn(page, "central");
    await page.setViewportSize(viewport);
    for (const route of routes) {
      await openRecords(page, route);
      await page.waitForTimeout(500);
      const rows = await wholeRows(page);
      test.info().annotations.push({ type: `${route} ${size}`, description: `${rows} rows` });
      expect.soft(rows, route).toBeGreaterThanOrEqual(least);
    }
  });
}
