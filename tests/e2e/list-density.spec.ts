/** Number of list rows that are visible at once, on most offices' screen size and at 200 % zoom. */
import { expect, test } from "playwright/test";
import { wholeRows } from "./list-measures.ts";
import { openRecords, signIn } from "./support.ts";

const lists = [
  "ARBO_Masterlist",
  "Participants",
  "FarmersIncomeTracking",
  "Form11Accomp",
  "Form7SalesReport",
  "Form11Geotags",
];
/** Lists with the longest names or the most buttons and filters, which leave the least room for rows. */
const longest = [
  "ARBO_MarketingAssistanceReport",
  "FME_RentalMonitoring",
  "InventoryandStatusMonitoring",
  "Form7ProdDevAccomp",
];

const softly = expect.configure({ soft: true });

for (const [size, viewport, least, routes] of [
  ["at 1366x768", { width: 1366, height: 768 }, 16, [...lists, ...longest]],
  ["at 200 % zoom", { width: 683, height: 384 }, 3, lists],
] as const) {
  test(`Each tested list fits at least ${least} complete rows on the screen ${size}.`, async ({ page }) => {
    test.setTimeout(120_000);
    await signIn(page, "central");
    await page.setViewportSize(viewport);
    for (const route of routes) {
      await openRecords(page, route);
      await page.waitForTimeout(500);
      // Chips and bars that load after the rows may move the rows for a moment.
      await softly.poll(() => wholeRows(page), { message: route }).toBeGreaterThanOrEqual(least);
      const rows = await wholeRows(page);
      test.info().annotations.push({ type: `${route} ${size}`, description: `${rows} rows` });
    }
  });
}

test("A long training title in a list wraps to two lines.", async ({ page }) => {
  await signIn(page, "central");
  await openRecords(page, "Form5AnnualTarget");
  const titles = page.locator('#rows [role="gridcell"][col-id="training_title"]');
  const cut = () =>
    titles.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
  const sizes = () =>
    titles.evaluateAll((cells) => [...new Set(cells.map((cell) => getComputedStyle(cell).fontSize))]);
  await expect.poll(sizes).toContain("12px");
  expect(await cut()).toBe(0);

  const edge = page.locator('.ag-header-cell[col-id="training_title"] .ag-header-cell-resize');
  const box = await edge.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 10];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 200, y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(sizes).toEqual(["13px"]);
  expect(await cut()).toBe(0);
});
