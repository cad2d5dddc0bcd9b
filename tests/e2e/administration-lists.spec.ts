/** An administrator edits reference lists, reads the user log and checks the health of the system. */
import { readFile, rename } from "node:fs/promises";
import path from "node:path";
import ExcelJS from "exceljs";
import { expect, type Page, test } from "playwright/test";
import { testStack } from "../test-stack.ts";
import {
  choose,
  chooseRowAct,
  confirmedExport,
  database,
  expectAccessible,
  rowActs,
  signIn,
} from "./support.ts";

const value = "Journey Association";
const arbo = "Journey List Cooperative";

async function clear(): Promise<void> {
  await database(async (sql) => {
    await sql`delete from public.arbo_masterlist where arbo_name = ${arbo}`;
    await sql`delete from public.dropdown_values where type like ${`${value}%`}`;
  });
}
test.beforeEach(clear);
test.afterAll(clear);

const orgType = async () =>
  (await database((sql) => sql`select org_type from public.arbo_masterlist where arbo_name = ${arbo}`))[0]
    ?.org_type;

/** Adds the test value to the list of organization types, and stores an ARBO with this value. */
async function addUsed(page: Page): Promise<void> {
  await page.goto("/homepage/dropdowns/organization-type");
  await page.getByLabel("New value").fill(value);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("row", { name: value })).toBeVisible();
  await database(
    (sql) => sql`insert into public.arbo_masterlist (arbo_name, org_type, region_name, province_name)
                 values (${arbo}, ${value}, 'Region III (Central Luzon)', 'Nueva Ecija')`,
  );
}

test("An administrator can rename a value of a dropdown list in all records.", async ({ page }) => {
  await signIn(page, "admin");
  await addUsed(page);
  await page.getByLabel("New value").fill(value.toUpperCase());
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("is already in the list");
  await expectAccessible(page, "a reference list");

  await rowActs(page, value).getByRole("button", { name: "Rename" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Also rename it in 1 row")).toBeChecked();
  await dialog.getByLabel("Value", { exact: true }).fill(`${value} II`);
  await expectAccessible(page, "renaming a value");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("Also renamed in 1 row.")).toBeVisible();
  expect(await orgType()).toBe(`${value} II`);

  await chooseRowAct(page, `${value} II`, "Delete");
  await expect(dialog.getByText("1 row uses this value:")).toBeVisible();
  const remove = dialog.getByRole("button", { name: "Replace in 1 row and delete" });
  await expect(remove).toBeDisabled();
  await choose(dialog, "Replace with", "Federation");
  await remove.click();
  await expect(page.getByText('Replaced with "Federation" in 1 row.')).toBeVisible();
  expect(await orgType()).toBe("Federation");
  await expect(page.getByRole("row", { name: value })).toHaveCount(0);
});

test("The deletion dialog of a dropdown value links to the records that use the value.", async ({ page }) => {
  await signIn(page, "admin");
  await addUsed(page);
  await chooseRowAct(page, value, "Delete");
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /Organization type/ })
    .click();
  await expect(page).toHaveURL(/where\.org_type=Journey/);
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await expect(page.getByRole("link", { name: arbo, exact: true })).toBeVisible();
});

test("An administrator can add a sub-category to a participant category.", async ({ page }) => {
  await signIn(page, "admin");
  await page.goto("/homepage/dropdowns/participant-subcategory");
  await expect(page.getByRole("columnheader", { name: "Sub-category" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Sub-category" })).toBeVisible();
  await expectAccessible(page, "a list of categories");
});

test("An administrator can filter, view and export the user log.", async ({ page }) => {
  await signIn(page, "admin");
  await addUsed(page);
  await rowActs(page, value).getByRole("button", { name: "Rename" }).click();
  await page.getByLabel("Value", { exact: true }).fill(`${value} III`);
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("Also renamed in 1 row.")).toBeVisible();

  await page.goto("/homepage/users/UserLog?where.action=Update&where.user_name=admin&q=Journey");
  const entries = page.getByRole("row", { name: /show the changes/ });
  await expect(entries.first()).toBeVisible();
  await expectAccessible(page, "the user log");
  await page
    .getByRole("row", { name: /ARBO Masterlist/ })
    .first()
    .getByRole("button")
    .click();
  const entry = page.getByRole("dialog");
  await expect(entry.getByRole("row", { name: "Organization type" })).toHaveText(
    `Organization type${value}${value} III`,
  );
  await expectAccessible(page, "a log entry");
  // The URL of a log entry opens the entry even if the URL's filters exclude it.
  const number = /entry=(\d+)/.exec(page.url())?.[1];
  await page.goto(`/homepage/users/UserLog?where.action=Sign in&entry=${number}`);
  await expect(entry.getByRole("row", { name: "Organization type" })).toBeVisible();
  await page.goBack();
  await expect(entry).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(entry).toBeHidden();

  await page.getByRole("button", { name: "Export" }).click();
  const file = await confirmedExport(page);
  expect(file.suggestedFilename()).toMatch(/^Report_\d{4}-\d{2}-\d{2}\.xlsx$/);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await readFile(await file.path())).buffer as ArrayBuffer);
  const text = JSON.stringify(workbook.worksheets[0]?.getSheetValues());
  expect(text).toContain(`${value} → ${value} III`);
  // The user log also records its own export.
  await page.goto("/homepage/users/UserLog?where.action=Export&where.user_name=admin");
  await expect(page.getByRole("row", { name: /Export/ }).first()).toBeVisible();
});

test("The System screen shows each failing part of the system with advice.", async ({ page }) => {
  test.setTimeout(90_000);
  const folder = path.join(testStack().dataDir, "storage");
  const part = (name: string) =>
    page
      .getByRole("list", { name: "Parts of the system" })
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name }) });
  await signIn(page, "admin");
  await page.goto("/homepage/users/Users");
  await page.getByRole("link", { name: "System", exact: true }).click();
  await expect(page.getByText("Everything works.")).toBeVisible();
  await expect(part("Structure of the database")).toContainText(/works.*At migration \d{14}\./);
  await expect(part("Disk")).toContainText(/works.*GB free/);
  await expectAccessible(page, "the system");

  await rename(folder, `${folder}.away`);
  try {
    const again = page.getByRole("button", { name: "Check again" });
    // The server reuses the result of a health check for five seconds.
    await expect(async () => {
      await again.click();
      await expect(part("Stored files")).toContainText("does not work", { timeout: 1500 });
    }).toPass({ timeout: 30_000 });
    await expect(page.getByText(/^\d of 7 parts do not work\./)).toBeVisible();
    await expect(part("Disk")).toContainText("The folder of the stored files is missing.");
    await expect(part("Stored files")).toContainText("check that the folder of the stored files exists");
    await expectAccessible(page, "the system with parts that do not work");
  } finally {
    await rename(`${folder}.away`, folder);
  }
  await expect(async () => {
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(page.getByText("Everything works.")).toBeVisible({ timeout: 1500 });
  }).toPass({ timeout: 30_000 });
});
