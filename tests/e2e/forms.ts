/** Helpers of the browser tests for record screens: open a form, fill it in, save it, paste rows, and export a list. */
import ExcelJS from "exceljs";
import { expect, type Locator, type Page, test } from "playwright/test";
import { confirmedExport } from "./support.ts";

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Opens the form of a new row with the Add button of the list, and returns the form. */
export async function openNew(page: Page, noun: string): Promise<Locator> {
  await page.getByRole("button", { name: `Add ${noun}`, exact: true }).click();
  const form = page.getByRole("dialog", { name: `New ${noun}` });
  await expect(form.getByRole("button", { name: "Register" })).toBeVisible();
  return form;
}

/** Opens the fields of a form section. A closed section shows values from the ARBO or the project as plain text. */
async function openSection(form: Locator, section: string): Promise<void> {
  const change = form.getByRole("button", { name: `Change ${section}`, exact: true });
  if (await change.isVisible()) await change.click();
}

/** Finds a form field by its section and its label. */
export function fieldOf(form: Locator, section: string, label: string): Locator {
  const part = form.getByRole("region", { name: section, exact: true });
  return part
    .getByLabel(new RegExp(`^${literal(label)}( \\*)?$`))
    .or(part.getByRole("combobox", { name: new RegExp(`^${literal(label)}: `) }));
}

/** Chooses the first option that starts with the text, in a searchable dropdown. */
export async function choose(field: Locator, text: string): Promise<void> {
  const page = field.page();
  await field.click();
  const search = page.getByRole("combobox", { name: /^Search in / });
  await search.fill(text);
  await page
    .getByRole("option", { name: new RegExp(`^${literal(text)}`) })
    .first()
    .click();
  await expect(search).toBeHidden();
}

/** Enters values by section and label: types into text fields and chooses in dropdowns. */
export async function fillIn(form: Locator, values: Record<string, Record<string, string>>): Promise<void> {
  for (const [section, entries] of Object.entries(values)) {
    await openSection(form, section);
    for (const [label, value] of Object.entries(entries)) {
      const field = fieldOf(form, section, label);
      if ((await field.getAttribute("role")) === "combobox") await choose(field, value);
      else await field.fill(value);
    }
  }
}

/** The dropdown of the form's ARBO field. */
export const arboOf = (form: Locator): Locator => form.getByRole("combobox", { name: /^ARBO: / });

/** Chooses the first quarter of 2026 as the reporting period. */
export async function chooseQuarter(form: Locator): Promise<void> {
  await choose(form.getByRole("combobox", { name: /^Year reported: / }), "2026");
  await choose(form.getByRole("combobox", { name: /^Quarter reported: / }), "Q1");
}

/** Chooses the first ARBO whose option starts with the text. */
export const chooseArbo = (form: Locator, text: string): Promise<void> => choose(arboOf(form), text);

/** Enters the name of an ARBO that is not in the masterlist. */
export async function nameArbo(form: Locator, name: string): Promise<void> {
  await arboOf(form).click();
  await form.page().getByRole("combobox", { name: "Search in ARBO" }).fill(name);
  await form.page().getByRole("button", { name: "Add New" }).click();
  await expectArbo(form, name);
}

/** Checks the name of the ARBO that the form shows. */
export const expectArbo = (form: Locator, name: string): Promise<void> =>
  expect(arboOf(form)).toHaveAccessibleName(new RegExp(`^ARBO: ${literal(name)}`));

/** Chooses an ARBO and a project, which fill in the form, and confirms the preview of the changes. */
export async function fillFrom(form: Locator, chosen: { arbo: string; project: string }): Promise<void> {
  await chooseArbo(form, chosen.arbo);
  const panel = form.getByRole("region", { name: "Fill in from" });
  await choose(panel.getByRole("combobox", { name: /^Project: / }), chosen.project);
  await panel.getByRole("button", { name: "Fill in…" }).click();
  const asked = form.page().getByRole("dialog", { name: "Fill in these fields?" });
  await asked.getByRole("button", { name: /^Fill in \d+ fields$/ }).click();
  await expect(panel.getByRole("status").filter({ hasText: /filled in\.$/ })).toBeVisible();
}

/** Checks the values that the fields of a section show, by label. */
export async function expectShown(
  form: Locator,
  section: string,
  values: Record<string, string>,
): Promise<void> {
  await openSection(form, section);
  for (const [label, value] of Object.entries(values)) {
    const field = fieldOf(form, section, label);
    if ((await field.getAttribute("role")) === "combobox") await expect(field).toHaveText(value);
    else await expect(field, label).toHaveValue(value);
  }
}

/** Saves the new row and waits until the form has closed. */
export async function register(form: Locator): Promise<void> {
  await form.getByRole("button", { name: "Register" }).click();
  await expect(form).toBeHidden();
}

/** Saves the changes to a stored row and confirms them. */
export async function update(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Save these changes?" })
    .getByRole("button", { name: "Yes, save" })
    .click();
}

/**
 * Pastes a block of cells, with headings in its first row, into the open paste dialog. Checks that all rows are new,
 * and saves them.
 */
export async function pasteNew(page: Page, cells: readonly (readonly string[])[]): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Paste the rows here").evaluate(
    (field, block) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", block);
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    cells.map((row) => row.join("\t")).join("\r\n"),
  );
  const rows = cells.length - 1;
  await dialog.getByRole("button", { name: "Check the rows" }).click();
  await expect(dialog.getByRole("button", { name: `New ${rows}`, exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: new RegExp(`^Save ${rows} `) }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Pages" })).toContainText(`of ${rows}`);
}

type Cell = string | number | Date | null;
export interface Report {
  rows: Record<string, Cell>[];
  /** Footer row of the report: totals of number columns, and the number of filled cells of other columns. */
  footer: Record<string, Cell>;
  /** Lines of the sheet "About this file", as label and text. */
  about: [string, string][];
}

/**
 * Exports the list and reads the Excel file. If several columns have the same label, returns only the first.
 * @param choose Chooses the rows of the file in the export dialog.
 */
export async function exported(page: Page, choose?: (dialog: Locator) => Promise<void>): Promise<Report> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await choose?.(page.getByRole("dialog", { name: "Export to Excel?" }));
  const file = test.info().outputPath("report.xlsx");
  await (await confirmedExport(page)).saveAs(file);
  await page.getByRole("button", { name: "Close this notice" }).click();
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file);
  const sheet = workbook.getWorksheet("Report");
  const lines: Cell[][] = [];
  sheet?.eachRow((row) => {
    const cells = row.values as Cell[];
    lines.push(Array.from({ length: sheet.columnCount }, (_, index) => cells[index + 1] ?? null));
  });
  const labels = lines[1] ?? [];
  const named = (cells: Cell[]): Record<string, Cell> =>
    Object.fromEntries(
      labels.map((label, index) => [String(label), cells[index] ?? null] as const).reverse(),
    );
  const about: [string, string][] = [];
  workbook.getWorksheet("About this file")?.eachRow((row) => {
    about.push([row.getCell(1).text, row.getCell(2).text]);
  });
  return { about, rows: lines.slice(2, -1).map(named), footer: named(lines.at(-1) ?? []) };
}
