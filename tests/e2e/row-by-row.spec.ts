/**
 * The region reviews changed rows one by one with the keyboard, across pages. Then the rows' office sees the result.
 */
import { expect, type Page, test } from "playwright/test";
import {
  chooseRowAct,
  closeContexts,
  database,
  expectAccessible,
  intercept,
  listTotal,
  openRecords,
  signIn,
  signInToDashboard,
} from "./support.ts";

test.afterEach(closeContexts);

const prefix = "Row by row cooperative";
const nameOf = (n: number) => `${prefix} ${String(n).padStart(2, "0")}`;
const rows = 20;
const reason = "The town is another one.";

const tidy = () =>
  database((sql) => sql`delete from public.arbo_masterlist where arbo_name like ${`${prefix}%`}`);
test.beforeEach(async () => {
  await tidy();
  await database(async (sql) => {
    for (let n = 1; n <= rows; n++)
      await sql`insert into public.arbo_masterlist (arbo_name, region_name, province_name)
        values (${nameOf(n)}, 'Region III (Central Luzon)', 'Nueva Ecija')`;
    // Simulates a history: the region approved the rows and set them back to Pending, and then the province changed
    // them.
    const as = (username: string, change: string) =>
      sql.begin(async (tx) => {
        await tx`select set_config('request.jwt.claims', json_build_object('sub', id)::text, true)
          from public.users where username = ${username}`;
        await tx.unsafe(`update public.arbo_masterlist set ${change} where arbo_name like '${prefix}%'`);
      });
    await as("regional", "process_stage = 'Approved'");
    await as("regional", "process_stage = 'Pending'");
    await as("provincial", "cd = '7th'");
  });
});
test.afterAll(tidy);

const list = `?review=changed&size=10&sort=arbo_name.asc&q=${encodeURIComponent(prefix)}`;
const paneOf = (page: Page, n: number) => page.getByRole("dialog", { name: nameOf(n) });

test("A reviewer can review twenty changed rows with at most 25 key presses.", async ({ page, browser }) => {
  test.slow();
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", list);
  await expect(page.getByRole("button", { name: /^Approve all/ })).toBeVisible();
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  await press("j");
  for (let n = 1; n <= rows; n++) {
    const pane = paneOf(page, n);
    // The review pane shows what the province changed in the row after the region first approved it.
    await expect(pane.getByRole("region", { name: "Changes" })).toContainText("7th");
    await expect(pane.getByRole("button", { name: "Approve" })).toBeEnabled();
    if (n === 1) await expectAccessible(page, "a row beside its list");
    if (n % 7 !== 0) {
      await press("a");
      continue;
    }
    await press("r");
    await expect(pane.getByLabel("Reason")).toBeFocused();
    if (n === 7) await expectAccessible(page, "returning a row");
    await page.keyboard.type(reason);
    await press("Enter");
  }
  await expect(page.getByText("This is the last record of the list.")).toBeVisible();
  expect(keys).toBeLessThanOrEqual(25);

  const stages = await database(
    (sql) => sql<{ name: string; approved: boolean; reason: string | null }[]>`
      select m.arbo_name as name, m.process_stage = 'Approved' as approved, r.reason
      from public.arbo_masterlist m
      left join private.reviews r on r.table_name = 'arbo_masterlist' and r.row_id = m.id
      where m.arbo_name like ${`${prefix}%`} order by m.arbo_name`,
  );
  expect(stages.map((row) => ({ ...row }))).toEqual(
    Array.from({ length: rows }, (_, at) => {
      const back = (at + 1) % 7 === 0;
      return { name: nameOf(at + 1), approved: !back, reason: back ? reason : null };
    }),
  );
  await page.keyboard.press("Escape");
  // The list contains rows that were changed after their approval. Only the two returned rows are left, because the
  // others were approved again.
  await expect.poll(() => listTotal(page)).toBe(2);

  const province = await (await browser.newContext()).newPage();
  await signInToDashboard(province, "provincial");
  const queue = province
    .getByRole("group")
    .filter({ has: province.getByRole("heading", { name: "Returned to me" }) });
  await queue.locator("summary").click();
  await queue.getByRole("link", { name: /ARBO Masterlist$/ }).click();
  await expect(province).toHaveURL(/review=returned/);
  const chip = province.getByRole("button", { name: /^Returned to me/ });
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  const returned = String(await listTotal(province));
  await expect(chip).toContainText(returned);
  await expect(province.getByRole("tab", { name: /^New\/Pending/ })).toHaveText(`New/Pending${returned}`);
  await chooseRowAct(province, nameOf(7), "Open beside the list");
  const pane = paneOf(province, 7);
  await expect(pane).toContainText(reason);
  await expect(pane.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await expectAccessible(province, "a row beside its list, province");
  await province.keyboard.press("e");
  await expect(province.getByRole("button", { name: "Resubmit" })).toBeVisible();
});

test("A reviewer can move between rows in the review pane by keyboard.", async ({ page }) => {
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", `${list}&page=2`);
  await page.keyboard.press("j");
  await expect(paneOf(page, 11)).toBeVisible();
  await page.keyboard.press("k");
  await expect(paneOf(page, 10)).toBeVisible();
  await expect(page).not.toHaveURL(/page=2/);
  await page.keyboard.press("j");
  await expect(paneOf(page, 11)).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.keyboard.press("Escape");
  await expect(paneOf(page, 11)).toBeHidden();
  await expect(page).not.toHaveURL(/row=/);
});

test("The review pane asks for confirmation before it discards a typed comment.", async ({ page }) => {
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", list);
  await page.keyboard.press("j");
  const pane = paneOf(page, 1);
  const comment = pane.getByLabel("Your comment");
  const question = page.getByRole("dialog", { name: "Continue without saving?" });
  await comment.fill("The members are counted twice.");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(comment).toHaveValue("The members are counted twice.");
  await pane.getByRole("button", { name: "Next" }).click();
  await question.getByRole("button", { name: "Continue without saving" }).click();
  await expect(paneOf(page, 2).getByLabel("Your comment")).toHaveValue("");

  await page.keyboard.press("r");
  await page.keyboard.type(reason);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(paneOf(page, 2).getByLabel("Reason")).toHaveValue(reason);
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Continue without saving" }).click();
  await expect(paneOf(page, 2).getByLabel("Reason")).toBeHidden();

  // A return sends the reason, but not the comment.
  await paneOf(page, 2).getByLabel("Your comment").fill("A comment.");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await paneOf(page, 2).getByRole("button", { name: "Return" }).click();
  await page.keyboard.type(reason);
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(paneOf(page, 2).getByLabel("Reason")).toHaveValue(reason);
  await expect(paneOf(page, 2).getByLabel("Your comment")).toHaveValue("A comment.");
});

test("If a reviewer types a reason for one row and opens another row, the reason does not appear there.", async ({
  page,
}) => {
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", list);
  await page.keyboard.press("j");
  await expect(paneOf(page, 1)).toBeVisible();
  await page.keyboard.press("r");
  await page.keyboard.type(reason);
  await expect(paneOf(page, 1).getByLabel("Reason")).toHaveValue(reason);
  await chooseRowAct(page, nameOf(2), "Open beside the list");
  await expect(paneOf(page, 2)).toBeVisible();
  await expect(paneOf(page, 2).getByLabel("Reason")).toBeHidden();
});

test("If a reviewer opens another row from the list, a typed comment and reason are still there afterwards.", async ({
  page,
}) => {
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", list);
  await page.keyboard.press("j");
  await paneOf(page, 1).getByLabel("Your comment").fill("The members are counted twice.");
  await paneOf(page, 1).getByRole("button", { name: "Return" }).click();
  await page.keyboard.type(reason);
  await chooseRowAct(page, nameOf(2), "Open beside the list");
  await expect(paneOf(page, 2).getByLabel("Your comment")).toHaveValue("");
  await chooseRowAct(page, nameOf(1), "Open beside the list");
  await expect(paneOf(page, 1).getByLabel("Your comment")).toHaveValue("The members are counted twice.");
  await expect(paneOf(page, 1).getByLabel("Reason")).toHaveValue(reason);

  // After a confirmation, the pane drops both texts.
  await paneOf(page, 1).getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Continue without saving" }).click();
  await paneOf(page, 2).getByRole("button", { name: "Previous" }).click();
  await expect(paneOf(page, 1).getByLabel("Your comment")).toHaveValue("");
  await expect(paneOf(page, 1).getByLabel("Reason")).toBeHidden();
});

test("The review pane shows a change that another user makes during the review.", async ({ page }) => {
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", list);
  // The review pane shows the row of the list while it requests the row again. The test waits for this response,
  // because a later response would contain the other user's change.
  const read = page.waitForResponse((response) =>
    /"id":\d+,"page":1,"page_size":1\b/.test(response.request().postData() ?? ""),
  );
  await page.keyboard.press("j");
  await (await read).finished();
  await expect(paneOf(page, 1).getByRole("region", { name: "Changes" })).toContainText("7th");
  await database((sql) => sql`update public.arbo_masterlist set cd = '8th' where arbo_name = ${nameOf(1)}`);
  await page.keyboard.press("a");
  await expect(paneOf(page, 1).getByText(/Someone else saved this ARBO/)).toBeVisible();
  await expect(paneOf(page, 1).getByRole("region", { name: "Changes" })).toContainText("8th");
  await expect(paneOf(page, 1).getByRole("button", { name: "Approve" })).toBeEnabled();
  await page.keyboard.press("a");
  await expect(paneOf(page, 2)).toBeVisible();
});

/**
 * Holds back the page's approval requests. If `status` is given, they fail with this status.
 * @returns A function that lets the requests through.
 */
async function holdApprovals(page: Page, status?: number): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await intercept(page, "**/approve*", async (route) => {
    await opened;
    if (status === undefined) await route.continue();
    else await route.fulfill({ status, json: { status: "error", message: "Delayed and failed." } });
  });
  return () => letThrough();
}

test("The review pane ignores the Approve key while it saves an approval.", async ({ page }) => {
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", list);
  await page.keyboard.press("j");
  await expect(paneOf(page, 1).getByRole("button", { name: "Approve" })).toBeEnabled();
  const letThrough = await holdApprovals(page);
  for (const key of ["a", "j", "j", "k", "j", "a", "a"]) await page.keyboard.press(key);
  await expect(paneOf(page, 1)).toBeVisible();
  await expect(paneOf(page, 1).getByRole("button", { name: "Approve" })).toBeDisabled();
  letThrough();
  // The approval of row 1 opens row 2. Then the queued keys open row 3, row 4, row 3 and row 4.
  await expect(paneOf(page, 4)).toBeVisible();
  await expect(paneOf(page, 4).getByRole("button", { name: "Approve" })).toBeEnabled();
  expect(await approvedNow()).toEqual([nameOf(1)]);
  await page.keyboard.press("k");
  await expect(paneOf(page, 3).getByRole("button", { name: "Approve" })).toBeEnabled();
  await page.unroute("**/approve*");
  await page.keyboard.press("a");
  await expect(paneOf(page, 4)).toBeVisible();
  expect(await approvedNow()).toEqual([nameOf(1), nameOf(3)]);
});

test("If an approval fails, the review pane discards the keys that the reviewer pressed during the approval.", async ({
  page,
}) => {
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", list);
  await page.keyboard.press("j");
  await expect(paneOf(page, 1).getByRole("button", { name: "Approve" })).toBeEnabled();
  const letThrough = await holdApprovals(page, 422);
  for (const key of ["a", "j", "j"]) await page.keyboard.press(key);
  letThrough();
  await expect(paneOf(page, 1).getByText("Delayed and failed.")).toBeVisible();
  await expect(paneOf(page, 1).getByRole("button", { name: "Approve" })).toBeEnabled();
  await page.keyboard.press("j");
  await expect(paneOf(page, 2)).toBeVisible();
});

const approvedNow = async (): Promise<string[]> =>
  (
    await database(
      (sql) => sql<{ name: string }[]>`select arbo_name as name from public.arbo_masterlist
        where arbo_name like ${`${prefix}%`} and process_stage = 'Approved' order by 1`,
    )
  ).map(({ name }) => name);

test("A reviewer can return three rows with one reason, and undo an approval.", async ({ page }) => {
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", list);
  for (const n of [2, 3, 5]) await page.getByRole("checkbox", { name: `Select ${nameOf(n)}` }).check();
  await page.getByRole("button", { name: "Return 3 rows" }).click();
  const dialog = page.getByRole("dialog", { name: "Return 3 ARBOs" });
  await expect(dialog.getByRole("button", { name: "Return 3", exact: true })).toBeDisabled();
  await dialog.getByLabel("Reason").fill(reason);
  await expectAccessible(page, "returning several rows");
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 ARBOs: returned.")).toBeVisible();
  const returned = await database(
    (sql) => sql`select from private.reviews r join public.arbo_masterlist m on m.id = r.row_id
      where r.table_name = 'arbo_masterlist' and m.arbo_name like ${`${prefix}%`} and r.reason = ${reason}`,
  );
  expect(returned).toHaveLength(3);

  await page.getByRole("button", { name: `Approve all (${rows})` }).click();
  // "Approve all" leaves returned rows out unless the user includes them.
  const approving = page.getByRole("dialog", { name: `Approve ${rows - 3} ARBOs?` });
  await expect(approving.getByText("3 ARBOs were returned")).toBeVisible();
  await approving.getByRole("checkbox", { name: "Also approve these 3" }).check();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Approve ${rows}`, exact: true })
    .click();
  // The notice about the returned rows is still visible, with its own Undo button.
  const approval = page.getByRole("status").filter({ hasText: /approved/i });
  const undo = approval.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  expect(await approvedNow()).toHaveLength(rows);
  // Before the reviewer undoes the approval, the central office changes one of the rows.
  await database((sql) => sql`update public.arbo_masterlist set cd = '9th' where arbo_name = ${nameOf(4)}`);
  await undo.click();
  await expect(
    page.getByText("19 ARBOs: Pending again. Changed since then, so not undone: 1 ARBO."),
  ).toBeVisible();
  expect(await approvedNow()).toEqual([nameOf(4)]);
});

test("The review pane shows no comments for record types that need no approval.", async ({ page }) => {
  await signIn(page, "central");
  await openRecords(page, "Participants");
  await page.keyboard.press("j");
  const pane = page.getByRole("dialog");
  await expect(pane.getByText("Participant category")).toBeVisible();
  await expect(pane.getByRole("heading", { name: "Comments" })).toHaveCount(0);
  await expect(pane.getByRole("alert")).toHaveCount(0);
});
