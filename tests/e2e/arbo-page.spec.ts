/**
 * The page of an ARBO. The ARBO's name in any list opens it, and each number on it opens the rows that the number
 * counts.
 */
import { expect, type Page, test } from "playwright/test";
import { chooseRowAct, database, expectAccessible, openRecords, signIn } from "./support.ts";

const arboId = "E2E-ARBO-PAGE";
const name = "E2E Page Cooperative";
const office = { region_name: "Region III (Central Luzon)", province_name: "Nueva Ecija" };

/** Stores an ARBO with the records of some years: machines, rentals, a target, a training and income. */
async function arrange(): Promise<void> {
  await database(async (sql) => {
    await tidy();
    await sql`insert into public.arbo_masterlist ${sql({ ...office, arbo_id: arboId, arbo_name: name, muncity_name: "Jaen", total_member: 120, current_arbo_status: "Operational", oma_level_2013: "Level 2", itema_level_2019: "Level 3", it_easy_level_2024: "Level 4" })}`;
    const of = { ...office, arbo_id: arboId, arbo_name: name };
    await sql`insert into public.fme_inventory_table ${sql([
      {
        ...of,
        prj_title: "Rice combine",
        fda_lto_expiry: "2024-02-29",
        nonfunctional_reason: "engine broken",
      },
      { ...of, prj_title: "Dryer", fda_lto_expiry: null, nonfunctional_reason: null },
    ])}`;
    await sql`insert into public.fme_rental_monitoring ${sql(
      [2023, 2023, 2024, 2024, 2025, 2025, 2025].map((year, index) => ({
        ...of,
        reporting_year: year,
        reporting_quarter: "Q1",
        specific_fme_rented: "Rice combine",
        total_rental_fees: 1000 + index,
        process_stage: index < 3 ? "Approved" : "Pending",
        subpsp_name: "LinkSFarMM",
        year_funded: 2022,
      })),
    )}`;
    await sql`insert into public.arbo_marketing_targets ${sql({ ...of, reporting_year: 2024, target_commodity: "Palay" })}`;
    await sql`insert into public.arbo_trainings ${sql({ ...of, training_title: "Farm Business School", start_date: "2024-03-01", end_date: "2024-03-03", training_days: 3, training_cost: 50000 })}`;
    await sql`insert into public.farmers_tracking_income ${sql({ ...of, reporting_year: 2024, reporting_quarter: "Q2", crop_sold: "Palay", net_income: 12000.5 })}`;
  });
}

const tables = [
  "fme_rental_monitoring",
  "fme_inventory_table",
  "arbo_marketing_targets",
  "arbo_trainings",
  "farmers_tracking_income",
  "arbo_masterlist",
];
async function tidy(): Promise<void> {
  await database(async (sql) => {
    for (const table of tables) await sql`delete from public.${sql(table)} where arbo_id = ${arboId}`;
  });
}

test.beforeAll(arrange);
test.afterAll(tidy);

/** Opens the ARBO's page from its row in the masterlist. */
async function openPage(page: Page): Promise<void> {
  await openRecords(page, "ARBO_Masterlist", `?where.arbo_name=${encodeURIComponent(name)}`);
  await chooseRowAct(page, name, `Page of ${name}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

const openTab = (page: Page, tab: RegExp | string) => page.getByRole("tab", { name: tab }).click();

test("A click on an ARBO's name in a list opens the ARBO's page.", async ({ page }) => {
  await signIn(page, "provincial");
  await openPage(page);
  await expect(page).toHaveURL(/\/homepage\/arbo\/\d+$/);
  const address = page.url();
  await openRecords(page, "ARBO_Training", `?where.arbo_name=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  expect(page.url()).toBe(address);
  await openTab(page, /^Trainings/);
  await expect(page).toHaveURL(/\?tab=trainings/);
  await page.getByRole("link", { name: "Farm Business School" }).click();
  await expect(page.getByRole("dialog", { name: "Farm Business School" })).toBeVisible();
  await page.getByRole("link", { name: `Everything about ${name}` }).click();
  await expect(page).toHaveURL(address);
});

test("The number of rentals on an ARBO's page links to the list of these rentals.", async ({ page }) => {
  await signIn(page, "provincial");
  await openPage(page);
  await openTab(page, /Machines/);
  await page.getByRole("link", { name: /^7 rentals/ }).click();
  await expect(page.getByRole("tab", { name: /^All/ })).toHaveText("All7");
  await expect(page.getByRole("status").filter({ hasText: `Rentals of ${name}` })).toBeVisible();
  await expect(page.getByText("1–7 of 7")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("tab", { name: /Machines/ })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("link", { name: /^4 waiting for approval/ }).click();
  await expect(page.getByRole("tab", { name: /Pending/ })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText("1–4 of 4")).toBeVisible();
});

test("In the list of an ARBO's records, a new record starts with this ARBO.", async ({ page }) => {
  await signIn(page, "provincial");
  await openPage(page);
  const [, id] = /\/arbo\/(\d+)/.exec(page.url()) ?? [];
  for (const [route, button] of [
    ["Form10", /^Enter a new/],
    ["ARBO_Training", /^Add training/],
  ] as const) {
    await openRecords(page, route, `?about.arbo=${id}`);
    await page.getByRole("button", { name: button }).click();
    const form = page.getByRole("dialog", { name: `of ${name}` });
    await expect(form.getByRole("combobox", { name: "ARBO" })).toHaveText(new RegExp(name));
    await expect(form.getByRole("definition").filter({ hasText: "Jaen" }).first()).toBeAttached();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: /^Show all/ })).toHaveCount(1);
  }
});

test("A click on a total on an ARBO's page opens the list of the counted records.", async ({ page }) => {
  await signIn(page, "provincial");
  await openPage(page);
  await openTab(page, /Machines/);
  const fees = page.getByRole("region", { name: "FME Rental (Quarterly Updating) by year" });
  await expect(fees.getByRole("row", { name: "2025" })).toHaveText(/^20253,015/);
  await expect(fees.getByRole("row", { name: "All" })).toHaveText(/^All7,021/);
  await fees.getByRole("link", { name: /^3,015/ }).click();
  const behind = page.getByRole("status").filter({ hasText: "Records behind a figure" });
  await expect(behind).toContainText("Year: 2025");
  await expect(behind).toContainText("Rental fees (PHP), total: 3,015");
  await page.goBack();
  await openTab(page, "Overview");
  await expect(page.getByRole("region", { name: "Maturity over the years" })).toContainText(
    "2024IT-EASYLevel 4",
  );
  const overdue = page.getByRole("region", { name: "Overdue" });
  await expect(overdue).toContainText("expired on 29 Feb 2024.");
  await expect(overdue).toContainText("does not function: engine broken");
  await expect(overdue).toContainText("The marketing target of 2024 has no accomplishment.");
  await openTab(page, /^Projects/);
  await expect(page.getByRole("region", { name: "Projects", exact: true })).toContainText("LinkSFarMM");
  await openTab(page, "Masterlist record");
  await page.getByRole("button", { name: /^Show \d+ empty values/ }).click();
  await expect(page.getByRole("region", { name: "Masterlist record" })).toContainText("Registration number");
});

test("A viewer can use the tabs of an ARBO's page by keyboard.", async ({ page }) => {
  await signIn(page, "viewer");
  await openPage(page);
  await expectAccessible(page, "page of an ARBO");
  const overview = page.getByRole("tab", { name: "Overview" });
  const machines = page.getByRole("tab", { name: /Machines/ });
  await overview.focus();
  await page.keyboard.press("End");
  await expect(page.getByRole("tab", { name: /^Photos/ })).toBeFocused();
  await page.keyboard.press("Home");
  await expect(overview).toBeFocused();
  for (let press = 0; !(await machines.evaluate((tab) => tab === document.activeElement)); press++) {
    expect(press).toBeLessThan(12);
    await page.keyboard.press("ArrowDown");
  }
  await expect(page.getByRole("tabpanel")).toHaveAccessibleName(/Machines and rentals/);
  await expect(page.getByRole("region", { name: "Machines and rentals" })).toBeVisible();
  await expectAccessible(page, "machines of an ARBO");
  // Each tab has its own URL, so Reload keeps the tab and Back returns to the previous tab.
  await page.reload();
  await expect(machines).toHaveAttribute("aria-selected", "true");
  await overview.click();
  await page.goBack();
  await expect(machines).toHaveAttribute("aria-selected", "true");
  await page.goto("/homepage/arbo/999999999");
  await expect(page.getByRole("heading", { name: "There is no such ARBO" })).toBeVisible();
});

test("The printed page of an ARBO contains the content of all its tabs.", async ({ page }) => {
  await signIn(page, "provincial");
  await openPage(page);
  const regions = ["Overdue", "Maturity over the years", "Masterlist record", "Machines and rentals"];
  await openTab(page, "Masterlist record");
  await expect(page.getByRole("region", { name: "Overdue" })).toBeHidden();
  await page.emulateMedia({ media: "print" });
  for (const region of regions)
    await expect(page.getByRole("region", { name: region, exact: true })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Overview" })).toBeHidden();
  await expect(
    page.getByRole("button", { name: /^Show \d+ empty values$/, includeHidden: true }),
  ).toBeHidden();
});

test("On a phone, every tab of an ARBO's page fits the width of the screen.", async ({ page }) => {
  await signIn(page, "provincial");
  await openPage(page);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const tab of await page.getByRole("tab").all()) {
    const box = await tab.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  await expectAccessible(page, "page of an ARBO on a phone");
});
