/**
 * Measures every list on a screen of 1366x768 pixels with visible scrollbars: visible rows, truncated names, visible
 * important columns, and buttons without text.
 */
import { expect, test } from "playwright/test";
import { records } from "#shared/records/index.ts";
import { browser } from "../support/browser.ts";
import { measureList, wholeRows } from "./list-measures.ts";
import { choose, openRecords, signIn } from "./support.ts";

test.use({
  launchOptions: { ...browser, ignoreDefaultArgs: ["--hide-scrollbars"] },
  viewport: { width: 1366, height: 768 },
});

/** The most important columns of each list. Every user must see them without scrolling sideways. */
const facts: Readonly<Record<string, string>> = {
  ARBO_Masterlist: "arbo_name muncity_name total_member status",
  ARC_Masterlist: "arc_name arc_type arc_classification year_launched status",
  ARC_Barangays: "barangay_name arc_id muncity_name status",
  DARPrograms_Project: "subpsp_name year_funded fund_source subpsp_status",
  Form5AnnualTarget: "arbo_name reporting_year training_title start_date status",
  Form5Accomplishment: "arbo_name reporting_year reporting_quarter crop_product status",
  ARBO_Training: "training_title start_date arbo_name status",
  Participants: "participant_name sex participant_category arbo_name",
  Form7ProdDevTarget: "arbo_name reporting_year product_name sales_generated status",
  Form7ProdDevAccomp: "arbo_name reporting_year reporting_quarter product_name sales_generated",
  Form7SalesReport: "arbo_name reporting_year reporting_quarter sales_generated volume_produced status",
  Form10: "arbo_name reporting_year reporting_quarter milestone_activity status",
  Form11Target: "arbo_name reporting_year reporting_quarter hard_component total_cost status",
  Form11Accomp: "arbo_name reporting_year reporting_quarter hard_component total_cost status",
  Form11FarmInfo: "arbo_name reporting_year reporting_quarter hard_component total_cost status",
  Form11Geotags: "caption arbo_name taken_at",
  InventoryandStatusMonitoring: "arbo_name reporting_year reporting_quarter hard_component quantity status",
  FMEAnnualUpdating: "arbo_name reporting_year reporting_quarter hard_component quantity status",
  FME_Inventory: "fme_inventory_id arbo_name prj_title status",
  FME_RentalMonitoring:
    "arbo_name reporting_year reporting_quarter specific_fme_rented total_rental_fees status",
  ARBO_MarketingAssistanceReport:
    "arbo_name reporting_year reporting_quarter type_commodity total_gross status",
  Sales_Transactions: "commodity transaction_date arbo_name gross_sales status",
  ARBO_MarketingAnnualTarget: "arbo_name reporting_year target_commodity subpsp_name status",
  FarmersIncomeTracking: "arbo_name reporting_year reporting_quarter crop_sold gross_sales status",
};

const softly = expect.configure({ soft: true });

const lists = records.filter(({ tab }) => tab === undefined);

/**
 * Names of buttons that may have only an icon. Two are in filter bars with eight or more filters; the others switch to
 * another view of the list.
 */
const icons = ["", "Filter", "Conditions", "Map", "Gallery"];

/** Maximum number of scripts and style sheets that a list may load with an empty cache. */
const mostFiles = 12;

test.describe("A browser without a service worker opens a list with few files.", () => {
  test.use({ serviceWorkers: "block" });

  test("To open a list, the browser loads at most 12 script and style files.", async ({ page }) => {
    await signIn(page, "provincial");
    // Leaves the first screen, because the test must not count the files that this screen loads in the background.
    await page.goto("about:blank");
    const files: string[] = [];
    page.on("request", (request) => {
      if (/\.(js|css)$/.test(new URL(request.url()).pathname)) files.push(request.url());
    });
    await openRecords(page, "ARBO_Masterlist");
    await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
    expect(files.length, files.join("\n")).toBeLessThanOrEqual(mostFiles);
  });

  test("A list page preloads the script that all screens share.", async ({ page }) => {
    const screens: string[] = [];
    page.on("request", (request) => {
      if (/\/shared-[^/]+\.js$/.test(request.url())) screens.push(request.url());
    });
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(screens).toEqual([]);
    await signIn(page, "provincial");
    screens.length = 0;
    await openRecords(page, "ARBO_Masterlist");
    // Selects the preload link that the script of web/early-loading-plugin.ts adds. Vite's own preload links have the
    // attribute crossorigin; this link does not.
    const early = 'link[rel="modulepreload"][href*="/shared-"]:not([crossorigin])';
    await expect(page.locator(early)).toHaveCount(1);
    expect(screens).toHaveLength(1);
  });
});

for (const user of ["provincial", "admin"] as const) {
  test(`Every list of the demo user ${user} shows at least 17 rows and complete names.`, async ({ page }) => {
    test.setTimeout(300_000);
    await signIn(page, user);
    for (const { route } of lists) {
      await openRecords(page, route, "?tab=approved");
      await expect(page.getByRole("button", { name: "More", exact: true }).first()).toBeVisible();
      // Chips and bars that load after the rows may move the rows for a moment.
      await softly
        .poll(() => wholeRows(page), { message: `rows of ${route}`, timeout: 5000 })
        .toBeGreaterThanOrEqual(17);
      // Repeats the measurement, because the grid may still draw and resize columns after the rows have loaded.
      await softly
        .poll(async () => (await measureList(page)).columns, { message: `facts of ${route}`, timeout: 5000 })
        .toEqual(expect.arrayContaining((facts[route] ?? "-").split(" ")));
      await softly
        .poll(async () => (await measureList(page)).namesCut, { message: `names of ${route}`, timeout: 5000 })
        .toEqual([]);
      const { iconsAbove, iconsInRows, namesCut, columns } = await measureList(page);
      const rows = await wholeRows(page);
      const line = `${rows} rows, ${iconsAbove.length} icons above, ${iconsInRows} in rows, ${namesCut.length} cut`;
      test
        .info()
        .annotations.push({ type: `${route} of ${user}`, description: `${line}: ${columns.join(" ")}` });
      expect
        .soft(
          iconsAbove.filter((name) => !icons.includes(name)),
          `icons above ${route}`,
        )
        .toEqual([]);
      // Each row has one icon-only button, which opens its menu.
      expect.soft(iconsInRows, `icons in the rows of ${route}`).toBeLessThanOrEqual(20);
      const size = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return { width: scrollWidth, height: scrollHeight };
      });
      expect.soft(size, `size of ${route}`).toEqual({ width: 1366, height: 768 });
    }
  });
}

test("When a user selects a row of a filtered list, the row stays in the same place on the screen.", async ({
  page,
}) => {
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist");
  await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
  await choose(page, "Municipality/City", "Carranglan");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  // The pager may show the number of rows before the grid has drawn the rows.
  const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/ });
  await expect(boxes).toHaveCount(2);
  await expect.poll(async () => (await measureList(page)).namesCut).toEqual([]);

  const box = boxes.last();
  const before = await box.boundingBox();
  await box.check();
  await expect(page.getByRole("region", { name: "Selected rows" })).toBeVisible();
  expect(await box.boundingBox()).toEqual(before);
  const all = page.getByRole("checkbox", { name: "Select all rows of this page" });
  await expect(all).toBeChecked({ indeterminate: true });
});
