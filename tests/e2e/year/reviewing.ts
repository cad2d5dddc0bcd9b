/** Steps of the region and the central office in year.thorough.spec.ts: approve, read, export and count the year. */
import { expect, type Page, test } from "playwright/test";
import { choose, exported, fieldOf } from "../forms.ts";
import { chooseRowAct, openRecords, rowActs, showChartAsTable } from "../support.ts";
import { name, openList, people, training, year } from "./arbo.ts";

/** Number of the ARBO's rows that the region approves in each list, by the route of the list. */
const approved = {
  ...{ ARBO_Masterlist: 1, Form5AnnualTarget: 1, Form7ProdDevTarget: 1, Form11Target: 1 },
  ...{ ARBO_MarketingAnnualTarget: 1, Form7ProdDevAccomp: 1, FME_RentalMonitoring: 2, Form7SalesReport: 3 },
  ...{ FarmersIncomeTracking: 1, FME_Inventory: 1 },
};

export async function approve(page: Page): Promise<void> {
  await test.step("A Regional user finds the row of the training and approves only this row.", async () => {
    await openRecords(page, "ARBO_Training");
    const filters = page.getByRole("search", { name: "Filter trainings" });
    await choose(filters.getByRole("combobox", { name: /^ARBO name: / }), name);
    await filters.getByRole("button", { name: "Search" }).click();
    await page.getByRole("button", { name: `Pending: change the stage of ${training}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText(`${training}: approved.`)).toBeVisible();
  });
  await test.step("A Regional user approves all rows of the ARBO in all lists except the training list.", async () => {
    for (const [route, count] of Object.entries(approved)) {
      await openList(page, route);
      await page.getByRole("button", { name: `Approve all (${count})` }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: `Approve ${count}`, exact: true })
        .click();
      await expect(page.getByRole("tab", { name: "Approved" })).toHaveText(`Approved${count}`);
      await expect(page.locator("#rows")).toContainText("No data available");
    }
  });
}

export async function checkLockedRows(page: Page): Promise<void> {
  await test.step("A Provincial user can't change an approved row, and sees the reason.", async () => {
    const frozen = "Approved rows are locked. Ask your regional office to set this row back to Pending.";
    await openList(page, "FarmersIncomeTracking", "&tab=approved");
    const pen = rowActs(page, name).getByRole("button", { name: "Edit" });
    await expect(pen).toHaveAttribute("aria-disabled", "true");
    await expect(pen).toHaveAccessibleDescription(frozen);
    await page.getByRole("link", { name, exact: true }).click();
    const form = page.getByRole("dialog", { name });
    await expect(form).toContainText(frozen);
    await expect(fieldOf(form, "Sale through the ARBO (PHP)", "Price per unit")).toBeDisabled();
    await expect(form.getByRole("button", { name: "Update" })).toBeHidden();
  });
}

/** Opens the tab of a topic on the page of an ARBO. */
const openTopic = (page: Page, topic: string): Promise<void> =>
  page.getByRole("tab", { name: topic }).click();

export async function readAndExport(page: Page): Promise<void> {
  await test.step("A Central user finds all rows of the year on the ARBO's page.", async () => {
    await openList(page, "ARBO_Masterlist", "&tab=approved");
    await chooseRowAct(page, name, `Page of ${name}`);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    for (const [topic, links] of Object.entries({
      "Trainings and participants": ["1 target in Annual Target", "1 training in ", "30 participants in "],
      "Products and sales": ["1 target in Annual Target", "1 accomplishment in ", "3 sales reports in "],
      "Support provided": ["1 support record in Annual Target"],
      "Machines and rentals": ["1 machine in FME Inventory", "2 rentals in FME Rental"],
      Marketing: ["1 marketing target in Annual Target"],
      Income: ["1 income record in Quarterly Updating"],
    })) {
      await openTopic(page, topic);
      const section = page.getByRole("region", { name: topic, exact: true });
      for (const link of links) await expect(section.getByRole("link", { name: link })).toBeVisible();
    }
    // Unlike a locator by role, this locator also finds links in tabs that are not open.
    await expect(page.locator("article a", { hasText: "waiting for approval" })).toHaveCount(0);
  });
  await test.step("A Central user exports the rows of the ARBO, and the totals match the entries.", async () => {
    const report = async (topic: string, link: string) => {
      await openTopic(page, topic);
      await page.getByRole("link", { name: link }).click();
      const file = await exported(page);
      await page.goBack();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      return file;
    };
    const participants = await report("Trainings and participants", "30 participants in ");
    const names = participants.rows.map((row) => row["Participant name"]);
    expect(names.sort()).toEqual(people.map((one) => one.name).sort());
    const rentals = await report("Machines and rentals", "2 rentals in ");
    expect(rentals.rows.map((row) => row["Rental fees (PHP)"]).sort()).toEqual([1500, 2250]);
    expect(rentals.footer["Rental fees (PHP)"]).toBe(3750);
    const sales = await report("Products and sales", "3 sales reports in ");
    expect(sales.rows).toHaveLength(3);
    expect(sales.footer).toMatchObject({ "Sales generated (PHP)": 45_750, "All ARBs": 42 });
    const income = await report("Income", "1 income record in ");
    expect(income.rows).toMatchObject([
      { "ARBO name": name, "Year reported": Number(year), "Net income": 11_200, "Percent difference": 0.4 },
    ]);
    expect(income.footer["Net income"]).toBe(11_200);
  });
}

export async function countInCharts(page: Page): Promise<void> {
  await test.step("A click on the dashboard's number of participants opens the list of these participants.", async () => {
    await page.goto("/homepage/dashboard");
    const filters = page.getByRole("search", { name: "Filter figures" });
    await choose(filters.getByRole("combobox", { name: /^ARBO: / }), name);
    await filters.getByRole("button", { name: "Search" }).click();
    const card = page.getByRole("region", { name: "Farmers trained", exact: true });
    await showChartAsTable(card);
    for (const category of ["ARB", "Non-ARB"]) {
      for (const sex of ["Male", "Female"]) {
        const wanted = people.filter((one) => one.category === category && one.sex === sex).length;
        await expect(
          card.getByRole("link", { name: `${wanted}: ${category}, ${sex}`, exact: true }),
        ).toBeVisible();
      }
    }
    const women = people.filter((one) => one.category === "ARB" && one.sex === "Female");
    await card.getByRole("link", { name: `${women.length}: ARB, Female`, exact: true }).click();
    await expect(page.getByRole("navigation", { name: "Pages" })).toContainText(`of ${women.length}`);
    for (const { name: one } of women) {
      await expect(page.getByRole("link", { name: one, exact: true })).toBeVisible();
    }
  });
}
