/**
 * Moves through a list and a form with the keyboard alone. At each element, compares the screen reader's information
 * (role, name and state) with the lists in this file.
 */
import { expect, type Page, test } from "playwright/test";
import { arboOf, expectArbo } from "./forms.ts";
import { database, openRecords, signIn } from "./support.ts";

const row = {
  arbo_id: "E2E-WALK",
  arbo_name: "E2E Walk Cooperative",
  region_name: "Region III (Central Luzon)",
  province_name: "Nueva Ecija",
  muncity_name: "Jaen",
};
const tidy = () =>
  database(async (sql) => {
    await sql`delete from public.form11_accomps where arbo_id = ${row.arbo_id}`;
    await sql`delete from public.arbo_masterlist where arbo_id = ${row.arbo_id}`;
  });
test.beforeAll(async () => {
  await tidy();
  await database((sql) => sql`insert into public.arbo_masterlist ${sql(row)}`);
});
test.afterAll(tidy);

/** Returns a function that describes the focused element for a screen reader: its role, name and states. */
async function speaker(page: Page): Promise<() => Promise<string>> {
  const devtools = await page.context().newCDPSession(page);
  return async () => {
    const { result } = await devtools.send("Runtime.evaluate", { expression: "document.activeElement" });
    const { nodes } = await devtools.send("Accessibility.getPartialAXTree", {
      objectId: result.objectId ?? "",
      fetchRelatives: false,
    });
    const [node] = nodes;
    const states = (node?.properties ?? []).flatMap(({ name, value }) =>
      ["required", "expanded", "disabled", "selected"].includes(name) && value.value === true ? [name] : [],
    );
    const role = node?.role?.value;
    // A cell of a table is described by the heading of its column.
    const heading = role === "gridcell" ? ` (${node?.description?.value})` : "";
    return [`${role} "${node?.name?.value ?? ""}"${heading}`, ...states].join(", ");
  };
}

async function walked(page: Page, key: string, steps: number): Promise<string[]> {
  const say = await speaker(page);
  const said: string[] = [];
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press(key);
    said.push(await say());
  }
  return said;
}

test("Every element of a list that the keyboard reaches has a name for screen readers.", async ({ page }) => {
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist", "?q=E2E%20Walk");
  // The rows may be loaded before the tab shows its number of rows.
  await expect(page.getByRole("tab", { name: /^New\/Pending\s*1$/ })).toBeVisible();
  await page.getByRole("button", { name: "Add ARBO" }).focus();
  expect(await walked(page, "Tab", 15)).toEqual([
    'tab "New/Pending 1", selected',
    'searchbox "Search in all values of the ARBOs"',
    'button "Export"',
    'button "Summarize"',
    'button "More"',
    'button "View"',
    'combobox "Municipality/City: nothing chosen"',
    'combobox "ARBO name: nothing chosen"',
    'combobox "Current status: nothing chosen"',
    'button "Conditions"',
    'button "Search"',
    'columnheader "Select all rows of this page"',
    'columnheader "Action"',
    'columnheader "Stage"',
    'columnheader "ARBO name"',
  ]);
  await page.locator('[role="row"][row-index="0"] [role="gridcell"]').nth(0).focus();
  const name = row.arbo_name;
  expect(await walked(page, "ArrowRight", 4)).toEqual([
    `gridcell "${name}" (Action)`,
    `gridcell "Pending: change the stage of ${name} You do not have permission to approve." (Stage)`,
    `gridcell "${name}" (ARBO name)`,
    'gridcell "Jaen" (Municipality/City)',
  ]);
});

test("Every element of a form that the keyboard reaches has a name for screen readers.", async ({ page }) => {
  await signIn(page, "provincial");
  await openRecords(page, "Form11Accomp", "?new=1");
  await expect(arboOf(page.getByRole("dialog"))).toBeFocused();
  await page.keyboard.type("E2E-WALK");
  await expect(page.getByRole("option", { name: /Walk Cooperative/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expectArbo(page.getByRole("dialog"), row.arbo_name);
  expect(await walked(page, "Tab", 32)).toEqual([
    'combobox "Year reported: nothing chosen", required',
    'combobox "Quarter reported: nothing chosen", required',
    'combobox "Month reported: nothing chosen"',
    'textbox "Type of enterprise"',
    'textbox "Crop or commodity"',
    'textbox "Scale of production"',
    'combobox "Unit of production: nothing chosen"',
    'textbox "Type of livelihood"',
    'combobox "Support provided: nothing chosen", required',
    'textbox "Hard component"',
    'textbox "Description"',
    'textbox "Quantity"',
    'combobox "Unit: nothing chosen"',
    'textbox "Total cost (PHP)"',
    'textbox "Date distributed"',
    'button "Choose Date distributed by month, day and year"',
    'radio "Yes"',
    'radio "Yes"',
    'textbox "Attached files"',
    'button "Add files to Attached files"',
    'textbox "All ARBs"',
    'textbox "Male ARBs"',
    'textbox "Female ARBs"',
    'combobox "Project: nothing chosen"',
    'combobox "Year funded: nothing chosen"',
    'combobox "Fund source: nothing chosen"',
    'textbox "PSP category"',
    'textbox "Sub-PSP"',
    'textbox "Sub-PSP abbreviation"',
    'combobox "Sub-PSP status: nothing chosen"',
    'button "Change Location"',
    'button "Change ARC"',
  ]);
  await page.getByRole("button", { name: "Close" }).first().focus();
  expect(await walked(page, "Tab", 12)).toEqual([
    'link "done: Organization"',
    'link "incomplete: Reporting"',
    'link "Enterprise"',
    'link "incomplete: Support provided"',
    'link "Beneficiaries"',
    'link "Programme"',
    'link "done: Location"',
    'link "ARC"',
    'link "Remarks"',
    'checkbox "Required fields only"',
    'button "Copy last entry"',
    `combobox "ARBO: ${row.arbo_name} (E2E-WALK, Jaen)"`,
  ]);
});
