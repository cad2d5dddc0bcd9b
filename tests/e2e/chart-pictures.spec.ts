/** "Save as a picture": the file is the chart, with its bars, rings, provinces and legend, white in either look. */
import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "playwright/test";
import { signIn } from "./support.ts";

interface Picture {
  width: number;
  height: number;
  /** Share of the pixels, by colour. */
  shares: Record<string, number>;
}

async function saved(page: Page, title: RegExp): Promise<Picture> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: title }).first().click(),
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

/** The first two colours of series in light, and in dark. */
const light = ["#36784f", "#c98a1b"];
const dark = ["#6fbf8c", "#e3b04f"];
/** The steps of the map above "none", in light. */
const steps = ["#c5dccd", "#93c1a4", "#5b9c74", "#2f7349", "#144d2b"];

for (const scheme of ["light", "dark"] as const) {
  test(`the pictures of bars, rings and the map are whole, large and white (${scheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await signIn(page, "central");
    await page.goto("/homepage/report/Form5");
    await page.locator(".recharts-surface").first().waitFor();
    let tried = 0;
    for (const shape of ["bars", "stacked", "donut"]) {
      const card = page
        .locator(`section[data-shape="${shape}"]`)
        .filter({ has: page.locator(".recharts-surface") });
      const first = card.first();
      if ((await first.count()) === 0) continue;
      tried++;
      await first.scrollIntoViewIfNeeded();
      const box = await first.locator(".recharts-wrapper > svg").boundingBox();
      const name = await first.getByRole("heading").textContent();
      const { width, height, shares } = await saved(
        page,
        new RegExp(`^Save ${name?.replace(/[()]/g, "\\$&")} as a picture$`),
      );
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
    const map = await saved(page, /^Save .*(province|Province).* as a picture$/);
    expect(map.width).toBeGreaterThanOrEqual(1600);
    expect(map.shares["#ffffff"]).toBeGreaterThan(0.3);
    const coloured = steps.reduce((sum, step) => sum + (map.shares[step] ?? 0), 0);
    expect(coloured, "provinces with something to count").toBeGreaterThan(0.0005);
  });
}
