/** Dashboards for presentations: line charts over time, the ten largest places, and the export as slides. */
import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import { expect, type Page, test } from "playwright/test";
import {
  chooseChartAct,
  expectAccessible,
  listTotal,
  numberIn,
  showChartAsTable,
  signIn,
} from "./support.ts";

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

/** Returns the width of a PNG file in pixels, read from its header. */
const widthOf = (png: Uint8Array): number => new DataView(png.buffer, png.byteOffset).getUint32(16);

async function savedSlides(page: Page): Promise<Record<string, Uint8Array>> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as slides" }).click(),
  ]);
  if (process.env.KEEP) await download.saveAs(`${process.env.KEEP}/${download.suggestedFilename()}`);
  expect(download.suggestedFilename()).toMatch(/\.pptx$/);
  return unzipSync(await readFile(await download.path()));
}

test("A user can save a dashboard as slides, with one chart per slide.", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await signIn(page, "central");
  await page.goto("/homepage/report/Form5?where.region_name=Region+III+(Central+Luzon)");
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
  // A card has no slide if the user has no right to see its figures.
  const shown = page.locator("section[data-shape]", { hasNotText: "You need the Sensitive right" });
  const titles = await shown.locator("h3").allTextContents();
  const parts = await savedSlides(page);
  const slides = Object.keys(parts)
    .filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    .sort((one, other) => numberIn(one.replace(/\D/g, "")) - numberIn(other.replace(/\D/g, "")))
    .map((name) => text(parts[name]));
  // The first slide is the title slide with the name of the dashboard.
  expect(slides).toHaveLength(titles.length + 1);
  expect(slides[0]).toContain("Form 5: capacity building");
  for (const [at, title] of titles.entries())
    expect(slides[at + 1], title).toContain(title.replace(/&/g, "&amp;"));
  for (const slide of slides) {
    expect(slide).toContain("Region III (Central Luzon)");
    expect(slide).toMatch(/Source: .*20\d\d/);
  }
  expect(slides[1]).toContain("<a:tbl>");
  expect(slides.join()).not.toContain("Demographics of trained participants");
  const pictures = Object.keys(parts).filter((name) => /^ppt\/media\/.*\.png$/.test(name));
  expect(pictures.length).toBeGreaterThanOrEqual(6);
  for (const name of pictures) expect(widthOf(parts[name] as Uint8Array), name).toBeGreaterThan(1600);
});

test('If a chart shows only the largest places, the button "Show all" shows all places.', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page, "central");
  await page.goto("/homepage/report/Form5");
  const card = page.getByRole("region", { name: "ARBs trained by municipality" });
  await card.scrollIntoViewIfNeeded();
  const names = card.locator(".recharts-yAxis-tick-labels text");
  await expect(names).toHaveCount(11);
  // The label may be broken into lines at any space. At these line breaks, the element's text has no space.
  await expect(names.last()).toHaveText(/^\d+\s*others\s*\(without\s*a\s*bar\)$/);
  await card.getByRole("button", { name: /^Show all \d+$/ }).click();
  await expect.poll(() => names.count()).toBeGreaterThan(13);
  const all = await names.count();
  await expectAccessible(page, "a board with all of its places");
  await card.getByRole("button", { name: "Show the largest" }).click();
  await expect(names).toHaveCount(11);

  // The table of the chart lists all places, largest first.
  await showChartAsTable(card);
  await expect(card.getByRole("rowheader")).toHaveCount(all);
  const sums = await card
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll("td")].reduce(
          (sum, { textContent }) => sum + Number((textContent ?? "").replace(/\D/g, "")),
          0,
        ),
      ),
    );
  expect(sums).toEqual([...sums].sort((one, other) => other - one));
});

test("A user can show a chart as lines over twelve quarters.", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page, "central");
  await page.goto("/homepage/report/Form5?where.year_to=2025");
  await chooseChartAct(
    page.getByRole("region", { name: "ARBs trained by region", exact: true }),
    "Compare over time",
  );
  const card = page
    .locator("section[data-shape]")
    .filter({ has: page.getByRole("button", { name: "Quarters", exact: true }) });
  await card.getByRole("button", { name: "Quarters", exact: true }).click();
  await card.getByRole("button", { name: "Lines", exact: true }).click();
  await expect(page).toHaveURL(/compare\.as=lines|as%22%3A%22lines/);
  await page.reload();
  await expect(card.locator(".recharts-line").first()).toBeVisible();
  await expectAccessible(page, "a chart as lines");
  await showChartAsTable(card);
  await expect(card.getByRole("rowheader").first()).toHaveText("Q1 2023");
  await expect(card.getByRole("rowheader")).toHaveCount(12);
  const cells = await card.getByRole("cell").getByRole("link").all();
  const numbers = await Promise.all(cells.map(async (cell) => numberIn((await cell.textContent()) ?? "")));
  const at = numbers.indexOf(Math.max(...numbers));
  expect(numbers[at]).toBeGreaterThan(0);
  await cells[at]?.click();
  expect(await listTotal(page)).toBe(numbers[at]);
});

test("In a line chart, the labels at the ends of the lines don't overlap.", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page, "central");
  await page.goto("/homepage/dashboard?compare.chart=done&compare.by=years&compare.as=lines");
  const labels = page.locator("[data-line-label]");
  await expect(labels).toHaveCount(6);
  const boxes = await labels.evaluateAll((texts) =>
    texts
      .map((text) => ({ box: text.getBoundingClientRect(), value: text.textContent ?? "" }))
      .sort((one, other) => one.box.y - other.box.y)
      .map(({ box, value }) => ({ middle: box.y + box.height / 2, value })),
  );
  for (const [at, { middle }] of boxes.entries())
    if (at > 0) expect(middle - (boxes[at - 1]?.middle ?? 0)).toBeGreaterThanOrEqual(11);
  const values = boxes.map(({ value }) => numberIn(value));
  expect(values).toEqual([...values].sort((one, other) => other - one));
});
