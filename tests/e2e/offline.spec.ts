/** The menu, the lists and the status bar show a lost connection. Work continues when the connection returns. */
import { expect, test } from "playwright/test";
import { expectAccessible, openRecords, signIn } from "./support.ts";

test("A page that can't load offline opens when the connection returns.", async ({ page, context }) => {
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist");
  const heading = page.getByRole("heading", { level: 1 });
  const first = await page.getByRole("gridcell").first().textContent();
  await context.setOffline(true);
  const bar = page.getByRole("status").filter({ hasText: "You are offline." });
  await expect(bar).toContainText(/This screen shows data of \d+ \w+ \d{4}, \d\d:\d\d\./);
  await expectAccessible(page, "a list without a connection");

  await page.getByRole("link", { name: "Report", exact: true }).click();
  await expect(bar).toContainText("The page you chose will open when you reconnect.");
  await expect(heading).toHaveText("ARBO Masterlist");
  await expect(page).toHaveURL(/ARBO_Masterlist/);
  expect(await page.getByRole("gridcell").first().textContent()).toBe(first);

  await context.setOffline(false);
  await expect(page).toHaveURL(/\/homepage\/report\//);
  await expect(page.getByRole("heading", { name: "Form 5: capacity building" })).toBeVisible();
  await expect(bar).toBeHidden();
});

test("The results of an offline search in a list appear when the connection returns.", async ({
  page,
  context,
}) => {
  await signIn(page, "provincial");
  await openRecords(page, "Form5AnnualTarget");
  await context.setOffline(true);
  await page.getByRole("searchbox").fill("cooperative");
  await expect(
    page.getByText("This list was not opened on this computer while it was online."),
  ).toBeVisible();
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
