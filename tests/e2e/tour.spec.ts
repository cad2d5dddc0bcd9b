/** The tours of a list and of a form, and the offer of the tour on the first list. */
import { expect, type Page, test } from "playwright/test";
import { expectAccessible, openRecords, signIn, signInToDashboard } from "./support.ts";

const offer = (page: Page) => page.getByRole("region", { name: "Tour", exact: true });
/** Finds the title of the current tour step. */
const step = (page: Page, at: number, of: number, title: string) =>
  page.getByRole("heading", { name: `Step ${at} of ${of} ${title}` });

test("The app offers a new user a tour only until the user has completed it.", async ({ page }) => {
  await signInToDashboard(page, "provincial");
  await expect(offer(page)).toBeHidden();
  await openRecords(page, "ARBO_Masterlist");
  await expect(offer(page)).toBeVisible();
  await expectAccessible(page, "a list with the offer of a tour");
  const show = offer(page).getByRole("button", { name: "Show me" });
  await show.focus();
  await page.keyboard.press("Enter");
  const titles = ["Add a record", "Stages", "Search", "Filters", "Actions of a record"];
  for (const [at, title] of titles.entries()) {
    await expect(step(page, at + 1, titles.length, title)).toBeFocused();
    if (at === 0) {
      await expectAccessible(page, "a step of the tour");
      const add = await page.getByRole("button", { name: "Add ARBO" }).boundingBox();
      const panel = await page.locator("section[popover]").boundingBox();
      expect(panel?.x).toBeCloseTo(add?.x ?? 0, 0);
      expect(panel?.y).toBeGreaterThan((add?.y ?? 0) + (add?.height ?? 0));
    }
    // "Next" is the last button of a step.
    const buttons = at === 0 ? 2 : 3;
    for (let press = 0; press < buttons; press++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    if (at === titles.length - 1) break;
  }
  await page.keyboard.press("Escape");
  await expect(page.getByText(/^Step \d of \d/)).toBeHidden();
  await page.reload();
  await expect(page.getByRole("grid")).toBeVisible();
  await page.waitForTimeout(1500);
  await expect(offer(page)).toBeHidden();
});

test("The offer of a tour does not appear again after the user declines it.", async ({ page }) => {
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist");
  await expect(offer(page)).toBeVisible();
  const rows = await page.locator("#rows").boundingBox();
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  await page.getByRole("button", { name: "Add ARBO" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.locator("section[aria-label=Tour]")).toHaveCount(0);
  await page.goBack();
  await offer(page).getByRole("button", { name: "No, thanks" }).click();
  await expect(offer(page)).toBeHidden();
  expect(await page.locator("#rows").boundingBox()).toEqual(rows);
  await openRecords(page, "ARC_Masterlist");
  await page.waitForTimeout(1500);
  await expect(offer(page)).toBeHidden();
});

test("A user can start the tour of a form from the help page.", async ({ page }) => {
  await signIn(page, "provincial");
  await page.goto("/homepage/help");
  await page.getByRole("button", { name: "Show me a form" }).click();
  const form = page.getByRole("dialog").first();
  await expect(step(page, 1, 4, "Start with the ARBO or ARC")).toBeFocused();
  for (const [at, title] of ["Sections", "Your draft", "Register"].entries()) {
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(step(page, at + 2, 4, title)).toBeFocused();
  }
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect(step(page, 3, 4, "Your draft")).toBeFocused();
  await expectAccessible(page, "a step of the tour of a form");
  await page.keyboard.press("Escape");
  await expect(page.getByText(/^Step \d of \d/)).toBeHidden();
  await expect(form).toBeVisible();
  await page.reload();
  await expect(form).toBeVisible();
  await page.waitForTimeout(1500);
  await expect(page.getByText(/^Step \d of \d/)).toBeHidden();
});

test("A user can start the tour of a list from the Find dialog (Ctrl+K).", async ({ page }) => {
  await signInToDashboard(page, "viewer");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Find" }).getByRole("combobox").fill("how do I");
  await page.getByRole("option", { name: /Show me a list/ }).click();
  await expect(page.getByText(/^Step 1 of \d/)).toBeVisible();
});
