/**
 * Bulk actions on thousands of rows: selecting a whole list, cancelling half way, seeing the exact result, resuming,
 * and undoing.
 */
import { expect, type Page, test } from "playwright/test";
import { choose, database, expectAccessible, intercept, openRecords, signIn } from "./support.ts";

const prefix = "Thousands cooperative";
const tidy = () =>
  database((sql) => sql`delete from public.arbo_masterlist where arbo_name like ${`${prefix}%`}`);
test.beforeEach(tidy);
test.afterAll(tidy);

const make = (number: number) =>
  database(
    (sql) => sql`insert into public.arbo_masterlist (arbo_name, region_name, province_name)
      select ${`${prefix} `} || lpad(n::text, 5, '0'), 'Region III (Central Luzon)', 'Nueva Ecija'
      from generate_series(1, ${number}::integer) n`,
  );

const nameOf = (n: number) => `${prefix} ${String(n).padStart(5, "0")}`;

/** Returns the names of the approved rows, and the number of approvals in the user log. */
async function approvals(): Promise<{ names: string[]; times: number }> {
  const names = await database(
    (sql) => sql<{ name: string }[]>`select arbo_name as name from public.arbo_masterlist
      where arbo_name like ${`${prefix}%`} and process_stage = 'Approved' order by id`,
  );
  const [log] = await database(
    (sql) => sql<{ n: number }[]>`select count(*)::integer as n from private.user_log l
      join public.arbo_masterlist m on m.id = l.row_id
      where l.form_name = 'arbo_masterlist' and m.arbo_name like ${`${prefix}%`}
        and l.changes -> 'process_stage' ->> 1 = 'Approved'`,
  );
  return { names: names.map(({ name }) => name), times: log?.n ?? -1 };
}

const list = `?size=50&sort=arbo_name.asc&q=${encodeURIComponent(prefix)}`;

/** Ticks all rows of the page, and then selects all rows of the list. */
async function selectAll(page: Page, number: string): Promise<void> {
  await page.getByRole("checkbox", { name: "Select all rows of this page" }).check();
  const bar = page.getByRole("region", { name: "Selected rows" });
  await expect(bar).toContainText("50 ARBOs selected");
  await bar.getByRole("button", { name: `Select all ${number} rows of this list` }).click();
  await expect(bar).toContainText(`All ${number} ARBOs of this list selected`);
}

test("If a user cancels a bulk approval, the dialog shows how many rows the server has already approved.", async ({
  page,
}) => {
  test.slow();
  await make(3000);
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", list);
  await selectAll(page, "3,000");
  await expectAccessible(page, "a whole list that is selected");
  // Someone else saves two of the rows after the list was loaded.
  await database(
    (sql) =>
      sql`update public.arbo_masterlist set cd = '9th' where arbo_name in (${nameOf(7)}, ${nameOf(2999)})`,
  );
  await page.getByRole("button", { name: "Approve 3,000 rows" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve 3,000 ARBOs?" });

  // The fifth request waits until the test has pressed Cancel.
  let steps = 0;
  let release: () => void = () => undefined;
  const pressed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await intercept(page, "**/api/arbo-masterlist/approve?*", async (route) => {
    steps++;
    if (steps === 5) await pressed;
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Approve 3,000", exact: true }).click();
  await expect(dialog.getByRole("status")).toHaveText("Approving: 802 of 3,000 ARBOs");
  await expectAccessible(page, "an act on many rows");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByRole("status")).toContainText("Finishing the current step");
  release();

  await expect(dialog.getByText("1,000 ARBOs: approved.")).toBeVisible();
  await expect(dialog.getByText("2 ARBOs: refused, not changed.")).toBeVisible();
  await expect(dialog.getByText("1,998 ARBOs: not started.")).toBeVisible();
  await expectAccessible(page, "the account of an act on many rows");
  expect(steps).toBe(5);
  const first = await approvals();
  expect(first).toEqual({
    names: Array.from({ length: 1001 }, (_, at) => nameOf(at + 1)).filter((name) => name !== nameOf(7)),
    times: 1000,
  });

  const refused = dialog.getByRole("region", { name: "Refused ARBOs" });
  await expect(refused.getByRole("row", { name: nameOf(2999) })).toContainText(
    "Someone saved this ARBO after you opened the list.",
  );
  await expect(refused.getByRole("link", { name: nameOf(7) })).toHaveAttribute("href", /edit=\d+/);
  const [found] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("link", { name: "These rows in the list" }).click(),
  ]);
  await expect(found.getByText("2 selected ARBOs")).toBeVisible();
  await expect(found.getByRole("link", { name: nameOf(2999), exact: true })).toBeVisible();
  await expect(found.getByRole("navigation", { name: "Pages" })).toContainText("of 2");
  await found.close();

  await dialog.getByRole("button", { name: "Continue with 1,998" }).click();
  // The app sends the 1,998 rows in 20 requests, one after the other.
  await expect(dialog.getByText("2,998 ARBOs: approved.")).toBeVisible({ timeout: 60_000 });
  expect((await approvals()).times).toBe(2998);
  await dialog.getByRole("button", { name: "Undo 2,998" }).click();
  await expect(page.getByText("2,998 ARBOs: Pending again.")).toBeVisible({ timeout: 60_000 });
  expect((await approvals()).names).toEqual([]);
  await expect(page.getByRole("region", { name: "Selected rows" })).toHaveCount(0);
});

test("If the connection drops during a bulk approval and the user continues, the server approves no row twice.", async ({
  page,
}) => {
  test.slow();
  await make(500);
  await page.clock.install();
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", list);
  let steps = 0;
  await intercept(page, "**/api/arbo-masterlist/approve?*", async (route) => {
    steps++;
    // The server handles the second request, but its response is lost. The app's three retries do not reach the server.
    if (steps === 2) await route.fetch();
    await (steps >= 2 && steps <= 5 ? route.abort("connectionfailed") : route.continue());
  });
  await page.getByRole("button", { name: "Approve all (500)" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve 500 ARBOs?" });
  await dialog.getByRole("button", { name: "Approve 500", exact: true }).click();
  await expect(dialog.getByText(/did not answer.* Trying again…/)).toBeVisible();
  // Skips the pauses before the three retries.
  for (const tried of [2, 3, 4]) {
    await expect.poll(() => steps).toBeGreaterThanOrEqual(tried);
    await page.clock.fastForward(9000);
  }
  await expect(dialog.getByText("200 ARBOs: possibly approved.", { exact: false })).toBeVisible({
    timeout: 30_000,
  });
  await expect(dialog.getByText("100 ARBOs: not started.")).toBeVisible();
  expect((await approvals()).times).toBe(400);
  await dialog.getByRole("button", { name: "Continue with 300" }).click();
  await expect(page.getByText("500 ARBOs: approved.")).toBeVisible();
  expect(await approvals()).toMatchObject({ times: 500, names: { length: 500 } });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("500 ARBOs: Pending again.")).toBeVisible({ timeout: 30_000 });
});

test("A user can edit, return and delete all rows of a list, and undo the deletion.", async ({ page }) => {
  test.slow();
  await make(450);
  const stored = (condition: string) =>
    database((sql) =>
      sql.unsafe(`select from public.arbo_masterlist where arbo_name like '${prefix}%' and ${condition}`),
    );
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", list);

  await selectAll(page, "450");
  await page.getByRole("button", { name: "Edit 450 rows" }).click();
  const edit = page.getByRole("dialog", { name: "Edit 450 ARBOs" });
  await choose(edit, "Field", "Congressional district");
  await edit.getByLabel("New value of Congressional district").fill("3rd");
  await edit.getByRole("button", { name: "Change 450 ARBOs" }).click();
  await expect(page.getByText("450 ARBOs: changed.")).toBeVisible();
  expect((await stored("cd = '3rd'")).length).toBe(450);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("450 ARBOs: change undone.")).toBeVisible();
  expect((await stored("cd is null")).length).toBe(450);

  await selectAll(page, "450");
  await page.getByRole("button", { name: "Return 450 rows" }).click();
  const back = page.getByRole("dialog", { name: "Return 450 ARBOs" });
  await back.getByLabel("Reason").fill("The towns are missing.");
  await back.getByRole("button", { name: "Return 450" }).click();
  await expect(page.getByText("450 ARBOs: returned.")).toBeVisible();
  const returned = await database(
    (sql) => sql`select from private.reviews r join public.arbo_masterlist m on m.id = r.row_id
      where m.arbo_name like ${`${prefix}%`} and r.reason = 'The towns are missing.'`,
  );
  expect(returned.length).toBe(450);

  // The whole list is selected. After one row is unticked, only the other rows of the visible page stay selected.
  await selectAll(page, "450");
  await page.getByRole("checkbox", { name: `Select ${nameOf(3)}` }).uncheck();
  await expect(page.getByRole("region", { name: "Selected rows" })).toContainText("49 ARBOs selected");
  await page.getByRole("button", { name: "Clear the selection" }).click();

  await selectAll(page, "450");
  await page.getByRole("button", { name: "Delete 450 rows" }).click();
  const ask = page.getByRole("dialog", { name: "Delete 450 ARBOs?" });
  await expectAccessible(page, "a deletion of many rows");
  await ask.getByRole("button", { name: "Delete 450" }).click();
  await expect(page.getByText("450 ARBOs: moved to the trash.")).toBeVisible();
  expect((await stored("true")).length).toBe(0);
  // The notice about the returned rows is still visible, with its own Undo button.
  const deletion = page.getByRole("status").filter({ hasText: "450 ARBOs: moved to the trash." });
  await deletion.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("450 ARBOs: restored.")).toBeVisible();
  expect((await stored("cd is null")).length).toBe(450);
});
