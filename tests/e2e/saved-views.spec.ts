/**
 * Saved views. A user saves a list and shares it with the office, and a colleague opens its link. A user of another
 * office gets "This view does not exist".
 */
import { type Browser, expect, type Page, test } from "playwright/test";
import {
  closeContexts,
  type DemoUser,
  database,
  expectAccessible,
  openRecords,
  openSavedViews,
  signIn,
} from "./support.ts";

test.afterEach(closeContexts);

const clean = () => database((sql) => sql`delete from public.saved_views where name like 'Guimba%'`);
test.beforeEach(clean);
test.afterAll(clean);

async function pageOf(browser: Browser, user: DemoUser): Promise<Page> {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  await signIn(page, user);
  return page;
}

async function openPanel(page: Page) {
  const panel = await openSavedViews(page);
  await expect(panel.getByRole("form", { name: "Save this list as a view" })).toBeVisible();
  return panel;
}

/** Column that the list shows by default. The test hides this column. */
const hiddenColumn = "Municipality/City";
const headings = (page: Page) => page.getByRole("columnheader");
const bar = (page: Page) => page.getByRole("status").filter({ hasText: "View: " });

test("Only users of the same office can open a saved view shared with the office.", async ({ browser }) => {
  const maker = await pageOf(browser, "provincial");
  await openRecords(
    maker,
    "ARBO_Masterlist",
    "?tab=approved&where.muncity_name=Guimba&sort=total_member.desc",
  );
  const panel = await openPanel(maker);
  await expect(headings(maker).filter({ hasText: hiddenColumn })).toHaveCount(1);
  await expectAccessible(maker, "the saved views");
  await panel.getByRole("tab", { name: "Columns" }).click();
  await panel.getByRole("searchbox", { name: "Find a column" }).fill("city");
  await panel.getByRole("checkbox", { name: hiddenColumn, exact: true }).uncheck();
  await expectAccessible(maker, "the columns of the view");
  await panel.getByRole("tab", { name: "Saved views" }).click();
  const form = panel.getByRole("form", { name: "Save this list as a view" });
  await form.getByLabel("Save this list as a view").fill("Guimba by members");
  await form.getByLabel("For").selectOption("office");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(bar(maker)).toContainText("Guimba by members · for your office, yours");
  await expect(
    panel.getByRole("region", { name: "Nueva Ecija" }).getByText("Guimba by members"),
  ).toBeVisible();
  await maker.keyboard.press("Escape");
  await bar(maker).getByRole("button", { name: "Copy link" }).click();
  const copied = () => maker.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^http[^?]+\?saved=\d+$/);
  const { pathname, search } = new URL(await copied());

  const colleague = await pageOf(browser, "viewer");
  await colleague.goto(pathname + search);
  await expect(bar(colleague)).toContainText("for your office, by provincial");
  await expect(colleague).toHaveURL(/tab=approved.*muncity_name=Guimba/);
  await expect(headings(colleague).filter({ hasText: "ARBO name" })).toHaveCount(1);
  await expect(headings(colleague).filter({ hasText: hiddenColumn })).toHaveCount(0);
  await expect(bar(colleague)).not.toContainText("left out");
  await expectAccessible(colleague, "a list by a saved view");
  // A colleague can change the view without saving the changes. Closing the view restores the colleague's own columns.
  await colleague.getByRole("button", { name: "Clear filters" }).click();
  await expect(bar(colleague)).toContainText("changed");
  await expect(bar(colleague).getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await bar(colleague).getByRole("button", { name: "Close view" }).click();
  await expect(bar(colleague)).toHaveCount(0);
  await expect(colleague).not.toHaveURL(/saved=/);
  await expect(headings(colleague).filter({ hasText: hiddenColumn })).toHaveCount(1);

  await colleague.goto(`/homepage/forms/Participants${search}`);
  await expect(colleague.getByRole("alert")).toContainText("belongs to a different list");

  const other = await pageOf(browser, "regional");
  await other.goto(pathname + search);
  await expect(other.getByRole("alert")).toContainText("This view does not exist");
  await other.getByRole("button", { name: "Show the list without the view" }).click();
  await expect(other.getByRole("grid")).toBeVisible();
  expect(await (await openPanel(other)).getByText("Guimba by members").count()).toBe(0);
});

test("A user can change, rename and remove a saved view, and undo the removal.", async ({ browser }) => {
  const page = await pageOf(browser, "provincial");
  await openRecords(page, "ARBO_Masterlist", "?tab=approved&where.muncity_name=Guimba");
  const panel = await openPanel(page);
  await panel.getByLabel("Save this list as a view").last().fill("Guimba");
  await page.keyboard.press("Enter");
  await expect(bar(page)).toContainText("Guimba · only for you");
  await panel.getByRole("tab", { name: "Columns" }).click();
  await panel.getByRole("checkbox", { name: "Totals of the whole list" }).check();
  await expect(bar(page)).toContainText("changed");
  await bar(page).getByRole("button", { name: "Save changes" }).click();
  await expect(bar(page)).not.toContainText("changed");

  await openPanel(page);
  await panel.getByRole("button", { name: "More for the view Guimba" }).click();
  const naming = panel.getByRole("form", { name: "Name and sharing of Guimba" });
  await naming.getByLabel("Name", { exact: true }).fill("Guimba in all");
  await naming.getByRole("button", { name: "Save" }).click();
  await expect(bar(page)).toContainText("Guimba in all");
  await page.reload();
  await expect(bar(page)).toContainText("Guimba in all · only for you");
  await expect(page.getByLabel("Totals of the list")).toBeVisible();

  const again = await openPanel(page);
  await again.getByRole("button", { name: "More for the view Guimba in all" }).click();
  await again.getByRole("button", { name: "Remove" }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(again.getByText("Guimba in all")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("was restored with a new link")).toBeVisible();
  await openPanel(page);
  await again.getByRole("button", { name: "Guimba in all", exact: true }).click();
  await expect(bar(page)).toContainText("Guimba in all");
});

test("A user sees which filters of a shared view the list does not support.", async ({ browser }) => {
  const admin = await pageOf(browser, "admin");
  await openRecords(admin, "Participants", "?where.sex=Female&where.is_pwd=Yes");
  const panel = await openPanel(admin);
  const form = panel.getByRole("form", { name: "Save this list as a view" });
  await expect(form).toContainText("Remove it to share the view");
  await expect(form.getByRole("option", { name: "Everyone" })).toBeDisabled();
  await admin.keyboard.press("Escape");
  await openRecords(admin, "Participants", "?where.sex=Female");
  await openPanel(admin);
  await form.getByRole("textbox").fill("Guimba women");
  await form.getByLabel("For").selectOption("everyone");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(bar(admin)).toContainText("for everyone, yours");
  // Adds a filter to the stored view, by a field that the list does not have.
  await database(
    (sql) => sql`update public.saved_views
      set view = jsonb_set(view, '{filters}', '{"sex": "Female", "shoe_size": "41"}') where name = 'Guimba women'`,
  );

  const reader = await pageOf(browser, "viewer");
  await openRecords(reader, "Participants");
  const views = await openPanel(reader);
  await expect(views.getByRole("form").getByRole("option", { name: "Everyone" })).toHaveCount(0);
  await views
    .getByRole("region", { name: "Everyone" })
    .getByRole("button", { name: /^Guimba women/ })
    .click();
  await expect(bar(reader)).toContainText("not shown, because your list does not have: shoe size");
  await expect(reader).toHaveURL(/where.sex=Female/);
  await expect(reader).not.toHaveURL(/shoe_size/);
  await views.getByRole("button", { name: "More for the view Guimba women" }).click();
  await expect(views.getByRole("button", { name: "Copy link" })).toBeVisible();
  await expect(views.getByRole("button", { name: "Remove" })).toHaveCount(0);
});
