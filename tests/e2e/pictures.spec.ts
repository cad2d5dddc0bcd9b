/** Takes the screenshots of README.md: `npm run pictures` writes them to screenshots/. */
import path from "node:path";
import { expect, type Page, test } from "playwright/test";
import { preview } from "./import-support.ts";
import { openRecords, signIn } from "./support.ts";

const file = path.join(import.meta.dirname, "files/arbos-nueva-ecija.csv");

const screens: Record<string, (page: Page) => Promise<void>> = {
  dashboard: async (page) => {
    await page.goto("/homepage/dashboard");
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
  },
  masterlist: (page) => openRecords(page, "ARBO_Masterlist"),
  form: async (page) => {
    await openRecords(page, "Form10");
    await page.getByRole("button", { name: /^Add/ }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "import-preview": (page) => preview(page, file),
};

for (const [name, open] of Object.entries(screens)) {
  test(`A provincial user can open the screen that the README's screenshot ${name}.png shows.`, async ({
    page,
  }, info) => {
    await signIn(page, "provincial");
    await open(page);
    const folder = process.env.PICTURES ? path.join(import.meta.dirname, "screenshots") : info.outputDir;
    await page.screenshot({ path: path.join(folder, `${name}.png`), animations: "disabled" });
  });
}
