/**
 * Work without a mouse. Typing on a closed dropdown opens it and searches for the typed text. If a form, a dialog or a
 * dropdown are open together, Escape closes only the topmost one.
 */
import { expect, type Locator, type Page, test } from "playwright/test";
import { expectAccessible, openRecords, signIn } from "./support.ts";

/** Presses Tab until the field has the focus, at most 80 times. */
async function tabTo(page: Page, field: Locator): Promise<void> {
  await expect(field).toBeVisible();
  for (let step = 0; step < 80; step++) {
    if (await field.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab did not reach the field within 80 presses.");
}

const form = (page: Page): Locator => page.getByRole("dialog", { name: /^New accomplishment/ });

test("Typing on a closed dropdown opens the dropdown and searches its options.", async ({ page }) => {
  await signIn(page, "provincial");
  await openRecords(page, "Form5Accomplishment", "?new=1");
  const year = form(page).getByRole("combobox", { name: /^Year reported: / });
  await tabTo(page, year);
  await page.keyboard.type("2011");
  const panel = page.getByRole("dialog", { name: "Choose: Year reported" });
  await expect(panel.getByRole("option")).toHaveText(["2011"]);
  await expectAccessible(page, "a dropdown that a letter has opened");
  await page.keyboard.press("Tab");
  await expect(panel).toBeHidden();
  await expect(year).toHaveAccessibleName("Year reported: 2011");
  const quarter = form(page).getByRole("combobox", { name: /^Quarter reported: / });
  await expect(quarter).toBeFocused();
  await page.keyboard.type("q3");
  await page.keyboard.press("Enter");
  await expect(quarter).toHaveAccessibleName("Quarter reported: Q3");
  await expect(year).toHaveAccessibleName("Year reported: 2011");
});

test("Escape closes only the open dropdown of a form, not the form.", async ({ page }) => {
  await signIn(page, "provincial");
  await openRecords(page, "Form5Accomplishment", "?new=1");
  const year = form(page).getByRole("combobox", { name: /^Year reported: / });
  const panel = page.getByRole("dialog", { name: "Choose: Year reported" });

  // Escape on an open dropdown closes only the dropdown, whichever key opened it and even if the form is empty.
  for (const opening of ["ArrowDown", "Enter", "2"]) {
    await tabTo(page, year);
    await page.keyboard.press(opening);
    await expect(panel).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(form(page)).toBeVisible();
    await expect(year).toBeFocused();
    await expect(year).toHaveAccessibleName("Year reported: nothing chosen");
  }

  await page.keyboard.type("2011");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "You have unsaved entries" });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(form(page)).toBeVisible();
  await expect(year).toHaveAccessibleName("Year reported: 2011");
});

test("Escape closes only the open date picker of a form, not the form.", async ({ page }) => {
  await signIn(page, "provincial");
  await openRecords(page, "Form11Accomp", "?new=1");
  const support = page.getByRole("dialog", { name: /^New support record/ });
  const opener = support.getByRole("button", { name: "Choose Date distributed by month, day and year" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const picker = page.getByRole("dialog", { name: "Date distributed" });
  await expect(picker).toBeVisible();
  // Escape closes the date picker if the focus is inside the picker or on the button that opened it.
  await page.keyboard.press("Escape");
  await expect(picker).toBeHidden();
  await opener.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(picker).toBeHidden();
  await expect(support).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(support).toBeHidden();

  const view = page.getByRole("button", { name: "View", exact: true });
  await view.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "View" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "View" })).toBeHidden();
  await expect(view).toBeFocused();
});
