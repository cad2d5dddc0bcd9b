/** Restoring rows: a deleted row with Undo or from the trash of the list, and an earlier version from the history. */
import { expect, test } from "playwright/test";
import {
  chooseListAct,
  chooseRowAct,
  closeContexts,
  database,
  expectAccessible,
  openRecords,
  rowActs,
  signIn,
} from "./support.ts";

test.afterEach(closeContexts);

const name = "Regretted Farmers Association";
const remove = () => database((sql) => sql`delete from public.arbo_masterlist where arbo_name = ${name}`);

test.beforeEach(async ({ page }) => {
  await remove();
  await database(
    (sql) => sql`insert into public.arbo_masterlist (arbo_name, region_name, province_name, cd)
      values (${name}, 'Region III (Central Luzon)', 'Nueva Ecija', '1st')`,
  );
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist", `?q=${encodeURIComponent(name)}`);
});
test.afterEach(remove);

test("A user can restore a deleted row with Undo or from the trash.", async ({ page, browser }) => {
  const row = rowActs(page, name);
  await chooseRowAct(page, name, "Delete");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("It can be restored from the trash for 30 days.");
  await dialog.getByRole("button", { name: "Yes, delete" }).click();
  await expect(page.getByText(`${name}: moved to the trash.`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row).toHaveCount(0);
  // The notice stays open while the pointer is over it.
  await page.getByText(`${name}: moved to the trash.`).hover();
  await expectAccessible(page, "Undo after a deletion");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(`${name}: restored.`)).toBeVisible();
  await expect(row).toHaveCount(1);

  await chooseRowAct(page, name, "Delete");
  await dialog.getByRole("button", { name: "Yes, delete" }).click();
  await expect(row).toHaveCount(0);
  await expect(dialog).toBeHidden();

  const viewer = await (await browser.newContext()).newPage();
  await signIn(viewer, "viewer");
  await openRecords(viewer, "ARBO_Masterlist");
  await chooseListAct(viewer, "Trash");
  const theirs = viewer.getByRole("dialog").getByRole("article", { name });
  await expect(theirs.first()).toContainText("Deleted by provincial");
  await expect(theirs.first()).toContainText("You do not have permission to restore records.");
  await expect(theirs.getByRole("button")).toHaveCount(0);

  await chooseListAct(page, "Trash");
  const trash = page.getByRole("dialog", { name: "Trash: ARBO Masterlist" });
  const same = trash.getByRole("article", { name });
  const deleted = same.first();
  await expect(deleted).toContainText("Deleted by provincial");
  await expectAccessible(page, "trash");
  const count = await same.count();
  await deleted.getByRole("button", { name: `Restore ${name}` }).click();
  await expect(page.getByText(`${name}: restored.`)).toBeVisible();
  await expect(same).toHaveCount(count - 1);
  // The restored row and its button have left the trash, so the focus moves to another button of the trash.
  await expect(trash.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(row).toHaveCount(1);
});

test("A user restores an earlier version of a row from its history.", async ({ page }) => {
  await database((sql) => sql`update public.arbo_masterlist set cd = '2nd' where arbo_name = ${name}`);
  await database((sql) => sql`update public.arbo_masterlist set cd = '3rd' where arbo_name = ${name}`);
  await page.reload();
  await chooseRowAct(page, name, "History and comments");
  const history = page.getByRole("dialog", { name: `History of ${name}` });
  const back = history.getByRole("button", { name: "Restore this version" });
  // The history has three versions. The newest is the current version, which has no Restore button.
  await expect(back).toHaveCount(2);
  await expectAccessible(page, "history with versions");
  await back.last().click();
  const asked = page.getByRole("dialog", { name: /^Restore the version of / });
  await expectAccessible(page, "back to a version");
  await asked.getByRole("button", { name: "Yes, restore" }).click();
  await expect(asked).toBeHidden();
  await expect(back).toHaveCount(3);
  const [stored] = await database(
    (sql) => sql`select cd, row_version from public.arbo_masterlist where arbo_name = ${name}`,
  );
  expect(stored).toMatchObject({ cd: "1st", row_version: 4 });
});
