/** Work on the ARBO masterlist: entry by keyboard, edit conflicts, approval, deletion, paging and sorting. */
import { expect, type Page, test } from "playwright/test";
import { update } from "./forms.ts";
import { choose, chooseRowAct, database, expectAccessible, openRecords, rowActs, signIn } from "./support.ts";

const region = "Region III (Central Luzon)";

/** Stores an ARBO as the owner of the database, and returns its id. */
async function makeArbo(name: string, province = "Nueva Ecija"): Promise<number> {
  return database(async (sql) => {
    const [row] = await sql<{ id: string }[]>`
      insert into public.arbo_masterlist (arbo_name, region_name, province_name, total_member_male, total_member_female, total_member)
      values (${name}, ${region}, ${province}, 3, 4, 7) returning id`;
    return Number(row?.id);
  });
}

const remove = (name: string) =>
  database((sql) => sql`delete from public.arbo_masterlist where arbo_name like ${`${name}%`}`);

async function searchFor(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder("Search all values").fill(text);
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(page.locator("#rows")).toHaveAttribute("aria-busy", "false");
}

test("A user enters an ARBO by keyboard alone, and the form adds up the members.", async ({ page }) => {
  const name = "Keyboard Farmers Association";
  await remove(name);
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist");
  const add = page.getByRole("button", { name: "Add ARBO" });
  await add.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Register" })).toBeVisible();
  await expect(page.getByLabel("ARBO ID")).toBeFocused();
  await page.keyboard.type("ARBO-KEYS-1");
  await page.keyboard.press("Tab");
  await page.keyboard.type(name);

  // The Tab key skips region and province, because a provincial user can't change them. The next field is the town.
  const town = page.getByRole("dialog").getByRole("combobox", { name: "Municipality/City" });
  for (let presses = 0; presses < 12; presses++) {
    if (await town.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(town).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
  await page.keyboard.type("Gabaldon");
  await page.keyboard.press("Enter");
  await expect(town).toContainText("Gabaldon");

  const male = page.getByLabel("Male members", { exact: true }).last();
  for (let presses = 0; presses < 80; presses++) {
    if (await male.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(male).toBeFocused();
  await page.keyboard.type("1200");
  await page.keyboard.press("Tab");
  await page.keyboard.type("34");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("All members", { exact: true }).last()).toHaveValue("1,234");

  await page.keyboard.press("Control+s");
  await expect(page.getByRole("button", { name: "Register" })).toBeHidden();
  const stored = await database(
    (sql) => sql`select arbo_id, region_name, province_name, muncity_name, total_member::int
                 from public.arbo_masterlist where arbo_name = ${name}`,
  );
  expect([...stored]).toEqual([
    {
      arbo_id: "ARBO-KEYS-1",
      region_name: region,
      province_name: "Nueva Ecija",
      muncity_name: "Gabaldon",
      total_member: 1234,
    },
  ]);
  await remove(name);
});

test("If another user changes the row that a user is editing, the form shows the conflicting values when the user saves.", async ({
  page,
}) => {
  const name = "Conflict Growers Cooperative";
  await remove(name);
  const id = await makeArbo(name);
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist", `?edit=${id}`);
  await expect(page.getByRole("button", { name: "Update" })).toBeVisible();
  await page.getByLabel("Sitio/Purok/Street").fill("Purok 7");
  await page.getByLabel("Registration number").fill("mine-1");
  await database(
    (sql) =>
      sql`update public.arbo_masterlist set registration_number = 'theirs-1', org_type = 'Federation' where id = ${id}`,
  );
  await page.keyboard.press("Control+s");
  const asked = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(asked.getByRole("row", { name: "Registration number — mine-1" })).toBeVisible();
  await expectAccessible(page, "the question before an update");
  await page.keyboard.press("Escape");
  await expect(asked).toBeHidden();
  // Escape closed only the confirmation, not the form.
  await page.waitForTimeout(300);
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(page.getByLabel("Registration number")).toBeFocused();
  await expect(page.getByLabel("Registration number")).toHaveValue("mine-1");
  await page.keyboard.press("Control+s");
  await expect(asked.getByRole("button", { name: "Yes, save" })).toBeFocused();
  await page.keyboard.press("Enter");

  const conflict = page.getByRole("region", { name: /Someone else saved this ARBO/ });
  await expect(conflict).toContainText("theirs-1");
  await expect(conflict).toContainText("mine-1");
  await expect(conflict).toContainText("Federation");
  // On a phone, the two values of a field are below each other, so that no word breaks.
  const top = async (side: string) =>
    (await conflict.getByRole("radio", { name: `(${side})` }).boundingBox())?.y ?? 0;
  expect(await top("theirs")).toBe(await top("mine"));
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await top("mine")).toBeGreaterThan(await top("theirs"));
  await page.setViewportSize({ width: 1280, height: 720 });
  await conflict.getByRole("button", { name: "Keep the chosen values" }).click();
  await update(page);
  await expect(page.getByRole("button", { name: "Update" })).toBeHidden();

  const [stored] = await database(
    (sql) =>
      sql`select sitio_purok_street, registration_number, org_type from public.arbo_masterlist where id = ${id}`,
  );
  expect(stored).toEqual({
    sitio_purok_street: "Purok 7",
    registration_number: "mine-1",
    org_type: "Federation",
  });
  await remove(name);
});

test("A regional user can't edit an approved ARBO, but can set it back to Pending.", async ({
  page,
  browser,
}) => {
  const name = "Approval Planters Association";
  await remove(name);
  await makeArbo(name);
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist");
  await searchFor(page, name);
  await page.getByRole("button", { name: `Pending: change the stage of ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText(`${name}: approved.`)).toBeVisible();
  await expect(page.locator("#rows")).toContainText("No data available");

  await page.getByRole("tab", { name: /Approved/ }).click();
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await expect(rowActs(page, name).getByRole("button", { name: "Edit" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await rowActs(page, name).getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("menuitem", { name: "Delete" })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("menuitem", { name: "History and comments" }).click();
  const history = page.getByRole("dialog");
  await expect(history).toContainText("regional");
  await expect(history).toContainText(/approve/i);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: `Approved: change the stage of ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Set back to pending" }).click();
  await expect(page.getByText(`${name}: set back to Pending.`)).toBeVisible();

  // A provincial user can't change the stage, and the button says why.
  const province = await (await browser.newContext()).newPage();
  await signIn(province, "provincial");
  await openRecords(province, "ARBO_Masterlist");
  await searchFor(province, name);
  const stage = province.getByRole("button", { name: `Pending: change the stage of ${name}` });
  await expect(stage).toHaveAttribute("aria-disabled", "true");
  await expect(stage).toHaveAccessibleDescription("You do not have permission to approve.");
  await province.context().close();
  await remove(name);
});

test("A regional user approves all rows of a filtered list at once.", async ({ page }) => {
  const name = "Bulk Approval Association";
  await remove(name);
  for (const number of [1, 2, 3]) await makeArbo(`${name} ${number}`);
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist");
  await searchFor(page, name);
  await page.getByRole("button", { name: "Approve all (3)" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve 3 ARBOs?" });
  await expect(dialog).toContainText(
    "All rows of the list ARBO Masterlist with these filters: Stage is Pending;",
  );
  await dialog.getByRole("button", { name: "Approve 3", exact: true }).click();
  await expect(page.getByText("3 ARBOs: approved.")).toBeVisible();
  const stages = await database(
    (sql) => sql`select process_stage from public.arbo_masterlist where arbo_name like ${`${name}%`}`,
  );
  expect(stages.map((row) => row.process_stage)).toEqual(["Approved", "Approved", "Approved"]);
  await remove(name);
});

test("A search in a list keeps the filter that the user chose before the search.", async ({ page }) => {
  const name = "Filtered Fishers Association";
  await remove(name);
  await makeArbo(`${name} here`);
  await makeArbo(`${name} elsewhere`, "Bulacan");
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist");
  await choose(page, "Province", "Nueva Ecija");
  await searchFor(page, name);
  await expect(page.getByRole("link", { name: `${name} here` })).toBeVisible();
  await expect(page.getByRole("link", { name: `${name} elsewhere` })).toHaveCount(0);
  await expect(page).toHaveURL(/where\.province_name=/);
  await expect(page.getByRole("button", { name: "Remove the filter Province" })).toBeVisible();
  await remove(name);
});

test("After a user has deleted the selected rows of a list, the row below them has the focus.", async ({
  page,
}) => {
  const name = "Focused Fishers Association";
  await remove(name);
  for (const number of [1, 2, 3, 4]) await makeArbo(`${name} ${number}`);
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist", `?q=${name}&sort=arbo_name.asc`);
  const deleteRows = async (...numbers: number[]) => {
    for (const number of numbers)
      await page.getByRole("checkbox", { name: `Select ${name} ${number}` }).check();
    await page.getByRole("button", { name: /^Delete \d row/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `Delete ${numbers.length}`, exact: true })
      .click();
    await expect(rowActs(page, `${name} ${numbers[0]}`)).toHaveCount(0);
  };
  await deleteRows(2, 3);
  const last = page.getByRole("row").filter({ has: page.getByRole("link", { name: `${name} 4` }) });
  await expect(last.locator(":focus")).toHaveText(`${name} 4`);
  await deleteRows(1, 4);
  await expect(page.locator("#rows")).toBeFocused();
  await remove(name);
});

test("The list deletes a row only after the user confirms.", async ({ page }) => {
  const name = "Deletion Fishers Association";
  await remove(name);
  await makeArbo(name);
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist");
  await searchFor(page, name);
  await chooseRowAct(page, name, "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "No" }).click();
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await chooseRowAct(page, name, "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.locator("#rows")).toContainText("No data available");
  expect(
    await database((sql) => sql`select id from public.arbo_masterlist where arbo_name = ${name}`),
  ).toHaveLength(0);
});

test("If a user deletes the only row of a list's last page, the list shows the previous page.", async ({
  page,
}) => {
  const name = "Paged Fishers Association";
  await remove(name);
  for (const number of [1, 2, 3, 4, 5, 6]) await makeArbo(`${name} ${number}`);
  await signIn(page, "provincial");
  const pages = page.getByRole("navigation", { name: "Pages" });
  await openRecords(page, "ARBO_Masterlist", `?q=${name}&size=5`);
  await pages.getByRole("button", { name: "Next page" }).click();
  await expect(pages).toContainText("Page 2 of 2");
  // The first page stays on the screen until the second page has loaded.
  await expect(rowActs(page, new RegExp(name))).toHaveCount(1);
  await chooseRowAct(page, new RegExp(name), "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
  await expect(pages).toContainText("1–5 of 5");
  await expect(pages).toContainText("Page 1 of 1");
  await expect(page).not.toHaveURL(/page=/);
  await expect(rowActs(page, new RegExp(name))).toHaveCount(5);
  await remove(name);
});

test("A provincial user can't add rows while the reporting window is closed.", async ({ page }) => {
  await database(
    (sql) => sql`update public.report_schedules set status = 'Closed' where form = 'accomplishment'`,
  );
  try {
    await signIn(page, "provincial");
    await openRecords(page, "ARBO_Masterlist");
    await expect(page.getByRole("button", { name: "Add ARBO" })).toBeHidden();
    await expect(page.getByText(/accomplishment window (is|was) closed/i).first()).toBeVisible();
    await page.getByRole("button", { name: "Logout" }).first().click();
    await expect(page).toHaveURL("/");
    await signIn(page, "central");
    await openRecords(page, "ARBO_Masterlist");
    await expect(page.getByRole("button", { name: "Add ARBO" })).toBeVisible();
  } finally {
    await database(
      (sql) => sql`update public.report_schedules set status = 'OnGoing' where form = 'accomplishment'`,
    );
  }
});

test("A viewer can read lists, but has no buttons to change them.", async ({ page }) => {
  await signIn(page, "viewer");
  await openRecords(page, "ARBO_Masterlist");
  await expect(page.getByRole("button", { name: "Add ARBO" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Open", exact: true }).first()).toBeVisible();
  await page.locator("#rows").getByRole("button", { name: "More" }).first().click();
  await expect(page.getByRole("menuitem", { name: "History and comments" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Delete" })).toHaveCount(0);
});

test("Shift+click on a second column heading sorts the list by both columns.", async ({ page }) => {
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist");
  const heading = (name: string) => page.getByRole("columnheader", { name, exact: true });
  // Each click changes the list's current order, so the test waits for the new order before the next click.
  await heading("Municipality/City").click();
  await expect(page).toHaveURL(/sort=muncity_name\.asc/);
  await heading("ARBO name").click({ modifiers: ["Shift"] });
  await expect(page).toHaveURL(/sort=muncity_name\.asc(,|%2C)arbo_name\.asc/);
  await heading("ARBO name").click({ modifiers: ["Shift"] });
  await expect(page).toHaveURL(/sort=muncity_name\.asc(,|%2C)arbo_name\.desc/);
  // The grid positions its rows, so their order in the document can differ from that on the screen.
  const cells = (column: string) =>
    page.locator(`[role=row][row-index] [col-id=${column}]`).evaluateAll((found) =>
      found
        .map((cell) => ({
          at: Number(cell.closest("[row-index]")?.getAttribute("row-index")),
          text: cell.textContent,
        }))
        .sort((one, other) => one.at - other.at)
        .map(({ text }) => text),
    );
  const expected = await database(
    (sql) => sql`
      select muncity_name, arbo_name from public.arbo_masterlist
      where province_name = 'Nueva Ecija' and process_stage is distinct from 'Approved'
      order by muncity_name collate private.natural_order, arbo_name collate private.natural_order desc limit 20`,
  );
  await expect(async () => {
    expect(await cells("muncity_name")).toEqual(expected.map((row) => row.muncity_name ?? ""));
    expect(await cells("arbo_name")).toEqual(expected.map((row) => row.arbo_name));
  }).toPass({ timeout: 10_000 });
  await heading("ARBO name").click();
  await expect(page).toHaveURL(/sort=arbo_name\.asc(&|$)/);
});
