/** The inbox: returned rows with their reasons, and granted or declined requests to reopen a reporting window. */
import { type Browser, expect, type Page, test } from "playwright/test";
import {
  closeContexts,
  type DemoUser,
  database,
  expectAccessible,
  signInToDashboard,
  withClosedWindows,
} from "./support.ts";

test.afterEach(closeContexts);

const name = "Late Farmers Association";
const office = "Region III (Central Luzon) / Nueva Ecija";
const why = "The bridge was out.";

const remove = async () => {
  await database((sql) => sql`delete from public.arbo_masterlist where arbo_name = ${name}`);
  await database(
    (sql) => sql`truncate private.reviews, private.reopenings, private.inbox_marks, private.inbox_snoozes`,
  );
};

async function inboxOf(browser: Browser, username: DemoUser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInToDashboard(page, username);
  await page.getByRole("link", { name: "Inbox" }).click();
  await expect(page.getByRole("heading", { name: "Inbox", level: 1 })).toBeVisible();
  return page;
}

const entry = (page: Page, text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text });

test("A provincial user can save a row after an administrator has granted the user's request to reopen the reporting window.", async ({
  browser,
}) => {
  await remove();
  await database(
    (sql) => sql`
      with row as (
        insert into public.arbo_masterlist (arbo_name, region_name, province_name)
        values (${name}, 'Region III (Central Luzon)', 'Nueva Ecija') returning id, office
      )
      insert into private.reviews (table_name, row_id, state, reason, office, user_id)
      select 'arbo_masterlist', row.id, 'returned', 'Members?', row.office, u.id
      from row, public.users u where u.username = 'regional'`,
  );
  await withClosedWindows(async () => {
    const province = await inboxOf(browser, "provincial");
    await expect(province.getByRole("status").filter({ hasText: /\d unread in your inbox/ })).toHaveCount(1);
    const returned = entry(province, `${name} was returned to you`);
    await expect(returned).toContainText("Members?");
    await expect(returned).toContainText("regional");
    await expectAccessible(province, "inbox with an entry");

    // The inbox entry opens the form of the row, which has a button for requesting to reopen the reporting window.
    await returned.getByRole("link").click();
    const form = province.getByRole("dialog", { name });
    await form.getByRole("button", { name: "Ask to reopen" }).click();
    const asking = province.getByRole("dialog", { name: "Ask to reopen the accomplishment window?" });
    await expect(asking).toContainText("For Nueva Ecija.");
    await asking.getByLabel("Reason").fill(why);
    await expectAccessible(province, "asking to reopen");
    await asking.getByRole("button", { name: "Send request" }).click();
    await expect(province.getByText("You will get the reply in your inbox.")).toBeVisible();
    await expect(asking).toBeHidden();
    await province.keyboard.press("Escape");
    await expect(form).toBeHidden();
    // A second request for the same reporting window is refused while the first request is open.
    await province.getByRole("button", { name: "Ask to reopen" }).click();
    await asking.getByLabel("Reason").fill(why);
    await asking.getByRole("button", { name: "Send request" }).click();
    await expect(asking.getByRole("alert")).toContainText("Wait for the answer");
    await province.keyboard.press("Escape");

    const central = await inboxOf(browser, "admin");
    const request = entry(central, "provincial asks to reopen the accomplishment window for Nueva Ecija");
    await expect(request).toContainText(why);
    await expectAccessible(central, "inbox with a request");
    await request.getByRole("button", { name: "Grant" }).click();
    await expect(central.getByText("The accomplishment window is open for Nueva Ecija until")).toBeVisible();
    await expect(request).toHaveCount(0);

    // The reply arrives when the user returns to the browser tab. The open list then offers to add rows again.
    await expect(province.getByRole("button", { name: "Add ARBO" })).toHaveCount(0);
    await expect(async () => {
      await province.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
      await expect(province.getByRole("button", { name: "Add ARBO" })).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 30_000 });
    await province.getByRole("link", { name: "Inbox" }).click();
    const answer = entry(province, "Granted: the accomplishment window is open for Nueva Ecija until");
    await expect(answer).toContainText("admin");
    await province.getByRole("button", { name: "Mark all as read" }).click();
    await expect(province.getByText("No unread entries.")).toBeVisible();

    await returned.getByRole("link").click();
    await form.getByRole("textbox", { name: "Remarks" }).fill("Counted again.");
    await province.keyboard.press("Control+s");
    await province.getByRole("button", { name: "Yes, save" }).click();
    await expect(form).toBeHidden();
    const [row] = await database(
      (sql) => sql`select remarks from public.arbo_masterlist where arbo_name = ${name}`,
    );
    expect(row?.remarks).toBe("Counted again.");
  });
  await remove();
});

test("An administrator can't decline a request to reopen a reporting window without a reason.", async ({
  browser,
}) => {
  await remove();
  await withClosedWindows(async () => {
    await database(
      (sql) => sql`insert into private.reopenings (office, window_name, user_id, reason)
        select ${office}, 'target', id, ${why} from public.users where username = 'provincial'`,
    );
    const central = await inboxOf(browser, "admin");
    const request = entry(central, "provincial asks to reopen the target window");
    await request.getByRole("button", { name: "Decline…" }).click();
    await expect(request.getByLabel("Reason for declining")).toBeFocused();
    await request.getByRole("button", { name: "Back" }).click();
    await expect(request.getByRole("button", { name: "Decline…" })).toBeFocused();
    await request.getByRole("button", { name: "Decline…" }).click();
    await expect(request.getByRole("button", { name: "Decline", exact: true })).toBeDisabled();
    await request.getByLabel("Reason for declining").fill("The report is printed.");
    await request.getByRole("button", { name: "Decline", exact: true }).click();
    await expect(request).toHaveCount(0);

    const province = await inboxOf(browser, "provincial");
    const answer = entry(province, "Declined: your request to reopen the target window for Nueva Ecija");
    await expect(answer).toContainText("The report is printed.");
    await answer.getByRole("button", { name: /^Mark as read/ }).click();
    await expect(answer.getByRole("button", { name: /^Mark as read/ })).toHaveCount(0);
    await expect(answer.getByRole("button", { name: /^Remind me/ })).toBeFocused();

    const viewer = await inboxOf(browser, "viewer");
    await expect(viewer.getByText("Your inbox is empty.")).toBeVisible();
    await expectAccessible(viewer, "empty inbox");
    await viewer.getByRole("link", { name: "Go to the forms" }).click();
    await expect(viewer).toHaveURL(/homepage\/forms/);
  });
  await remove();
});
