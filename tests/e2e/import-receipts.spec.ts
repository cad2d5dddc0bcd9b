/** Undoing an import, at once or later from its receipt. Rows that a user changed after the import stay unchanged. */
import { expect, test } from "playwright/test";
import { preview, save } from "./import-support.ts";
import { chooseListAct, database, expectAccessible, openRecords, signIn } from "./support.ts";

const prefix = "Regretted harvest";
const tidy = () =>
  database(async (sql) => {
    await sql`delete from public.arbo_masterlist where arbo_name like ${`${prefix}%`}`;
    await sql`delete from private.imports where file_name like ${`${prefix}%`}`;
  });
test.beforeEach(tidy);
test.afterAll(tidy);

const fileOf = (rows: readonly string[]) => ({
  name: `${prefix}.csv`,
  mimeType: "text/csv",
  buffer: Buffer.from(["Name of ARBO,Region,Province,Remarks", ...rows].join("\n")),
});
const row = (name: string, remarks = "") =>
  `${prefix} ${name},Region III (Central Luzon),Nueva Ecija,${remarks}`;

const stored = () =>
  database(
    (sql) => sql<{ name: string; remarks: string | null }[]>`
      select replace(arbo_name, ${`${prefix} `}, '') as name, remarks from public.arbo_masterlist
      where arbo_name like ${`${prefix}%`} order by 1`,
  ).then((rows) => Object.fromEntries(rows.map(({ name, remarks }) => [name, remarks])));

test("A user can undo an import directly after saving it.", async ({ page }) => {
  await signIn(page, "provincial");
  await preview(page, fileOf([row("A"), row("B")]));
  await page.getByRole("button", { name: "Save Import" }).click();
  await expect(page.getByText(`2 ARBOs: imported from ${prefix}.csv.`)).toBeVisible();
  expect(await stored()).toEqual({ A: null, B: null });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("2 ARBOs: taken back.")).toBeVisible();
  expect(await stored()).toEqual({});

  await page.getByRole("dialog").getByRole("link", { name: "Your imports" }).click();
  await page.getByRole("link", { name: `${prefix}.csv` }).click();
  await expect(page.getByRole("heading", { name: `Import of ${prefix}.csv` })).toBeVisible();
  await expect(page.getByText("2 ARBOs: deleted.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Take back/ })).toHaveCount(0);
});

for (const [screen, width, height] of [
  ["in a window", 820, 600],
  ["on a phone", 390, 700],
] as const)
  test(`After an import ${screen}, no notice covers the dialog's buttons.`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, "provincial");
    await preview(page, fileOf(Array.from({ length: 30 }, (_, number) => row(`A ${number}`))));
    await page.getByRole("button", { name: "Save Import" }).click();
    await expect(page.getByText(`30 ARBOs: imported from ${prefix}.csv.`)).toBeVisible();
    const dialog = page.getByRole("dialog");
    const close = dialog.getByRole("button", { name: "Cancel" });
    await close.click({ trial: true, timeout: 1000 });
    await expect(dialog.getByRole("group", { name: "Last import" })).toBeVisible();
    await close.click({ timeout: 1000 });
    await expect(dialog).toBeHidden();
  });

test("Undoing an import skips the rows that were edited after the import.", async ({ page }) => {
  await database(
    (sql) => sql`insert into public.arbo_masterlist (arbo_name, region_name, province_name, remarks)
      values (${`${prefix} old`}, 'Region III (Central Luzon)', 'Nueva Ecija', 'As it was')`,
  );
  await signIn(page, "provincial");
  await preview(page, fileOf([row("A"), row("B"), row("C"), row("old", "As imported")]));
  await save(page);
  expect(await stored()).toEqual({ A: null, B: null, C: null, old: "As imported" });
  await database(
    (sql) => sql`update public.arbo_masterlist set remarks = 'Counted' where arbo_name = ${`${prefix} C`}`,
  );

  await page.goto("/homepage/profile");
  await page.getByRole("link", { name: "Your imports" }).click();
  await expectAccessible(page, "the list of imports");
  await page.getByRole("link", { name: `${prefix}.csv` }).click();
  await expect(page.getByText("3 ARBOs: unchanged since the import.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Refused ARBOs" })).toContainText(`${prefix} C`);
  await expectAccessible(page, "the receipt of an import");
  await page.getByRole("link", { name: "Show 4 ARBOs" }).click();
  await expect(page.getByText("Records of an import")).toBeVisible();
  await expect(page.getByRole("link", { name: `${prefix} C`, exact: true })).toBeVisible();
  await page.goBack();

  await page.getByRole("button", { name: "Take back 3 of 4 rows" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1 ARBO changed after the import: not taken back.");
  await expectAccessible(page, "the question before an import is taken back");
  await dialog.getByRole("button", { name: "Take back 3" }).click();
  await expect(dialog).toContainText("3 ARBOs: taken back.");
  await expect(dialog).toContainText("1 ARBO: refused, not changed.");
  await expect(dialog.getByRole("link", { name: `${prefix} C` })).toBeVisible();
  expect(await stored()).toEqual({ C: "Counted", old: "As it was" });

  await dialog.getByRole("button", { name: "Undo 3" }).click();
  await expect(page.getByText("3 ARBOs: restored as imported.")).toBeVisible();
  expect(await stored()).toEqual({ A: null, B: null, C: "Counted", old: "As imported" });
  await expect(page.getByText("3 ARBOs: unchanged since the import.")).toBeVisible();

  // Rows that were deleted by undoing the import are in the trash of the list.
  await page.getByRole("button", { name: "Take back 3 of 4 rows" }).click();
  await dialog.getByRole("button", { name: "Take back 3" }).click();
  await expect(dialog).toContainText("3 ARBOs: taken back.");
  await openRecords(page, "ARBO_Masterlist");
  await chooseListAct(page, "Trash");
  await expect(
    page
      .getByRole("dialog")
      .getByRole("article", { name: `${prefix} A` })
      .first(),
  ).toContainText("Deleted by provincial");
});
