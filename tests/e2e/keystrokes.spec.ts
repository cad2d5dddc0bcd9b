/** Counts the key presses needed to enter a new row by keyboard, not counting text typed into fields. */
import { expect, type Page, test } from "playwright/test";
import { arboOf, expectArbo } from "./forms.ts";
import { database, expectAccessible, openRecords, signIn } from "./support.ts";

const arbo = {
  region_name: "Region III (Central Luzon)",
  province_name: "Nueva Ecija",
  muncity_name: "Jaen",
  arbo_id: "E2E-KEYS",
  arbo_name: "E2E Keys Cooperative",
};
const fresh = "E2E Keys New Cooperative";

const tidy = () =>
  database(async (sql) => {
    await sql`delete from public.form11_accomps where arbo_id = ${arbo.arbo_id}`;
    await sql`delete from public.arbo_masterlist where arbo_id = ${arbo.arbo_id} or arbo_name = ${fresh}`;
  });
test.beforeAll(async () => {
  await tidy();
  await database((sql) => sql`insert into public.arbo_masterlist ${sql(arbo)}`);
});
test.afterAll(tidy);

/** Counts key presses, but not typed text. */
function counting(page: Page) {
  let count = 0;
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) {
        count++;
        await page.keyboard.press(key);
      }
    },
    type: (text: string) => page.keyboard.type(text),
    count: () => count,
  };
}

/** Types into the focused dropdown and waits until the option is shown. */
async function typeChoice(page: Page, text: string, option: string | RegExp): Promise<void> {
  await page.keyboard.type(text);
  await expect(page.getByRole("option", { name: option }).first()).toBeVisible();
}

test("Besides typing the values, a user needs at most twelve key presses to enter the first row of Form 11, and three for the next row.", async ({
  page,
}) => {
  await signIn(page, "provincial");
  await openRecords(page, "Form11Accomp");
  const form = page.getByRole("dialog", { name: "New support record" });
  await page.keyboard.press("n");
  await form.getByRole("checkbox", { name: "Required fields only" }).check();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();

  const first = counting(page);
  await first.press("n");
  await expect(arboOf(form)).toBeFocused();
  await expectAccessible(page, "a form with its required fields only");
  await typeChoice(page, "E2E-KEYS", /Keys Cooperative/);
  await first.press("Tab");
  await expectArbo(form, arbo.arbo_name);
  await typeChoice(page, "2026", "2026");
  await first.press("Tab");
  await typeChoice(page, "q3", "Q3");
  await first.press("Tab");
  const support = form.getByRole("combobox", { name: /^Support provided: / });
  for (let step = 0; step < 4; step++) {
    if (await support.evaluate((element) => element === document.activeElement)) break;
    await first.press("Tab");
  }
  await typeChoice(page, "farm", /^Farm/i);
  await first.press("Tab", "Control+Enter");
  await expect(page.getByText("The support record has been registered.")).toBeVisible();
  expect(first.count()).toBeLessThanOrEqual(12);
  console.log(`a new row of Form 11: ${first.count()} keys beside its facts`);

  await expect(support).toBeFocused();
  await expectArbo(form, arbo.arbo_name);
  const second = counting(page);
  await typeChoice(page, "transport", /transport/);
  await second.press("Tab", "Control+s");
  await expect(form).toBeHidden();
  expect(second.count()).toBeLessThanOrEqual(3);

  // "Copy last entry" fills in the values of the last row, and keeps values that are already typed.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("n");
  await form.getByRole("checkbox", { name: "Required fields only" }).uncheck();
  await form.getByLabel("Description").fill("Typed before");
  await form.getByRole("button", { name: "Copy last entry" }).click();
  await expect(form.getByText(/^\d+ fields are filled in\.$/)).toBeVisible();
  await expect(support).toHaveAccessibleName(/transport/);
  await expectArbo(form, arbo.arbo_name);
  await expect(form.getByLabel("Description")).toHaveValue("Typed before");
  // Waits until the notice has faded out, because axe would report its half-transparent colours.
  await expect(page.getByText("The support record has been registered.")).toHaveCount(0);
  await expectAccessible(page, "a form that was filled like the last row");
  const saved = await database(
    (sql) =>
      sql`select arbo_name, muncity_name, reporting_year, reporting_quarter from public.form11_accomps where arbo_id = ${arbo.arbo_id}`,
  );
  const row = {
    arbo_name: arbo.arbo_name,
    muncity_name: "Jaen",
    reporting_year: 2026,
    reporting_quarter: "Q3",
  };
  expect(saved).toMatchObject([row, row]);
});

test("Besides typing the values, a user needs at most twelve key presses to enter and register a new ARBO.", async ({
  page,
}) => {
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist");
  const form = page.getByRole("dialog", { name: "New ARBO" });
  await page.keyboard.press("n");
  await form.getByRole("checkbox", { name: "Required fields only" }).check();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  const keys = counting(page);
  await keys.press("n");
  await expect(form.getByLabel("ARBO ID")).toBeFocused();
  await keys.press("Tab");
  await keys.type(fresh);
  const button = form.getByRole("button", { name: "Register" });
  for (let step = 0; step < 24; step++) {
    if (await button.evaluate((element) => element === document.activeElement)) break;
    await keys.press("Tab");
  }
  await keys.press("Enter");
  await expect(page.getByText("The ARBO has been registered.")).toBeVisible();
  console.log(`a new ARBO, to its button and back: ${keys.count()} keys`);
  expect(keys.count()).toBeLessThanOrEqual(12);
});
