/** What the journeys with an import of the masterlist share: reading a file into the preview, and saving it. */
import { expect, type Locator, type Page } from "playwright/test";
import { openRecords } from "./support.ts";

/** Opens the import on the masterlist and reads a file; resolves when the preview stands. */
export async function preview(page: Page, file: Parameters<Locator["setInputFiles"]>[0]): Promise<void> {
  await openRecords(page, "ARBO_Masterlist");
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByRole("dialog").locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByRole("group", { name: "Rows of the file, by class" })).toBeVisible({
    timeout: 30_000,
  });
}

/** Saves the previewed rows and waits for the end of the import. */
export async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save Import" }).click();
  await expect(page.getByText("Data import completed successfully.")).toBeVisible({ timeout: 60_000 });
  // The preview clears after two seconds.
  await expect(page.getByRole("group", { name: "Rows of the file, by class" })).toBeHidden();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
}
