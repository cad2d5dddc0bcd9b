/**
 * Import of the masterlist. The tests save a file, find its rows and export them. Importing the export changes nothing.
 */
import { fileURLToPath } from "node:url";
import ExcelJS from "exceljs";
import { expect, type Locator, type Page, test } from "playwright/test";
import { masterlistExpected, masterlistFixture } from "../../seed/fixtures.ts";
import { preview, save, savePreview } from "./import-support.ts";
import { confirmedExport, database, expectAccessible, signIn } from "./support.ts";

const realOrganizations = fileURLToPath(new URL("files/arbos-nueva-ecija.csv", import.meta.url));
const region = "Region III (Central Luzon)";

/** Id of the last ARBO that was stored before the tests. */
let last = 0;
test.beforeAll(async () => {
  const [row] = await database(
    (sql) => sql<{ id: number }[]>`select max(id)::float8 as id from public.arbo_masterlist`,
  );
  last = row?.id ?? 0;
});
test.afterEach(() =>
  database((sql) => sql`delete from public.arbo_masterlist where id > ${last}`.then(() => undefined)),
);

/** Writes the 600 rows of the masterlist fixture to an Excel file and returns its path. */
async function fixtureFile(): Promise<string> {
  const { header, rows } = masterlistFixture();
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet("Masterlist");
  sheet.addRow(header);
  for (const row of rows) sheet.addRow(row);
  const file = test.info().outputPath("masterlist.xlsx");
  await workbook.xlsx.writeFile(file);
  return file;
}

/** Returns the number of rows per class in the import preview, by the class's label. */
async function counts(page: Page): Promise<Record<string, number>> {
  const chips = await page
    .getByRole("group", { name: "Rows of the file, by class" })
    .getByRole("button")
    .allInnerTexts();
  return Object.fromEntries(
    chips.map((chip) => {
      const [, label = chip, number = "0"] = /^(.*?)\s*([\d,]+)$/.exec(chip.trim()) ?? [];
      return [label, Number(number.replaceAll(",", ""))];
    }),
  );
}

/** Exports the rows of the list and returns the path of the Excel file. */
async function exportList(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Export" }).click();
  const file = test.info().outputPath(`export-${Date.now()}.xlsx`);
  await (await confirmedExport(page)).saveAs(file);
  return file;
}

/** Downloads the rows that the last import skipped, and returns their row numbers in the original file. */
async function skippedRows(page: Page, last: Locator): Promise<unknown[]> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    last.getByRole("button", { name: /^Download 55 skipped rows/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("masterlist skipped.xlsx");
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(await download.path());
  const sheet = workbook.getWorksheet("Problems");
  const headings = sheet?.getRow(2).values as unknown[];
  const column = headings.indexOf("Row in the file");
  return (sheet?.getColumn(column).values ?? []).filter((value) => typeof value === "number");
}

const stored = (like: string) =>
  database(
    (sql) =>
      sql<{ n: number }[]>`select count(*)::int as n from public.arbo_masterlist where arbo_id like ${like}`,
  ).then((rows) => rows[0]?.n ?? 0);

/**
 * Answers the import's question about the column "source", which is not a field. The import must not ask whether a
 * blank town means "same as above", because the same town occurs in several places of the file.
 */
async function answerQuestions(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/No field is called source/).selectOption({ label: "Leave out" });
  await expect(dialog.getByText(/Answer .* before saving/)).toBeHidden();
}

test("A user can import organizations from a CSV file with only some of the columns.", async ({ page }) => {
  await signIn(page, "provincial");
  await preview(page, realOrganizations);
  await answerQuestions(page);
  expect(await counts(page)).toMatchObject({
    "All rows": 10,
    New: 10,
    Changed: 0,
    "Out of scope": 0,
    Duplicate: 0,
    Error: 0,
    "Without ARBO ID": 10,
  });
  await expectAccessible(page, "the preview of an import");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Close without saving?" })).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await save(page);
  await page.getByPlaceholder("Search all values").fill("Cuyapa Agri-Tubig");
  await expect(
    page.getByRole("link", { name: "Cuyapa Agri-Tubig Upland Farmer’s Association", exact: true }),
  ).toBeVisible();

  await preview(page, realOrganizations);
  await answerQuestions(page);
  expect(await counts(page)).toMatchObject({ "All rows": 10, New: 0, Unchanged: 10 });
});

test("An import of an exported list of 600 rows changes nothing.", async ({ page }) => {
  test.setTimeout(180_000);
  const expected = masterlistExpected;
  await signIn(page, "provincial");
  await preview(page, await fixtureFile());
  const judged = await counts(page);
  const good = expected.rows - expected.otherProvince - expected.textInNumberCells - expected.duplicateIds;
  expect(judged).toMatchObject({
    "All rows": 600,
    New: good,
    Changed: 0,
    Unchanged: 0,
    "Out of scope": 40,
    Duplicate: 5,
    Error: 10,
    "Without ARBO ID": 25,
  });

  // A row with an error shows the cell, its value and the reason.
  await page.getByRole("button", { name: /^Error/ }).click();
  const table = page.getByRole("dialog").getByRole("table");
  await expect(table).toContainText(/[A-Z]{1,2}\d+/);
  await page.getByRole("button", { name: /^All rows/ }).click();

  const last = await savePreview(page);
  await expect(last).toContainText("Last import: masterlist.xlsx");
  await expect(last).toContainText(`${good} ARBOs saved.`);
  await expect(last).toContainText("55 of 600 rows were skipped and are not stored:");
  await expect(last.getByRole("listitem")).toHaveText([
    "10 rows have errors.",
    "5 rows are duplicates.",
    "40 rows belong to another office.",
  ]);
  await expectAccessible(page, "the summary of an import");
  expect(await skippedRows(page, last)).toHaveLength(55);
  await last.getByRole("button", { name: "Take back this import" }).click();
  const question = page.getByRole("dialog", { name: `Take back ${good} ARBOs?` });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(last.getByRole("link", { name: "See the receipt" })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(await stored("ARBO-%-2____")).toBe(good - expected.withoutId);
  const outside = await database(
    (sql) =>
      sql`select count(*)::int as n from public.arbo_masterlist where arbo_id like 'ARBO-%-2____' and province_name <> 'Nueva Ecija'`,
  );
  expect(outside[0]?.n).toBe(0);

  // The search of the list finds an imported row.
  const { header, rows } = masterlistFixture();
  const name = String(rows[0]?.[header.indexOf("arbo_name")]);
  await page.getByPlaceholder("Search all values").fill(name);
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(page.getByRole("link", { name, exact: true }).first()).toBeVisible();
  await page.getByPlaceholder("Search all values").fill("");
  await expect(page).not.toHaveURL(/[?&]q=/);
  await expect(page.locator("#rows")).toHaveAttribute("aria-busy", "false");

  const file = await exportList(page);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file);
  const sheet = workbook.getWorksheet("Report");
  expect(sheet).toBeDefined();
  expect(sheet?.views[0]).toMatchObject({ state: "frozen" });
  await preview(page, file);
  const again = await counts(page);
  expect(again).toMatchObject({ New: 0, Changed: 0, "Out of scope": 0, Duplicate: 0, Error: 0 });
  expect(again.Unchanged).toBeGreaterThanOrEqual(good);
});

test("A user can resume an import that stopped at a failed batch.", async ({ page }) => {
  const names = Array.from(
    { length: 120 },
    (_, index) => `Resume Association ${String(index + 1).padStart(3, "0")}`,
  );
  const file = test.info().outputPath("resume.xlsx");
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet("Masterlist");
  sheet.addRow(["arbo_name", "region_name", "province_name", "total_member"]);
  for (const name of names) sheet.addRow([name, region, "Nueva Ecija", 10]);
  await workbook.xlsx.writeFile(file);

  await signIn(page, "provincial");
  await preview(page, file);
  expect(await counts(page)).toMatchObject({ New: 120 });
  // The response to the second batch is replaced by a refusal, as if the reporting window had closed after the first
  // batch.
  let failing = true;
  await page.route(/\/api\/arbo-masterlist\/update\?.*batch=2\b/, async (route) => {
    if (!failing) return route.continue();
    await route.fulfill({
      status: 403,
      contentType: "application/json",
      body: JSON.stringify({
        status: "error",
        message: "The accomplishment window is closed: the last day to enter was 19 Nov 2026.",
        details: [
          {
            index: 0,
            message: "The accomplishment window is closed: the last day to enter was 19 Nov 2026.",
          },
        ],
      }),
    });
  });
  await page.getByRole("button", { name: "Save Import" }).click();
  await expect(
    page.getByText(
      "Batch 2 failed: The accomplishment window is closed: the last day to enter was 19 Nov 2026.",
    ),
  ).toBeVisible();
  // Only the rows before the refused batch are saved. The dialog names the last saved row of the file.
  const before = await database(
    (sql) =>
      sql`select count(*)::int as n from public.arbo_masterlist where arbo_name like 'Resume Association %'`,
  );
  expect(before[0]?.n).toBe(50);
  await expect(page.getByText(/the rows up to row 51 are saved; 70 of 120 rows are not saved/)).toBeVisible();
  failing = false;
  await page.getByRole("button", { name: "Resume from batch 2" }).click();
  await expect(page.getByText("Data import completed successfully.")).toBeVisible();
  const saved = await database(
    (sql) =>
      sql`select count(*)::int as n from public.arbo_masterlist where arbo_name like 'Resume Association %'`,
  );
  expect(saved[0]?.n).toBe(120);
});

test("If the server refuses a row with a wrong reference, the user can check the file again and save the other rows.", async ({
  page,
}) => {
  const person = (name: string, training = "") => `${name} Referring,Nueva Ecija Growers,${training}`;
  const lines = [
    "Participant name,ARBO name,Trainings attended",
    person("Ana"),
    person("Ben", "T-404"),
    person("Cora"),
  ];
  await signIn(page, "provincial");
  const file = { name: "referring.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) };
  await preview(page, file, "Participants");
  await expect.poll(() => counts(page)).toMatchObject({ New: 3 });
  await page.getByRole("button", { name: "Save Import" }).click();
  await expect(page.getByRole("alert")).toContainText("This is row 3 of the file.");
  await page.getByRole("button", { name: "Check the file again" }).click();
  await expect.poll(() => counts(page)).toMatchObject({ New: 2, Error: 1 });
  await expect(page.getByRole("row", { name: /Ben Referring/ })).toContainText("refers to something");
  await save(page);
  const stored = await database(
    (sql) => sql<{ participant_name: string }[]>`
      delete from public.participants where participant_name like '% Referring' returning participant_name`,
  );
  expect(stored.map((row) => row.participant_name).sort()).toEqual(["Ana Referring", "Cora Referring"]);
});

test("If another user saves the same organizations after the preview of an import, the import stops.", async ({
  page,
}) => {
  const file = test.info().outputPath("at-once.xlsx");
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet("Masterlist");
  sheet.addRow(["arbo_name", "region_name", "province_name", "muncity_name"]);
  for (let n = 1; n <= 14; n++) sheet.addRow([`At Once Association ${n}`, region, "Nueva Ecija", "Jaen"]);
  await workbook.xlsx.writeFile(file);

  await signIn(page, "provincial");
  await preview(page, file);
  expect(await counts(page)).toMatchObject({ New: 14 });
  await database(async (sql) => {
    for (const n of [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
      await sql`insert into public.arbo_masterlist (arbo_name, region_name, province_name, muncity_name)
        values (${`At Once Association ${n}`}, ${region}, 'Nueva Ecija', 'Jaen')`;
    return [];
  });
  await page.getByRole("button", { name: "Save Import" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Batch 1 failed" });
  await expect(alert).toContainText("Row 4: At Once Association 3 is stored already");
  await expect(alert).toContainText("and 2 more rows of this batch");
  await expect(alert).toContainText("no rows are saved");
  await page.getByRole("button", { name: "Check the file again" }).click();
  await expect.poll(() => counts(page)).toMatchObject({ New: 2, Unchanged: 12 });
  await save(page);
  const stored = await database(
    (sql) =>
      sql`select count(*)::int as n from public.arbo_masterlist where arbo_name like 'At Once Association %'`,
  );
  expect(stored[0]?.n).toBe(14);
});
