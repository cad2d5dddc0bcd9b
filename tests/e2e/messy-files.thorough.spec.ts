/** Imports messy files with the import dialog. Checks the questions and messages of the dialog, and the stored rows. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Locator, type Page, test } from "playwright/test";
import { type MessyFile, mark } from "../unit/excel/messy/files.ts";
import { journeyFiles } from "../unit/excel/messy/index.ts";
import { chooseListAct, type DemoUser, database, expectAccessible, openRecords, signIn } from "./support.ts";

const ours = `%${mark} %`;
const clear = () =>
  database(
    (sql) =>
      sql`delete from public.arbo_masterlist where arbo_name like ${ours} or arbo_name like ${`%${mark}`}`,
  );
test.beforeAll(clear);
test.afterAll(clear);

interface Outcome {
  said: string;
  stored: Record<string, unknown>[];
}

/** Answers the questions of the import one by one, because the import checks the rows again after each answer. */
async function answer(dialog: Locator, { answers = {} }: MessyFile): Promise<void> {
  for (const [part, label] of Object.entries(answers)) {
    const select = dialog.getByLabel(part).and(dialog.locator("select:has(option[value='?'])"));
    await expect(select.first()).toBeVisible();
    await select.first().selectOption({ label });
  }
  await expect(dialog.getByText("Checking the rows again…")).toBeHidden();
  await expect(dialog.getByText(/Answer .* before saving/)).toBeHidden();
}

async function importFile(dialog: Locator, file: MessyFile, folder: string): Promise<Outcome> {
  const target = path.join(folder, file.file);
  await writeFile(target, await file.make());
  await dialog.locator('input[type="file"]').setInputFiles(target);
  if (file.refused) {
    await expect(dialog.getByRole("alert")).toContainText(file.refused);
    return { said: "", stored: [] };
  }
  const chips = dialog.getByRole("group", { name: "Rows of the file, by class" });
  await expect(dialog.getByText(file.file).or(chips).first()).toBeVisible();
  await expect(chips).toBeVisible();
  let said = (await dialog.textContent()) ?? "";
  const columns = dialog.locator("details").filter({ hasText: "columns matched" });
  if (file.mapped && (await columns.getAttribute("open")) === null) await columns.locator("summary").click();
  for (const [letters, label] of Object.entries(file.mapped ?? {})) {
    await dialog.getByLabel(`Field of column ${letters}`, { exact: true }).selectOption({ label });
  }
  await answer(dialog, file);
  for (const [row, label] of Object.entries(file.decided ?? {})) {
    const choice = dialog.getByLabel(new RegExp(`row ${row},`, "i"));
    if ((await choice.getAttribute("type")) === "checkbox") await choice.check();
    else await choice.selectOption({ label });
  }
  said += (await dialog.textContent()) ?? "";
  const reason = dialog.getByLabel("Reason", { exact: true });
  if (await reason.isVisible()) await reason.fill("As counted.");
  const save = dialog.getByRole("button", { name: "Save Import" });
  if (file.saved?.length === 0) {
    await expect(save).toBeDisabled();
    return { said, stored: [] };
  }
  await save.click();
  await expect(dialog.getByText("Data import completed successfully.")).toBeVisible();
  // Removes the pause of two seconds before the dialog accepts the next file, because the test imports some sixty
  // files.
  await dialog.page().clock.fastForward(2000);
  await expect(chips).toBeHidden();
  const stored = await database(
    (sql) =>
      sql`select * from public.arbo_masterlist where arbo_name like ${ours} or arbo_name like ${`%${mark}`} order by id`,
  );
  return { said, stored: stored.map((row) => ({ ...row })) };
}

const plain = (value: unknown): unknown => {
  if (value === null) return undefined;
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === "bigint" || (typeof value === "string" && /^\d{1,15}$/.test(value))
    ? String(value)
    : value;
};

/** Imports the files one after the other, in one dialog, as the given demo user. */
async function importAll(page: Page, user: DemoUser, files: readonly MessyFile[], folder: string) {
  await mkdir(folder, { recursive: true });
  await page.clock.install();
  await signIn(page, user);
  await openRecords(page, "ARBO_Masterlist");
  await chooseListAct(page, "Import");
  const dialog = page.getByRole("dialog");
  for (const [index, file] of files.entries()) {
    await test.step(file.name, async () => {
      await clear();
      for (const row of file.stored ?? []) {
        await database((sql) => sql`insert into public.arbo_masterlist ${sql({ ...row })}`);
      }
      const { said, stored } = await importFile(dialog, file, folder);
      const notice = said.replaceAll(/\s+/g, " ");
      for (const pattern of file.says ?? []) expect.soft(notice, file.name).toMatch(pattern);
      const expected = file.saved ?? [];
      const rows = file.stored ? stored.slice(-expected.length) : stored;
      if (expected.length > 0) expect.soft(rows.length, file.name).toBe(expected.length);
      for (const [place, row] of expected.entries()) {
        for (const [name, value] of Object.entries(row)) {
          const wanted = typeof value === "number" ? String(value) : value;
          const got = plain(rows[place]?.[name]);
          expect.soft(typeof got === "number" ? String(got) : got, `${file.name}: ${name}`).toEqual(wanted);
        }
      }
      if (index === 0) await expectAccessible(page, "the import's dialog");
    });
  }
}

test("A provincial user can import files with untidy data after answering the import's questions.", async ({
  page,
}, { outputDir }) => {
  test.setTimeout(15 * 60_000);
  await importAll(
    page,
    "provincial",
    journeyFiles.filter(({ as }) => as === undefined),
    outputDir,
  );
});

test("A central user can import files with untidy data from the whole country.", async ({ page }, {
  outputDir,
}) => {
  await importAll(
    page,
    "central",
    journeyFiles.filter(({ as }) => as === "central"),
    outputDir,
  );
});
