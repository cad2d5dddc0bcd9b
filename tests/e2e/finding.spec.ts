/** Finding with the keyboard: the Ctrl+K palette for screens, actions and records, and shortcuts in lists. */
import { expect, type Page, test } from "playwright/test";
import { database, expectAccessible, openRecords, signIn, signInToDashboard } from "./support.ts";

/** Types text and presses keys, and counts the keystrokes. Ctrl+K counts as one. */
function keys(page: Page) {
  let count = 0;
  return {
    press: async (key: string) => {
      count++;
      await page.keyboard.press(key);
    },
    type: async (text: string) => {
      count += text.length;
      await page.keyboard.type(text);
    },
    count: () => count,
  };
}

const palette = (page: Page) => page.getByRole("dialog", { name: "Find" });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });

test("A user can open any ARBO's page with at most twelve keystrokes.", async ({ page }) => {
  const arbos = await database(
    (sql) => sql<{ id: number; arbo_name: string; arbo_id: string }[]>`
      select id::int, arbo_name, arbo_id from public.arbo_masterlist
      where province_name = 'Nueva Ecija' and arbo_id is not null order by md5(arbo_name) limit 5`,
  );
  expect(arbos).toHaveLength(5);
  await signInToDashboard(page, "provincial");
  for (const arbo of arbos) {
    const { press, type, count } = keys(page);
    await press("Control+k");
    await type(arbo.arbo_id.split("-").at(-1) ?? "");
    await press("Enter");
    await page.waitForURL(`**/homepage/arbo/${arbo.id}`);
    await expect(page.getByRole("heading", { level: 1, name: arbo.arbo_name })).toBeVisible();
    expect(count(), arbo.arbo_name).toBeLessThanOrEqual(12);
  }
});

test("If a user presses Ctrl+K and types before the search palette opens, the palette shows all typed letters.", async ({
  page,
}) => {
  const [arbo] = await database(
    (sql) => sql<{ id: number; number: string }[]>`
      select id::int, split_part(arbo_id, '-', -1) as number from public.arbo_masterlist
      where province_name = 'Nueva Ecija' and arbo_id is not null order by length(arbo_id) desc, md5(arbo_name) limit 1`,
  );
  await signInToDashboard(page, "provincial");
  const slow = await page.context().newCDPSession(page);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 8 });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("participants", { delay: 10 });
  // The timeout is long, because the browser runs at an eighth of its speed while it draws the dashboard.
  await expect(palette(page).getByRole("combobox")).toHaveValue("participants", { timeout: 30_000 });
  await page.keyboard.press("Control+a");
  await page.keyboard.type("dela cruz");
  await expect(palette(page).getByRole("group", { name: "Participants" })).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(arbo?.number ?? "");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/homepage/arbo/${arbo?.id}`);
});

test("The Ctrl+K palette finds records, screens and actions.", async ({ page }) => {
  await signInToDashboard(page, "provincial");
  await page.getByRole("button", { name: /^Find/ }).click();
  const field = palette(page).getByRole("combobox");
  await expect(field).toBeFocused();
  await expectAccessible(page, "the palette before anything is typed");

  await field.fill("dela cruz");
  await expect(
    palette(page).getByRole("group", { name: "Participants" }).getByRole("option").first(),
  ).toContainText(/^Dela Cruz/);
  await expectAccessible(page, "the palette with hits");
  await field.fill("general tinio");
  await expect(option(page, /ARBO name: Sagana/).first()).toBeVisible();

  await field.fill("masterlist");
  await expect(field).toHaveAttribute("aria-activedescendant", /-0$/);
  await page.keyboard.press("ArrowDown");
  await expect(field).toHaveAttribute("aria-activedescendant", /-1$/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/homepage/forms/ARBO_Masterlist");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("new partic");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "New participant" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
});

test("A user can find a participant's trainings by part of the participant's name.", async ({ page }) => {
  await signIn(page, "provincial");
  await page.goto("/homepage/report/CapDevRecord");
  const field = page.getByRole("combobox", { name: /^Participant: / });
  await field.focus();
  await page.keyboard.type("cruz");
  await expect(page.getByRole("option").first()).toContainText(/cruz/i);
  await expectAccessible(page, "people by a part of the name");
  const name = (await page.getByRole("option").first().textContent()) ?? "";
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleName(`Participant: ${name}`);
  await expect(page).toHaveURL(/name=/);
  await expect(page.getByText(`Trainings of ${name}`)).toBeAttached();
});

test("In a list, single keys focus the search field, open the form for a new row and show the shortcuts.", async ({
  page,
}) => {
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist", "?tab=all");
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: /^Search in all values/ })).toBeFocused();
  await page.keyboard.type("n?e");
  await expect(page.getByRole("searchbox", { name: /^Search in all values/ })).toHaveValue("n?e");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("searchbox", { name: /^Search in all values/ }).fill("");
  await page.getByRole("heading", { level: 1 }).click();

  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Shortcuts" });
  for (const key of ["Ctrl K", "/", "N", "E", "?"])
    await expect(sheet.getByText(key, { exact: true })).toBeVisible();
  await expectAccessible(page, "the sheet of shortcuts");
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");

  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: "New ARBO" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.locator('[role="row"][row-index="0"] [role="gridcell"]').nth(2).focus();
  await page.keyboard.press("e");
  await page.waitForURL(/edit=\d+/);
  await expect(page.getByRole("dialog")).toBeVisible();
});
