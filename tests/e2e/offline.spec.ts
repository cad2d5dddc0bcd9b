/** The menu, the lists and the status bar report a lost connection, and work continues when the connection returns. */
import { expect, test } from "playwright/test";
import { expectAccessible, openRecords, signIn } from "./support.ts";

test("Clicking a menu link without a connection shows a message, and the page opens when the connection returns.", async ({
  page,
  context,
}) => {
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist");
  const heading = page.getByRole("heading", { level: 1 });
  const first = await page.getByRole("gridcell").first().textContent();
  await context.setOffline(true);
  const bar = page.getByRole("status").filter({ hasText: "You are offline." });
  await expect(bar).toContainText(/Showing data from \d\d:\d\d\./);
  await expectAccessible(page, "a list without a connection");

  const menu = page
    .getByRole("navigation")
    .filter({ has: page.getByRole("link", { name: "ARC Masterlist" }) });
  await menu.getByRole("link", { name: "ARC Masterlist" }).click();
  await expect(bar).toContainText("The page you chose will open when you reconnect.");
  await expect(heading).toHaveText("ARBO Masterlist");
  await expect(page).toHaveURL(/ARBO_Masterlist/);
  expect(await page.getByRole("gridcell").first().textContent()).toBe(first);

  await context.setOffline(false);
  await expect(heading).toHaveText("ARC Masterlist");
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(bar).toBeHidden();
});

test("A search without a connection hides the old rows, and runs when the connection returns.", async ({
  page,
  context,
}) => {
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist");
  await context.setOffline(true);
  await page.getByRole("searchbox").fill("cooperative");
  await expect(page.getByRole("alert").filter({ hasText: "The server cannot be reached" })).toBeVisible();
  await expect(page.getByRole("grid")).toBeHidden();
  await context.setOffline(false);
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(
    page
      .getByRole("gridcell")
      .filter({ hasText: /cooperative/i })
      .first(),
  ).toBeVisible();
});
