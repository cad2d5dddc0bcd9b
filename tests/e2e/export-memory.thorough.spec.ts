/** Large exports. The memory of the browser tab does not grow with the number of rows, and the file is complete. */
import { readFileSync } from "node:fs";
import ExcelJS from "exceljs";
import { type Browser, expect, type Page, test } from "playwright/test";
import { database, openRecords, signIn } from "./support.ts";

const few = 6000;
const many = 24_000;
const mark = "Export memory";
const megabyte = 2 ** 20;

const fill = () =>
  database(
    (sql) => sql`
      insert into public.participants (participant_name, sex, region_name, province_name, muncity_name, arbo_name, remarks)
      select ${mark} || case when n <= ${few} then ' few ' else ' more ' end || lpad(n::text, 6, '0'), 'Female',
        'Region III (Central Luzon)', 'Nueva Ecija', 'Jaen', 'Cooperative of ' || md5(n::text), repeat('a remark ', 12)
      from generate_series(1, ${many}) n`,
  );
const empty = () =>
  database((sql) => sql`delete from public.participants where participant_name like ${`${mark}%`}`);

/** Returns the memory of the largest renderer process in bytes, without memory that it shares with other processes. */
async function rendererMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => {
      const [, resident = 0, shared = 0] = readFileSync(`/proc/${id}/statm`, "utf8").split(" ").map(Number);
      return (resident - shared) * 4096;
    });
  return Math.max(...sizes);
}

/**
 * Exports the rows that a search finds. @returns the file's path, and the memory of the tab in bytes before the export
 * and at its peak.
 */
async function exported(page: Page, q: string): Promise<{ path: string; most: number; before: number }> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page has no browser.");
  await openRecords(page, "Participants", `?q=${encodeURIComponent(q)}`);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const before = await rendererMemory(browser);
  let most = before;
  await page.getByRole("button", { name: "Yes, export" }).click();
  const link = page.getByRole("link", { name: /^Report_\d{4}-\d{2}-\d{2}\.xlsx$/ });
  while (!(await link.isVisible())) {
    most = Math.max(most, await rendererMemory(browser));
    await page.waitForTimeout(50);
  }
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return { path: await download.path(), most, before };
}

test.afterAll(empty);

test("An export of 24,000 rows needs at most 80 MB more memory than an export of 6,000 rows.", async ({
  page,
}) => {
  test.setTimeout(300_000);
  await empty();
  await fill();
  await signIn(page, "admin");
  const small = await exported(page, `${mark} few`);
  const large = await exported(page, mark);
  console.log(
    [small, large]
      .map(({ before, most }) => `${Math.round(before / megabyte)} → ${Math.round(most / megabyte)} MB`)
      .join(", "),
  );
  expect(large.most).toBeLessThan(300 * megabyte);
  expect(large.most - large.before).toBeLessThan(small.most - small.before + 80 * megabyte);

  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(large.path);
  const sheet = workbook.getWorksheet("Report");
  // The file contains two heading rows, the data rows and one footer row.
  expect(sheet?.rowCount).toBe(2 + many + 1);
  expect(sheet?.getCell(3, 1).value).toBe(`${mark} few 000001`);
  expect(sheet?.getCell(2 + many, 1).value).toBe(`${mark} more 024000`);
  expect(sheet?.getCell(3 + many, 1).value).toBe(`Count: ${many}`);
});
