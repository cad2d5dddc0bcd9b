/** The kinds of entries in the inbox: their order and counts, the filter, "Mark as read", and snoozing with Undo. */
import { expect, type Locator, type Page, test } from "playwright/test";
import { asAdministrator } from "./outbox-support.ts";
import { database, expectAccessible, signInToDashboard } from "./support.ts";

const machines = "FME-KIND-";
const arbo = "Kinds Farmers Association";

/**
 * This user belongs only to this test. No other test stores machine permits for the user's office, which would add
 * inbox entries.
 */
const user = { username: "inbox.kinds", password: "Kalabaw-at-palay-7" };
let office: { region_name: string; province_name: string };

const removeRows = () =>
  database(async (sql) => {
    await sql`delete from public.fme_inventory_table where fme_inventory_id like ${`${machines}%`}`;
    await sql`delete from public.arbo_masterlist where arbo_name = ${arbo}`;
    for (const table of ["private.inbox_marks", "private.inbox_snoozes"])
      await sql`delete from ${sql(table)}
        where user_id = (select id from public.users where username = ${user.username})`;
  });
const removeUser = () =>
  database(
    (sql) => sql`delete from auth.users where id in (
    select id from public.users where username = ${user.username})`,
  );

test.beforeAll(async () => {
  await removeRows();
  await removeUser();
  const role = await database(async (sql) => {
    const [found] = await sql<{ region_name: string; province_name: string }[]>`
      select region_name, province_name from public.offices o
      where province_name is not null
        and not exists (select from public.expiring_permits p where p.office = o.office)
        and not exists (select from private.reviews r where r.office = o.office)
      order by office desc limit 1`;
    if (!found) throw new Error("All offices have permits that expire soon or returned rows.");
    office = found;
    const [roleOfProvince] = await sql<{ uac_id: number; roles: string }[]>`
      select uac_id::float8 as uac_id, roles from public.users where username = 'provincial'`;
    return roleOfProvince;
  });
  await asAdministrator("POST", "/api/auth/register", {
    ...user,
    ...role,
    ...office,
    email: "inbox.kinds@tests.example",
  });
});
test.afterAll(async () => {
  await removeRows();
  await removeUser();
});

/** Number of permits that expire soon. */
const all = 7;

/** Stores one returned row and seven permits that expire on different days, and opens the inbox. */
async function openInbox(page: Page) {
  await removeRows();
  await database(async (sql) => {
    await sql`insert into public.fme_inventory_table (fme_inventory_id, region_name, province_name, arbo_name, prj_title, halal_expiry)
      select ${machines} || d, ${office.region_name}, ${office.province_name}, 'Some ARBO', 'Mill', private.today() + 80 + d
      from generate_series(1, ${all}::int) d`;
    await sql`with row as (
        insert into public.arbo_masterlist (arbo_name, region_name, province_name)
        values (${arbo}, ${office.region_name}, ${office.province_name}) returning id, office
      )
      insert into private.reviews (table_name, row_id, state, reason, office, user_id, at)
      select 'arbo_masterlist', row.id, 'returned', 'Members?', row.office, u.id, now() - interval '200 days'
      from row, public.users u where u.username = 'regional'`;
  });
  await signInToDashboard(page, user.username, user.password);
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await expect(page.getByRole("heading", { name: "Inbox", level: 1 })).toBeVisible();
  await expect(unreadLink(page)).toHaveAccessibleName(`Inbox: ${all + 1} unread`);
}

const groupOf = (page: Page, name: RegExp) => page.getByRole("region", { name });
const permits = (page: Page) => groupOf(page, /^Permits that expire soon/);
const returned = (page: Page) => groupOf(page, /^Returned to you/);
const unreadLink = (page: Page): Locator => page.getByRole("link", { name: /^Inbox/ });
const expectUnread = (page: Page, number: number) =>
  expect(unreadLink(page)).toHaveAccessibleName(`Inbox: ${number} unread`);

test("The inbox lists returned rows first.", async ({ page }) => {
  await openInbox(page);
  const headings = page.getByRole("region").getByRole("heading", { level: 2 });
  await expect(headings.first()).toHaveText(/^Returned to you\s*1$/);
  await expect(headings.nth(1)).toHaveText(new RegExp(`^Permits that expire soon\\s*${all}$`));
  await expect(permits(page).getByRole("listitem")).toHaveCount(5);
  await expectAccessible(page, "inbox by kind");

  await permits(page)
    .getByRole("link", { name: new RegExp(`^Show all ${all}`) })
    .click();
  await expect(page).toHaveURL(/kind=permits/);
  await expect(permits(page).getByRole("listitem")).toHaveCount(all);
  await expect(returned(page)).toHaveCount(0);
  const kinds = page.getByRole("navigation", { name: "Kinds of entries" });
  await expect(kinds.getByRole("link", { name: /^Permits/ })).toHaveAttribute("aria-current", "page");
  await expect(kinds.getByRole("link", { name: /^All/ })).not.toHaveAttribute("aria-current");
  await page.reload();
  await expect(permits(page).getByRole("listitem")).toHaveCount(all);
  await kinds.getByRole("link", { name: /^All/ }).click();
  await expect(returned(page).getByRole("listitem")).toHaveCount(1);
});

test('If the inbox has exactly six entries of one kind, it shows all six and no link "Show all".', async ({
  page,
}) => {
  await openInbox(page);
  await database(
    (sql) => sql`delete from public.fme_inventory_table where fme_inventory_id = ${`${machines}1`}`,
  );
  await page.reload();
  await expect(permits(page).getByRole("listitem")).toHaveCount(6);
  await expect(permits(page).getByRole("link", { name: /^Show all/ })).toHaveCount(0);
});

test("Marking all notices of expiring permits as read leaves the notice of a returned row unread.", async ({
  page,
}) => {
  await openInbox(page);
  await permits(page)
    .getByRole("button", { name: new RegExp(`^Mark ${all} as read`) })
    .click();
  await expect(page.getByText(`Marked ${all} entries as read.`)).toBeVisible();
  await expectUnread(page, 1);
  await expect(permits(page).getByRole("button", { name: /^Mark/ })).toHaveCount(0);
  await expect(returned(page).getByRole("button", { name: /^Mark 1 as read/ })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expectUnread(page, all + 1);
});

test("A user can snooze all inbox entries of one kind, and can end the snooze early.", async ({ page }) => {
  await openInbox(page);
  await returned(page)
    .getByRole("button", { name: /^Remind me in 7 days: .*was returned to you/ })
    .click();
  await expect(page.getByText("You will see one entry again in 7 days.")).toBeVisible();
  await expect(returned(page)).toHaveCount(0);
  await expectUnread(page, all);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(returned(page).getByRole("listitem")).toHaveCount(1);

  await permits(page)
    .getByRole("button", { name: new RegExp(`^Remind me of all ${all} in 7 days`) })
    .click();
  await expect(permits(page)).toHaveCount(0);
  await expectUnread(page, 1);
  await page.getByRole("link", { name: `Snoozed (${all})` }).click();
  await expect(page).toHaveURL(/snoozed=true/);
  await expect(permits(page).getByRole("listitem")).toHaveCount(5);
  const first = permits(page).getByRole("listitem").first();
  await expect(first).toContainText("Until");
  await expectAccessible(page, "snoozed entries");
  await first.getByRole("button", { name: /^Show now/ }).click();
  await expect(page.getByText("Your inbox shows one entry again.")).toBeVisible();
  await expect(permits(page).getByRole("heading")).toContainText(String(all - 1));
  await page.getByRole("link", { name: "Back to the inbox" }).click();
  await expect(permits(page).getByRole("listitem")).toHaveCount(1);
  await expectUnread(page, 2);
});

test("An inbox entry is unread again when its snooze ends.", async ({ page }) => {
  await openInbox(page);
  await returned(page)
    .getByRole("button", { name: /^Mark as read/ })
    .click();
  await expectUnread(page, all);
  const snooze = returned(page).getByRole("button", { name: /^Remind me in 7 days/ });
  await snooze.click();
  await expect(returned(page)).toHaveCount(0);
  await database(
    (sql) => sql`update private.inbox_snoozes set until = private.today()
      where user_id = (select id from public.users where username = ${user.username})`,
  );
  await page.reload();
  await expectUnread(page, all + 1);
  await snooze.click();
  await expectUnread(page, all);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(returned(page).getByRole("button", { name: /^Mark as read/ })).toBeVisible();
  await expectUnread(page, all + 1);
});
