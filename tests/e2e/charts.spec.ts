/**
 * Every number on a dashboard or report opens the list of the rows that it counts. Lists and charts can be exported.
 */
import ExcelJS from "exceljs";
import { type Download, expect, type Locator, test } from "playwright/test";
import {
  chooseChartAct,
  confirmedExport,
  expectAccessible,
  listTotal,
  numberIn,
  showChartAsTable,
  signIn,
  signInToDashboard,
} from "./support.ts";

/** Returns the first number above zero on a card, with its link. */
async function someFigure(card: Locator): Promise<{ link: Locator; value: number }> {
  await expect(card.getByRole("link").first()).toBeVisible();
  for (const link of await card.getByRole("link").all()) {
    const value = numberIn((await link.locator(".visually-hidden").first().textContent()) ?? "0");
    if (value > 0) return { link, value };
  }
  throw new Error("All numbers of the card are zero.");
}

/** Returns the number of rows in a downloaded report, without its two heading rows and its footer. */
async function rowsOf(download: Download): Promise<number> {
  const file = test.info().outputPath("report.xlsx");
  await download.saveAs(file);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file);
  return (workbook.getWorksheet("Report")?.actualRowCount ?? 0) - 3;
}

test("A number on the dashboard opens the list of the rows that it counts.", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInToDashboard(page, "regional");
  const { link, value } = await someFigure(page.locator('section[data-shape="numbers"]').first());
  await link.click();
  await expect(page.getByRole("tab", { name: /^All/ })).toHaveAttribute("aria-selected", "true");
  expect(await listTotal(page)).toBe(value);

  await page.getByRole("button", { name: "Export" }).click();
  expect(await rowsOf(await confirmedExport(page))).toBe(value);

  await page.getByRole("button", { name: /^Show all/ }).click();
  await expect(page.getByRole("tab", { name: /^All/ })).toBeHidden();
});

test("Every number in a chart's table opens a list with that number of rows.", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page, "central");
  await page.goto("/homepage/report/Form5?where.region_name=Region+III+%28Central+Luzon%29");
  const card = page.locator('section[data-shape="bars"], section[data-shape="stacked"]').first();
  await showChartAsTable(card);
  const table = card.getByRole("table");
  await expect(table.getByRole("link").first()).toBeVisible();
  const addresses = await table
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => [link.getAttribute("href") ?? "", link.textContent ?? ""]));
  expect(addresses.length).toBeGreaterThan(0);
  for (const [href = "", text = ""] of addresses.slice(0, 6)) {
    await page.goto(href);
    expect(await listTotal(page), href).toBe(numberIn(text));
  }
});

test("On a screen of 1366x768 pixels, the dashboard shows the results of this year and last year without scrolling.", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInToDashboard(page, "regional");
  const done = page.getByRole("region", { name: "Results" });
  await expect(done.getByRole("link")).toHaveCount(6);
  await expect(done.getByText("…")).toHaveCount(0);
  await expect(page.locator("svg.recharts-surface").nth(1)).toBeVisible();
  for (const part of [
    ...(await done.getByRole("link").all()),
    page.getByRole("region", { name: "Needs attention" }),
  ]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(768);
  }
  for (const title of ["ARBO registration", "Farmers trained"]) {
    const box = await page.getByRole("region", { name: title, exact: true }).boundingBox();
    expect(box?.y).toBeLessThan(668);
  }

  const trained = done.getByRole("link").filter({ hasText: "Farmers trained" });
  const [, year = "", value = ""] = /(20\d\d): ([\d,]+)/.exec((await trained.textContent()) ?? "") ?? [];
  expect(numberIn(value)).toBeGreaterThan(0);
  await page.goto(`/homepage/dashboard?where.year_from=${year}&where.year_to=${year}`);
  await expect(trained.locator(".visually-hidden").first()).toHaveText(value);
});

test('A number under "Needs attention" on the dashboard opens a list with that number of rows.', async ({
  page,
}) => {
  await signInToDashboard(page, "regional");
  const queues = page.getByRole("region", { name: "Needs attention" });
  await queues.getByText("Expired permits").click();
  const part = queues
    .getByRole("link")
    .filter({ hasText: /^[\d,]+ / })
    .first();
  const value = numberIn(((await part.textContent()) ?? "").split(" ")[0] ?? "");
  await part.click();
  expect(await listTotal(page)).toBe(value);
});

test("A user saves a chart as a picture and as an Excel file.", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page, "central");
  await page.goto("/homepage/report/Form11");
  const card = page.locator('section[data-shape="bars"], section[data-shape="stacked"]').first();
  await expect(card.locator("svg.recharts-surface").first()).toBeVisible();
  const picture = page.waitForEvent("download");
  await chooseChartAct(card, "Save as a picture");
  expect((await picture).suggestedFilename()).toMatch(/\.png$/);
  await chooseChartAct(card, "Save as an Excel file");
  expect(await rowsOf(await confirmedExport(page))).toBeGreaterThan(0);
});

test("A chart printed from dark mode has light colours and shows its filters and source.", async ({
  page,
}) => {
  const dark = { colorScheme: "dark", reducedMotion: "reduce" } as const;
  await page.emulateMedia(dark);
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-print-called", "");
  });
  await signIn(page, "central");
  await page.goto("/homepage/report/Form11?where.year_from=2024");
  const cards = page.locator("section[data-shape]");
  const card = page.locator('section[data-shape="bars"], section[data-shape="stacked"]').first();
  await expect(card.locator("svg.recharts-surface").first()).toBeVisible();
  await expect(cards.nth(1)).toBeAttached();
  await chooseChartAct(card, "Print");
  await expect(page.locator("body")).toHaveAttribute("data-print-called");
  await page.emulateMedia({ ...dark, media: "print" });
  await expect(cards.filter({ visible: true })).toHaveCount(1);
  await expect(page.locator("html")).toHaveAttribute("data-color-scheme", "light");
  await expect(card.getByRole("heading")).toBeVisible();
  await expect(card.locator("svg.recharts-surface").first()).toBeVisible();
  await expect(card.getByText(/From year: 2024/)).toBeVisible();
  await expect(card.getByText(/^Source: .* records of all offices/)).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(card.getByRole("button")).toHaveCount(0);

  // After a chart was printed alone, printing the page prints the whole page again.
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(cards.filter({ visible: true })).not.toHaveCount(1);
  await page.emulateMedia({ ...dark, media: "screen" });
  await expect(page.locator("html")).toHaveAttribute("data-color-scheme", "dark");
  await expect(card.getByText(/^Source: /)).toHaveCount(0);
});

test("The only buttons in a chart's header are Table and More.", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInToDashboard(page, "regional");
  const card = page.getByRole("region", { name: "Farmers trained", exact: true });
  await expect(card.locator("svg.recharts-surface").first()).toBeVisible();
  const words = await page.locator("section[data-shape] header button").allInnerTexts();
  expect(words.length).toBeGreaterThan(5);
  expect(words.filter((word) => !/^(Table|More)$/.test(word.trim()))).toEqual([]);

  const explanation = card.getByText("Participants who attended at least one training");
  await expect(explanation).toBeHidden();
  await chooseChartAct(card, "How this is counted");
  await expect(explanation).toBeVisible();
  await expect(card.getByRole("button", { name: "More", exact: true })).toBeFocused();
  await chooseChartAct(card, "Hide how this is counted");
  await expect(explanation).toBeHidden();
  await card.getByRole("button", { name: "More", exact: true }).click();
  await expectAccessible(page, "the menu of a chart");
});

test("The exported file of a report contains the rows of all pages of the report.", async ({ page }) => {
  await signIn(page, "central");
  await page.goto("/homepage/report/TargetAccomplishmentFME?level=province");
  const pages = page.getByRole("navigation", { name: "Pages" });
  const range =
    (await pages
      .getByText(/ of [\d,]+$/)
      .first()
      .textContent()) ?? "";
  const total = numberIn(range.split(" of ").at(-1) ?? "");
  const button = page.getByRole("button", { name: "Export", exact: true });
  await button.click();
  await expectAccessible(page, "the question before an export");
  await page.screenshot({ path: "test-results/report-export.png" });
  await page.getByRole("button", { name: "No", exact: true }).click();
  await expect(button).toBeFocused();
  await button.click();
  expect(await rowsOf(await confirmedExport(page))).toBe(total);
  await page.screenshot({ path: "test-results/report-exported.png" });
});

test('A number in the report "NotReported" opens the list of the rows that it counts.', async ({ page }) => {
  await signIn(page, "admin");
  // The former URL of this report redirects to the new URL.
  await page.goto("/homepage/users/NotReported");
  await expect(page).toHaveURL(/report\/NotReported/);
  await expect(page.getByRole("button", { name: "Nothing reported" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.getByRole("button", { name: "All offices" }).click();
  await expect(page).toHaveURL(/show=all/);
  const period = "where.window=accomplishment&where.reporting_year=2025";
  await page.goto(
    `/homepage/report/NotReported?show=all&${period}&where.region_name=Region+III+(Central+Luzon)`,
  );
  await expect(page.getByRole("row", { name: /Nueva Ecija/ })).toBeVisible();
  const missing = (await page.getByRole("cell", { name: /forms? missing$/ }).allTextContents()).map(
    (text) => Number.parseInt(text, 10) || 0,
  );
  expect(new Set(missing).size).toBeGreaterThan(1);
  expect(missing).toEqual(missing.toSorted((one, other) => other - one));
  await page.goto(`/homepage/report/NotReported?show=all&${period}&where.province_name=Nueva+Ecija`);
  const row = page.getByRole("row", { name: /Nueva Ecija/ });
  await expect(row).toBeVisible();
  const heads = await page.getByRole("columnheader").allTextContents();
  expect(heads.some((head) => head.startsWith("Trainings"))).toBe(true);
  await expectAccessible(page, "what offices have reported");
  await expect(row).toContainText(/\d of 6 forms missing|No form missing/);
  await expect(row.getByRole("link", { name: "provincial@" })).toHaveAttribute("href", /^mailto:provincial@/);
  await expect(row.getByRole("link", { name: "Nueva Ecija", exact: true })).toHaveAttribute(
    "href",
    /ARBO_Masterlist.*Nueva\+Ecija/,
  );
  const cells = await row
    .locator("[data-number]")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => [link.getAttribute("href") ?? "", link.textContent ?? ""]));
  expect(cells).toHaveLength(6);
  expect(cells.some(([, text = ""]) => numberIn(text) > 0)).toBe(true);
  for (const [href = "", text = ""] of cells) {
    await page.goto(href);
    expect(await listTotal(page), href).toBe(numberIn(text));
  }
});

test('On a phone, the report "NotReported" does not scroll sideways.', async ({ page }) => {
  await signIn(page, "admin");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/homepage/report/NotReported?show=all&where.province_name=Nueva+Ecija");
  const row = page.getByRole("row", { name: /Nueva Ecija/ });
  for (const shown of [
    row.getByRole("cell", { name: /forms? missing$/ }),
    row.getByRole("link", { name: "provincial@" }),
  ]) {
    const box = await shown.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThan(375);
  }
});

test("When a user starts or ends a comparison in a chart, the focus returns to the chart's menu button.", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInToDashboard(page, "regional");
  const card = page.getByRole("region", { name: "Results" });
  const more = card.getByRole("button", { name: "More", exact: true });
  await chooseChartAct(card, "Compare over time");
  await expect(card.getByRole("button", { name: "Years" })).toBeVisible();
  await expect(more).toBeFocused();
  await expect(card.locator("svg.recharts-surface").first()).toBeVisible();
  const [compared, beside] = await Promise.all(
    [card, page.getByRole("region", { name: "ARBOs and ARCs", exact: true })].map((one) => one.boundingBox()),
  );
  expect(compared?.y).toBeGreaterThan((beside?.y ?? 0) + (beside?.height ?? 999));
  await chooseChartAct(card, "End the comparison");
  await expect(card.getByRole("button", { name: "Years" })).toBeHidden();
  await expect(more).toBeFocused();
});

test("A user without the Sensitive right sees a reason instead of the chart with the participants' demographics.", async ({
  page,
}) => {
  await signIn(page, "central");
  await page.goto("/homepage/report/Form5");
  const card = page.getByRole("region", { name: "Demographics of trained participants" });
  await expect(card.getByText("You need the Sensitive right to see these figures.")).toBeVisible();
  await expect(card.getByRole("table")).toHaveCount(0);
  await expect(card.getByRole("link")).toHaveCount(0);
});

for (const [name, address] of [
  ["dashboard", "/homepage/dashboard"],
  ["form 5", "/homepage/report/Form5"],
  ["target report", "/homepage/report/TargetAccomplishmentFME?level=province"],
  ["trainings by district", "/homepage/report/ARBOCapDev"],
  ["training record", "/homepage/report/CapDevRecord"],
  ["offices not reported", "/homepage/report/NotReported"],
] as const) {
  test(`The screen "${name}" has no accessibility findings.`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signIn(page, "central");
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectAccessible(page, name);
  });
}

test("Every bar in a chart has a label with its number.", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page, "central");
  await page.goto("/homepage/report/Form5");
  const trained = page.getByRole("region", { name: "ARBs trained by region", exact: true });
  await trained.scrollIntoViewIfNeeded();
  await expect(trained.locator("[data-bar-label]").first()).toHaveText(/^[\d,]+ of [\d,]+$/);

  const outcomes = page.getByRole("region", { name: "Target, accomplished and matched: ARBOs", exact: true });
  await outcomes.scrollIntoViewIfNeeded();
  await expect(outcomes.locator("[data-bar-label]").first()).toBeVisible();
  const gaps = await outcomes.evaluate((card) => {
    const boxes = (selector: string) =>
      [...card.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    const bars = boxes(".recharts-bar-rectangle path");
    return boxes("[data-bar-label]").map((label) => {
      const middle = (label.top + label.bottom) / 2;
      const own = bars.find(({ top, bottom, width }) => width > 0 && top <= middle && middle <= bottom);
      return own ? Math.round(label.left - own.right) : null;
    });
  });
  expect(gaps.length).toBeGreaterThan(2);
  for (const gap of gaps) expect(gap).toBeLessThan(9);
});
