/** The service worker opens the app without a connection, stores no server data, and loads new versions of the app. */
import { cp, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { serverPaths } from "../../web/hosting/site.ts";
import { expectAccessible, openRecords, signIn, signInToDashboard, untilInstalled } from "./support.ts";
import { makeNextVersion, nextStyles, startVersionsHost, type VersionsHost } from "./versions-host.ts";

let host: VersionsHost;
let context: BrowserContext;
let page: Page;

// Each test loads whole pages several times, which takes long on a busy machine.
test.setTimeout(150_000);
test.beforeEach(async ({ browser }) => {
  host = await startVersionsHost();
  context = await browser.newContext({ baseURL: host.url, serviceWorkers: "allow" });
  page = await context.newPage();
});
test.afterEach(async () => {
  await context.close();
  await host.stop();
});

/** Returns the paths of all responses in the browser's cache storage. */
const storedPaths = (on: Page): Promise<string[]> =>
  on.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    return found;
  });

test("After the first visit, the app opens even while the web host is down.", async () => {
  await page.goto("/");
  await untilInstalled(page);
  const used = ["/config.json", "/data/barangays/0304900000.json"];
  const statusOf = (address: string) =>
    page.evaluate((at) => fetch(at).then(({ status }) => status), address);
  for (const address of used) expect(await statusOf(address)).toBe(200);
  // The service worker may store a response after the page has received it.
  await expect.poll(() => storedPaths(page)).toEqual(expect.arrayContaining(used));
  host.isDown = true;
  await page.reload();
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  // The browser stores settings and barangays when they are first used. It stores towns and province outlines together
  // with the app.
  for (const address of [...used, "/data/municipalities.json", "/data/province-outlines.json"])
    expect([address, await statusOf(address)]).toEqual([address, 200]);
  await page.getByRole("link", { name: "Login" }).click();
  await expect(page.getByLabel("Username")).toBeVisible();
  for (const address of ["/loginpage", "/homepage/forms/ARBO_Masterlist?page=2", "/homepage/arbo/12"]) {
    const response = await page.goto(address);
    expect(response?.fromServiceWorker()).toBe(true);
    expect(response?.headers()["content-security-policy"]).toContain("script-src 'self'");
    await expect(page.locator("#root > *").first()).toBeVisible();
  }
});

test("The service worker stores no API responses.", async () => {
  await signInToDashboard(page, "provincial");
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

const bar = (on: Page) => on.getByText("A new version of the system is ready.");
const openMasterlist = (name: "ARC" | "ARBO") =>
  page
    .getByRole("link", { name: `${name} Masterlist` })
    .first()
    .click();
/**
 * Checks that the page is fully loaded and belongs to the next version of the app (`isNext` true) or to the former
 * version.
 */
const expectNext = async (on: Page, isNext: boolean) => {
  await expect(on.getByText("Hello, provincial")).toBeVisible();
  await expect(on.locator(`link[href="${nextStyles}"]`)).toHaveCount(isNext ? 1 : 0);
};

async function openListBeforeUpdate(): Promise<void> {
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist");
}

/** Deploys the next version of the app and of the API. The next version of the app has no script for slides. */
async function deployNext(): Promise<void> {
  host.files = await makeNextVersion(host.files, "slides-");
  host.apiVersion = "99.0.0";
}

/** Deploys the next version while a list is open, and waits until the app announces it. */
async function openListAndUpdate(): Promise<void> {
  await openListBeforeUpdate();
  await untilInstalled(page);
  await deployNext();
  await openMasterlist("ARC");
  await expect(bar(page)).toBeVisible({ timeout: 30_000 });
}

/** Sets whether the browser asks for confirmation before the user leaves the page. */
const askBeforeLeaving = (asks: boolean) =>
  page.evaluate((prevents) => {
    window.onbeforeunload = prevents ? (event) => event.preventDefault() : null;
  }, asks);

test("A new version of the app opens when the user goes to the next screen.", async () => {
  await openListBeforeUpdate();
  await untilInstalled(page);
  const other = await context.newPage();
  await other.goto("/homepage/about");
  const scripts = await readdir(path.join(host.files, "assets"));
  const script = `/assets/${scripts.find((name) => /^slides-.*js$/.test(name))}`;
  await deployNext();
  expect((await fetch(host.url + script)).status).toBe(404);

  await openMasterlist("ARC");
  await expect(bar(page)).toBeVisible({ timeout: 30_000 });
  await expectNext(page, false);
  await expectAccessible(page, "the bar of a new version");
  await openMasterlist("ARBO");
  await expectNext(page, true);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("ARBO Masterlist");
  await expect(bar(page)).toBeHidden();

  await expect(bar(other)).toBeVisible();
  await expectNext(other, false);
  expect(await storedPaths(other)).toContain(script);
  expect(await other.evaluate((at) => fetch(at).then(({ status }) => status), script)).toBe(200);
  await other.getByRole("button", { name: "Reload" }).click();
  await expectNext(other, true);
});

test("A downloaded new version of the app opens even while the web host is down.", async () => {
  await openListAndUpdate();
  host.isDown = true;
  await page.reload();
  await expect(page.locator(`link[href="${nextStyles}"]`)).toHaveCount(1);
  await expect(page.locator("#root > *").first()).toBeVisible();
});

test("The app does not switch to a new version while a form is open.", async () => {
  await openListAndUpdate();
  await askBeforeLeaving(true);
  await openMasterlist("ARBO");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("ARBO Masterlist");
  await askBeforeLeaving(false);

  await page.getByRole("button", { name: "Add ARBO", exact: true }).click();
  await page.getByRole("dialog").getByLabel("ARBO name").fill("Kept Growers");
  // The open form added an entry to the browser history, so going back to the previous list takes two steps.
  await page.evaluate(() => window.history.go(-2));
  await expect(page).toHaveURL(/ARC_Masterlist/);
  await expectNext(page, false);
  await openMasterlist("ARBO");
  await expectNext(page, true);
});

test("A user can cancel the reload for a new version of the app.", async () => {
  await openListAndUpdate();
  await askBeforeLeaving(true);
  let asked = 0;
  page.on("dialog", (dialog) => {
    asked++;
    void dialog.dismiss();
  });
  await page.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => asked).toBe(1);
  await askBeforeLeaving(false);
  await page.waitForTimeout(10_000);
  expect(asked).toBe(1);
  await expectNext(page, false);
});

test("While the API has a newer version than the app's files on the web host, the app does not reload.", async () => {
  await openListBeforeUpdate();
  await untilInstalled(page);
  host.apiVersion = "99.0.0";
  let loads = 0;
  page.on("load", () => loads++);
  for (const name of ["ARC", "ARBO", "ARC"] as const) {
    await openMasterlist(name);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} Masterlist`);
    await expect(page.getByText("The system is being updated.")).toBeVisible();
  }
  expect(loads).toBe(0);
  host.apiVersion = null;
  await openMasterlist("ARBO");
  await expect(page.getByText("The system is being updated.")).toBeHidden();
});

test("If a file of a new app version is missing on the web host, the browser does not install this version.", async () => {
  await openListBeforeUpdate();
  await untilInstalled(page);
  await deployNext();
  await rm(path.join(host.files, nextStyles));
  await page.evaluate(async () => {
    const found = await navigator.serviceWorker.ready;
    await new Promise<void>((resolve) => {
      const watch = () => {
        const next = found.installing;
        next?.addEventListener("statechange", () => next.state === "redundant" && resolve());
      };
      found.addEventListener("updatefound", watch);
      // If the app has already found the new version, the event `updatefound` does not occur, so the test calls `watch`
      // directly.
      watch();
      void found.update();
    });
  });
  await openMasterlist("ARC");
  await expect(page.getByText("The system is being updated.")).toBeVisible();
  host.isDown = true;
  await page.reload();
  await expect(page.locator("#root > *").first()).toBeVisible();
  await expect(page.locator(`link[href="${nextStyles}"]`)).toHaveCount(0);
});

test("The app also opens new versions in a browser without a service worker.", async ({ browser }) => {
  await context.close();
  context = await browser.newContext({ baseURL: host.url, serviceWorkers: "block" });
  page = await context.newPage();
  await openListBeforeUpdate();
  await deployNext();
  await openMasterlist("ARC");
  await expect(bar(page)).toBeVisible({ timeout: 30_000 });
  await openMasterlist("ARBO");
  await expectNext(page, true);
  await expect(page.getByText("The system is being updated.")).toBeVisible();
  // The page can be usable before it has fully loaded.
  await page.waitForLoadState();
  let loads = 0;
  page.on("load", () => loads++);
  await openMasterlist("ARC");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("ARC Masterlist");
  expect(loads).toBe(0);
});

test("The service worker updates the headers of stored pages when the web host's headers change.", async () => {
  await page.goto("/");
  await untilInstalled(page);
  host.tileServer = "https://tiles.example";
  const policy = async () => (await page.reload())?.headers()["content-security-policy"];
  expect(await policy()).not.toContain("tiles.example");
  await expect.poll(policy).toContain("tiles.example");
});

test("The replacement service worker remove.js deletes all stored files of the web app.", async () => {
  await page.goto("/");
  await untilInstalled(page);
  host.files = await makeNextVersion(host.files, "slides-");
  await cp("web/service-worker/remove.js", path.join(host.files, "sw.js"));
  await page.reload();
  await expect.poll(() => storedPaths(page)).toEqual([]);
  const response = await page.reload();
  expect(response?.fromServiceWorker()).toBe(false);
  await expect(page.locator(`link[href="${nextStyles}"]`)).toHaveCount(1);
});

test("The browser loads the service worker and the web app manifest without violating the content security policy.", async () => {
  const blocked: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Manifest:/.test(message.text())) blocked.push(message.text());
  });
  await page.goto("/");
  await untilInstalled(page);
  const session = await context.newCDPSession(page);
  const manifest = await session.send("Page.getAppManifest");
  expect(manifest.errors).toEqual([]);
  expect(JSON.parse(manifest.data ?? "{}")).toMatchObject({ start_url: "/homepage", display: "standalone" });
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // Chrome reports the installability error "in-incognito" in every Playwright context, because these contexts are
  // private. The test ignores it.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  expect(blocked).toEqual([]);
  const answer = await fetch(`${host.url}/manifest.webmanifest`);
  expect(answer.headers.get("content-type")).toMatch(/^application\/manifest\+json/);
});
