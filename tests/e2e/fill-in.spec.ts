/**
 * A user chooses a project and an ARBO, which fill in fields of the form after a preview. The user needs only the
 * keyboard.
 */
import { expect, type Locator, test } from "playwright/test";
import { arboOf, expectArbo } from "./forms.ts";
import { choose, database, expectAccessible, openRecords, signIn } from "./support.ts";

const place = { region_name: "Region III (Central Luzon)", province_name: "Nueva Ecija" };
const arbo = { ...place, arbo_id: "E2E-FILL", arbo_name: "E2E Fill Cooperative", muncity_name: "Jaen" };

const tidy = () =>
  database(async (sql) => {
    await sql`delete from public.fme_rental_monitoring where arbo_id = ${arbo.arbo_id}`;
    await sql`delete from public.arbo_masterlist where arbo_id = ${arbo.arbo_id}`;
    await sql`delete from public.project_list where subpsp_name = 'E2E Fill Project'`;
  });

test.beforeAll(async () => {
  await tidy();
  await database(async (sql) => {
    await sql`insert into public.arbo_masterlist ${sql(arbo)}`;
    await sql`insert into public.project_list ${sql({ psp_category: "WE GROW", subpsp_name: "E2E Fill Project", year_funded: 2024 })}`;
  });
});
test.afterAll(tidy);

test("When a user chooses an ARBO and a project for a new rental, the form fills in their values.", async ({
  page,
}) => {
  await signIn(page, "provincial");
  await openRecords(page, "FME_RentalMonitoring", "?new=1");
  const form = page.getByRole("dialog", { name: "New rental" });
  const typeChoice = async (choice: Locator, wanted: string) => {
    await choice.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type(wanted);
    await expect(form.getByRole("option")).toHaveText([new RegExp(wanted)]);
    await page.keyboard.press("Enter");
    await expect(choice).toBeFocused();
    await expect(choice).toHaveAccessibleName(new RegExp(`: ${wanted}`));
  };
  await expect(arboOf(form)).toBeFocused();
  await typeChoice(arboOf(form), arbo.arbo_name);
  // Choosing an ARBO fills in the empty fields without asking, and shows these fields as text.
  await expect(form.getByRole("region", { name: "Location" })).toContainText("Jaen");
  await form.getByRole("button", { name: "Change Location" }).click();
  await choose(form, "Municipality/City", "Cuyapo");
  await typeChoice(form.getByRole("combobox", { name: /^Project: / }), "E2E Fill Project");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const asked = page.getByRole("dialog", { name: "Fill in these fields?" });
  await expect(asked.getByRole("row", { name: "Municipality/City Cuyapo Jaen" })).toBeVisible();
  await expectAccessible(page, "project-and-ARBO confirmation");
  // Escape closes only the confirmation. The form stays open, although nothing is entered in it.
  await page.keyboard.press("Escape");
  await expect(asked).toBeHidden();
  await page.waitForTimeout(300);
  await form.getByRole("button", { name: "Fill in…" }).press("Enter");
  await expect(asked.getByRole("button", { name: /^Fill in \d+ fields$/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expectArbo(form, arbo.arbo_name);
  await choose(form, "Year reported", "2025");
  await choose(form, "Quarter reported", "Q1");
  await form.getByLabel("FME rented").fill("Tractor");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("The rental has been registered.")).toBeVisible();
  const [saved] = await database(
    (sql) => sql`select * from public.fme_rental_monitoring where arbo_id = ${arbo.arbo_id}`,
  );
  expect(saved).toMatchObject({
    ...arbo,
    psp_category: "WE GROW",
    subpsp_name: "E2E Fill Project",
    year_funded: 2024,
  });
});
