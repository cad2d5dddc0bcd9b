/**
 * An administrator sets up a regional office with a role, two users and a schedule. Each user sees exactly what the
 * preview of the role showed, and can save rows until the schedule closes.
 */
import { expect, type Page, test } from "playwright/test";
import {
  choose,
  chooseFirstRowAct,
  chooseRowAct,
  database,
  expectAccessible,
  openRecords,
  rowActs,
  signIn,
  signInAs,
  signInToDashboard,
} from "./support.ts";

const region = "Region VI (Western Visayas)";
const password = "harvest-lantern-42";
const people = ["visayas.encoder", "visayas.reviewer"] as const;
const names = ["Visayas Encoder", "Visayas Reviewer"] as const;
const arbo = "Journey Growers Cooperative";

// Each test of this file needs the data that the previous tests have stored.
test.describe.configure({ mode: "serial" });

async function clear(): Promise<void> {
  await database(async (sql) => {
    await sql`delete from auth.users where email like 'visayas.%@example.gov.ph'`;
    await sql`delete from public.uac where roletype = 'Visayas Office'`;
    await sql`delete from public.report_schedules where region_name = ${region}`;
    await sql`update public.report_schedules set status = 'OnGoing' where region_name is null`;
    await sql`delete from public.arbo_masterlist where arbo_name like ${`${arbo}%`}`;
  });
}

test.beforeAll(async () => {
  await clear();
  await database(
    (sql) => sql`
      insert into public.arbo_masterlist (arbo_name, region_name, province_name)
      values (${`${arbo} 1`}, ${region}, 'Iloilo'), (${`${arbo} 2`}, ${region}, 'Iloilo'), (${`${arbo} 3`}, ${region}, 'Antique')`,
  );
});
test.afterAll(clear);

const notice = (page: Page, text: string | RegExp) => page.getByText(text).first();

async function register(page: Page, index: 0 | 1): Promise<void> {
  await page.goto("/homepage/users/Users?new=1");
  const form = page.getByRole("form", { name: "User" });
  await form.getByLabel("Username").fill(people[index]);
  await form.getByLabel("E-mail").fill(`${people[index]}@example.gov.ph`);
  await form.getByLabel("Name", { exact: true }).fill(names[index]);
  await choose(form, "Role", `${names[index]} (Visayas Office, Regional)`);
  await expect(form.getByText("dropdowns")).toHaveCount(0);
  await form.getByRole("button", { name: "Register" }).click();
  // The form first refuses the new user, because the region of the regional role and the password are missing.
  await expect(form.getByRole("alert")).toContainText("The role is Regional: choose a region.");
  await choose(form, "Region", region);
  await form.getByRole("textbox", { name: "Password" }).fill(password);
  await form.getByRole("button", { name: "Register" }).click();
  await expect(notice(page, `${people[index]} has been registered.`)).toBeVisible();
}

test("An administrator can preview the screens of a new role before saving the role.", async ({ page }) => {
  await signIn(page, "admin");
  await openRecords(page, "Roles", "?new=1");
  const form = page.getByRole("form", { name: "role" });
  for (const name of names) {
    await form.getByLabel("Role names").fill(name);
    await page.keyboard.press("Enter");
  }
  await form.getByLabel("Role type").fill("Visayas Office");
  await choose(form, "Level", "Regional");
  for (const box of ["dashboard", "forms", "Read", "Edit"])
    await form.getByRole("checkbox", { name: box }).check();
  await form.getByRole("button", { name: "See as this role" }).click();
  await expect(form.getByText("Choose a region for the preview.")).toBeVisible();
  await choose(form, "Region", region);
  await expect(form.getByText("Report is not shown")).toBeVisible();
  await expect(form.getByRole("row", { name: /^ARBO Masterlist/ })).toContainText("3");
  await expectAccessible(page, "a role with its preview");
  await form.getByRole("button", { name: "Register" }).click();
  await expect(notice(page, "The role has been registered.")).toBeVisible();
});

test("An administrator can register two users with a new role and preview their screens.", async ({
  page,
}) => {
  await signIn(page, "admin");
  await register(page, 0);
  await register(page, 1);
  await page.goto(`/homepage/users/Users?q=visayas`);
  await expect(page.getByRole("row", { name: /visayas\./ })).toHaveCount(2);
  await expectAccessible(page, "users");

  await chooseRowAct(page, people[0], "See as this user");
  const preview = page.getByRole("dialog", { name: `See as ${people[0]}` });
  for (const shown of ["Dashboard", "Forms"])
    await expect(preview.getByText(`${shown} is shown`)).toBeVisible();
  for (const gone of ["Report", "Users", "DropDowns"]) {
    await expect(preview.getByText(`${gone} is not shown`)).toBeVisible();
  }
  const row = preview.getByRole("row", { name: /^ARBO Masterlist/ });
  await expect(row.getByRole("cell")).toHaveText(["3", "yes", "yes", "no", "no"]);
  await row.getByRole("button").click();
  await expect(preview.getByText(/Antique.* 1/)).toContainText(/Iloilo.* 2/);
  await expect(preview.getByText(/Columns not shown: Region/)).toBeVisible();
  await expectAccessible(page, "see as");
});

test("An administrator can close a reporting window nationwide and reopen it for one region.", async ({
  page,
}) => {
  await signIn(page, "admin");
  await openRecords(page, "ReportSchedules", "?where.form=accomplishment");
  await chooseFirstRowAct(page, "Close this schedule");
  const question = page.getByRole("dialog", { name: "Close the accomplishment window?" });
  // The dialog opens with the focus on Cancel, so that an extra key press does not close the reporting window.
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(question).toContainText(
    /\d+ offices can no longer add, change or delete accomplishment records/,
  );
  await expect(question).toContainText(/would have been open until \d+ \w{3} \d{4}/);
  await question.getByText(/^Which offices: \d+ regions$/).click();
  await expect(question).toContainText(`${region}: regional office`);
  await expectAccessible(page, "closing a window");
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(page.getByRole("banner").getByText("closed", { exact: true })).toBeHidden();
  await chooseFirstRowAct(page, "Close this schedule");
  await question.getByRole("button", { name: /^Close for \d+ offices$/ }).click();
  await expect(notice(page, /^Closed\. Its offices/)).toBeVisible();
  await expect(page.getByRole("banner").getByText("closed", { exact: true })).toBeVisible();
  // The Undo button reopens the reporting window. The test then closes the window a second time, and the dialog must
  // ask for confirmation a second time.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(notice(page, "The window is open again.")).toBeVisible();
  await expect(page.getByRole("banner").getByText("closed", { exact: true })).toBeHidden();
  await chooseFirstRowAct(page, "Close this schedule");
  await question.getByRole("button", { name: /^Close for \d+ offices$/ }).click();
  await expect(page.getByRole("banner").getByText("closed", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Add schedule" }).click();
  const form = page.getByRole("form", { name: "schedule" });
  await choose(form, "Form", "Accomplishment");
  await form.getByRole("textbox", { name: "First day" }).fill("01-01-2026");
  await form.getByRole("textbox", { name: "End date" }).fill("12-31-2025");
  await expect(form.getByRole("combobox", { name: /^Status: / })).toContainText("Open");
  await choose(form, "Region", region);
  await form.getByRole("button", { name: "Register" }).click();
  await expect(form.getByRole("alert")).toBeVisible();
  await form.getByRole("textbox", { name: "End date" }).fill("12-31-2099");
  await expect(form.getByText("Last day to enter: 30 Dec 2099, the day before.")).toBeVisible();
  await expectAccessible(page, "a schedule");
  await form.getByRole("button", { name: "Register" }).click();
  await expect(notice(page, "The schedule has been registered.")).toBeVisible();
  const added = page.getByRole("row").filter({ hasText: "Dec 31, 2099" });
  await expect(added).toContainText("Dec 30, 2099");
  await expect(added).toContainText(/Open.*Accomplishment/);
  await expect(page.getByRole("columnheader", { name: "Last day to enter" })).toBeVisible();

  // A second schedule that overlaps for the same offices is refused. The error names the existing schedule.
  await page.goto("/homepage/users/ReportSchedules?new=1");
  await choose(form, "Form", "Accomplishment");
  await form.getByRole("textbox", { name: "First day" }).fill("06-01-2026");
  await form.getByRole("textbox", { name: "End date" }).fill("07-01-2099");
  await choose(form, "Region", region);
  await form.getByRole("button", { name: "Register" }).click();
  await expect(form.getByRole("alert")).toContainText(/overlap.* to 30 Dec 2099/i);

  await page.goto("/homepage/users/ReportSchedules?view=timeline");
  await expect(
    page.getByRole("button", { name: new RegExp(`^${region.replace(/[()]/g, "\\$&")}: `) }),
  ).toContainText("Open");
  await expect(page.getByRole("button", { name: "to 30 Dec 2099." })).toBeVisible();
  await expectAccessible(page, "the timeline");
});

test("A user with a new role sees the same screens that the preview of the role showed.", async ({
  page,
}) => {
  for (const username of people) {
    await signInToDashboard(page, username, password);
    const tabs = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    await expect(tabs).toHaveText(["Dashboard", "Forms"]);
    await openRecords(page, "ARBO_Masterlist", "?tab=all");
    await expect(page.getByText("1–3 of 3")).toBeVisible();
    await expect(page.getByRole("button", { name: "Add ARBO" })).toBeVisible();
    await page.locator("#rows").getByRole("button", { name: "More" }).first().click();
    await expect(page.getByRole("menuitem", { name: "Copy link" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Delete" })).toHaveCount(0);
    for (const part of ["users", "users/Roles", "dropdowns/sex", "report"]) {
      await page.goto(`/homepage/${part}`);
      await expect(page).toHaveURL(/\/forbidden/);
    }
    await page.evaluate(() => localStorage.clear());
  }
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist");
  await expect(page.getByRole("button", { name: "Add ARBO" })).toHaveCount(0);
  await expect(page.getByText(/Central can open it/).first()).toBeVisible();
});

test("If the office's reporting window closes while a form is open, the form does not save the new record.", async ({
  page,
}) => {
  await signInAs(page, people[0], password);
  await openRecords(page, "ARBO_Masterlist", "?new=1");
  await page
    .getByRole("form", { name: "ARBO" })
    .getByRole("textbox", { name: "ARBO name" })
    .fill(`${arbo} 4`);
  await choose(page.getByRole("form", { name: "ARBO" }), "Province", "Iloilo");
  // The office's schedule is closed while the user's form is open.
  await database(
    (sql) => sql`update public.report_schedules set status = 'Closed' where region_name = ${region}`,
  );
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("form", { name: "ARBO" }).getByRole("alert")).toContainText(/window/i);
  // The header and the form show the closed window at once, and the form offers to ask for it.
  await expect(page.getByRole("banner").getByText("closed", { exact: true })).toBeVisible();
  const form = page.getByRole("form", { name: "ARBO" });
  await expect(form.getByRole("button", { name: "Ask to reopen" })).toBeVisible();
  await expect(form.getByRole("textbox", { name: "ARBO name" })).toHaveValue(`${arbo} 4`);
  await expect(form.getByRole("button", { name: "Register" })).toHaveCount(0);
  await page.goto("/homepage/forms/ARBO_Masterlist");
  await expect(page.getByRole("banner").getByText("closed", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add ARBO" })).toHaveCount(0);
  await expect(page.getByText(/Central can open it/).first()).toBeVisible();
});

test("A regional administrator sees which roles and schedules they can't change, and why.", async ({
  page,
}) => {
  const roleOf = (routes: string[]) =>
    database((sql) => sql`update public.uac set route = ${routes} where roletype = 'Visayas Office'`);
  await roleOf(["dashboard", "users"]);
  await signInAs(page, people[0], password);
  await openRecords(page, "Roles");
  await expect(
    page.getByText("Only administrators of the central office can change roles.").first(),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Add role" })).toHaveCount(0);
  const edit = rowActs(page, "Visayas Office").getByRole("button", { name: "Edit" });
  await expect(edit).toHaveAttribute("aria-disabled", "true");
  await expect(edit).toHaveAccessibleDescription(/central office/);
  await openRecords(page, "ReportSchedules");
  await expect(page.getByRole("button", { name: "Add schedule" })).toBeVisible();
  // Only the central office can edit the two national schedules. A region can edit its own schedule.
  const edits = (disabled: boolean) => page.getByRole("button", { name: "Edit", exact: true, disabled });
  await expect(edits(true)).toHaveCount(2);
  await expect(edits(true).first()).toHaveAccessibleDescription(/of your own region only/);
  await expect(edits(false)).toHaveCount(1);
  await roleOf(["dashboard", "forms"]);
});

test("A user whom an administrator disables is redirected to /unauthorized at the next page load.", async ({
  page,
  browser,
}) => {
  const other = await browser.newPage();
  await signInToDashboard(other, people[1], password);
  await signIn(page, "admin");
  await page.goto("/homepage/users/Users?q=visayas.reviewer");
  await chooseRowAct(page, people[1], "Disable");
  await page.getByRole("button", { name: "Yes, disable" }).click();
  await rowActs(page, people[1]).getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("menuitem", { name: "Enable" })).toBeVisible();
  await other.goto("/homepage/forms/ARBO_Masterlist");
  await expect(other).toHaveURL(/\/unauthorized/);
  await other.close();
  // Administrators can't disable their own account on this screen.
  await page.goto("/homepage/users/Users?q=admin");
  await rowActs(page, "admin").getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("menuitem", { name: "Disable" })).toHaveAttribute("aria-disabled", "true");
});
