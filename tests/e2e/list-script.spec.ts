/** A list in a screen reader: the order of its parts, and the announcements of live regions during work. */
import { expect, type Page, test } from "playwright/test";
import { database, openRecords, signIn } from "./support.ts";

const names = ["E2E Script One", "E2E Script Two"];
const tidy = () =>
  database((sql) => sql`delete from public.arbo_masterlist where arbo_id like 'E2E-SCRIPT-%'`);
test.beforeAll(async () => {
  await tidy();
  const rows = names.map((arbo_name, index) => ({
    ...{ arbo_id: `E2E-SCRIPT-${index}`, arbo_name, muncity_name: "Jaen" },
    ...{ region_name: "Region III (Central Luzon)", province_name: "Nueva Ecija" },
  }));
  await database((sql) => sql`insert into public.arbo_masterlist ${sql(rows)}`);
});
test.afterAll(tidy);

/**
 * Collects the texts of live regions that change or appear. Returns a function that returns the texts since its last
 * call.
 */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const live = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]';
    const announced: string[] = [];
    Object.assign(window, { announced });
    const regionsOf = ({ target, addedNodes }: MutationRecord): (Element | null | undefined)[] => [
      (target instanceof Element ? target : target.parentElement)?.closest(live),
      ...[...addedNodes].flatMap((node) => (node instanceof Element ? [...node.querySelectorAll(live)] : [])),
    ];
    new MutationObserver((changes) => {
      for (const region of new Set(changes.flatMap(regionsOf))) {
        const text = (region?.textContent ?? "").replaceAll(/\s+/g, " ").trim();
        if (text !== "" && announced.at(-1) !== text) announced.push(text);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced.splice(0));
}

test("A screen reader reads the controls of a list before the table.", async ({ page }) => {
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", "?q=E2E%20Script%20One");
  await expect(page.getByRole("region", { name: "ARBO Masterlist" })).toMatchAriaSnapshot(`
    - region "ARBO Masterlist":
      - heading "ARBO Masterlist" [level=1]
      - button "Add ARBO"
      - tablist "Stage":
        - tab "New/Pending 1" [selected]
        - tab "Approved 0"
      - text: Search in all values of the ARBOs
      - searchbox "Search in all values of the ARBOs": E2E Script One
      - button "Approve all (1)"
      - button "Export"
      - button "More"
      - button "View"
      - search "Filter ARBOs":
        - text: Province
        - 'combobox "Province: nothing chosen"'
        - text: Municipality/City
        - 'combobox "Municipality/City: nothing chosen"'
        - text: ARBO name
        - 'combobox "ARBO name: nothing chosen"'
        - text: Current status
        - 'combobox "Current status: nothing chosen"'
        - button "Conditions"
        - button "Search"
      - tabpanel "New/Pending 1":
        - grid "ARBOs":
          - rowgroup:
            - row:
              - columnheader "Select all rows of this page":
                - checkbox "Select all rows of this page"
              - columnheader "Action"
              - columnheader "Stage"
              - columnheader "ARBO name"
              - columnheader "Municipality/City"
              - columnheader "Province"
            - row:
              - gridcell "Select E2E Script One":
                - checkbox "Select E2E Script One"
              - gridcell "E2E Script One":
                - group "E2E Script One":
                  - button "Edit"
                  - button "More"
              - 'gridcell "Pending: change the stage of E2E Script One"'
              - gridcell "E2E Script One":
                - link "E2E Script One"
              - gridcell "Jaen"
              - gridcell "Nueva Ecija"
      - navigation "Pages":
        - text: Rows per page
        - combobox "Rows per page"
        - text: 1–1 of 1
  `);
});

test("A screen reader announces the result of each search, selection and approval in a list.", async ({
  page,
}) => {
  await signIn(page, "regional");
  await openRecords(page, "ARBO_Masterlist", "?q=E2E%20Script");
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  const announced = await listen(page);
  const search = page.getByRole("searchbox");
  await search.fill("no such ARBO");
  await expect(page.getByText("No rows", { exact: true })).toBeVisible();
  await search.fill(names[0] ?? "");
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  expect(await announced()).toEqual(["No rows", "1–1 of 1"]);

  await page.getByRole("checkbox", { name: `Select ${names[0]}` }).check();
  await expect(page.getByRole("region", { name: "Selected rows" })).toBeVisible();
  expect(await announced()).toEqual(["1 ARBO selected"]);
  await page.getByRole("button", { name: "Clear the selection" }).click();

  await page.getByRole("button", { name: `Pending: change the stage of ${names[0]}` }).click();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByText("No rows", { exact: true })).toBeVisible();
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  // When the approval dialog closes, the notice moves to the page and is announced a second time. The test points at
  // the notice, so that it stays open.
  await undo.hover();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // The list and the notices change almost at the same time, so the order of their announcements is not fixed.
  const approved = new Set<string>();
  await expect
    .poll(async () => {
      for (const text of await announced()) approved.add(text);
      return [...approved].sort();
    })
    .toEqual(["Approved 1 ARBO.Undo", "E2E Script One: approved.", "No rows"]);
  await undo.click();
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await expect(page.getByText("1 ARBO: Pending again.")).toBeVisible();
  expect(new Set(await announced())).toEqual(new Set(["1 ARBO: Pending again.", "1–1 of 1"]));
});
