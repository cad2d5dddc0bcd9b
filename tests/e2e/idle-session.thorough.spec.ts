/** Sessions: how an idle session ends in every tab, password changes, and the renewal of tokens. */
import { expect, type Page, test } from "playwright/test";
import { testStack } from "../test-stack.ts";
import { database, expectAccessible, expireTokens, openRecords, signInByForm, tokensIn } from "./support.ts";

/** Time in milliseconds until the app has loaded the idle timer, a few seconds after the first screen. */
const settled = 5000;
const minute = 60_000;

test("If a session ends because the user was idle, the user can restore the unsaved entries after the next sign-in.", async ({
  page,
  context,
}) => {
  await page.clock.install();
  await signInByForm(page, "provincial");
  await openRecords(page, "ARBO_Masterlist", "?new=1");
  await page
    .getByRole("form", { name: "ARBO" })
    .getByRole("textbox", { name: "ARBO name" })
    .fill("Idle Growers Association");
  await page.clock.runFor(settled);
  await page.waitForFunction(() => localStorage.getItem("arbo.idle-end") !== null);
  const warning = page.getByRole("dialog", { name: "Are you still there?" });

  await page.clock.fastForward(28.5 * minute);
  await expect(warning).toBeVisible();
  await expectAccessible(page, "the warning");
  await page.getByRole("button", { name: "Stay signed in" }).click();
  await expect(warning).toBeHidden();

  const other = await context.newPage();
  await other.goto("/homepage/dashboard");
  await expect(other.getByText("Hello, provincial")).toBeVisible();
  await other.waitForTimeout(settled);

  await page.clock.fastForward(28.5 * minute);
  await expect(warning).toBeVisible();
  await page.clock.fastForward(2 * minute);
  await expect(page).toHaveURL(/\/unauthorized\?/);
  await expect(page.getByText("no activity for a while")).toBeVisible();
  await expect(other).toHaveURL(/\/unauthorized/);
  await other.close();

  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Username").fill("provincial");
  await page.getByLabel("Password", { exact: true }).fill("Demo-2025!");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/homepage\/forms\/ARBO_Masterlist\?.*new=1/);
  await expect(page.getByText("You have unsaved entries")).toBeVisible();
  await page.getByRole("button", { name: "Restore entries" }).click();
  await expect(
    page.getByRole("form", { name: "ARBO" }).getByRole("textbox", { name: "ARBO name" }),
  ).toHaveValue("Idle Growers Association");
  await page.evaluate(() => localStorage.clear());
});

test("A user can type in a form even if the idle timer's script can't be loaded.", async ({ page }) => {
  const refused: string[] = [];
  await page.route("**/session-watch*.js", (route) => {
    refused.push(route.request().url());
    return route.abort("connectionfailed");
  });
  await signInByForm(page, "provincial");
  await openRecords(page, "ARBO_Masterlist", "?new=1");
  const name = page.getByRole("form", { name: "ARBO" }).getByRole("textbox", { name: "ARBO name" });
  await name.fill("Rural Road Growers");
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  await page.waitForTimeout(1000);
  await expect(name).toHaveValue("Rural Road Growers");
  await page.evaluate(() => localStorage.clear());
});

test("A user can change their own position and password in the profile.", async ({ page }) => {
  await signInByForm(page, "viewer");
  await page.getByRole("link", { name: "Hello, viewer" }).click();
  await expect(page.getByRole("heading", { name: "Your profile" })).toBeVisible();
  await expectAccessible(page, "the profile");
  await page.getByRole("textbox", { name: "Position" }).fill(`Program Technologist ${Date.now()}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Your profile has been saved.")).toBeVisible();

  await changePassword(page, "not-my-password", newPassword);
  await expect(page.getByRole("alert")).toBeVisible();
  await changePassword(page, testStack().demoPassword, newPassword);
  await expect(page.getByText("Your password has been changed")).toBeVisible();
  // The session continues after a password change, and the password can be changed again.
  await page.goto("/homepage/forms/ARBO_Masterlist");
  await expect(page.getByRole("grid")).toBeVisible();
  await page.goto("/homepage/profile");
  await changePassword(page, newPassword, otherPassword);
  await expect(page.getByText("Your password has been changed")).toBeVisible();
});

test("A user stays signed in after a password change, even if the server refuses to renew the old tokens.", async ({
  page,
}) => {
  await signInByForm(page, "viewer");
  // Makes the old tokens expire soon, so that the browser renews them during the password change.
  await expireTokens(page, Math.floor(Date.now() / 1000) + 60);
  const changed = page.waitForResponse(
    (answer) => answer.url().endsWith("/api/auth/password") && answer.request().method() === "PUT",
  );
  const answers: number[] = [];
  let asked = 0;
  await page.route("**/auth/v1/token?grant_type=refresh_token", async (route) => {
    if (asked++ === 0) await changed;
    const answer = await route.fetch();
    answers.push(answer.status());
    await route.fulfill({ response: answer });
  });
  await page.goto("/homepage/profile");
  await expect.poll(() => asked).toBe(1);
  await changePassword(page, testStack().demoPassword, newPassword);
  await expect(page.getByText("Your password has been changed")).toBeVisible();
  await expect.poll(() => answers).toEqual([400]);
  await page.goto("/homepage/profile");
  await changePassword(page, newPassword, otherPassword);
  await expect(page.getByText("Your password has been changed")).toBeVisible();
});

test("When one tab renews the session tokens, the other tabs use the new tokens.", async ({
  page,
  context,
}) => {
  // Waits until supabase-js has adopted the session. Before, supabase-js can overwrite the stored session with its old
  // state.
  const supervised = page.waitForResponse("**/auth/v1/user");
  await signInByForm(page, "viewer");
  await (await supervised).finished();
  // Compares refresh tokens, because two access tokens of the same second can be equal.
  const tokens = () => tokensIn(page);
  const other = await context.newPage();
  await other.goto("/homepage/about");
  const former = (await tokens()).refresh_token;
  await expireTokens(page, Math.floor(Date.now() / 1000));
  await openRecords(page, "ARBO_Masterlist");
  expect((await tokens()).refresh_token).not.toBe(former);
  const sent = other.waitForRequest("**/api/auth/current-user");
  await other.getByRole("link", { name: "Forms" }).click();
  expect((await sent).headers().authorization).toBe(`Bearer ${(await tokens()).access_token}`);
  const claims = (await tokens()).access_token.split(".")[1] ?? "";
  const places = await page.evaluate(
    (text) => Object.keys(localStorage).filter((name) => localStorage.getItem(name)?.includes(text)),
    claims,
  );
  expect(places).toEqual(["arbo.session"]);
  // Names of the app's cookies: one identifies a known browser (browser-cookie.ts), and the others mask secrets
  // (split-secret.ts).
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name).sort()).toEqual([
    "arbo-browser",
    "arbo.offline-mask",
    "arbo.session-mask",
  ]);
  const { access_token: token, refresh_token: secret } = await tokens();
  for (const text of [secret, token.split(".")[2] ?? ""]) {
    expect(JSON.stringify(cookies)).not.toContain(text);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(text);
  }
});

const newPassword = "harvest-lantern-42";
const otherPassword = "lantern-harvest-24";

/** Hash of the viewer's demo password. After each test, SQL restores it, because Auth refuses the demo password. */
let former = "";
test.beforeEach(() =>
  database(async (sql) => {
    const [row] =
      await sql`select encrypted_password as password from auth.users where email like 'viewer@%'`;
    former = String(row?.password);
  }),
);
test.afterEach(() =>
  database(async (sql) => {
    await sql`update auth.users set encrypted_password = ${former},
      raw_app_meta_data = raw_app_meta_data || jsonb_build_object('password_set_at', clock_timestamp())
      where email like 'viewer@%'`;
  }),
);

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel("Current password").fill(from);
  await page.getByRole("textbox", { name: "New password" }).fill(to);
  await page.getByRole("button", { name: "Change the password" }).click();
}
