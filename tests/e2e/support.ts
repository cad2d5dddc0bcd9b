/** Helpers of all browser tests: signing in, SQL on the database, downloads, and the accessibility check. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type Download, expect, type Locator, type Page, type Route } from "playwright/test";
import { records } from "#shared/records/index.ts";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { sessionKey, sessionMask } from "../../web/src/lib/secrets/stored-session.ts";
import { testStack } from "../test-stack.ts";

export type DemoUser = "admin" | "central" | "regional" | "provincial" | "viewer";

/**
 * Signs a demo user in without opening a screen, because loading a screen takes two seconds of processor time and most
 * tests don't need the dashboard.
 */
export const signIn = (page: Page, username: DemoUser): Promise<void> =>
  signInAs(page, username, testStack().demoPassword);

/** Signs a user in and waits for the dashboard. */
export async function signInToDashboard(
  page: Page,
  username: string,
  password = testStack().demoPassword,
): Promise<void> {
  await signInAs(page, username, password);
  await page.goto("/homepage/dashboard");
  await expect(page.getByText(`Hello, ${username}`)).toBeVisible();
}

/** The two parts in which the browser stores a session. */
interface StoredSession {
  /** The session's item in local storage. */
  item: string;
  /** The cookie with the masks. The masks decode the tokens in the session's item (split-secret.ts). */
  mask: string;
}

/** Stored sessions from earlier tests of this worker, by username and password. */
const sessions = new Map<string, StoredSession>();

/**
 * Signs a user in with the session of an earlier test of this worker, or else through the login page. Afterwards the
 * test must open a screen.
 */
export async function signInAs(page: Page, username: string, password: string): Promise<void> {
  const account = `${username} ${password}`;
  const session = sessions.get(account);
  if (session && (await resumeSession(page, session))) return;
  await signInByForm(page, username, password);
  sessions.set(account, await sessionIn(page));
  await page.goto(noScreen);
}

async function sessionIn(page: Page): Promise<StoredSession> {
  const cookies = await page.context().cookies();
  return {
    item: (await page.evaluate((key) => localStorage.getItem(key), sessionKey)) ?? "{}",
    mask: cookies.find(({ name }) => name === sessionMask)?.value ?? "",
  };
}

/** Decodes a secret that the browser stores masked. @param masks The value of the cookie with the masks. */
export function unmask(masked: string, masks: string): Buffer {
  const mask = Buffer.from(
    masks.split(".").find((one) => one.startsWith(masked.slice(0, 4))) ?? "",
    "base64",
  );
  return Buffer.from(masked, "base64")
    .map((byte, at) => byte ^ (mask[at] ?? 0))
    .subarray(3) as Buffer;
}

/** Returns the tokens of the session in a browser. */
export async function tokensIn(page: Page): Promise<{ access_token: string; refresh_token: string }> {
  const { item, mask } = await sessionIn(page);
  const { unsigned, secret } = JSON.parse(item) as { unsigned: string; secret: string };
  const [signature, refresh_token = ""] = JSON.parse(String(unmask(secret, mask))) as string[];
  return { access_token: `${unsigned}${signature}`, refresh_token };
}

/** Sets the expiry time of the stored tokens (seconds since 1970). */
export const expireTokens = (page: Page, expires_at: number): Promise<void> =>
  page.evaluate(
    ([key, end]) => {
      const stored = JSON.parse(localStorage.getItem(key) ?? "{}");
      localStorage.setItem(key, JSON.stringify({ ...stored, expires_at: end }));
    },
    [sessionKey, expires_at] as const,
  );

/** Signs a user in through the login page and waits for the dashboard. */
export async function signInByForm(
  page: Page,
  username: string,
  password = testStack().demoPassword,
): Promise<void> {
  await page.goto("/loginpage");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/homepage/dashboard");
  await expect(page.getByText(`Hello, ${username}`)).toBeVisible();
}

/** Page of the app's origin that shows no screen. */
const noScreen = "/config.json";

/** Stores a session in the browser. @returns false if the session has ended, e.g. because its user signed out. */
async function resumeSession(page: Page, { item, mask }: StoredSession): Promise<boolean> {
  await page.goto(noScreen);
  await page.context().addCookies([{ name: sessionMask, value: mask, url: page.url() }]);
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [sessionKey, item] as const);
  const { access_token } = await tokensIn(page);
  const user = await page.request.get("/auth/v1/user", {
    headers: { apikey: testStack().publishableKey, Authorization: `Bearer ${access_token}` },
  });
  return user.ok();
}

/**
 * Closes the browser contexts that a test has opened, because open pages slow down later tests. Playwright closes only
 * its own context.
 */
export async function closeContexts({ browser }: { browser: Browser }): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** Opens the list of a record type by its route and waits for its rows. */
export async function openRecords(page: Page, route: string, search = ""): Promise<void> {
  const tab = records.find((record) => record.route === route)?.tab ?? "forms";
  await page.goto(`/homepage/${tab}/${route}${search}`);
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.locator("#rows")).toHaveAttribute("aria-busy", "false");
}

/**
 * Makes an open page send its requests to `page.route`. On a busy machine, the browser begins to intercept requests
 * only after a moment. So this function sends test requests until one is intercepted.
 */
export async function intercept(
  page: Page,
  address: string | RegExp,
  handle: (route: Route) => Promise<void>,
): Promise<void> {
  const probe = "/held-back";
  await page.route(`**${probe}`, (route) => route.fulfill({ status: 204 }));
  await page.route(address, handle);
  await expect.poll(() => page.evaluate(async (url) => (await fetch(url)).status, probe)).toBe(204);
}

/** Waits until an active service worker controls the page, so that the app opens without a connection. */
export const untilInstalled = (on: Page): Promise<void> =>
  on.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (navigator.serviceWorker.controller?.state !== "activated")
      await new Promise((resolve) => setTimeout(resolve, 100));
  });

/** Chooses an option in the searchable dropdown with the given label. */
export async function choose(within: Page | Locator, label: string, option: string): Promise<void> {
  const field = within.getByRole("combobox", { name: new RegExp(`^${label}: `) });
  await field.click();
  const page = "page" in within ? within.page() : within;
  const panel = page.getByRole("dialog", { name: `Choose: ${label}` });
  await panel.getByRole("combobox").fill(option);
  await panel.getByRole("option", { name: option, exact: true }).click();
  await expect(field).toContainText(option);
}

/** Returns the group of a row's buttons: one action with a text label, and the More button. */
export const rowActs = (page: Page | Locator, row: string | RegExp): Locator =>
  page.getByRole("group", { name: row, exact: true });

/** Opens the menu of a row and chooses an action by its label. */
export async function chooseRowAct(page: Page, row: string | RegExp, act: string | RegExp): Promise<void> {
  await rowActs(page, row).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: act, exact: true }).click();
}

/** Opens the menu of the first row of a list and chooses an action by its label. */
export async function chooseFirstRowAct(page: Page, act: string | RegExp): Promise<void> {
  await page.locator("#rows").getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: act, exact: true }).click();
}

/** Chooses an action for the whole list, from the More menu of the list's toolbar. */
export async function chooseListAct(page: Page, act: string): Promise<void> {
  // Leaves out the rows of the list, because each row has a More button, too.
  const outsideRows = page.locator(":not(#rows *)");
  await page.getByRole("button", { name: "More", exact: true }).and(outsideRows).first().click();
  await page.getByRole("menuitem", { name: act, exact: true }).click();
}

/** Shows a chart as a table. @param card The section of the page that contains the chart. */
export const showChartAsTable = (card: Locator): Promise<void> =>
  card.getByRole("button", { name: "Table", exact: true }).click();

/** Opens the menu of a chart and chooses an action by its label. */
export async function chooseChartAct(card: Locator, act: string): Promise<void> {
  await card.getByRole("button", { name: "More", exact: true }).click();
  await card.getByRole("menuitem", { name: act }).click();
}

/** Opens the View panel of a list and shows its saved views. */
export async function openSavedViews(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "View", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "View" });
  await panel.getByRole("tab", { name: "Saved views" }).click();
  return panel;
}

/** Confirms the open export dialog, and waits for the download and for the notice about it. */
export async function confirmedExport(page: Page): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: 60_000 }),
    page.getByRole("button", { name: "Yes, export" }).click(),
  ]);
  await expect(page.getByRole("link", { name: /^Report_\d{4}-\d{2}-\d{2}\.xlsx$/ })).toBeVisible();
  return download;
}

/** Runs SQL as the owner of the tables, to set up data or to act for another user. */
export async function database<Result>(work: (sql: Database) => Promise<Result>): Promise<Result> {
  const sql = openDatabase(testStack().databaseUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  nodes: { target: string[] }[];
}

/**
 * Axe rules to check per colour scheme; null means all rules. The dark scheme needs only the contrast rule, because
 * only colours differ.
 */
const rulesIn = { light: null, dark: ["color-contrast"] } as const;

/** Loads axe into the page once, and turns transitions off so that colours change at once. */
async function prepareForAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  await page.evaluate(axe);
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important; }");
    document.adoptedStyleSheets.push(still);
  });
}

/**
 * Runs axe after the next paint in the given colour scheme. @returns one line per violated rule, with up to five
 * elements.
 */
async function findingsOf(page: Page, scheme: "light" | "dark"): Promise<string[]> {
  const violations = await page.evaluate(
    async ({ look, rules }) => {
      document.documentElement.setAttribute("data-color-scheme", look);
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      const runner = (
        window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
      ).axe;
      const only = rules ? { runOnly: [...rules] } : {};
      return (await runner.run({ resultTypes: ["violations"], ...only })).violations;
    },
    { look: scheme, rules: rulesIn[scheme] },
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.target.join(" "))
        .slice(0, 5)
        .join(", ")}`,
  );
}

/** Checks that axe reports no finding of any severity, in the given colour schemes. */
export async function expectAccessible(
  page: Page,
  screen: string,
  schemes: readonly ("light" | "dark")[] = ["light", "dark"],
): Promise<void> {
  await prepareForAxe(page);
  // Some dialogs fade in by a script, which takes up to 250 ms.
  await page.waitForTimeout(250);
  for (const scheme of schemes) {
    expect(await findingsOf(page, scheme), `${screen}, ${scheme}`).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.setAttribute("data-color-scheme", "light"));
}

/** Reads the number in a string: 1234 from "1,234 rows". */
export const numberIn = (text: string): number => Number(text.replaceAll(/[^\d.]/g, ""));

/** Returns the number of rows that the pager of the open list shows. */
export async function listTotal(page: Page): Promise<number> {
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.locator("#rows")).toHaveAttribute("aria-busy", "false");
  const range =
    (await page
      .getByRole("navigation", { name: "Pages" })
      .getByText(/ of [\d,]+$/)
      .first()
      .textContent()) ?? "";
  return numberIn(range.split(" of ").at(-1) ?? "");
}

/** Runs `work` while every reporting window is closed, and then restores the schedules. */
export async function withClosedWindows(work: () => Promise<void>): Promise<void> {
  const before = await database((sql) => sql`select id, status from public.report_schedules`);
  const all = before.map(({ id }) => Number(id));
  const open = before.filter(({ status }) => status === "OnGoing").map(({ id }) => Number(id));
  await database((sql) => sql`update public.report_schedules set status = 'Closed'`);
  try {
    await work();
  } finally {
    await database((sql) => sql`delete from public.report_schedules where id <> all (${all})`);
    await database(
      (sql) => sql`update public.report_schedules set status = 'OnGoing' where id = any (${open})`,
    );
  }
}
