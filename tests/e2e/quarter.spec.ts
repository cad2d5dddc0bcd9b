/**
 * A quarter of work by three users. The province enters and imports rows. The region returns three of them with reasons
 * and approves the rest. The province resubmits the three, and the region approves them. The central office undoes one
 * approval.
 */
import { type Browser, expect, type Page, test } from "playwright/test";
import { fillIn, openNew, register } from "./forms.ts";
import { preview, save } from "./import-support.ts";
import { closeContexts, type DemoUser, database, listTotal, openRecords, signIn } from "./support.ts";

test.afterEach(closeContexts);

const prefix = "Quarter Growers";
const rows = 20;
const nameOf = (n: number) => `${prefix} ${n}`;
const reasons = new Map([
  [4, "The town is another one."],
  [11, "There is no registration date."],
  [20, "The members are those of last year."],
]);

const tidy = () =>
  database((sql) => sql`delete from public.arbo_masterlist where arbo_name like ${`${prefix}%`}`);
test.beforeAll(tidy);
test.afterAll(tidy);

async function person(browser: Browser, username: DemoUser): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await signIn(page, username);
  return page;
}

const list = (page: Page, search = "") =>
  openRecords(page, "ARBO_Masterlist", `?sort=arbo_name.asc&q=${encodeURIComponent(prefix)}${search}`);
const pane = (page: Page, n: number) => page.getByRole("dialog", { name: nameOf(n), exact: true });
const stage = (page: Page, now: string, n: number) =>
  page.getByRole("button", { name: `${now}: change the stage of ${nameOf(n)}`, exact: true });

/** Enters the first ARBO in the form, and imports the others from a file without columns for the office. */
async function enterAndImport(page: Page): Promise<void> {
  await openRecords(page, "ARBO_Masterlist");
  const form = await openNew(page, "ARBO");
  await fillIn(form, {
    Organization: { "ARBO name": nameOf(1) },
    Location: { "Municipality/City": "Gabaldon" },
  });
  await register(form);
  const lines = Array.from({ length: rows - 1 }, (_, at) => `${nameOf(at + 2)},Gabaldon,${30 + at}`);
  const text = ["ARBO name,Municipality/City,Total members", ...lines].join("\n");
  await preview(page, { name: "quarter.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await save(page);
}

async function review(page: Page): Promise<void> {
  await list(page, "&review=to_review&size=10");
  await expect(page.getByRole("button", { name: /^Approve all/ })).toBeVisible();
  let keys = 1;
  await page.keyboard.press("j");
  for (let n = 1; n <= rows; n++) {
    await expect(pane(page, n).getByRole("button", { name: "Approve" })).toBeEnabled();
    const reason = reasons.get(n);
    keys += reason ? 2 : 1;
    await page.keyboard.press(reason ? "r" : "a");
    if (!reason) continue;
    await expect(pane(page, n).getByLabel("Reason")).toBeFocused();
    await page.keyboard.type(reason);
    await page.keyboard.press("Enter");
  }
  await expect(page.getByText("This is the last record of the list.")).toBeVisible();
  expect(keys).toBeLessThanOrEqual(25);
}

/**
 * Finds the returned rows on the dashboard and in the inbox, reads the reasons, and corrects and resubmits the rows.
 */
async function correct(page: Page): Promise<void> {
  await page.goto("/homepage/dashboard");
  const queue = page
    .getByRole("group")
    .filter({ has: page.getByRole("heading", { name: "Returned to me" }) });
  await queue.locator("summary").click();
  await expect(queue.getByRole("link", { name: /ARBO Masterlist$/ })).toBeVisible();

  await page.getByRole("link", { name: "Inbox" }).click();
  for (const [n, reason] of reasons) {
    const entry = page
      .getByRole("listitem")
      .filter({ hasText: new RegExp(`${nameOf(n)} was returned to you`) });
    await expect(entry).toContainText(reason);
  }
  await list(page, "&review=returned");
  expect(await listTotal(page)).toBe(reasons.size);
  for (const [n, reason] of reasons) {
    await page
      .getByRole("link", { name: nameOf(n), exact: true })
      .first()
      .click();
    const form = page.getByRole("dialog", { name: nameOf(n), exact: true });
    await expect(form.getByRole("alert").first()).toContainText(reason);
    await form.getByRole("textbox", { name: "Remarks" }).fill("Checked against the register.");
    await page.keyboard.press("Control+s");
    await page.getByRole("button", { name: "Yes, save" }).click();
    await expect(form).toBeHidden();
    await page
      .getByRole("link", { name: nameOf(n), exact: true })
      .first()
      .click();
    await form.getByLabel("Note for the reviewer (optional)").fill("Corrected.");
    await form.getByRole("button", { name: "Resubmit" }).click();
    await expect(page.getByText(`${nameOf(n)}: resubmitted.`)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(form).toBeHidden();
  }
}

async function approveResubmitted(page: Page): Promise<void> {
  await list(page, "&review=to_review");
  expect(await listTotal(page)).toBe(reasons.size);
  await page.keyboard.press("j");
  for (const n of reasons.keys()) {
    await expect(pane(page, n)).toContainText("Corrected.");
    await expect(pane(page, n).getByRole("button", { name: "Approve" })).toBeEnabled();
    await page.keyboard.press("a");
  }
  await expect(page.getByText("This is the last record of the list.")).toBeVisible();
}

async function undoOne(page: Page): Promise<void> {
  await list(page, "&tab=approved");
  expect(await listTotal(page)).toBe(rows);
  await stage(page, "Approved", 4).click();
  await page.getByRole("dialog").getByRole("button", { name: "Set back to pending" }).click();
  await expect(page.getByText(`${nameOf(4)}: set back to Pending.`)).toBeVisible();
}

const storyOf = async (n: number) =>
  (
    await database(
      (sql) => sql<{ act: string; by: string }[]>`
        select l.action as act, l.user_name as by
        from private.user_log l join public.arbo_masterlist m on m.id = l.row_id
        where l.form_name = 'arbo_masterlist' and m.arbo_name = ${nameOf(n)} order by l.id`,
    )
  ).map(({ act, by }) => `${act} by ${by}`);

test("The user log records every step of entering, correcting and approving twenty rows.", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const province = await person(browser, "provincial");
  const region = await person(browser, "regional");
  await enterAndImport(province);
  await review(region);
  await correct(province);
  await approveResubmitted(region);
  await undoOne(await person(browser, "central"));

  expect(await storyOf(1)).toEqual(["Insert by provincial", "Approve by regional"]);
  const returned = [
    "Insert by provincial",
    "Return by regional",
    "Update by provincial",
    "Resubmit by provincial",
    "Approve by regional",
  ];
  expect(await storyOf(11)).toEqual(returned);
  expect(await storyOf(4)).toEqual([...returned, "Set back by central"]);
});
