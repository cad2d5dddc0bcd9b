/** A form in a screen reader: names, descriptions, errors and live regions, in the order of the page. */
import { expect, test } from "playwright/test";
import { arboOf, openNew } from "./forms.ts";
import { openRecords, signIn } from "./support.ts";

test("If a form can't be saved because of errors, a screen reader first reads the list of these errors.", async ({
  page,
}) => {
  await signIn(page, "provincial");
  await openRecords(page, "FME_RentalMonitoring");
  const form = await openNew(page, "rental");
  await expect(arboOf(form)).toBeFocused();
  await expect(arboOf(form)).toHaveAccessibleDescription(/^Search by name, ID or place\./);
  await expect(form.getByRole("region", { name: "Organization" })).toMatchAriaSnapshot(`
    - region "Organization":
      - heading "Organization" [level=3]
      - text: ARBO
      - 'combobox "ARBO: nothing chosen"': Select
      - text: Search by name, ID or place. If it is not listed, type its name and press Add New.
  `);
  await expect(form.getByRole("region", { name: "Programme" })).toMatchAriaSnapshot(`
    - region "Programme":
      - heading "Programme" [level=3]
      - region "Fill in from":
        - heading "Fill in from" [level=4]
        - text: Project
        - 'combobox "Project: nothing chosen"': Select
        - button "Fill in…" [disabled]
      - text: Year funded
      - 'combobox "Year funded: nothing chosen"': Select
  `);

  await page.keyboard.press("Control+s");
  const problems = form.getByRole("alert");
  await expect(problems).toBeFocused();
  await expect(form).toMatchAriaSnapshot(`
    - alert "There are 4 problems":
      - strong: There are 4 problems
      - list:
        - listitem:
          - link "Choose an ARBO or an ARC"
        - listitem:
          - link "Year reported is required"
        - listitem:
          - link "Quarter reported is required"
        - listitem:
          - link "The machine is required"
    - group "FME Rental (Quarterly Updating)":
      - region "Organization":
        - heading "Organization" [level=3]
        - 'combobox "ARBO: nothing chosen" [invalid]': Select
        - paragraph: Choose an ARBO or an ARC
      - region "Reporting":
        - 'combobox "Year reported: nothing chosen" [invalid]': Select
        - paragraph: Year reported is required
        - 'combobox "Quarter reported: nothing chosen" [invalid]': Select
        - paragraph: Quarter reported is required
    - strong: "Not saved: 4 problems."
    - button "Cancel"
    - button "Save and next"
    - button "Register"
  `);
  await expect(arboOf(form)).toHaveAccessibleDescription(/Choose an ARBO or an ARC$/);
  await expect(form.getByText(/^Not saved: \d+ problems\.$/)).toBeVisible();

  // The links in the error summary lead to the fields, in the order of the form.
  for (const link of await problems.getByRole("link").all()) {
    const message = (await link.textContent()) ?? "";
    await link.press("Enter");
    await expect(form.locator(":focus")).toHaveAccessibleDescription(new RegExp(`${message}$`));
  }
});

test("The skip link leads to the heading of the screen.", async ({ page }) => {
  await signIn(page, "provincial");
  await openRecords(page, "FME_RentalMonitoring");
  const skip = page.getByRole("link", { name: "Skip to the content" });
  await skip.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Add rental", exact: true })).toBeFocused();
});
