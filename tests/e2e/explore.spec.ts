/**
 * The Explore screen. A question shows one value, such as a count, per group of rows. A central user enters three
 * questions with at most eight presses each, and opens the lists behind the numbers. Other tests download, save and pin
 * a question.
 */
import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import { expect, type Locator, type Page, test } from "playwright/test";
import {
  closeContexts,
  confirmedExport,
  database,
  expectAccessible,
  intercept,
  listTotal,
  numberIn,
  openRecords,
  signIn,
} from "./support.ts";

test.afterEach(closeContexts);

const clean = () => database((sql) => sql`delete from public.saved_views where screen = 'Explore'`);
test.beforeEach(clean);
test.afterAll(clean);

const mostPresses = 8;

/** Counts the actions of a user. Each click, each Enter, and each text typed to find an option counts as one. */
class Presses {
  count = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }

  /** Opens a dropdown and clicks an option that it shows. */
  async pick(label: string, option: string): Promise<void> {
    await this.click(this.page.getByRole("combobox", { name: new RegExp(`^${label}: `) }));
    await this.click(this.page.getByRole("option", { name: option, exact: true }));
  }

  /** Opens a dropdown, types part of an option's name to find the option, and chooses it with Enter. */
  async find(label: string, text: string): Promise<void> {
    await this.click(this.page.getByRole("combobox", { name: new RegExp(`^${label}: `) }));
    await this.type(text);
  }

  /** Types the name of an option and chooses the option with Enter. */
  async type(text: string): Promise<void> {
    this.count += 2;
    await this.page.keyboard.type(text);
    await expect(this.page.getByRole("option").first()).toContainText(text, { ignoreCase: true });
    await this.page.keyboard.press("Enter");
  }
}

async function summarize(page: Page, route: string): Promise<Presses> {
  await openRecords(page, route);
  const presses = new Presses(page);
  const button = page.getByRole("button", { name: "Summarize" });
  const more = page.getByRole("button", { name: "More", exact: true }).first();
  await expect(more).toBeVisible();
  // In a reviewer's lists, the action Summarize is in the More menu.
  if (await button.isHidden()) await presses.click(more);
  await presses.click(button.or(page.getByRole("menuitem", { name: "Summarize" })));
  await answered(page);
  return presses;
}

async function answered(page: Page): Promise<void> {
  await expect(page.getByText("Counting…")).toBeHidden();
  await expect(page.getByRole("table")).toBeVisible();
}

const headings = (page: Page) => page.getByRole("columnheader").allTextContents();
const total = (page: Page) => page.locator("tfoot td[data-total]").textContent();

/** Opens the list that a number links to, compares the list's number of rows with the number, and goes back. */
async function compareWithList(page: Page, cell: Locator): Promise<void> {
  const number = numberIn((await cell.textContent()) ?? "");
  await cell.click();
  expect(await listTotal(page)).toBe(number);
  await page.goBack();
  await answered(page);
}

test("A central user can rank the ARBOs of one region by sales in Explore.", async ({ page }) => {
  await signIn(page, "central");
  const presses = await summarize(page, "Sales_Transactions");
  await presses.pick("Then by", "Commodity");
  await presses.find("Region", "Region III");
  await answered(page);
  expect(presses.count).toBeLessThanOrEqual(mostPresses);
  await expect(page.getByText("Rank", { exact: true })).toBeVisible();
  await expect(page.getByRole("columnheader").nth(2)).toHaveText("Commodity");
  const [rank, arbo, commodity, ...rest] = await headings(page);
  expect([rank, arbo, commodity, rest.at(-1)]).toEqual(["Rank", "ARBO name", "Commodity", "Total"]);
  expect(rest[0]).toMatch(/^20\d\d Q[1-4]$/);
  const expected = await database(
    (sql) => sql<{ sum: string }[]>`
      select sum(gross_sales)::text as sum from sales_transactions where region_name like 'Region III %'`,
  );
  // Just after the user's last choice, the screen may still show the previous answer.
  await expect.poll(async () => numberIn((await total(page)) ?? "")).toBe(Number(expected[0]?.sum));
  await expectAccessible(page, "a question with columns");

  // The list that a sum opens shows the same sum.
  const first = page.locator("tbody tr").first().locator("td[data-total] a");
  const sum = (await first.textContent()) ?? "";
  await first.click();
  await listTotal(page);
  await expect(page.getByRole("status").filter({ hasText: "Gross sales" })).toContainText(sum);
});

test("A central user can see the share of trained women per province in Explore.", async ({ page }) => {
  await signIn(page, "central");
  const presses = await summarize(page, "Participants");
  await presses.pick("Rows", "Province");
  await presses.pick("Then by", "Year funded");
  await presses.pick("Has or has no", "Has trainings");
  await presses.click(page.getByRole("button", { name: "% of row" }));
  await answered(page);
  expect(presses.count).toBeLessThanOrEqual(mostPresses);
  await expect(page.getByRole("columnheader")).toHaveText([
    "Rank",
    "Province",
    "Year funded",
    "Female",
    "Male",
    "Total",
  ]);
  const row = page.locator("tbody tr").first();
  await expect(row.locator("td a").first()).toHaveText(/%$/);
  const [female = "", male = ""] = await row.locator("td a").allTextContents();
  expect(female).toMatch(/^\d+\.\d%$/);
  expect(numberIn(female) + numberIn(male)).toBeCloseTo(100, 1);

  await page.getByRole("button", { name: "Numbers" }).click();
  await expect(row.locator("td a").first()).not.toHaveText(/%$/);
  await compareWithList(page, row.locator("td a").first());
});

test("A central user can list ARBOs without an income record in Explore, and download a slide.", async ({
  page,
}) => {
  await signIn(page, "central");
  const presses = await summarize(page, "FME_Inventory");
  await presses.find("Has or has no", "Has no income records of");
  await answered(page);
  expect(presses.count).toBeLessThanOrEqual(mostPresses);
  await expect(page.getByRole("list", { name: "Conditions" })).toContainText("Has no income record where");
  // Just after a condition is added, the table may still show the answer without this condition.
  await answered(page);
  await compareWithList(page, page.locator("tfoot td[data-total] a"));
  const names = await page.locator("tbody th").allTextContents();
  expect(names.length).toBeGreaterThan(3);

  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Slide" }).click(),
  ]);
  const slide = unzipSync(await readFile(await download.path()))["ppt/slides/slide1.xml"];
  // PowerPoint files store each word of a text in its own element, so the test joins the words.
  const text = [...new TextDecoder().decode(slide).matchAll(/<a:t>([^<]*)<\/a:t>/g)]
    .map(([, word]) => word)
    .join("");
  expect(text).toContain("Number of machines by ARBO name");
  expect(text).toContain("Has no income record");
  for (const name of names.slice(0, 3)) expect(text).toContain(name.replaceAll("&", "&amp;"));
});

test("Only users of the same office can open an Explore query shared with the office.", async ({
  page,
  browser,
}) => {
  await signIn(page, "provincial");
  await page.goto("/homepage/report/explore?record=participant");
  await answered(page);
  await page.getByRole("button", { name: "Heat map" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const form = page.getByRole("form", { name: "Save this question" });
  await form.getByLabel("Save this question").fill("People by sex");
  await form.getByLabel("For").selectOption("office");
  await expectAccessible(page, "the panel of saved questions");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Pin to dashboard" }).click();
  await expect(page.getByRole("button", { name: "Unpin from dashboard" })).toBeVisible();
  const saved = await total(page);

  // After a change, the saved question is marked as changed until the user saves it.
  await page.getByRole("button", { name: "Table" }).click();
  await expect(page.getByText("· changed")).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("· changed")).toBeHidden();

  await page.goto("/homepage/dashboard");
  const card = page.getByRole("region", { name: "People by sex" });
  await card.scrollIntoViewIfNeeded();
  await expect(card.locator("tfoot td[data-total]")).toHaveText(saved ?? "");
  await expectAccessible(page, "the dashboard with a pinned question");
  await card.getByRole("link", { name: "Explore People by sex" }).click();
  await answered(page);
  await expect(page.locator("tfoot td[data-total]")).toHaveText(saved ?? "");

  // The link of a saved question contains only its id.
  const id = new URL(page.url()).searchParams.get("saved");
  await page.goto(`/homepage/report/explore?saved=${id}`);
  await answered(page);
  await expect(page.getByText("People by sex")).toBeVisible();

  // A user of another office can't open the saved question.
  const stranger = await (await browser.newContext()).newPage();
  await signIn(stranger, "central");
  await stranger.goto(`/homepage/report/explore?saved=${id}`);
  await expect(stranger.getByText("This view does not exist")).toBeVisible();
});

test("The Explore screen shows the default query if the URL is damaged.", async ({ page }) => {
  await signIn(page, "central");
  await page.goto(
    "/homepage/report/explore?record=participant&rows=x,,y&columns=z&value=sum.sex&filter=%7Bbad&top=-4&as=pie&share=2",
  );
  await answered(page);
  await expect(page.getByRole("columnheader")).toHaveText(["Rank", "ARBO name", "Female", "Male", "Total"]);
  await page.goto("/homepage/report/explore?record=nothing&rows=a");
  await expect(page.getByText('There are no records named "nothing".')).toBeVisible();
});

test("A user can cancel a running Explore query.", async ({ page }) => {
  await signIn(page, "central");
  await page.goto("/homepage/report/explore?record=participant&filter.region_name=Nowhere");
  await expect(page.getByText("No participants match the conditions.")).toBeVisible();
  await expectAccessible(page, "a question without results");

  await intercept(page, "**/api/explore", () => new Promise(() => undefined));
  await page.getByRole("button", { name: "Clear conditions" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("The question was cancelled.")).toBeVisible();
  await page.unroute("**/api/explore");
  await page.getByRole("button", { name: "Ask again" }).click();
  await answered(page);
});

test("A user can download the result of an Explore query as a picture or an Excel file.", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page, "central");
  await page.goto("/homepage/report/explore?record=participant&rows=province_name&columns=sex&value=count");
  await answered(page);
  const exported = async (name: string) => {
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name, exact: true }).click(),
    ]);
    return readFile(await download.path());
  };
  const pixels = (png: Uint8Array) => new DataView(png.buffer, png.byteOffset).getUint32(16);
  for (const way of ["Table", "Heat map", "Bars", "Lines"]) {
    await page.getByRole("button", { name: way }).click();
    if (way === "Bars" || way === "Lines")
      await expect(page.locator(".recharts-surface").first()).toBeVisible();
    await expectAccessible(page, way);
    expect(pixels(await exported("Picture")), way).toBeGreaterThanOrEqual(1920);
  }
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "Excel" }).click();
  const file = await readFile(await (await confirmedExport(page)).path());
  const texts = new TextDecoder().decode(unzipSync(file)["xl/sharedStrings.xml"]);
  expect(texts || new TextDecoder().decode(unzipSync(file)["xl/worksheets/sheet1.xml"])).toContain(
    "Nueva Ecija",
  );
  const about = new TextDecoder().decode(unzipSync(file)["xl/worksheets/sheet2.xml"]);
  for (const text of ["Conditions", "Exported by", "(central)", "Rows"]) expect(about).toContain(text);

  // A click on a bar opens the list of the rows that the bar counts.
  await page.getByRole("button", { name: "Bars" }).click();
  await page.locator(".recharts-bar-rectangle").first().click();
  await expect(page).toHaveURL(/\/forms\/Participants\?.*filter/);
  expect(await listTotal(page)).toBeGreaterThan(0);
});

test("If the rows of an Explore query have amounts in different units, the screen does not add them up.", async ({
  page,
}) => {
  await signIn(page, "central");
  await page.goto("/homepage/report/explore?record=sales-transaction&rows=region_name&value=sum.volume");
  await answered(page);
  await expect(page.getByText("Volume has different units, which cannot be added.")).toBeVisible();
  await page.getByRole("button", { name: "Only kg" }).click();
  await expect(page.getByText("Volume has different units")).toBeHidden();
  await answered(page);
  await page.goBack();
  await page.getByRole("button", { name: "Group by Unit" }).click();
  await answered(page);
  await expect(page.getByRole("columnheader")).toHaveText(["Rank", "Region", "Unit", "Sum of Volume"]);
});
