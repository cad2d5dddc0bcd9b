/**
 * Work without a connection: starting the browser, reading stored lists, and choosing values in forms. Also checks what
 * the browser stores.
 */
import { type BrowserContext, chromium, expect, type Page, test } from "playwright/test";
import { records } from "#shared/records/index.ts";
import { browser } from "../support/browser.ts";
import { testStack } from "../test-stack.ts";
import {
  cutConnection,
  decryptedIn,
  restoreConnection,
  storedIn,
  storedText,
  untilUserStored,
} from "./offline-support.ts";
import {
  choose,
  database,
  expectAccessible,
  expireTokens,
  openRecords,
  signInByForm,
  signInToDashboard,
  untilInstalled,
} from "./support.ts";
import { startVersionsHost } from "./versions-host.ts";

const bar = (page: Page) => page.getByRole("status").filter({ hasText: "You are offline." });
const asOf = /This screen shows data of \d+ \w+ \d{4}, \d\d:\d\d\./;

/** Waits until the browser has stored the user, the rows of the office and the latest responses of the server. */
async function expectStored(page: Page): Promise<void> {
  await untilUserStored(page);
  await expect
    .poll(async () => (await storedIn(page, "rows")).length, { timeout: 120_000 })
    .toBeGreaterThan(6);
  await page.waitForTimeout(1500);
}

/** Starts a browser with the profile in a folder. The service worker opens the app while the host is down. */
const startBrowser = (profile: string, baseURL: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, { ...browser, baseURL, serviceWorkers: "allow" });

/** Simulates a browser that was closed overnight: the session's tokens have expired, and the idle limit has passed. */
async function letNightPass(page: Page): Promise<void> {
  await expireTokens(page, 1);
  await page.evaluate(() => localStorage.setItem("arbo.idle-end", "1"));
}

// The browser fetches the rows only in idle time, which takes long on a busy machine.
test.setTimeout(240_000);

test("A user who starts the browser offline sees the lists that they opened earlier.", async () => {
  const profile = test.info().outputPath("profile");
  const host = await startVersionsHost();
  const before = await startBrowser(profile, host.url);
  const first = await before.newPage();
  await signInByForm(first, "provincial");
  const opening = Date.now();
  await openRecords(first, "ARBO_Masterlist");
  const online = Date.now() - opening;
  const name = await first.getByRole("gridcell").first().textContent();
  await untilInstalled(first);
  await expectStored(first);
  // Stops the host before the simulated night. Otherwise, the first browser would end the session when the idle limit
  // passes.
  host.isDown = true;
  await letNightPass(first);
  await before.close();

  const after = await startBrowser(profile, host.url);
  const page = await after.newPage();
  const start = Date.now();
  await page.goto("/homepage/forms/ARBO_Masterlist");
  await expect(page.getByText("Hello, provincial")).toBeVisible();
  await expect(page.getByRole("gridcell").first()).toHaveText(name ?? "");
  // The list must be visible within 10 s. On a slow machine, the limit is three times the loading time with a
  // connection.
  expect(Date.now() - start).toBeLessThan(Math.max(10_000, 3 * online));
  await expect(bar(page)).toContainText(asOf);
  await expect(bar(page)).toContainText("You will sign in again when you reconnect.");

  await page.goto("/");
  await expect(page).toHaveURL(/\/homepage\/dashboard/);
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(page.getByText("Try again")).toBeHidden();

  await page.goto("/homepage/forms/Form10");
  await expect(
    page.getByText("This list was not opened on this computer while it was online."),
  ).toBeVisible();
  await expectAccessible(page, "a list that is not stored");

  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.headers().authorization) sent.push(new URL(request.url()).pathname);
  });
  host.isDown = false;
  await expect(page).toHaveURL(/\/unauthorized/, { timeout: 15_000 });
  await expect(page.getByText("no activity for a while")).toBeVisible();
  expect(sent.filter((address) => address !== "/api/auth/logout" && !address.startsWith("/auth/"))).toEqual(
    [],
  );
  await after.close();
  await host.stop();
});

test("A user can search a list and choose an ARBO in a form while offline.", async ({ page, context }) => {
  await signInToDashboard(page, "provincial");
  await expectStored(page);
  await cutConnection(context);
  await page.goto("/homepage/forms/ARBO_Masterlist");
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(bar(page)).toContainText(asOf);
  const name = (await page.locator("[role=gridcell][col-id=arbo_name]").first().textContent()) ?? "";
  await page.getByRole("searchbox").fill(name.slice(0, 12).toLowerCase());
  await expect(
    page
      .getByRole("gridcell")
      .filter({ hasText: name.slice(0, 12) })
      .first(),
  ).toBeVisible();

  await page.goto("/homepage/forms/ARBO_Training?new=1");
  await page.getByRole("combobox", { name: /^ARBO: / }).click();
  const panel = page.getByRole("dialog", { name: "Choose: ARBO" });
  await panel.getByRole("combobox").fill(name.slice(0, 12));
  await expect(
    panel
      .getByRole("option")
      .filter({ hasText: name.slice(0, 12) })
      .first(),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator("#field-training_category").click();
  const categories = page.getByRole("dialog", { name: "Choose: Training category" });
  await expect(categories.getByRole("option").first()).toBeVisible();
  await restoreConnection(context);
  await expect(bar(page)).toBeHidden({ timeout: 15_000 });
  await page.evaluate(() => localStorage.clear());
});

test("A form offers the barangays of the user's province while offline.", async () => {
  const profile = test.info().outputPath("profile");
  const host = await startVersionsHost();
  const context = await startBrowser(profile, host.url);
  const page = await context.newPage();
  await signInByForm(page, "provincial");
  await untilInstalled(page);
  await expectStored(page);
  await page.waitForFunction(async () => (await (await caches.open("barangays")).keys()).length > 0);
  host.isDown = true;
  await page.goto("/homepage/forms/ARBO_Masterlist?new=1");
  const form = page.getByRole("dialog");
  await choose(form, "Municipality/City", "Jaen");
  await choose(form, "Barangay", "Dampulan");
  await context.close();
  await host.stop();
});

test("The browser stores reports for offline use, except the report with users' e-mail addresses.", async ({
  page,
}) => {
  await signInByForm(page, "admin");
  await untilUserStored(page);
  await page.goto("/homepage/report/NotReported?show=all&where.region_name=Region+III+(Central+Luzon)");
  await expect(page.getByRole("link", { name: "provincial@" })).toBeVisible();
  // The browser stores responses a second after they arrive.
  await page.waitForTimeout(3000);
  await page.goto("/homepage/report/TargetAccomplishmentFME?level=province");
  await expect(page.getByRole("table")).toBeVisible();
  const answers = async () => (await decryptedIn(page, "answers")).join("\n");
  await expect.poll(answers, { timeout: 30_000 }).toContain("province_name");
  await page.waitForTimeout(2000);
  const users = await database(
    (sql) => sql<{ email: string }[]>`
    select email from public.users where province_name is not null`,
  );
  const stored = await answers();
  expect(users.length).toBeGreaterThan(0);
  expect(users.filter(({ email }) => stored.includes(email))).toEqual([]);
});

test("The browser encrypts the responses that it stores for offline use.", async ({ page }) => {
  await signInByForm(page, "admin");
  await untilUserStored(page);
  await openRecords(page, "Participants");
  // The browser stores responses only in idle time, which can take long on a busy machine.
  const stored = async () => (await decryptedIn(page, "answers")).join("\n");
  await expect.poll(stored, { timeout: 60_000 }).toContain('"participant_name"');
  await openRecords(page, "ARBO_Masterlist");
  await expect.poll(async () => (await storedIn(page, "answers")).length).toBeGreaterThan(3);
  await page.waitForTimeout(2000);
  const known = await database(async (sql) => {
    const arbos = await sql`select arbo_name as text from public.arbo_masterlist where arbo_name is not null`;
    const people = await sql`select participant_name as text from public.participants`;
    return [...arbos, ...people].map(({ text }) => String(text));
  });
  const text = await storedText(page);
  expect(known.filter((one) => text.includes(one))).toEqual([]);

  const answers = await stored();
  expect(known.some((one) => answers.includes(JSON.stringify(one)))).toBe(true);
  expect(answers.includes('"participant_name"')).toBe(true);
  const sensitive = records.flatMap(({ fields }) => fields.filter((field) => field.sensitive));
  expect(sensitive.filter(({ name }) => answers.includes(`"${name}"`))).toEqual([]);

  const sealed = await storedIn(page, "answers");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /offline|session/.test(key))),
  ).toEqual([]);
  expect(sealed.length).toBeGreaterThan(0);
  await page.goto("/loginpage");
  await page.getByLabel("Username").fill("viewer");
  await page.getByLabel("Password", { exact: true }).fill(testStack().demoPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/homepage/dashboard");
  const former = new Set(sealed.map(({ id }) => id));
  await expect
    .poll(async () => (await storedIn(page, "answers")).filter(({ id }) => former.has(id)).length)
    .toBe(0);
});
