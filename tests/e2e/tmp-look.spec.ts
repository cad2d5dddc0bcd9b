import { test } from "playwright/test";
import { database, openRecords, signIn } from "./support.ts";
const base = { region_name: "Region III (Central Luzon)", province_name: "Nueva Ecija", arbo_name: "Look Alpha Farmers Cooperative", support_provided: "Support facility", hard_component: "Warehouse", status: "Accomplished", reporting_quarter: "Q1", process_stage: "Pending" };
test("look", async ({ page }) => {
  test.setTimeout(120000);
  await database(async (sql) => {
    await sql`delete from public.form11_accomps where arbo_name like 'Look%'`;
    await sql`insert into public.form11_accomps ${sql([
      { ...base, reporting_year: 2024, quantity_hard: 1, total_cost: 1500000, male_arbs: null, date_distributed: null },
      { ...base, reporting_year: 2025, quantity_hard: 17, total_cost: 25517000, male_arbs: 4, date_distributed: "2023-02-03" },
    ])}`;
  });
  await signIn(page, "regional");
  for (const [w, h] of [[1366, 768], [390, 844]] as const)
    for (const scheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width: w, height: h });
      await page.emulateMedia({ colorScheme: scheme });
      await openRecords(page, "Form11Accomp", "?q=Look");
      await page.waitForTimeout(1200);
      const mark = page.getByRole("img", { name: /^Unusual/ }).first();
      await mark.hover().catch(() => undefined);
      await page.screenshot({ path: `/tmp/wU-shots/list-${w}-${scheme}.png` });
      await page.keyboard.press("j");
      await page.waitForTimeout(1000);
      await page.screenshot({ path: `/tmp/wU-shots/pane-${w}-${scheme}.png` });
      await page.goto("/homepage/dashboard");
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/wU-shots/dash-${w}-${scheme}.png` });
    }
});
