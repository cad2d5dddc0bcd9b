/**
 * Background jobs: an export and an approval of more than 5,000 rows run while the user works on other screens. The
 * user downloads the file twice, and resumes an approval whose tab was closed. No row is approved twice.
 */
import ExcelJS from "exceljs";
import { expect, type Page, test } from "playwright/test";
import { database, expectAccessible, openRecords, signIn } from "./support.ts";

const prefix = "Long work cooperative";
const number = 5200;
const tidy = () =>
  database(async (sql) => {
    await sql`delete from public.arbo_masterlist where arbo_name like ${`${prefix}%`}`;
    await sql`delete from private.jobs`;
  });
test.beforeAll(async () => {
  await tidy();
  await database(
    (sql) => sql`insert into public.arbo_masterlist (arbo_name, region_name, province_name)
      select ${`${prefix} `} || lpad(n::text, 5, '0'), 'Region III (Central Luzon)', 'Nueva Ecija'
      from generate_series(1, ${number}::integer) n`,
  );
});
test.afterAll(tidy);

const list = `?size=50&sort=arbo_name.asc&q=${encodeURIComponent(prefix)}`;

/** Returns the number of approved rows, and the number of approvals in the user log. */
async function approvals(): Promise<{ rows: number; times: number }> {
  const [found] = await database(
    (sql) => sql<{ rows: number; times: number }[]>`
      select count(distinct m.id) filter (where m.process_stage = 'Approved')::integer as rows, count(l.id)::integer as times
      from public.arbo_masterlist m left join private.user_log l on l.form_name = 'arbo_masterlist' and l.row_id = m.id
        and l.changes -> 'process_stage' ->> 1 = 'Approved'
      where m.arbo_name like ${`${prefix}%`}`,
  );
  return found ?? { rows: -1, times: -1 };
}

/**
 * Holds back requests to URLs that match a pattern, starting with the nth request.
 * @returns a function that releases the held requests.
 */
async function holdFrom(page: Page, address: string, nth: number): Promise<() => void> {
  let calls = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    calls++;
    if (calls >= nth) await released;
    await route.continue().catch(() => undefined);
  });
  return release;
}

const header = (page: Page) => page.getByRole("banner");
const entry = (page: Page, name: RegExp) => page.getByRole("listitem", { name });

test("An export continues while the user opens another screen.", async ({ page }) => {
  test.slow();
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", list);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const release = await holdFrom(page, "**/api/arbo-masterlist?purpose=export", 1);
  await page.getByRole("button", { name: "Yes, export" }).click();
  const dialog = page.getByRole("dialog", { name: "Exporting…" });
  await expectAccessible(page, "a long export");
  await dialog.getByRole("button", { name: "Continue in the background" }).click();
  await expect(dialog).toBeHidden();

  await header(page).getByRole("link", { name: "Dashboard" }).click();
  await expect(
    header(page).getByRole("link", { name: /^Exporting ARBO Masterlist .*: 0% done$/ }),
  ).toBeVisible();
  release();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click({ timeout: 60_000 }),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Report_\d{4}-\d{2}-\d{2}\.xlsx$/);

  await header(page)
    .getByRole("link", { name: /^Ended: Exporting/ })
    .click({ timeout: 30_000 });
  const job = entry(page, /^Export of 5,200 rows: ARBO Masterlist$/);
  await expect(job).toContainText("5,200 rows in the file.");
  await expect(header(page).getByRole("link", { name: /^Ended/ })).toHaveCount(0);
  await expectAccessible(page, "long work");
  const [again] = await Promise.all([
    page.waitForEvent("download"),
    job.getByRole("button", { name: /^Download/ }).click(),
  ]);
  expect(again.suggestedFilename()).toBe(download.suggestedFilename());
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(await again.path());
  expect(workbook.getWorksheet("Report")?.rowCount).toBe(2 + number + 1);

  await page.goto("/homepage/inbox");
  await page.getByRole("link", { name: "ARBO Masterlist: your export is finished" }).click();
  await expect(page.getByRole("heading", { name: "Exports and bulk changes" })).toBeVisible();
});

test("A user can cancel an approval of 5,200 rows halfway and later approve the remaining rows in a new tab.", async ({
  page,
  context,
}) => {
  test.slow();
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", list);
  await page.getByRole("button", { name: "Approve all (5,200)" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve 5,200 ARBOs?" });
  const release = await holdFrom(page, "**/api/arbo-masterlist/approve?*", 4);
  await dialog.getByRole("button", { name: "Approve 5,200", exact: true }).click();
  await expect(dialog.getByRole("status")).toHaveText("Approving: 600 of 5,200 ARBOs");
  await expectAccessible(page, "a long act");
  await dialog.getByRole("button", { name: "Continue in the background" }).click();
  await expect(dialog).toBeHidden();

  const link = header(page).getByRole("link", { name: "Approving 5,200 ARBOs: 11% done" });
  await header(page).getByRole("link", { name: "Report", exact: true }).click();
  await link.click();
  const job = entry(page, /^Approve 5,200 rows: ARBO Masterlist$/);
  await expect(job.getByRole("status")).toHaveText("In progress: 600 of 5,200 rows");
  await expectAccessible(page, "long work under way");
  await job.getByRole("button", { name: "Cancel" }).click();
  release();
  await expect(job).toContainText("800 rows: approved.");
  await expect(job).toContainText("4,400 rows: not started.");
  expect(await approvals()).toEqual({ rows: 800, times: 800 });

  // Closes the tab while it waits for a response to the approval. The test replaces window.fetch, because page.route
  // loses the requests that a closing page sends.
  await page.unroute("**/api/arbo-masterlist/approve?*");
  await page.evaluate(() => {
    const real = window.fetch;
    let steps = 0;
    window.fetch = async (...asked) => {
      const answer = await real(...asked);
      if (answer.url.includes("/api/arbo-masterlist/approve?") && ++steps > 2)
        await new Promise(() => undefined);
      return answer;
    };
  });
  await job.getByRole("button", { name: "Continue with 4,400" }).click();
  await expect(job.getByRole("status")).toHaveText("In progress: 1,200 of 5,200 rows");
  await expect.poll(async () => (await approvals()).rows).toBe(1400);
  let asked = false;
  page.on("dialog", (question) => {
    asked = question.type() === "beforeunload";
    void question.accept();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => page.isClosed()).toBe(true);
  expect(asked).toBe(true);

  const other = await context.newPage();
  await other.goto("/homepage/jobs");
  const left = entry(other, /^Approve 5,200 rows: ARBO Masterlist$/);
  await expect(left).toContainText("Interrupted");
  await expect(left).toContainText("1,400 rows: approved.");
  // Someone else saves one of the remaining rows before the approval is resumed.
  await database(
    (sql) => sql`update public.arbo_masterlist set cd = '9th' where arbo_name = ${`${prefix} 05200`}`,
  );
  await left.getByRole("button", { name: "Continue with 3,800" }).click();
  await expect(left).toContainText("5,199 rows: approved.", { timeout: 60_000 });
  await expect(left).toContainText("1 row: refused, not changed.");
  expect(await approvals()).toEqual({ rows: 5199, times: 5199 });
  await left.getByRole("button", { name: "Show refused rows" }).click();
  const refused = other.getByRole("dialog", { name: /^Refused/ });
  await expect(refused.getByRole("row", { name: `${prefix} 05200` })).toContainText(
    "Someone else saved this ARBO",
  );
  await expectAccessible(other, "refused rows of long work");
});
