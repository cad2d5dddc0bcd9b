/** "Save as a picture": the file shows the whole chart on a white background, in both colour schemes. */
import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "playwright/test";
import {
  chooseChartAct,
  listTotal,
  numberIn,
  showChartAsTable,
  signIn,
  signInToDashboard,
} from "./support.ts";

interface Picture {
  width: number;
  height: number;
  /** The 30 most frequent colours, each with its share of the pixels (0 to 1). */
  shares: Record<string, number>;
}

async function saved(card: Locator): Promise<Picture> {
  const page = card.page();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    chooseChartAct(card, "Save as a picture"),
  ]);
  const bytes = (await readFile(await download.path())).toString("base64");
  if (process.env.KEEP) await download.saveAs(`${process.env.KEEP}/${download.suggestedFilename()}`);
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, width, height).data ?? [];
    const counts: Record<string, number> = {};
    for (let at = 0; at < pixels.length; at += 4) {
      const parts = [pixels[at], pixels[at + 1], pixels[at + 2]];
      const colour = `#${parts.map((part) => (part ?? 0).toString(16).padStart(2, "0")).join("")}`;
      counts[colour] = (counts[colour] ?? 0) + 1;
    }
    const most = Object.entries(counts)
      .sort(([, one], [, other]) => other - one)
      .slice(0, 30);
    return {
      width,
      height,
      shares: Object.fromEntries(most.map(([colour, n]) => [colour, n / (width * height)])),
    };
  }, bytes);
}

/** Colours of four chart series in the light and the dark scheme, in this order: done, planned, ARBOs, men. */
const light = ["#36784f", "#c98a1b", "#33739e", "#4f63b3"];
const dark = ["#6fbf8c", "#e3b04f", "#74b0d8", "#93a4ea"];
/** Colours of three compared periods, oldest first. */
const periods = ["#98b8a4", "#568f6d", "#144d2b"];
/** Map colours of the light scheme for provinces with a count above zero, lowest count first. */
const steps = ["#c5dccd", "#93c1a4", "#5b9c74", "#2f7349", "#144d2b"];

for (const scheme of ["light", "dark"] as const) {
  test(`In the ${scheme} colour scheme, a saved picture of a chart shows the whole chart on a white background.`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await signIn(page, "central");
    await page.goto("/homepage/report/Form5");
    await page.locator(".recharts-surface").first().waitFor();
    let tried = 0;
    for (const shape of ["bars", "stacked", "donut"]) {
      const first = page.locator(`section[data-shape="${shape}"]`).first();
      if ((await first.count()) === 0) continue;
      tried++;
      await first.scrollIntoViewIfNeeded();
      await first.locator(".recharts-surface").first().waitFor();
      const box = await first.locator(".recharts-wrapper > svg").boundingBox();
      const { width, height, shares } = await saved(first);
      expect(width, shape).toBeGreaterThanOrEqual(1600);
      expect(height / width, shape).toBeGreaterThan((box?.height ?? 0) / ((box?.width ?? 1) + 60));
      expect(shares["#ffffff"], shape).toBeGreaterThan(0.4);
      expect(
        light.some((colour) => (shares[colour] ?? 0) > 0.004),
        `${shape}: ${JSON.stringify(shares)}`,
      ).toBe(true);
      expect(
        dark.filter((colour) => (shares[colour] ?? 0) > 0),
        shape,
      ).toEqual([]);
    }
    expect(tried, "shapes that were saved").toBeGreaterThan(0);
    await page.goto("/homepage/dashboard");
    await page
      .getByRole("img", { name: /^Map of provinces/ })
      .or(page.locator("svg:has(> title)"))
      .first()
      .waitFor();
    const map = await saved(page.getByRole("region", { name: /province/i }).first());
    expect(map.width).toBeGreaterThanOrEqual(1600);
    expect(map.shares["#ffffff"]).toBeGreaterThan(0.3);
    const coloured = steps.reduce((sum, step) => sum + (map.shares[step] ?? 0), 0);
    expect(coloured, "provinces with something to count").toBeGreaterThan(0.0005);
  });
}

/** Finds the chart card that shows a comparison over time. */
const comparedCard = (page: Page): Locator =>
  page
    .locator("section[data-shape]")
    .filter({ has: page.getByRole("button", { name: "Quarters", exact: true }) });

test("A user can compare three years in a chart and save the chart as a picture.", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInToDashboard(page, "central");
  await page.getByRole("link", { name: "Report", exact: true }).click();
  await chooseChartAct(page.getByRole("region", { name: / by region$/ }).first(), "Compare over time");
  const card = comparedCard(page);
  const thisYear = new Date().getFullYear();
  await expect(card.locator(".recharts-legend-item")).toHaveText(
    [thisYear - 2, thisYear - 1, thisYear].map(String),
  );
  const { width, height, shares } = await saved(card);
  expect(width).toBeGreaterThan(1600);
  expect(height).toBeGreaterThan(200);
  for (const colour of periods) expect(shares[colour] ?? 0).toBeGreaterThan(0.001);

  // The URL contains the comparison and the chosen figure, so the page can be reloaded.
  await page.reload();
  await card.getByRole("combobox").selectOption({ index: 1 });
  await showChartAsTable(card);
  await expect(card.getByRole("columnheader").nth(1)).toHaveText(String(thisYear - 2));
  const cells = card.getByRole("cell").getByRole("link");
  await expect(cells.first()).toBeVisible();
  const largest = (await cells.all()).slice(0, 9);
  const numbers = await Promise.all(largest.map(async (cell) => numberIn((await cell.textContent()) ?? "")));
  const at = numbers.indexOf(Math.max(...numbers));
  expect(numbers[at]).toBeGreaterThan(0);
  await cells.nth(at).click();
  expect(await listTotal(page)).toBe(numbers[at]);
});

test("If a chart compares the four quarters of a year, their figures add up to the year's total.", async ({
  page,
}) => {
  await signIn(page, "central");
  await page.goto("/homepage/dashboard?where.year_to=2025&compare.chart=done&compare.by=quarters");
  const card = comparedCard(page);
  await expect(card.locator(".recharts-legend-item")).toHaveText([
    "Q1 2025",
    "Q2 2025",
    "Q3 2025",
    "Q4 2025",
  ]);
  const table = async () => {
    await showChartAsTable(card);
    const row = card.getByRole("row").filter({ hasText: "Units of support" });
    await expect(row.getByRole("cell").first()).toBeVisible();
    return Promise.all(
      (await row.getByRole("cell").all()).map(async (cell) => numberIn((await cell.textContent()) ?? "")),
    );
  };
  const quarters = await table();
  await card.getByRole("button", { name: "Years", exact: true }).click();
  await expect(card.getByRole("columnheader").last()).toHaveText("2025");
  const row = card.getByRole("row").filter({ hasText: "Units of support" });
  const year = numberIn((await row.getByRole("cell").last().textContent()) ?? "");
  expect(year).toBeGreaterThan(0);
  expect(quarters.reduce((sum, one) => sum + one, 0)).toBe(year);
});
