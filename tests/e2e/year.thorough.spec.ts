/**
 * A whole year of one ARBO, as three people see it: the province enters it, from its targets to the income of its
 * farmers; the region approves it; the central office exports it, reads it on one page and counts it in the charts.
 */
import { type Browser, type Page, test } from "playwright/test";
import { type DemoUser, signIn } from "./support.ts";
import { tidy } from "./year/arbo.ts";
import { enterTargets, enterTraining, enterWork, registerArbo } from "./year/entering.ts";
import { approve, countInCharts, meetFrozenRows, readAndExport } from "./year/reviewing.ts";

test.beforeAll(tidy);
test.afterAll(tidy);

/** Somebody at their own browser, signed in. */
async function person(browser: Browser, username: DemoUser): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await signIn(page, username);
  return page;
}

test("one year of an ARBO: the province enters it, the region approves it, the central office exports it", async ({
  browser,
}) => {
  // Some forty screens and dialogs, one after the other.
  test.setTimeout(300_000);
  const province = await person(browser, "provincial");
  await registerArbo(province);
  await enterTargets(province);
  await enterTraining(province);
  await enterWork(province);

  await approve(await person(browser, "regional"));
  await meetFrozenRows(province);

  const central = await person(browser, "central");
  await readAndExport(central);
  await countInCharts(central);
});
