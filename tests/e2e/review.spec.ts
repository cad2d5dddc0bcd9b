/**
 * Review of a row: the region returns it with a reason, the province resubmits it, the region comments and approves.
 */
import { type Browser, expect, type Page, test } from "playwright/test";
import {
  chooseRowAct,
  closeContexts,
  type DemoUser,
  database,
  expectAccessible,
  openRecords,
  signIn,
} from "./support.ts";

test.afterEach(closeContexts);

const name = "Returned Farmers Association";
const reason = "The number of members is that of last year.";

const remove = () => database((sql) => sql`delete from public.arbo_masterlist where arbo_name = ${name}`);

/** Returns the log entries of the row, oldest first. */
const actsOfRow = () =>
  database(
    (sql) => sql`select l.action from private.user_log l join public.arbo_masterlist m on m.id = l.row_id
      where l.form_name = 'arbo_masterlist' and m.arbo_name = ${name} order by l.id`,
  ).then((acts) => acts.map(({ action }) => action));

/** Opens the masterlist as the given user, filtered to the row of this test. */
async function listOf(browser: Browser, username: DemoUser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, username);
  await openRecords(page, "ARBO_Masterlist", `?q=${encodeURIComponent(name)}`);
  return page;
}

const stageOf = (page: Page, stage: string) =>
  page.getByRole("button", { name: `${stage}: change the stage of ${name}` });

test("A provincial user can resubmit a returned row, and a regional user can approve it.", async ({
  browser,
}) => {
  await remove();
  await database(
    (sql) => sql`insert into public.arbo_masterlist (arbo_name, region_name, province_name)
      values (${name}, 'Region III (Central Luzon)', 'Nueva Ecija')`,
  );
  const region = await listOf(browser, "regional");
  await stageOf(region, "Pending").click();
  const dialog = region.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Returned" }).check();
  await expect(dialog.getByRole("button", { name: "Return", exact: true })).toBeDisabled();
  await dialog.getByLabel("Reason").fill(reason);
  await expectAccessible(region, "review, region");
  await dialog.getByRole("button", { name: "Return", exact: true }).click();
  await expect(region.getByText(`${name}: returned.`)).toBeVisible();
  await expect(stageOf(region, "Returned")).toBeVisible();

  const province = await listOf(browser, "provincial");
  await expect(stageOf(province, "Returned")).toBeVisible();
  await province.getByRole("link", { name, exact: true }).first().click();
  const form = province.getByRole("dialog");
  await expect(form.getByRole("alert")).toContainText("Returned by regional");
  await expect(form.getByRole("alert")).toContainText(reason);
  await expectAccessible(province, "returned row");
  await form.getByLabel("Note for the reviewer (optional)").fill("Corrected.");
  await form.getByRole("button", { name: "Resubmit" }).click();
  await expect(province.getByText(`${name}: resubmitted.`)).toBeVisible();
  await province.keyboard.press("Escape");
  await expect(stageOf(province, "Resubmitted")).toBeVisible();

  await region.reload();
  await chooseRowAct(region, name, "History and comments");
  const history = region.getByRole("dialog", { name: /^History of/ });
  await expect(history.getByText("No comments yet.")).toBeVisible();
  await history.getByLabel("Your comment").fill("Thank you.");
  await region.keyboard.press("Escape");
  await region.getByRole("button", { name: "Keep editing" }).click();
  await history.getByRole("button", { name: "Comment" }).click();
  await expect(history.getByRole("region", { name: "Comments" })).toContainText("regional");
  await expect(history.getByText("Resubmit", { exact: true })).toBeVisible();
  await expectAccessible(region, "review, region");
  await region.keyboard.press("Escape");
  await stageOf(region, "Resubmitted").click();
  await region.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(region.getByText(`${name}: approved.`)).toBeVisible();

  expect(await actsOfRow()).toEqual(["Insert", "Return", "Resubmit", "Comment", "Approve"]);
  await remove();
});

test("A provincial user can resubmit a corrected row with one click.", async ({ browser }) => {
  await remove();
  await database(
    (sql) => sql`with stored as (
        insert into public.arbo_masterlist (arbo_name, region_name, province_name)
        values (${name}, 'Region III (Central Luzon)', 'Nueva Ecija') returning id, office)
      insert into private.reviews (table_name, row_id, state, reason, office)
      select 'arbo_masterlist', id, 'returned', ${reason}, office from stored`,
  );
  const province = await listOf(browser, "provincial");
  await province.getByRole("link", { name, exact: true }).first().click();
  await province.getByRole("dialog").getByLabel("Registration number").fill("R-1");
  await province.keyboard.press("Control+s");
  await province.getByRole("button", { name: "Yes, save" }).click();
  const notice = province.getByRole("status").filter({ hasText: "still returned" });
  await notice.getByRole("button", { name: "Resubmit" }).click();
  await expect(province.getByText(`${name}: resubmitted.`)).toBeVisible();
  await expect(stageOf(province, "Resubmitted")).toBeVisible();
  expect(await actsOfRow()).toEqual(["Insert", "Update", "Resubmit"]);
  await remove();
});
