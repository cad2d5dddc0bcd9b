/**
 * Protection from four accidents: approving a returned row, storing a duplicate, misreading a number, and losing a
 * draft to another tab.
 */
import { expect, type Page, test } from "playwright/test";
import { database, expectAccessible, openRecords, signIn } from "./support.ts";

const prefix = "Trusting cooperative";
const tidy = () =>
  database((sql) => sql`delete from public.arbo_masterlist where arbo_name like ${`${prefix}%`}`);
test.beforeEach(tidy);
test.afterAll(tidy);

const make = (number: number) =>
  database(
    (sql) => sql`insert into public.arbo_masterlist (arbo_name, region_name, province_name, muncity_name)
      select ${`${prefix} `} || n, 'Region III (Central Luzon)', 'Nueva Ecija', 'Jaen'
      from generate_series(1, ${number}::integer) n`,
  );

/** Marks a row as returned with SQL, like a colleague who returns the row while the page is open. */
const returnRow = (n: number) =>
  database(
    (sql) => sql`insert into private.reviews (table_name, row_id, state, reason, office)
      select 'arbo_masterlist', id, 'returned', 'Members?', office from public.arbo_masterlist
      where arbo_name = ${`${prefix} ${n}`}`,
  );

const approved = async () =>
  (
    await database(
      (sql) => sql<{ name: string }[]>`select arbo_name as name from public.arbo_masterlist
        where arbo_name like ${`${prefix}%`} and process_stage = 'Approved' order by id`,
    )
  ).map(({ name }) => Number(name.slice(prefix.length)));

test('The action "Approve all" does not approve a row that a reviewer returned before the user confirmed the action.', async ({
  page,
}) => {
  await make(5);
  await returnRow(2);
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", `?q=${encodeURIComponent(prefix)}`);
  await page.getByRole("button", { name: "Approve all (5)" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve 4 ARBOs?" });
  await expect(dialog.getByText("1 ARBO was returned")).toBeVisible();
  await expectAccessible(page, "an approval with returned rows");
  await page.screenshot({ path: "test-results/approve-returned.png" });
  await returnRow(4);
  await dialog.getByRole("button", { name: "Approve 4", exact: true }).click();
  await expect(dialog.getByText("3 ARBOs: approved.")).toBeVisible();
  await expect(dialog.getByText("2 ARBOs: skipped (returned, not resubmitted).")).toBeVisible();
  await page.screenshot({ path: "test-results/approve-returned-account.png" });
  expect(await approved()).toEqual([1, 3, 5]);
});

const nameField = (page: Page) => page.getByRole("textbox", { name: /^ARBO name/ });

/** Opens the form of a new ARBO. */
async function openForm(page: Page): Promise<void> {
  await page.goto("/homepage/forms/ARBO_Masterlist?new=1");
  await expect(nameField(page)).toBeVisible();
}

async function register(page: Page, name: string): Promise<void> {
  await nameField(page).fill(name);
  await page.getByRole("button", { name: "Register" }).click();
}

test("The form asks for confirmation before it saves a second ARBO with the same name.", async ({ page }) => {
  await database(
    (sql) => sql`insert into public.arbo_masterlist (arbo_name, region_name, province_name)
      values (${`${prefix} 1`}, 'Region III (Central Luzon)', 'Nueva Ecija')`,
  );
  await signIn(page, "provincial");
  await openForm(page);
  await register(page, `${prefix} 1`);
  const alert = page.getByRole("alert", { name: "Possible duplicate" });
  await expect(alert.getByRole("link", { name: `${prefix} 1` })).toBeVisible();
  await expectAccessible(page, "a row that is entered already");
  await page.screenshot({ path: "test-results/entered-already.png" });
  await alert.getByRole("button", { name: "Save anyway: they are different ARBOs" }).click();
  await expect(page.getByText("The ARBO has been registered.")).toBeVisible();
});

test("The record form refuses the ambiguous number 1.500,50 with the same message as the import.", async ({
  page,
}) => {
  await signIn(page, "provincial");
  await openForm(page);
  const assets = page.getByLabel(/^Total assets/);
  await assets.pressSequentially("1.500,50");
  await page.keyboard.press("Tab");
  await expect(assets).toHaveValue("1.500,50");
  await expect(page.getByText(/"1.500,50" has a comma/).first()).toBeVisible();
  await assets.fill("1234567");
  await expect(assets).toHaveValue("1,234,567");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard entries" }).click();
});

test("Each of two tabs with the same form keeps its own draft.", async ({ page, context }) => {
  await signIn(page, "provincial");
  const other = await context.newPage();
  for (const [tab, n] of [
    [page, 1],
    [other, 2],
  ] as const) {
    await openForm(tab);
    await nameField(tab).fill(`${prefix} ${n}`);
  }
  await nameField(page).press("End");
  await page.waitForTimeout(600);
  await page.close();
  await other.close();
  const third = await context.newPage();
  await openRecords(third, "ARBO_Masterlist");
  const drafts = third.getByRole("region", { name: "Unsaved drafts" });
  await expect(drafts).toContainText("2 unsaved drafts");
  await drafts.getByRole("button", { name: `Discard the draft of ${prefix} 1 (new ARBO)` }).click();
  await expect(drafts).toContainText("1 unsaved draft");
  await third.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(drafts).toContainText("2 unsaved drafts");
  await expectAccessible(third, "two drafts");
  await drafts.getByRole("button", { name: `Continue the draft of ${prefix} 2 (new ARBO)` }).click();
  await expect(nameField(third)).toHaveValue(`${prefix} 2`);
  await third.screenshot({ path: "test-results/offered-drafts.png" });
});
