/**
 * Conditions of a list, entered with the keyboard. The URL contains them, and the export has the same rows as the list.
 */
import { expect, type Page, test } from "playwright/test";
import { manilaToday } from "#shared/rules/dates.ts";
import { exported } from "./forms.ts";
import { database, expectAccessible, listTotal, openRecords, openSavedViews, signIn } from "./support.ts";

const year = manilaToday().slice(0, 4);

/**
 * Reads, with plain SQL, the ids and names of the pending ARBOs that have machines, and that have (`hasIncome`) or lack
 * an income record of this year.
 */
const arbosWithMachines = (hasIncome: boolean) =>
  database(async (sql) => {
    const rows = await sql<{ id: number; arbo_name: string }[]>`
      select id::int, arbo_name from public.arbo_masterlist a
      where process_stage is distinct from 'Approved'
        and id in (select "arboPrimaryKey" from public.fme_inventory_table)
        and ${hasIncome} = exists (
          select from public.farmers_tracking_income i
          where i."arboPrimaryKey" = a.id and i.reporting_year = ${Number(year)})`;
    return rows.map((row) => ({ id: row.id, name: row.arbo_name }));
  });

/** Adds an income record of this year to an ARBO, so that the condition excludes this ARBO. */
const addIncome = (arbo: number) =>
  database(
    (sql) => sql`insert into public.farmers_tracking_income
        (arbo_id, arbo_name, "arboPrimaryKey", region_name, province_name, reporting_year, reporting_quarter, remarks)
      select arbo_id, arbo_name, id, region_name, province_name, ${Number(year)}, 'Q1', 'Conditions test'
      from public.arbo_masterlist where id = ${arbo}`,
  );
test.afterAll(() =>
  database(async (sql) => {
    await sql`delete from public.farmers_tracking_income where remarks = 'Conditions test'`;
    await sql`delete from public.saved_views where name = 'Conditions test'`;
  }),
);

/** Presses keys and counts them. Typed letters are not counted. */
function keyboardOf(page: Page) {
  const pressed: string[] = [];
  const press = async (key: string) => {
    pressed.push(key);
    await page.keyboard.press(key);
  };
  return { pressed, press, type: (text: string) => page.keyboard.type(text) };
}

const chips = (page: Page) =>
  page.getByRole("region", { name: "ARBO Masterlist" }).getByRole("list", { name: "Conditions" });

test("A user can find ARBOs without an income record with at most 8 key presses.", async ({ page }) => {
  const [withIncome] = await arbosWithMachines(false);
  await addIncome(withIncome?.id ?? 0);
  const expected = (await arbosWithMachines(false)).map(({ name }) => name).sort();
  expect((await arbosWithMachines(true)).map(({ id }) => id)).toContain(withIncome?.id);

  await signIn(page, "central");
  await openRecords(page, "ARBO_Masterlist");
  const all = await listTotal(page);
  const { pressed, press, type } = keyboardOf(page);
  const editor = page.getByRole("dialog", { name: "Conditions", exact: true });
  const addition = editor.getByRole("combobox", { name: "Add condition: nothing chosen" });
  await press("c");
  await expect(addition).toBeFocused();
  await type("fme inventory");
  await press("Enter");
  await expect(addition).toBeFocused();
  await press("Enter");
  await expect(editor.getByText("Has machines", { exact: true })).toBeVisible();
  await type("has no income");
  await press("Enter");
  await type("year reported");
  await press("Enter");
  await type(year);
  await press("Enter");
  await expect(editor.getByText(`Year reported is ${year}`, { exact: true })).toBeVisible();
  await expectAccessible(page, "the editor of conditions");
  await press("Enter");
  await press("Escape");
  await expect(editor).toBeHidden();
  expect(pressed.length).toBeLessThanOrEqual(8);

  const sentences = ["Has machines", `Has no income record where Year reported is ${year}`];
  await expect(chips(page).getByRole("listitem")).toHaveText(sentences);
  expect(await listTotal(page)).toBe(expected.length);
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(all);
  await expectAccessible(page, "a list with conditions");

  await page.reload();
  await expect(chips(page).getByRole("listitem")).toHaveText(sentences);
  expect(await listTotal(page)).toBe(expected.length);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const asked = page.getByRole("dialog", { name: "Export to Excel?" });
  await expect(asked.getByRole("listitem")).toHaveText(sentences);
  await expect(asked).toContainText(
    `${expected.length} ${expected.length === 1 ? "row" : "rows"} of ARBO Masterlist (New/Pending) will be written`,
  );
  await expectAccessible(page, "the question before an export");
  await asked.getByRole("button", { name: "No" }).click();
  const { rows, about } = await exported(page);
  expect(rows.map((row) => String(row["ARBO name"])).sort()).toEqual(expected);
  const [first = "", ...others] = ["Stage is Pending", ...sentences];
  expect(about).toEqual([
    ["Content", "Masterlists: ARBO Masterlist"],
    ["Conditions", first],
    ...others.map((sentence) => ["", sentence]),
    ["Exported by", expect.stringContaining("central")],
    ["Exported on", expect.stringMatching(/^\d{1,2} \w+ \d{4}, \d\d:\d\d \(Manila\)$/)],
    ["Source", expect.stringContaining("records of all offices")],
    ["Rows", String(expected.length)],
  ]);

  await chips(page).getByRole("button", { name: "Remove the condition Has machines" }).click();
  await expect(chips(page).getByRole("listitem")).toHaveText(sentences.slice(1));
  expect(await listTotal(page)).toBeGreaterThan(expected.length);
});

test("A central user can export all rows that meet the conditions of a list.", async ({ page }) => {
  const members = await database(
    (sql) => sql<{ arbo_name: string; approved: boolean }[]>`
      select arbo_name, process_stage is not distinct from 'Approved' as approved
      from public.arbo_masterlist where total_member >= 200`,
  );
  const pending = members.filter(({ approved }) => !approved).length;
  expect(pending).toBeGreaterThan(0);
  expect(pending).toBeLessThan(members.length);
  await signIn(page, "central");
  const filter = encodeURIComponent(JSON.stringify({ total_member: { gte: 200 } }));
  await openRecords(page, "ARBO_Masterlist", `?filter=${filter}`);
  expect(await listTotal(page)).toBe(pending);
  const { rows, about } = await exported(page, async (asked) => {
    await expect(asked.getByRole("radio", { name: `Only the tab New/Pending (${pending})` })).toBeChecked();
    await asked.getByRole("radio", { name: `All tabs (${members.length})` }).check();
    await expect(asked).toContainText(`${members.length} rows of ARBO Masterlist (all tabs) will be written`);
  });
  expect(rows.map((row) => `${row["ARBO name"]}: ${row.Stage}`).sort()).toEqual(
    members.map(({ arbo_name, approved }) => `${arbo_name}: ${approved ? "Approved" : "Pending"}`).sort(),
  );
  expect(about[1]).toEqual(["Conditions", "All members (Members) is at least 200"]);
});

/**
 * Reads, with plain SQL, the names of pending ARBOs organized since 2000 that have at least 300 members or no audited
 * statement.
 */
const largeOrUnaudited = () =>
  database(
    (sql) => sql<{ arbo_name: string }[]>`
      select arbo_name from public.arbo_masterlist
      where process_stage is distinct from 'Approved' and year_organized >= 2000
        and (total_member >= 300 or latest_audited_fs is null)`,
  );

test('If two conditions of a list are joined by "or", a saved view of the list keeps them.', async ({
  page,
}) => {
  const expected = (await largeOrUnaudited()).map(({ arbo_name }) => arbo_name).sort();
  await signIn(page, "central");
  const filter = { total_member: { gte: 300 }, year_organized: { gte: 2000 } };
  await openRecords(page, "ARBO_Masterlist", `?filter=${encodeURIComponent(JSON.stringify(filter))}`);
  const before = await listTotal(page);
  const members = "All members (Members) is at least 300";
  await chips(page).getByRole("button", { name: members, exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Conditions", exact: true });
  await editor.getByRole("button", { name: `Add an alternative to ${members}` }).focus();
  await page.keyboard.press("Enter");
  await expect(editor.getByRole("combobox", { name: /^Add an alternative: / })).toBeFocused();
  await expectAccessible(page, "a new alternative");
  await page.keyboard.type("latest audited");
  await page.keyboard.press("Enter");
  await editor.getByRole("combobox", { name: "Comparison" }).selectOption({ label: "is blank" });
  await editor.getByRole("button", { name: "Add", exact: true }).press("Enter");
  await page.keyboard.press("Escape");
  await expect(editor).toBeHidden();
  const sentences = [`${members}, or Latest audited FS (year) is blank`, "Year organized is at least 2000"];
  await expect(chips(page).getByRole("listitem")).toHaveText(sentences);
  expect(await listTotal(page)).toBe(expected.length);
  expect(expected.length).toBeGreaterThan(before);

  await openSavedViews(page);
  const form = page.getByRole("form", { name: "Save this list as a view" });
  await form.getByRole("textbox").fill("Conditions test");
  await form.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "View: " })).toContainText("Conditions test");
  const saved = new URL(page.url()).searchParams.get("saved");
  await openRecords(page, "ARBO_Masterlist", `?saved=${saved}`);
  await expect(chips(page).getByRole("listitem")).toHaveText(sentences);
  const { rows } = await exported(page);
  expect(rows.map((row) => String(row["ARBO name"])).sort()).toEqual(expected);
  await database((sql) => sql`delete from public.saved_views where name = 'Conditions test'`);
});

test("A saved view of a list keeps the list's conditions.", async ({ page }) => {
  await signIn(page, "central");
  const filter = encodeURIComponent(JSON.stringify({ total_member: { gte: 50 } }));
  await openRecords(page, "ARBO_Masterlist", `?filter=${filter}`);
  const total = await listTotal(page);
  await openSavedViews(page);
  const form = page.getByRole("form", { name: "Save this list as a view" });
  await form.getByRole("textbox").fill("Conditions test");
  await form.getByRole("button", { name: /^Save/ }).click();
  const bar = page.getByRole("status").filter({ hasText: "View: " });
  await expect(bar).toContainText("Conditions test");
  const saved = new URL(page.url()).searchParams.get("saved");

  await openRecords(page, "ARBO_Masterlist", `?saved=${saved}`);
  await expect(chips(page).getByRole("listitem")).toHaveText(["All members (Members) is at least 50"]);
  await expect(bar).not.toContainText("changed");
  expect(await listTotal(page)).toBe(total);

  await chips(page)
    .getByRole("button", { name: "All members (Members) is at least 50", exact: true })
    .click();
  const editor = page.getByRole("dialog", { name: "Conditions", exact: true });
  const value = editor.getByRole("textbox", { name: "Value" });
  await expect(value).toBeFocused();
  await value.fill("150");
  // A click outside of the editor closes the editor and keeps the entered condition.
  await page.getByRole("heading", { name: "ARBO Masterlist" }).click();
  await expect(editor).toBeHidden();
  await expect(chips(page).getByRole("listitem")).toHaveText(["All members (Members) is at least 150"]);
  expect(await listTotal(page)).toBeLessThan(total);
  await expect(bar).toContainText("changed");
});

test("A list shows an error message if the URL has a condition on an unknown field.", async ({ page }) => {
  await signIn(page, "central");
  await openRecords(page, "ARBO_Masterlist");
  const all = await listTotal(page);
  await page.goto("/homepage/forms/ARBO_Masterlist?filter.shoe_size=40");
  await expect(page.getByRole("alert")).toContainText("shoe_size");
  await page.getByRole("button", { name: "Clear the conditions" }).click();
  expect(await listTotal(page)).toBe(all);
  expect(page.url()).not.toContain("shoe_size");
});
