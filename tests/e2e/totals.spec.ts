/** Totals below a list: sums of the visible columns over all rows that match the filters. */
import { expect, test } from "playwright/test";
import { expectAccessible, listTotal, numberIn, openRecords, signIn } from "./support.ts";

test("The totals below a list add up the rows of all pages.", async ({ page }) => {
  await signIn(page, "central");
  await openRecords(page, "ARBO_Masterlist", "?tab=all");
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("checkbox", { name: "Totals of the whole list" }).check();
  await page.keyboard.press("Escape");
  const totals = page.getByLabel("Totals of the list");
  const members = totals
    .locator("div")
    .filter({ hasText: /member/i })
    .first()
    .getByRole("definition");
  await expect(members).toHaveText(/^[\d,]+$/);
  expect(await listTotal(page)).toBeGreaterThan(18);
  await expectAccessible(page, "a list with totals");

  // The grid draws only visible rows, so the browser window is tall enough for a whole page of rows.
  await page.setViewportSize({ width: 1366, height: 4000 });
  /** Label of the total, which is also the heading of its column. */
  const label = (
    (await totals
      .locator("div")
      .filter({ hasText: /member/i })
      .first()
      .getByRole("term")
      .textContent()) ?? ""
  ).trim();
  const added = async () => {
    let sum = 0;
    const address = new URL(page.url());
    for (let at = 1; ; at++) {
      address.searchParams.set("page", String(at));
      await page.goto(address.toString());
      const rows = await listTotal(page);
      const column = page.getByRole("columnheader", { name: label });
      const index = await column.getAttribute("aria-colindex");
      const cells = page.locator(`[role=gridcell][aria-colindex="${index}"]`);
      // The grid can draw its cells after the list has loaded.
      await expect(cells).toHaveCount(Math.min(20, rows - (at - 1) * 20));
      for (const cell of await cells.allTextContents()) sum += numberIn(cell) || 0;
      if (at * 20 >= rows) return sum;
    }
  };
  const all = numberIn((await members.textContent()) ?? "");
  expect(await added()).toBe(all);

  // A filter in the URL makes the total smaller. `totals=1` in the URL shows the totals.
  await openRecords(
    page,
    "ARBO_Masterlist",
    "?tab=all&totals=1&where.region_name=Region III (Central Luzon)",
  );
  await expect(members).toHaveText(/^[\d,]+$/);
  const some = numberIn((await members.textContent()) ?? "");
  expect(some).toBeLessThan(all);
  expect(await added()).toBe(some);
});
