/** Helpers of the browser tests that import a file: read a file into the preview, and save it. */
import { expect, type Locator, type Page } from "playwright/test";
import { chooseListAct, openRecords } from "./support.ts";

/** Opens the import dialog of a record type, reads a file, and waits until the preview is shown. */
export async function preview(
  page: Page,
  file: Parameters<Locator["setInputFiles"]>[0],
  route = "ARBO_Masterlist",
): Promise<void> {
  await openRecords(page, route);
  await chooseListAct(page, "Import");
  await page.getByRole("dialog").locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByRole("group", { name: "Rows of the file, by class" })).toBeVisible({
    timeout: 30_000,
  });
}

/** Saves the previewed rows, waits until the import is finished, and closes the dialog. */
export async function save(page: Page): Promise<void> {
  await expect(await savePreview(page)).toContainText("saved.");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
}

/** Saves the previewed rows, waits until the import is finished, and returns the summary of the import. */
export async function savePreview(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Save Import" }).click();
  await expect(page.getByText("Data import completed successfully.")).toBeVisible({ timeout: 60_000 });
  // The dialog clears the preview two seconds after the import.
  await expect(page.getByRole("group", { name: "Rows of the file, by class" })).toBeHidden();
  return page.getByRole("dialog").getByRole("group", { name: "Last import" });
}
