/**
 * A year of one ARBO by three users. The province enters the rows, from the targets to the farmers' income, and the
 * region approves them. The central office reads them on the ARBO's page, exports them, and finds them in charts.
 */
import { type Browser, type Page, test } from "playwright/test";
import { closeContexts, type DemoUser, signIn } from "./support.ts";
import { tidy } from "./year/arbo.ts";
import { enterTargets, enterTraining, enterWork, registerArbo } from "./year/entering.ts";
import { approve, checkLockedRows, countInCharts, readAndExport } from "./year/reviewing.ts";

test.afterEach(closeContexts);

test.beforeAll(tidy);
test.afterAll(tidy);

/** Opens a new browser session and signs a demo user in. */
async function person(browser: Browser, username: DemoUser): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await signIn(page, username);
  return page;
}

test("A provincial, a regional and a central user can enter, approve and export the rows of one ARBO for one year.", async ({
  browser,
}) => {
  // The test goes through some forty screens and dialogs.
  test.setTimeout(300_000);
  const province = await person(browser, "provincial");
  await registerArbo(province);
  await enterTargets(province);
  await enterTraining(province);
  await enterWork(province);

  await approve(await person(browser, "regional"));
  await checkLockedRows(province);

  const central = await person(browser, "central");
  await readAndExport(central);
  await countInCharts(central);
});
