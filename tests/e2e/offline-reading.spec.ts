/** Reading without a connection: the signed-in start, stored answers, and the time of the shown data. */
import { expect, type Page, test } from "playwright/test";
import { openRecords, signIn } from "./support.ts";

/** Cuts the connection to the API. Files of the app still load, as from the cache of an installed app. */
async function cutConnection(page: Page): Promise<void> {
  await page
    .context()
    .route(/\/(api|charts|dropdown|auth|rest|storage)\//, (route) => route.abort("connectionfailed"));
}
const restoreConnection = (page: Page): Promise<void> => page.context().unrouteAll();

const bar = (page: Page) => page.getByRole("status").filter({ hasText: "You are offline." });

/** Waits until the browser has stored the user and some answers. */
async function expectStored(page: Page): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem("arbo.offline-user") !== null);
  await page.waitForTimeout(3000);
}

test("A browser that is opened without a connection shows the signed-in user and the lists that were opened.", async ({
  page,
  context,
}) => {
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist");
  const first = await page.getByRole("gridcell").first().textContent();
  await expectStored(page);
  await page.close();

  const later = await context.newPage();
  await cutConnection(later);
  await later.goto("/homepage/forms/ARBO_Masterlist");
  await expect(later.getByText("Hello, provincial")).toBeVisible();
  await expect(later.getByRole("gridcell").first()).toHaveText(first ?? "");
  await expect(bar(later)).toContainText(/This screen shows data of \d+ \w+ \d{4}, \d\d:\d\d\./);

  await later.goto("/");
  await expect(later).toHaveURL(/\/homepage\/dashboard/);
  await later.goto("/homepage/forms/Form10");
  await expect(
    later.getByText("This list was not opened on this computer while it was online."),
  ).toBeVisible();

  await restoreConnection(later);
  await expect(later.getByRole("grid")).toBeVisible({ timeout: 15_000 });
  await expect(bar(later)).toBeHidden();
});
