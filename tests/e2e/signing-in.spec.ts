/**
 * Signing in with each role, the screens that each role can open (spec section 2), and the accessibility of all
 * screens.
 */
import { expect, test } from "playwright/test";
import { records } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { testStack } from "../test-stack.ts";
import {
  chooseRowAct,
  type DemoUser,
  database,
  expectAccessible,
  openRecords,
  rowActs,
  signIn,
  signInByForm,
} from "./support.ts";

const tabs: Record<DemoUser, string[]> = {
  admin: ["Dashboard", "Forms", "Report", "Users", "DropDowns"],
  central: ["Dashboard", "Forms", "Report"],
  regional: ["Dashboard", "Forms", "Report"],
  provincial: ["Dashboard", "Forms", "Report"],
  viewer: ["Dashboard", "Forms", "Report"],
};

for (const user of Object.keys(tabs) as DemoUser[]) {
  test(`The demo user ${user} can sign in, sees the role's tabs, and can log out.`, async ({ page }) => {
    await signInByForm(page, user);
    const shown = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    await expect(shown).toHaveText(tabs[user]);
    await page.getByRole("button", { name: "Logout" }).first().click();
    await expect(page).toHaveURL("/");
    await page.goto("/homepage/forms/ARBO_Masterlist");
    await expect(page).toHaveURL(/\/unauthorized/);
  });
}

test("A wrong password and an unknown username get the same error message.", async ({ page }) => {
  for (const username of ["provincial", "no-such-user"]) {
    // Opens a new page, so that the error message of the previous attempt is gone.
    await page.goto("/loginpage");
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("alert")).toHaveText("The username or the password is wrong.");
  }
});

test("If the server refuses a sign-in because too many people are signing in, the app repeats it automatically.", async ({
  page,
}) => {
  const message = "Many people are signing in. Your turn comes in about 2 seconds.";
  await page.route(
    "**/api/auth/login",
    (route) =>
      route.fulfill({
        status: 429,
        headers: { "retry-after": "2" },
        json: { status: "error", message, details: [{ message }] },
      }),
    { times: 2 },
  );
  await page.goto("/loginpage");
  await page.getByLabel("Username").fill("provincial");
  await page.getByLabel("Password", { exact: true }).fill("Demo-2025!");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toHaveText(message);
  await expect(page.getByRole("button", { name: "Signing in…" })).toBeDisabled();
  await expect(page).toHaveURL(/\/homepage/, { timeout: 20_000 });
});

test("A visitor who is not signed in is redirected from protected screens to /unauthorized.", async ({
  page,
}) => {
  for (const path of ["dashboard", "forms/ARBO_Masterlist", "report", "users", "dropdowns", "about"]) {
    await page.goto(`/homepage/${path}`);
    await expect(page, path).toHaveURL(/\/unauthorized/);
  }
  await page.goto("/");
  await expect(page.getByRole("link", { name: /log ?in/i }).first()).toBeVisible();
});

test("A user is redirected to /forbidden from screens outside the user's role.", async ({ page }) => {
  await signInByForm(page, "provincial");
  await page.goto("/loginpage");
  await expect(page).toHaveURL(/\/homepage\/dashboard/);
  await page.goto("/");
  await expect(page).toHaveURL(/\/homepage\/dashboard/);
  for (const path of ["users", "dropdowns"]) {
    await page.goto(`/homepage/${path}`);
    await expect(page, path).toHaveURL(/\/forbidden/);
  }
  await page.goto("/ARBO_Masterlist");
  await expect(page).toHaveURL(/\/homepage\/forms\/ARBO_Masterlist/);
});

test("A user whose role has no dashboard starts at the role's first tab.", async ({ page }) => {
  const set = (from: string, to: string) =>
    database(
      (sql) => sql`update public.uac set route = array_replace(route, ${from}, ${to})
        where id = (select uac_id from public.users where username = 'viewer')`,
    );
  await signInByForm(page, "viewer");
  await set("dashboard", "dropdowns");
  try {
    for (const path of ["/", "/loginpage", "/homepage"]) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/homepage\/forms\/ARBO_Masterlist/);
    }
    await page.getByRole("button", { name: "Logout" }).first().click();
    await expect(page).toHaveURL("/");
    await page.goto("/loginpage");
    await page.getByLabel("Username").fill("viewer");
    await page.getByLabel("Password", { exact: true }).fill(testStack().demoPassword);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL(/\/homepage\/forms\/ARBO_Masterlist/);
  } finally {
    await set("dropdowns", "dashboard");
  }
});

test("The page header shows the days left in the user's reporting windows.", async ({ page }) => {
  await signInByForm(page, "provincial");
  const header = page.getByRole("banner");
  await expect(header).toContainText("NUEVA ECIJA");
  await expect(header).toContainText("Target");
  await expect(header).toContainText("Accomplishment");
  await expect(header).toContainText(/\d+\s*Days?/);
  await expect(page.getByRole("contentinfo")).toContainText("version 1.0.0");
});

test("The dashboard lists the last day of each reporting window.", async ({ page }) => {
  await signInByForm(page, "provincial");
  await expect(page.getByRole("banner")).toContainText("PROVINCIAL PROGRAM OFFICER");
  const content = page.getByRole("main");
  const lastDays = content.getByRole("list", { name: "Last days to enter data" }).getByRole("listitem");
  await expect(lastDays).toHaveText([
    /^Targets until \d+ \w+ \d{4}$/,
    /^Accomplishments until \d+ \w+ \d{4}$/,
  ]);
  await expect(content).not.toContainText("Program Officer");
  await expect(content).not.toContainText(/days? left/i);
});

test("A list hides the region column from users who see only one region.", async ({ page }) => {
  const shown = async (user: DemoUser) => {
    await signInByForm(page, user);
    await openRecords(page, "ARBO_Masterlist");
    await expect(page.getByRole("columnheader", { name: "ARBO name", exact: true })).toBeVisible();
    const names = await page.getByRole("columnheader").allInnerTexts();
    await page.getByRole("button", { name: "Logout" }).first().click();
    await expect(page).toHaveURL("/");
    return names.map((name) => name.trim());
  };
  expect(await shown("central")).toEqual(expect.arrayContaining(["Region", "Province"]));
  const regional = await shown("regional");
  expect(regional).toContain("Province");
  expect(regional).not.toContain("Region");
  const provincial = await shown("provincial");
  expect(provincial).not.toContain("Region");
  expect(provincial).not.toContain("Province");
});

test("The public pages have no accessibility findings in light or dark mode.", async ({ page }) => {
  for (const path of ["/", "/loginpage", "/unauthorized", "/forbidden", "/NoSuchPage"]) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expectAccessible(page, path);
  }
});

test("The API reference has no accessibility findings in light or dark mode.", async ({ page }) => {
  test.setTimeout(120_000);
  // The API reference runs no scripts, so its colour scheme is that of the operating system.
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/api-docs.html");
    await page.locator("summary").first().click();
    await expectAccessible(page, "the API reference", [colorScheme]);
  }
});

test("The main screens have no accessibility findings in light or dark mode.", async ({ page }) => {
  test.setTimeout(120_000);
  await signInByForm(page, "admin");
  const pages = ["dashboard", "about", "help", "inbox", "profile", "waiting", "report", "users", "dropdowns"];
  for (const path of [...pages, "NoSuchPage"]) {
    await page.goto(`/homepage/${path}`);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expectAccessible(page, path);
  }
  await openRecords(page, "ARBO_Masterlist", "?new=1");
  await expect(page.getByRole("button", { name: "Register" })).toBeVisible();
  await expectAccessible(page, "the form");
});

/**
 * Expected section labels of a form in their order: owner, period, content, values from the ARBO and project, remarks.
 */
function sectionsInOrder({ fields, groups, parent }: AnyRecord): string[] {
  const own = fields.find(({ name }) => name === parent?.identifier)?.group ?? "";
  const followed = own ? ["programme", "location", "arc"] : [];
  const begin = [own, "reporting"];
  const end = [...followed.filter((key) => followsFrom(fields, key)), "remarks"];
  const facts = groups.map(({ key }) => key).filter((key) => !begin.includes(key) && !end.includes(key));
  const inOrder = [...begin, ...facts, ...groups.map(({ key }) => key).filter((key) => end.includes(key))];
  return inOrder.flatMap((key) => groups.filter((group) => group.key === key)).map(({ label }) => label);
}
const followsFrom = (fields: AnyRecord["fields"], key: string) =>
  fields.filter(({ group }) => group === key).every(({ filledFrom }) => filledFrom !== undefined);

/** Limits lists to five rows, because each row makes the accessibility check slower and all rows look alike. */
const fewRows = "?size=5";

test("The lists and forms have no accessibility findings in light or dark mode.", async ({ page }) => {
  test.setTimeout(360_000);
  await signIn(page, "admin");
  for (const record of records) {
    await openRecords(page, record.route, fewRows);
    await expectAccessible(page, record.route);
    // A new row of a list with a map (geotags) starts with the photo upload instead of the form.
    const add = record.points ? "Upload photos" : `Add ${record.noun.one}`;
    await page.getByRole("button", { name: add, exact: true }).click();
    if (record.points) {
      await expect(page.getByRole("dialog", { name: "Upload photos" })).toBeVisible();
      await expectAccessible(page, `what begins a row of ${record.route}`);
      continue;
    }
    const form = page.getByRole("form", { name: record.noun.one, exact: true });
    await expect(form, record.route).toBeVisible();
    // The forms of users, roles and schedules have other sections.
    if (record.tab === undefined)
      await expect(
        form.getByRole("navigation", { name: "Sections" }).getByRole("link"),
        record.route,
      ).toHaveText(sectionsInOrder(record));
    await expectAccessible(page, `the form of ${record.route}`);
  }
});

test("The administration and report screens have no accessibility findings in light or dark mode.", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, "admin");
  const open = async (path: string) => {
    await page.goto(`/homepage/${path}`);
    await expect(page.getByRole("table").or(page.getByRole("grid")).first()).toBeVisible();
  };
  for (const path of ["users/Users", "users/UserLog", "report/NotReported", "dropdowns/fund-source"]) {
    await open(path);
    await expectAccessible(page, path);
  }
  await open("dropdowns/participant-category");
  await expectAccessible(page, "a list of pairs");
  const acts = rowActs(page, /./).first();
  for (const dialog of ["Rename", "Delete"]) {
    if (dialog === "Delete") await acts.getByRole("button", { name: "More" }).click();
    await acts
      .getByRole("button", { name: dialog })
      .or(page.getByRole("menuitem", { name: dialog }))
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, `${dialog} a value`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await open("users/UserLog");
  await page
    .getByRole("button", { name: /show the changes/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "an entry of the user log");
  await page.goto("/homepage/users/Users?new=1");
  await expect(page.getByRole("form", { name: "User" })).toBeVisible();
  await expectAccessible(page, "the form of a user");
  await open("users/Users");
  await chooseRowAct(page, "viewer", "See as this user");
  await expect(page.getByRole("dialog").getByText("Dashboard is shown")).toBeVisible();
  await expectAccessible(page, "see as");
});
