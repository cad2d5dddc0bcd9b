/** The record screens at the width of a phone. */
import { expect, type Page, test } from "playwright/test";
import { records } from "#shared/records/index.ts";
import {
  choose,
  chooseFirstRowAct,
  chooseListAct,
  expectAccessible,
  numberIn,
  openRecords,
  signIn,
} from "./support.ts";

const phone = { width: 390, height: 844 };

/** Returns by how many pixels the page is wider than the screen. Only a grid may scroll sideways, not the page. */
const tooWide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("On a phone, the button of the collapsed filters shows how many filters are set.", async ({ page }) => {
  await signIn(page, "provincial");
  await page.setViewportSize(phone);
  await openRecords(page, "Form5AnnualTarget");
  const filters = page.getByRole("button", { name: /^Filters/ });
  const year = page.getByRole("combobox", { name: /^Year funded: / });
  await expect(filters).toHaveAttribute("aria-expanded", "false");
  await expect(year).toBeHidden();
  await expect(page.getByRole("row").nth(1)).toBeInViewport();

  await filters.click();
  await choose(page, "Year funded", "2025");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/2025/);
  await filters.click();
  await expect(year).toBeHidden();
  await expect(filters).toHaveText("Filters (1)");
});

test("On a phone, nothing on the page moves when the rows of a list arrive.", async ({ page }) => {
  await signIn(page, "provincial");
  await page.setViewportSize(phone);
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  let letThrough: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/assets\/arbo-masterlist-.*\.js$/, async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto("/homepage/forms/ARBO_Masterlist");
  await expect(page.getByRole("banner").getByText("ARBO Monitoring and Reporting System")).toBeVisible();
  await expect(page.getByText("Loading the page")).toBeAttached();
  letThrough();
  await expect(page.getByRole("row").nth(1)).toBeInViewport();
  await page.waitForTimeout(1000);
  expect(
    await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum),
  ).toBeLessThan(0.02);
});

test("On a phone, every list and form fits the width of the screen.", async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, "provincial");
  await page.setViewportSize(phone);
  for (const { route, noun } of records.filter(({ tab, route }) => (tab ?? "forms") === "forms" && route)) {
    await openRecords(page, route);
    expect(await tooWide(page), `${route}: the list`).toBe(0);
    await expectAccessible(page, `${route}: the list`, ["light"]);
    const add = page.getByRole("button", { name: `Add ${noun.one}`, exact: true });
    if (!(await add.isVisible())) continue;
    await add.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await tooWide(page), `${route}: its form`).toBe(0);
    await expectAccessible(page, `${route}: its form`, ["light"]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
});

test("On a phone, a list shows each row as a card with its values.", async ({ page }) => {
  await signIn(page, "provincial");
  await page.setViewportSize(phone);
  const files: string[] = [];
  page.on("request", (request) => files.push(new URL(request.url()).pathname));
  await openRecords(page, "Form7SalesReport");
  expect(files.filter((file) => file.startsWith("/assets/grid-"))).toEqual([]);
  const card = page.locator("[role=row][row-index='0']");
  await expect(card).toContainText(/20\d\d.*Q[1-4].*Sales generated/s);
  for (const name of ["Edit", "More", /^Pending: change the stage/]) {
    const box = await card.getByRole("button", { name }).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= phone.width, String(name)).toBe(true);
  }
  await card.getByRole("link").first().focus();
  await page.keyboard.press("ArrowDown");
  const next = page.locator("[role=row][row-index='1']");
  await expect(next.getByRole("link").first()).toBeFocused();
  await card.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("On a phone, a user can sort the rows of a list by any column.", async ({ page }) => {
  await signIn(page, "provincial");
  await page.setViewportSize(phone);
  // The search "Operational" finds only ARBOs of the demo data, which all have a number of members.
  await openRecords(page, "ARBO_Masterlist", "?q=Operational");
  await page.getByRole("button", { name: "View", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "View" });
  await panel.getByRole("combobox", { name: "Column", exact: true }).selectOption("All members");
  await panel.getByLabel("Descending").check();
  await expect(page).toHaveURL(/sort=total_member\.desc/);
  await expectAccessible(page, "the order of the rows on a phone");
  await page.keyboard.press("Escape");
  await expect(page.locator("#rows")).toHaveAttribute("aria-busy", "false");
  const members = async (place: number) => {
    const card = await page.locator(`[role=row][row-index='${place}']`).textContent();
    return numberIn(/All members\s*([\d,]+)/.exec(card ?? "")?.[1] ?? "");
  };
  // The list shows the previous order until the rows in the new order have loaded.
  await expect(async () => {
    const first = [await members(0), await members(1), await members(2)];
    expect(first).toEqual(first.toSorted((one, other) => other - one));
    expect(first[0]).toBeGreaterThan(first[2] ?? 0);
  }).toPass({ timeout: 10_000 });
});

test("On a phone, the filters and dialogs of a list fit the screen.", async ({ page }) => {
  await signIn(page, "provincial");
  await page.setViewportSize(phone);
  await openRecords(page, "Form7SalesReport");
  const judge = async (panel: string) => {
    expect(await tooWide(page), panel).toBe(0);
    await expectAccessible(page, `${panel} on a phone`);
  };
  await page.getByRole("button", { name: /^Filters/ }).click();
  await judge("the filters");
  await chooseListAct(page, "Review one by one");
  await expect(page.getByRole("complementary").or(page.getByRole("dialog")).first()).toBeVisible();
  await judge("the row beside its list");
  await page.keyboard.press("Escape");
  await chooseFirstRowAct(page, /^History/);
  await expect(page.getByRole("dialog", { name: /history/i })).toBeVisible();
  await judge("the history");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("masterlist");
  await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
  await judge("the palette");
});
