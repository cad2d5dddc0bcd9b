/** Column headings of sorted lists. The sort icon must not make a word break over two lines. */
import { expect, type Page, test } from "playwright/test";
import { openRecords, signIn } from "./support.ts";

/** Returns the words in column headings that break over two lines or overflow their cell. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("#rows .ag-header-cell-text")].flatMap((heading) => {
      const text = heading.firstChild;
      if (!text) return [];
      const cell = heading.closest(".ag-header-cell")?.getBoundingClientRect();
      return [...(text.textContent ?? "").matchAll(/[^\s/-]+/g)].flatMap((word) => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        const out = cell && range.getBoundingClientRect().right > cell.right;
        return lines.size > 1 || out ? [`${word[0]} of "${text.textContent}"`] : [];
      });
    }),
  );

/** Lists that together have all kinds of narrow columns: years, quarters, numbers and units. */
const lists = ["Form7ProdDevTarget", "Form11Target", "FME_RentalMonitoring"];

test("The heading of a sorted list column breaks into lines only between words.", async ({ page }) => {
  test.setTimeout(240_000);
  // The grid draws only visible columns, so the browser window is wide enough for all columns.
  await page.setViewportSize({ width: 4000, height: 768 });
  await signIn(page, "admin");
  for (const route of lists) {
    await openRecords(page, route);
    const columns = await page
      .locator("#rows .ag-header-cell-sortable")
      .evaluateAll((cells) => cells.flatMap((cell) => cell.getAttribute("col-id") ?? []));
    for (let from = 0; from < columns.length; from += 5) {
      const sort = columns.slice(from, from + 5).map((column) => `${column}.asc`);
      await openRecords(page, route, `?sort=${sort.join(",")}`);
      await expect(page.locator('#rows [aria-sort="ascending"]')).toHaveCount(sort.length);
      expect.soft(await brokenWords(page), `${route} by ${sort.join(", ")}`).toEqual([]);
    }
  }
});
