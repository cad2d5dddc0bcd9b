/** Printed reports and lists: A4 pages with every row and every column, and column headings on each page. */
import { writeFile } from "node:fs/promises";
import { expect, test } from "playwright/test";
import { numberIn, signIn } from "./support.ts";

/** Width between the margins of a landscape A4 page (277 mm), in CSS pixels of 1/96 inch. */
const printable = Math.floor((277 / 25.4) * 96);

test("A printed report of 21 columns fits A4 pages and has headings on each page.", async ({ page }) => {
  await signIn(page, "central");
  await page.goto("/homepage/report/ARBOCapDev?where.region_name=Region III (Central Luzon)");
  const shown = page.getByRole("table");
  await expect(shown).toBeVisible();
  const headings = shown.locator("thead tr").last().getByRole("columnheader");
  await expect(headings).toHaveCount(21);
  const labels = (await headings.allTextContents()).map((text) => text.replace(/ [▲▼]$/, ""));
  const range =
    (await page
      .getByRole("navigation", { name: "Pages" })
      .getByText(/ of [\d,]+$/)
      .first()
      .textContent()) ?? "";
  const total = numberIn(range.split(" of ").at(-1) ?? "");
  expect(total).toBeGreaterThan(10);

  await page.emulateMedia({ media: "print", reducedMotion: "reduce" });
  await page.setViewportSize({ width: printable, height: 700 });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  const tables = page.locator("table").filter({ hasText: "Source: " });
  const parts = await tables.evaluateAll((all) =>
    (all as HTMLTableElement[]).map((table) => ({
      width: table.getBoundingClientRect().width,
      cut: [...table.querySelectorAll("th, td")].filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
        .length,
      head: getComputedStyle(table.tHead as Element).display,
      said: table.tHead?.rows[0]?.textContent ?? "",
      labels: [...(table.tHead?.rows[2]?.cells ?? [])].map(({ textContent }) => textContent ?? ""),
      rows: table.tBodies[0]?.rows.length ?? 0,
    })),
  );
  expect(new Set(parts.flatMap((part) => part.labels))).toEqual(new Set(["No.", ...labels]));
  for (const part of parts) {
    expect(part.width).toBeLessThanOrEqual(printable);
    expect(part.cut).toBe(0);
    expect(part.head).toBe("table-header-group");
    expect(part.said).toContain("Region: Region III (Central Luzon)");
    // Each printed table has all rows and the row of totals.
    expect(part.rows).toBe(total + 1);
  }
  await expect(shown.filter({ hasNotText: "Source: " })).toBeHidden();

  const file = await page.pdf({ preferCSSPageSize: true });
  if (process.env.KEEP) await writeFile(`${process.env.KEEP}/report.pdf`, file);
  const boxes = [...file.toString("latin1").matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  expect(boxes.length).toBeGreaterThanOrEqual(parts.length);
  for (const [, width, height] of boxes) {
    expect(Number(width)).toBeCloseTo(842, -1);
    expect(Number(height)).toBeCloseTo(595, -1);
  }
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(tables).toHaveCount(0);
});

test("A printed list has the filters, the visible columns and the rows of the page, and no controls.", async ({
  page,
}) => {
  await signIn(page, "central");
  await page.goto("/homepage/forms/ARBO_Masterlist?tab=all&where.region_name=Region III (Central Luzon)");
  await expect(page.getByRole("grid").getByRole("row").nth(5)).toBeVisible();
  const headings = await page.getByRole("grid").getByRole("columnheader").allTextContents();
  const shown = headings
    .map((text) => text.replace(/\s+\d*\s*$/, "").trim())
    .filter((text) => text !== "" && text !== "Action");
  const pager = page.getByRole("navigation", { name: "Pages" });
  const range =
    (await pager
      .getByText(/ of [\d,]+$/)
      .first()
      .textContent()) ?? "";
  const [, last = "", total = ""] = /–([\d,]+) of ([\d,]+)/.exec(range) ?? [];
  expect(numberIn(total)).toBeGreaterThan(numberIn(last));

  await page.emulateMedia({ media: "print", reducedMotion: "reduce" });
  const tables = page.locator("table").filter({ hasText: "Source: " });
  // The part that prints the list loads after the list.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await expect(tables.first()).toBeVisible({ timeout: 500 });
  }).toPass();
  const head = tables.first().locator("thead");
  await expect(head).toContainText("ARBO Masterlist");
  await expect(head).toContainText("Region is Region III (Central Luzon)");
  await expect(head).toContainText(`Rows 1 to ${last} of ${total}. Export the list to print all rows.`);
  const labels = await tables.locator("thead tr:last-child th").allTextContents();
  expect(labels).toEqual(expect.arrayContaining(shown));
  expect(labels).not.toContain("Action");
  await expect(tables.first().locator("tbody tr")).toHaveCount(numberIn(last));
  for (const hidden of ["grid", "searchbox", "checkbox", "tab"] as const)
    await expect(page.getByRole(hidden).first()).toBeHidden();
  const file = await page.pdf({ preferCSSPageSize: true });
  if (process.env.KEEP) await writeFile(`${process.env.KEEP}/list.pdf`, file);
  expect([...file.toString("latin1").matchAll(/\/MediaBox/g)].length).toBeGreaterThan(1);

  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  await expect(tables).toHaveCount(0);
  await expect(page.getByRole("grid")).toBeVisible();
});
