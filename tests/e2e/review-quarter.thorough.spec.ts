/**
 * A regional user reviews a quarter: 557 pending rows of six forms, of which 14 are unusual and five are returned. The
 * user returns the 14 unusual rows, and approves the other rows of each form in one action.
 */
import { expect, type Page, test } from "playwright/test";
import { approveOthers, deleteMarked } from "./review-support.ts";
import { database, signIn } from "./support.ts";

const mark = "E2E Quarter Cooperative";
const province = "Bataan";

interface Form {
  table: string;
  /** Number of rows of the form, including the unusual rows (`odd`) and the returned rows. */
  rows: number;
  usual: Record<string, unknown>;
  /** One item per unusual row, with the columns in which the row differs from `usual`. */
  odd: Record<string, unknown>[];
  returned: number;
}

/** Columns of a row of the later quarter (Q2). The row is unusual only in comparison with its ARBO's Q1 row. */
const next = { reporting_quarter: "Q2" };
const forms: readonly Form[] = [
  {
    table: "form11_accomps",
    rows: 100,
    usual: {
      support_provided: "Support facility",
      hard_component: "Warehouse",
      status: "Accomplished",
      quantity_hard: 1,
      date_distributed: "2025-02-03",
    },
    odd: [{ date_distributed: "2015-02-03" }, { male_arbs: 5 }, { ...next, quantity_hard: 17 }],
    returned: 2,
  },
  {
    table: "fme_rental_monitoring",
    rows: 100,
    usual: { specific_fme_rented: "Hand tractor", total_rental_fees: 2000, transaction_date: "2025-01-05" },
    odd: [{ transaction_date: "2024-01-05" }, { ...next, total_rental_fees: 30_000 }],
    returned: 1,
  },
  {
    table: "farmers_tracking_income",
    rows: 100,
    usual: { crop_sold: "Mango", gross_sales: 1000, delivery_date: "2025-03-01" },
    odd: [{ delivery_date: "2023-03-01" }, { delivery_date: "2026-03-01" }, { ...next, gross_sales: 90_000 }],
    returned: 2,
  },
  {
    table: "arb_marketing_assistance_monitoring",
    rows: 90,
    usual: { type_commodity: "Rice", total_gross: 5000 },
    odd: [
      { ...next, total_gross: 50_000 },
      { ...next, total_gross: 75_000 },
    ],
    returned: 0,
  },
  {
    table: "form7_accomps",
    rows: 80,
    usual: { product_name: "Banana chips", date_developed: "2025-02-02" },
    odd: [{ date_developed: "2024-02-02" }, { date_developed: "2052-02-02" }],
    returned: 0,
  },
  {
    table: "qtr_sales_reports",
    rows: 87,
    usual: { sales_generated: 4000, transaction_date: "2025-03-03" },
    odd: [{ transaction_date: "2005-03-03" }, { ...next, sales_generated: 400_000 }],
    returned: 0,
  },
];
const odd = forms.reduce((sum, form) => sum + form.odd.length, 0);
const tables = forms.map(({ table }) => table);
let restoreOthers = async () => {};

/**
 * Inserts the rows of a form. Each unusual row has its own ARBO. If the row belongs to the later quarter (`next`), its
 * ARBO also gets a usual row in the quarter before.
 */
async function insertForm({ table, rows, usual, odd: oddValues, returned }: Form): Promise<void> {
  const row = (n: number, more: object) => ({
    region_name: "Region III (Central Luzon)",
    province_name: province,
    arbo_name: `${mark} ${n}`,
    reporting_year: 2025,
    reporting_quarter: "Q1",
    process_stage: "Pending",
    ...usual,
    ...more,
  });
  const usualRows = Array.from({ length: rows - oddValues.length }, (_, n) => row(n + 1, {}));
  await database(async (sql) => {
    await sql`insert into ${sql(`public.${table}`)} ${sql(usualRows)}`;
    for (const [at, values] of oddValues.entries()) {
      const isLater = "reporting_quarter" in values;
      const one = row(isLater ? at + 1 : 500 + at, { ...values, remarks: "odd" });
      await sql`insert into ${sql(`public.${table}`)} ${sql([one])}`;
    }
    await sql`
      insert into private.reviews (table_name, row_id, state, reason, office)
      select ${table}, id, 'returned', 'Which receipt?', office from ${sql(`public.${table}`)}
      where arbo_name = any (${Array.from({ length: returned }, (_, n) => `${mark} ${50 + n}`)}::text[])`;
  });
}

test.beforeEach(async () => {
  await deleteMarked(mark, tables);
  restoreOthers = await approveOthers(province);
  for (const form of forms) await insertForm(form);
});
test.afterAll(async () => {
  await deleteMarked(mark, tables);
  await restoreOthers();
});

const pane = (page: Page) => page.getByRole("dialog");
const lastRecord = "This is the last record of the list.";

test("A reviewer can review 552 rows with at most 50 clicks and key presses.", async ({ page }) => {
  test.setTimeout(300_000);
  expect([forms.reduce((sum, { rows }) => sum + rows, 0), odd]).toEqual([557, 14]);
  await signIn(page, "regional");
  await page.goto(`/homepage/report/ReviewQueue?where.province_name=${province}`);
  await expect(
    page.getByText("552 to review, of which 14 unusual. 5 returned to their offices."),
  ).toBeVisible();
  let presses = 0;
  const press = async (key: string) => {
    presses++;
    await page.keyboard.press(key);
  };

  const buttons = page.getByRole("button", { name: /^Review \d+ unusual of / });
  const names = await buttons.allTextContents();
  expect(names.length).toBe(forms.length);
  presses++;
  await buttons.first().click();
  for (let found = 0; found < odd; found++) {
    await expect(pane(page).getByText("Unusual", { exact: true })).toBeVisible();
    await expect(pane(page).getByRole("button", { name: "Approve" })).toBeEnabled();
    await press("r");
    await expect(pane(page).getByLabel("Reason")).toBeFocused();
    await page.keyboard.type("Please check this value.");
    const saved = page.waitForResponse((response) => response.url().endsWith("/return"));
    const title = await pane(page).getByRole("heading").first().textContent();
    await press("Enter");
    await saved;
    await expect(async () => {
      const isLast = await pane(page).getByText(lastRecord).isVisible();
      const shown = await pane(page).getByRole("heading").first().textContent();
      expect(isLast || shown !== title).toBe(true);
    }).toPass();
    if (found + 1 < odd && (await pane(page).getByText(lastRecord).isVisible())) {
      await expect(pane(page).getByRole("button", { name: /^Next form/ })).toBeVisible();
      await press("f");
      await expect(pane(page).getByText(lastRecord)).toBeHidden();
    }
  }

  presses++;
  await pane(page).getByRole("link", { name: "Review queue" }).click();
  await expect(
    page.getByText("538 to review, of which 0 unusual. 19 returned to their offices."),
  ).toBeVisible();
  for (let left = forms.length; left > 0; left--) {
    const approve = page.getByRole("button", { name: /^Approve all \d+ of / });
    await expect(approve).toHaveCount(left);
    await approve.first().click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Approve \d/ })
      .click();
    await expect(page.getByRole("dialog")).toBeHidden();
    presses += 2;
  }
  await expect(
    page.getByText("0 to review, of which 0 unusual. 19 returned to their offices."),
  ).toBeVisible();
  expect(presses).toBeLessThanOrEqual(50);

  for (const { table, odd: oddValues, returned } of forms) {
    const [left] = await database(
      (sql) => sql`
        select count(*) filter (where t.remarks = 'odd')::integer as odd, count(*)::integer as pending,
          count(*) filter (where r.state = 'returned')::integer as returned
        from ${sql(`public.${table}`)} t
        left join private.reviews r on r.table_name = ${table} and r.row_id = t.id
        where t.arbo_name like ${`${mark}%`} and t.process_stage = 'Pending'`,
    );
    const expected = oddValues.length + returned;
    expect({ table, ...left }).toEqual({
      table,
      odd: oddValues.length,
      pending: expected,
      returned: expected,
    });
  }
});
