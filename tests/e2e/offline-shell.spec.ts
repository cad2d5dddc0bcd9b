/** The service worker: the app opens without a connection, stores no data, and follows new versions of the product. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { serverPaths } from "../../web/hosting/site.ts";
import { openRecords, signIn } from "./support.ts";
import { makeNextVersion, startVersionsHost, type VersionsHost } from "./versions-host.ts";

let host: VersionsHost;
let context: BrowserContext;
let page: Page;

test.beforeEach(async ({ browser }) => {
  host = await startVersionsHost();
  context = await browser.newContext({ baseURL: host.url, serviceWorkers: "allow" });
  page = await context.newPage();
});
test.afterEach(async () => {
  await context.close();
  await host.stop();
});

/** Waits until the page is controlled by an active service worker. */
const untilInstalled = (on: Page): Promise<void> =>
  on.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (navigator.serviceWorker.controller?.state !== "activated")
      await new Promise((resolve) => setTimeout(resolve, 100));
  });

/** Returns the paths of all responses in the browser's cache storage. */
const storedPaths = (on: Page): Promise<string[]> =>
  on.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    return found;
  });

test("After the first visit, every page of the app opens without a connection, and the host may be down.", async () => {
  await page.goto("/");
  await untilInstalled(page);
  host.isDown = true;
  await page.reload();
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  await page.getByRole("link", { name: "Login" }).click();
  await expect(page.getByLabel("Username")).toBeVisible();
  for (const address of ["/loginpage", "/homepage/forms/ARBO_Masterlist?page=2", "/homepage/arbo/12"]) {
    const response = await page.goto(address);
    expect(response?.fromServiceWorker()).toBe(true);
    expect(response?.headers()["content-security-policy"]).toContain("script-src 'self'");
    await expect(page.locator("#root > *").first()).toBeVisible();
  }
});

test("No response of the server is stored or answered from a store.", async () => {
  await signIn(page, "provincial");
  await untilInstalled(page);
  await openRecords(page, "ARBO_Masterlist");
  await page.goto("/homepage/dashboard");
  await expect(page.getByText("Hello, provincial")).toBeVisible();
  const stored = await storedPaths(page);
  expect(stored).toContain("/index.html");
  expect(stored.filter((one) => serverPaths.includes(one.split("/")[1] ?? ""))).toEqual([]);
  expect(stored.filter((one) => !/^\/(assets|images|data)\/|^\/[\w.-]+$/.test(one))).toEqual([]);

  host.isDown = true;
  for (const address of ["/api/health", "/api/docs", "/rest/v1/", "/charts/health", "/api-docs.html"]) {
    const answer = await page.evaluate((at) => fetch(at).catch(() => null), address);
    expect([address, answer]).toEqual([address, null]);
  }
  await expect(page.goto("/api/docs")).rejects.toThrow(/ERR_/);
});

test("A new version shows a bar and opens at the next screen, and the former version's scripts stay stored for other tabs.", async () => {
  await signIn(page, "provincial");
  await untilInstalled(page);
  await openRecords(page, "ARBO_Masterlist");
  const other = await context.newPage();
  await other.goto("/homepage/about");

  const [script = ""] = (await readdir(path.join(host.files, "assets"))).filter((name) =>
    /^slides-.*js$/.test(name),
  );
  host.files = await makeNextVersion(host.files, "slides-");
  host.apiVersion = "99.0.0";
  await page.getByRole("link", { name: "ARC Masterlist" }).first().click();
  await expect(page.getByText("A new version of the system is ready.")).toBeVisible({ timeout: 30_000 });
  expect(await page.locator("meta[name=next-version]").count()).toBe(0);

  await page.getByRole("link", { name: "ARBO Masterlist" }).first().click();
  await expect(page.locator("meta[name=next-version]")).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("ARBO Masterlist");

  // The other tab still runs the former version.
  await expect(other.getByText("A new version of the system is ready.")).toBeVisible();
  expect(await other.evaluate((at) => fetch(at).then(({ status }) => status), `/assets/${script}`)).toBe(200);
});

test("While the host still serves the former files, the app keeps working and does not reload again and again.", async () => {
  await signIn(page, "provincial");
  await untilInstalled(page);
  await openRecords(page, "ARBO_Masterlist");
  host.apiVersion = "99.0.0";
  let loads = 0;
  page.on("load", () => loads++);
  for (const name of ["ARC Masterlist", "ARBO Masterlist", "ARC Masterlist"]) {
    await page.getByRole("link", { name }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(page.getByText("The system is being updated.")).toBeVisible();
  }
  expect(loads).toBe(0);
  host.apiVersion = null;
  await page.getByRole("link", { name: "ARBO Masterlist" }).first().click();
  await expect(page.getByText("The system is being updated.")).toBeHidden();
});
