/**
 * A regional user reviews a quarter from the review queue. Three forms have 36 pending rows: four are unusual, and one
 * is returned. The user finds the unusual rows and approves the rest of each form at once. The returned row stays
 * pending.
 */
import { expect, type Page, test } from "playwright/test";
import { approveOthers, deleteMarked } from "./review-support.ts";
import { database, expectAccessible, signInToDashboard } from "./support.ts";

const mark = "E2E Queue Cooperative";
const province = "Aurora";
const place = { region_name: "Region III (Central Luzon)", province_name: province };
const row = (n: number, more: object) => ({
  ...place,
  arbo_name: `${mark} ${n}`,
  reporting_year: 2025,
  reporting_quarter: "Q1",
  process_stage: "Pending",
  ...more,
});
const many = (number: number, make: (n: number) => object) =>
  Array.from({ length: number }, (_, at) => make(at + 1));

const tables = ["form11_accomps", "fme_rental_monitoring", "farmers_tracking_income"] as const;
let restoreOthers = async () => {};

test.beforeEach(async () => {
  await deleteMarked(mark, tables);
  restoreOthers = await approveOthers(province);
  await database(async (sql) => {
    const support = {
      support_provided: "Support facility",
      hard_component: "Warehouse",
      status: "Accomplished",
    };
    await sql`insert into public.form11_accomps ${sql([
      ...many(11, (n) => row(n, { ...support, quantity_hard: 1, date_distributed: "2025-02-03" })),
      row(12, { ...support, quantity_hard: 1, date_distributed: "2015-02-03" }),
      row(1, { ...support, quantity_hard: 17, date_distributed: "2025-05-03", reporting_quarter: "Q2" }),
    ])}`;
    const rental = { specific_fme_rented: "Hand tractor" };
    await sql`insert into public.fme_rental_monitoring ${sql([
      ...many(10, (n) => row(n, { ...rental, total_rental_fees: 2000, transaction_date: "2025-01-05" })),
      row(11, { ...rental, total_rental_fees: 2000, transaction_date: "2024-01-05" }),
      row(1, {
        ...rental,
        total_rental_fees: 30_000,
        transaction_date: "2025-05-05",
        reporting_quarter: "Q2",
      }),
    ])}`;
    await sql`insert into public.farmers_tracking_income ${sql(
      many(11, (n) => row(n, { crop_sold: "Mango", gross_sales: 1000 + n })),
    )}`;
    await sql`insert into private.reviews (table_name, row_id, state, reason, office)
      select 'farmers_tracking_income', id, 'returned', 'Which buyer?', office
      from public.farmers_tracking_income where arbo_name = ${`${mark} 3`}`;
  });
});
test.afterAll(async () => {
  await deleteMarked(mark, tables);
  await restoreOthers();
});

test("The review queue and its dialog leave out the rows that the reviewer entered, and say why.", async ({
  page,
}) => {
  await database(
    (sql) => sql`update public.fme_rental_monitoring
      set user_id = (select id from public.users where username = 'regional')
      where arbo_name in (${`${mark} 2`}, ${`${mark} 3`})`,
  );
  await signInToDashboard(page, "regional");
  await page.goto(`/homepage/report/ReviewQueue?where.province_name=${province}`);
  const form = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: /Rental/ }) });
  await expect(form).toContainText(
    "2 of the 10 without unusual values are yours, so someone else must approve them.",
  );
  await form.getByRole("button", { name: /^Approve the other 8 of / }).click();
  const dialog = page.getByRole("dialog", { name: "Approve 8 rentals?" });
  await expect(dialog).toContainText("You entered 2 rentals. They are not included");
  await dialog.getByRole("button", { name: "Approve 8" }).click();
  await expect(dialog).toBeHidden();
  await expect(form.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  const pending = await database(
    (sql) => sql<{ name: string }[]>`select arbo_name as name from public.fme_rental_monitoring
      where arbo_name like ${`${mark}%`} and process_stage = 'Pending' and total_rental_fees = 2000
        and transaction_date = '2025-01-05' order by 1`,
  );
  expect(pending.map(({ name }) => name)).toEqual([`${mark} 2`, `${mark} 3`]);
});

const pane = (page: Page) => page.getByRole("dialog");

/** Waits until the review pane shows the text and accepts keys, because it ignores most keys during an action. */
async function untilShown(page: Page, text: RegExp): Promise<void> {
  await expect(pane(page).getByText(text)).toBeVisible();
  await expect(pane(page).getByRole("button", { name: "Approve" })).toBeEnabled();
}

test("A reviewer can check the rows with unusual values one by one and approve the other rows together.", async ({
  page,
}) => {
  test.slow();
  await signInToDashboard(page, "regional");
  await page.getByText("Unusual, waiting for review").click();
  await page.getByRole("link", { name: "Review form by form" }).last().click();
  await page.goto(`/homepage/report/ReviewQueue?where.province_name=${province}`);
  await expect(
    page.getByText("35 to review, of which 4 unusual. 1 returned to their offices."),
  ).toBeVisible();
  await expectAccessible(page, "the review queue");
  let presses = 0;
  const press = async (key: string) => {
    presses++;
    await page.keyboard.press(key);
  };
  const click = async (name: RegExp) => {
    presses++;
    await page.getByRole("button", { name }).first().click();
  };

  // Review the unusual rows of the two forms that have any.
  await click(/^Review 2 unusual of Form 11/);
  await untilShown(page, /^Quantity is 17. The last report says 1.$/);
  await press("r");
  await expect(pane(page).getByLabel("Reason")).toBeFocused();
  await page.keyboard.type("Only one was built.");
  await press("Enter");
  await untilShown(page, /^Date distributed is 02-03-2015, not in 2025/);
  await press("a");
  await expect(pane(page).getByText("This is the last record of the list.")).toBeVisible();
  await expect(pane(page).getByText(/FME Rental .*: 2 unusual$/)).toBeVisible();
  await press("f");
  await untilShown(page, /^Rental fees \(PHP\) is 30,000. The last report says 2,000.$/);
  await press("a");
  await untilShown(page, /^Transaction date is 01-05-2024, not in 2025/);
  await press("a");
  await expect(pane(page).getByText("This is the last record of the list.")).toBeVisible();
  presses++;
  await pane(page).getByRole("link", { name: "Review queue" }).click();

  // Approve the other rows of each form.
  await expect(
    page.getByText("31 to review, of which 0 unusual. 2 returned to their offices."),
  ).toBeVisible();
  for (const [form, title, note] of [
    [/^Approve all 11 of Form 11/, "Approve 11 support records?", "1 returned is not included."],
    [/^Approve all 10 of .*Rental/, "Approve 10 rentals?", null],
    [/^Approve all 10 of .*: Quarterly Updating$/, /^Approve 10 /, "1 returned is not included."],
  ] as const) {
    await click(form);
    const dialog = page.getByRole("dialog", { name: title });
    if (note) await expect(dialog.getByText(note)).toBeVisible();
    presses++;
    await dialog.getByRole("button", { name: /^Approve \d/ }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(page.getByText("0 to review, of which 0 unusual. 2 returned to their offices.")).toBeVisible();
  expect(presses).toBeLessThanOrEqual(15);

  const pending = await database(
    (sql) => sql`
      select 'support' as form, quantity_hard::integer as value from public.form11_accomps
      where arbo_name like ${`${mark}%`} and process_stage = 'Pending'
      union all select 'rental', total_rental_fees::integer from public.fme_rental_monitoring
      where arbo_name like ${`${mark}%`} and process_stage = 'Pending'
      union all select 'income', gross_sales::integer from public.farmers_tracking_income
      where arbo_name like ${`${mark}%`} and process_stage = 'Pending'`,
  );
  expect(pending.map((one) => ({ ...one }))).toEqual([
    { form: "support", value: 17 },
    { form: "income", value: 1003 },
  ]);
});
