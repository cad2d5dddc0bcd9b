/** A user edits cells in the list under the same rules as in the form. The tests count key presses and clicks. */
import { expect, type Page, test } from "playwright/test";
import { expectArbo } from "./forms.ts";
import { choose, database, expectAccessible, intercept, openRecords, signIn } from "./support.ts";

const office = {
  region_name: "Region III (Central Luzon)",
  province_name: "Nueva Ecija",
  muncity_name: "Jaen",
};
const names = [1, 2, 3, 4, 5, 6].map((number) => `E2E Cells ${number}`);

const tidy = () =>
  database(async (sql) => {
    await sql`delete from public.form11_accomps where arbo_id like 'E2E-CELLS-%'`;
    await sql`delete from public.arbo_masterlist where arbo_id like 'E2E-CELLS-%'`;
  });

test.beforeEach(async () => {
  await tidy();
  await database(async (sql) => {
    for (const [at, arbo_name] of names.entries()) {
      const arbo_id = `E2E-CELLS-${at + 1}`;
      await sql`insert into public.arbo_masterlist ${sql({ ...office, arbo_id, arbo_name, total_member: 20, no_arb_member_total: 10 })}`;
      await sql`insert into public.form11_accomps ${sql({ ...office, arbo_id, arbo_name, reporting_year: 2026, reporting_quarter: "Q3", support_provided: "Truck", description: "Cellword", quantity_hard: 1, status: "Accomplished" })}`;
    }
  });
});
test.afterEach(tidy);

/**
 * Finds a cell in an ARBO's row. The row is found by its checkbox, because the name's column may be scrolled out of
 * sight.
 */
const cell = (page: Page, name: string, column: string) =>
  page
    .getByRole("row")
    .filter({ has: page.getByRole("checkbox", { name: `Select ${name}`, exact: true }) })
    .locator(`[col-id="${column}"]`);

const stored = (arbo: string) =>
  database(async (sql) => {
    const [row] = await sql`select * from public.form11_accomps where arbo_name = ${arbo}`;
    return row;
  });

/** Counts key presses and clicks, but not typed text. */
function counting(page: Page) {
  let count = 0;
  return {
    press: async (key: string) => {
      count++;
      await page.keyboard.press(key);
    },
    click: async (at: ReturnType<Page["locator"]>) => {
      count++;
      await at.click();
    },
    count: () => count,
  };
}

test("A user can correct a cell in each of five rows with at most ten key presses.", async ({ page }) => {
  await signIn(page, "provincial");
  await openRecords(page, "Form11Accomp", "?q=E2E%20Cells");
  const by = counting(page);
  await by.click(cell(page, names[0] ?? "", "quantity_hard"));
  const question = page.getByRole("dialog", { name: "Save these changes?" });
  for (let row = 0; row < 5; row++) {
    await page.keyboard.type(`${row + 11}`);
    await expect(page.getByRole("dialog", { name: /^Quantity.* of E2E Cells/ })).toBeVisible();
    await by.press("Enter");
    if (row === 0) {
      await by.click(question.getByLabel("Do not ask again until I sign out"));
      await by.press("Enter");
      await expect(question).toBeHidden();
    }
    // Waits until the correction is saved, because Ctrl+Z undoes only saved corrections.
    await expect(page.getByText(`of E2E Cells ${row + 1}: saved.`).first()).toBeVisible();
  }
  await expect(cell(page, names[4] ?? "", "quantity_hard")).toHaveText("15");
  await expect.poll(async () => (await stored(names[4] ?? ""))?.quantity_hard).toBe(15);
  for (const [at, name] of names.slice(0, 5).entries())
    await expect.poll(async () => (await stored(name))?.quantity_hard).toBe(at + 11);
  console.log(`five corrections in five rows: ${by.count()} presses and clicks`);
  expect(by.count()).toBeLessThanOrEqual(10);

  // Ctrl+Z saves the former value. The user log records this save like any other.
  await page.keyboard.press("Control+z");
  await expect(cell(page, names[4] ?? "", "quantity_hard")).toHaveText("1");
  await expect.poll(async () => (await stored(names[4] ?? ""))?.quantity_hard).toBe(1);
  const last = await stored(names[4] ?? "");
  const changes = await database(
    (sql) => sql`select changes from private.user_log
      where form_name = 'form11_accomps' and changes ? 'quantity_hard' and row_id = ${last?.id ?? null}
      order by id desc`,
  );
  expect(changes.map(({ changes: one }) => one.quantity_hard)).toEqual([
    [15, 1],
    [1, 15],
  ]);
});

test("A table cell asks for a reason before it saves an unusual value.", async ({ page }) => {
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist", "?q=E2E%20Cells");
  const [first = "", second = ""] = names;
  const changes = page.getByRole("dialog", { name: "Save these changes?" });

  // More ARBs than members is an unusual value, so the cell asks for a reason.
  await cell(page, first, "no_arb_member_total").click();
  await page.keyboard.press("F2");
  const editor = page.getByRole("dialog", { name: /of E2E Cells 1$/ });
  await expect(editor).toBeVisible();
  await expectAccessible(page, "a list with an open editor");
  await page.keyboard.type("33");
  await page.keyboard.press("Enter");
  const asked = page.getByRole("dialog", { name: /^Not saved yet: .* of E2E Cells 1$/ });
  await expectAccessible(page, "what a cell asks");
  await asked.getByLabel("Reason").fill("Counted by household");
  await page.keyboard.press("Enter");
  await changes.getByRole("button", { name: "Yes, save" }).click();
  await expect(cell(page, first, "no_arb_member_total")).toHaveText("33");
  const reasons = () =>
    database(
      (sql) =>
        sql`select no_arb_member_total, soft_check_reason from public.arbo_masterlist where arbo_name = ${first}`,
    );
  await expect
    .poll(reasons)
    .toMatchObject([{ no_arb_member_total: 33, soft_check_reason: "Counted by household" }]);

  // Text that is not a number stays in the cell with an error message; Escape discards the text.
  await cell(page, second, "total_member").click();
  await page.keyboard.type("4x");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "4x" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(cell(page, second, "total_member")).toHaveText("20");

  // When someone else saves first, the conflict shows both values and lets the user choose.
  await database(
    (sql) => sql`update public.arbo_masterlist set total_member = 25 where arbo_name = ${second}`,
  );
  await page.keyboard.type("22");
  await page.keyboard.press("Enter");
  await changes.getByRole("button", { name: "Yes, save" }).click();
  const conflict = page.getByRole("region", { name: /Someone else saved this ARBO/ });
  await expect(conflict.getByText("25")).toBeVisible();
  await expect(conflict.getByText("22")).toBeVisible();
  // Escape closes the conflict message without a decision. The cell stays marked until the user decides.
  await page.keyboard.press("Escape");
  await expect(conflict).toBeHidden();
  await expect(cell(page, second, "total_member")).toHaveClass(/cell-asks/);
  await cell(page, second, "total_member").click();
  await page.keyboard.press("Enter");
  await conflict.getByRole("button", { name: "Keep all of mine" }).click();
  await changes.getByRole("button", { name: "Yes, save" }).click();
  await expect
    .poll(() =>
      database((sql) => sql`select total_member from public.arbo_masterlist where arbo_name = ${second}`),
    )
    .toMatchObject([{ total_member: 22 }]);

  // Before the user types anything, a cell of an approved row says that the row is locked.
  await database(
    (sql) =>
      sql`update public.arbo_masterlist set process_stage = 'Approved' where arbo_name like 'E2E Cells%'`,
  );
  await openRecords(page, "ARBO_Masterlist", "?q=E2E%20Cells&tab=approved");
  await cell(page, first, "total_member").dblclick();
  await expect(
    page
      .getByText("Approved rows are locked. Ask your regional office to set this row back to Pending.")
      .last(),
  ).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("After a user has saved a row in its form, the focus returns to this row in the list.", async ({
  page,
}) => {
  await signIn(page, "provincial");
  await openRecords(page, "Form11Accomp", "?q=Cellword");
  const form = page.getByRole("dialog", { name: "E2E Cells 3" });
  const save = async () => {
    await page.keyboard.press("Control+s");
    await page.getByRole("button", { name: "Yes, save" }).click();
    await page.getByRole("button", { name: "Got it" }).click();
  };
  await page.getByRole("link", { name: "E2E Cells 3", exact: true }).click();
  await form.getByLabel("Description").fill("Cellword mended");
  await save();
  await expect(page.locator(":focus")).toContainText("E2E Cells 3");
  await expect(page.locator("[data-saved]").first()).toBeVisible();

  await page.getByRole("link", { name: "E2E Cells 3", exact: true }).click();
  await form.getByLabel("Description").fill("Elsewhere");
  await save();
  const notice = page.getByRole("status").filter({ hasText: "because of the search or a filter" });
  await expect(notice).toContainText("E2E Cells 3");
  await notice.getByRole("button", { name: "Show it" }).click();
  await expect(page.locator(":focus")).toContainText("E2E Cells 3");
});

test("A user can change four rows at once and undo the change.", async ({ page }) => {
  await database(
    (sql) =>
      sql`update public.arbo_masterlist set no_arb_member_total = 60 where arbo_id in ('E2E-CELLS-2', 'E2E-CELLS-3')`,
  );
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist", "?q=E2E%20Cells");
  await page.getByRole("checkbox", { name: "Select E2E Cells 1" }).click();
  await page.getByRole("checkbox", { name: "Select E2E Cells 4" }).click({ modifiers: ["Shift"] });
  await page.getByRole("button", { name: "Edit 4 rows" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit 4 ARBOs" });
  await choose(dialog, "Field", "Members, All members");
  await dialog.getByLabel("New value of Members, All members").fill("30");
  await expect(dialog.getByText("4 ARBOs will change.")).toBeVisible();
  await expect(dialog.getByText("2 ARBOs would have unusual values.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Change 2 ARBOs" })).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Counted by household");
  await expectAccessible(page, "many rows before they are changed");
  // Another user changes one of the four rows first. The result names this row as refused; the other three are saved.
  await database(
    (sql) => sql`update public.arbo_masterlist set total_member = 21 where arbo_id = 'E2E-CELLS-4'`,
  );
  await dialog.getByRole("button", { name: "Change 4 ARBOs" }).click();
  await expect(dialog.getByText("3 ARBOs: changed.")).toBeVisible();
  await expect(dialog.getByText("1 ARBO: refused, not changed.")).toBeVisible();
  await expect(dialog.getByRole("row", { name: /E2E Cells 4 Someone else saved this ARBO/ })).toBeVisible();
  const members = () =>
    database(
      (sql) =>
        sql`select total_member from public.arbo_masterlist where arbo_id like 'E2E-CELLS-%' order by arbo_id`,
    ).then((rows) => rows.map((row) => row.total_member));
  expect(await members()).toEqual([30, 30, 30, 21, 20, 20]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("4 ARBOs selected")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("3 ARBOs: change undone.")).toBeVisible();
  expect(await members()).toEqual([20, 20, 20, 21, 20, 20]);
});

test("A user sees a preview before pasted spreadsheet cells overwrite the cells of a list.", async ({
  page,
  context,
}) => {
  await database(
    (sql) =>
      sql`update public.form11_accomps set hard_component = '=1+1', total_cost = 1234.5 where arbo_id = 'E2E-CELLS-1'`,
  );
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, "provincial");
  // Stores an order of columns in which the two columns of the copied block are neighbours.
  await page.evaluate(() => {
    const columns = ["hard_component", "quantity_hard", "total_cost"].map((colId) => ({
      colId,
      width: 130,
      hide: false,
      pinned: null,
    }));
    const name = { colId: "arbo_name", width: 200, hide: false, pinned: null };
    const view = { density: "normal", columns: [name, ...columns] };
    localStorage.setItem("arbo.view.Form11Accomp", JSON.stringify({ view }));
  });
  await openRecords(page, "Form11Accomp", "?q=E2E%20Cells");
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await cell(page, names[0] ?? "", "quantity_hard").click();
  for (const key of ["ArrowRight", "ArrowDown"]) await page.keyboard.press(`Shift+${key}`);
  await expect(page.locator(".cell-in-range")).toHaveCount(4);
  await page.keyboard.press("Control+c");
  await expect.poll(clipboard).toBe("1\t1234.5\r\n1\t");
  // A text that a spreadsheet would run as a formula is copied with a leading apostrophe.
  await cell(page, names[0] ?? "", "hard_component").click();
  await page.keyboard.press("Control+c");
  await expect.poll(clipboard).toBe("'=1+1");

  const paste = async (text: string) => {
    await page.evaluate((block) => navigator.clipboard.writeText(block), text);
    await cell(page, names[0] ?? "", "quantity_hard").click();
    await page.keyboard.press("Control+v");
  };
  const dialog = page.getByRole("dialog", { name: "Paste over support records" });
  await paste("5\t1,000\r\nmany\t2000\r\n7\t3000\r\n");
  await expect(dialog.getByText("2 support records will change, 1 cannot change.")).toBeVisible();
  await expect(dialog.getByRole("row", { name: /E2E Cells 2 .*"many" is not a number/ })).toBeVisible();
  await expect(dialog.getByRole("row", { name: /E2E Cells 1 .*: 1234.5 → 1000\./ })).toBeVisible();
  await expectAccessible(page, "what a paste would change");
  await dialog.getByRole("button", { name: "Change 2 support records" }).click();
  await expect(page.getByText("2 support records: changed.")).toBeVisible();
  const saved = () =>
    database(
      (sql) =>
        sql`select quantity_hard, total_cost::float from public.form11_accomps where arbo_id like 'E2E-CELLS-%' order by arbo_id limit 3`,
    );
  expect(await saved()).toEqual([
    { quantity_hard: 5, total_cost: 1000 },
    { quantity_hard: 1, total_cost: null },
    { quantity_hard: 7, total_cost: 3000 },
  ]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("2 support records: change undone.")).toBeVisible();
  expect(await saved()).toEqual([
    { quantity_hard: 1, total_cost: 1234.5 },
    { quantity_hard: 1, total_cost: null },
    { quantity_hard: 1, total_cost: null },
  ]);
});

test("A user can open a row's menu by keyboard and duplicate the row.", async ({ page }) => {
  await signIn(page, "provincial");
  await openRecords(page, "Form11Accomp", "?q=E2E%20Cells");
  await cell(page, names[1] ?? "", "quantity_hard").click();
  await page.keyboard.press("Shift+F10");
  const menu = page.getByRole("menu", { name: "E2E Cells 2" });
  await expect(menu.getByRole("menuitem", { name: "Edit in the form" })).toBeFocused();
  await expectAccessible(page, "the menu of a row");
  await expect(menu.getByRole("menuitem", { name: "Approve or return" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expect(menu).toContainText("You do not have permission to approve.");
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(cell(page, names[1] ?? "", "quantity_hard")).toBeFocused();

  await page.keyboard.press("Shift+F10");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "New support record · Annual Accomplishment (Form 11)" });
  await expectArbo(form, "E2E Cells 2");
  await expect(form.getByLabel("Description")).toHaveValue("Cellword");
});

for (const [column, text, saved] of [
  ["quantity_hard", "77", 77],
  ["hard_component", "Red rice two", "Red rice two"],
] as const)
  test(`If a user types "${text}" in a cell before the cell editor's script has loaded, the list saves the complete text.`, async ({
    page,
  }) => {
    let arrive = () => {};
    const arrives = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/\/cell-editing[^/]*\.js$/, async (route) => {
      await arrives;
      await route.continue();
    });
    await signIn(page, "provincial");
    await openRecords(page, "Form11Accomp", "?q=E2E%20Cells");
    const asked = page.waitForRequest(/\/cell-editing[^/]*\.js$/);
    await cell(page, names[0] ?? "", column).click();
    await asked;
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await page.keyboard.type("8");
    arrive();
    await page.getByRole("button", { name: "Yes, save" }).click();
    await expect.poll(async () => (await stored(names[0] ?? ""))?.[column]).toBe(saved);
  });

test("If the server can't be reached when a user changes a cell, the browser sends the change later.", async ({
  page,
}) => {
  await signIn(page, "provincial");
  await openRecords(page, "Form11Accomp", "?q=E2E%20Cells");
  await intercept(page, "**/update?*", (route) => route.abort());
  await cell(page, names[0] ?? "", "quantity_hard").click();
  await page.keyboard.type("77");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Yes, save" }).click();
  await expect(page.getByText("The support record is kept on this computer.")).toBeVisible();
  await expect(page.getByRole("link", { name: "1 entry to send" })).toBeVisible();
  expect((await stored(names[0] ?? ""))?.quantity_hard).not.toBe(77);
  await page.unroute("**/update?*");
  await expect.poll(async () => (await stored(names[0] ?? ""))?.quantity_hard, { timeout: 30_000 }).toBe(77);
  await expect(page.getByRole("link", { name: "1 entry to send" })).toBeHidden();
});
