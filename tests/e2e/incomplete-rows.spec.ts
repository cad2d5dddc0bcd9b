/** A user finds incomplete rows and fills them in. In the form and in an import, unusual values need a reason. */
import { expect, test } from "playwright/test";
import { preview, save } from "./import-support.ts";
import { database, openRecords, signIn } from "./support.ts";

const mark = "E2E Asked Cooperative";
const rental = {
  arbo_name: mark,
  region_name: "Region III (Central Luzon)",
  province_name: "Nueva Ecija",
  muncity_name: "Jaen",
  reporting_year: 2025,
  reporting_quarter: "Q1",
};

const clear = () =>
  database(async (sql) => {
    await sql`delete from public.fme_rental_monitoring where arbo_name = ${mark}`;
    await sql`delete from public.arbo_masterlist where arbo_name like ${`${mark}%`}`;
  });
test.beforeEach(clear);
test.afterAll(clear);

const stored = () =>
  database(
    (sql) => sql`select specific_fme_rented, soft_check_reason from public.fme_rental_monitoring
    where arbo_name = ${mark}`,
  );

test("If a user enters an unusual value while completing an incomplete row, the form saves it only with a reason.", async ({
  page,
}) => {
  await database((sql) => sql`insert into public.fme_rental_monitoring ${sql(rental)}`);
  await signIn(page, "provincial");
  await openRecords(page, "FME_RentalMonitoring", `?q=${encodeURIComponent(mark)}`);

  // The filter button Incomplete leaves only the incomplete row in the list. Its form opens with the focus on the
  // missing field.
  const chip = page.getByRole("button", { name: /^Incomplete/ });
  await chip.click();
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await page.getByRole("link", { name: mark, exact: true }).click();
  const form = page.getByRole("dialog");
  await expect(form.getByText("This rental is incomplete.")).toBeVisible();
  await expect(form.getByLabel("FME rented")).toBeFocused();
  await page.keyboard.type("Tractor");

  // A transaction date outside the reported year is saved only with a reason.
  await form.getByRole("textbox", { name: "Transaction date" }).fill("03-15-2024");
  await page.keyboard.press("Control+s");
  const panel = form.getByRole("alert", { name: "Unusual values" });
  await expect(panel.getByLabel("Reason")).toBeFocused();
  expect((await stored())[0]).toMatchObject({ specific_fme_rented: null });
  await page.keyboard.press("Enter");
  await expect(panel.getByText(/^The reason /)).toBeVisible();
  await page.keyboard.type("Paid a year before");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Yes/ }).press("Enter");
  await expect(form).toBeHidden();
  expect(await stored()).toEqual([
    { specific_fme_rented: "Tractor", soft_check_reason: "Paid a year before" },
  ]);
  // The completed row disappears from the list of incomplete rows.
  await expect(page.getByRole("link", { name: mark, exact: true })).toBeHidden();

  // The import preview asks for one reason for all rows with unusual values.
  const head = "arbo_name,region_name,province_name,muncity_name,total_member,no_arb_member_total";
  const place = `${rental.region_name},${rental.province_name},${rental.muncity_name}`;
  await preview(page, {
    name: "unusual.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`${head}\n${mark} One,${place},10,12\n${mark} Two,${place},10,9\n`),
  });
  const asked = page.getByRole("alert", { name: "1 row has unusual values" });
  await expect(asked).toContainText("Row 2.");
  await asked.getByLabel("Reason").fill("?");
  await expect(asked.getByText(/^The reason /)).toBeVisible();
  await asked.getByLabel("Reason").fill("Members left since");
  await save(page);
  const rows = await database(
    (sql) => sql`select arbo_name, soft_check_reason from public.arbo_masterlist
      where arbo_name like ${`${mark} %`} order by 1`,
  );
  expect(rows).toEqual([
    { arbo_name: `${mark} One`, soft_check_reason: "Members left since" },
    { arbo_name: `${mark} Two`, soft_check_reason: null },
  ]);
});
