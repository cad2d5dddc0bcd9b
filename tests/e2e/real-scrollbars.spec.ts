/** Lists with visible scrollbars, which a headless browser hides by default. The page itself must not scroll. */
import { expect, test } from "playwright/test";
import { browser } from "../support/browser.ts";
import { openRecords, signIn, withClosedWindows } from "./support.ts";

test.use({ launchOptions: { ...browser, ignoreDefaultArgs: ["--hide-scrollbars"] } });

/**
 * Routes of the tested lists, which are in different header tabs. Some of their record types have no approval. The last
 * two lists are empty or short.
 */
const lists = [
  "ARBO_Masterlist",
  "Participants",
  "Form7SalesReport",
  "FarmersIncomeTracking",
  "DARPrograms_Project",
  "Roles",
  "ReportSchedules",
];

test("On a screen of 1366x768 pixels, every list fits on the page.", async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, "admin");
  const drawn = await page.evaluate(() => {
    const box = document.createElement("div");
    box.style.cssText = "width: 50px; height: 50px; overflow: scroll";
    document.body.append(box);
    const width = box.offsetWidth - box.clientWidth;
    box.remove();
    return width;
  });
  expect(drawn, "width of a drawn scrollbar").toBeGreaterThan(0);
  for (const route of lists) {
    await openRecords(page, route);
    const size = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { width: scrollWidth, height: scrollHeight };
    });
    expect.soft(size, route).toEqual({ width: 1366, height: 768 });
  }
});

test("With a closed reporting window, a list fits on the page, and its buttons are inside the browser window.", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, "provincial");
  await withClosedWindows(async () => {
    for (const [width, height] of [
      [1366, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const route of ["Form10", "ARBO_Masterlist", "FME_RentalMonitoring"]) {
        await openRecords(page, route);
        await expect(page.getByRole("button", { name: "Ask to reopen" })).toBeInViewport({ ratio: 1 });
        for (const name of ["View", "More"]) {
          const button = page.getByRole("button", { name, exact: true }).first();
          await expect(button, `${name} of ${route} at ${width} pixels`).toBeInViewport({ ratio: 1 });
        }
        const bar = await page.getByText("Central can open it.").first().boundingBox();
        expect.soft(bar?.width, `width of the reason in ${route}`).toBeGreaterThan(width * 0.8);
        const drawn = await page.evaluate(() => document.documentElement.scrollWidth);
        expect.soft(drawn, `width of ${route}`).toBeLessThanOrEqual(width);
      }
    }
  });
});
