/**
 * The app is on one origin and Supabase is on another. All web hosts send the same headers. On each, a user can sign
 * in, import, list, export and upload a photo.
 */
import { readdir } from "node:fs/promises";
import path from "node:path";
import ExcelJS from "exceljs";
import { type Download, expect, type Page, type Response, test } from "playwright/test";
import { webDist } from "../../supabase/local/gateway/web-build.ts";
import { everywhere, files, type Header, pageHeaders, proxiedFunctions } from "../../web/hosting/site.ts";
import { inside, itemOf, makeSupport, openUpload, photo, region, removeSupport } from "./evidence-support.ts";
import { preview, save } from "./import-support.ts";
import { confirmedExport, database, signIn } from "./support.ts";
import { startSupabase, type WebHost, webHosts } from "./web-hosts.ts";

const imported = "Two Origins Millers";
const names = [`${imported} East`, `${imported} West`];
const masterlist = {
  name: "masterlist.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    ["arbo_name,region_name,province_name", ...names.map((name) => `${name},${region},Nueva Ecija`)].join(
      "\n",
    ),
  ),
};

/** Headers that the web host must send with every API response that it forwards. */
const callHeaders: readonly Header[] = [
  ["cache-control", "no-store"],
  ["x-content-type-options", "nosniff"],
  ["strict-transport-security", "max-age=31536000"],
];

const removeImported = () =>
  database((sql) => sql`delete from public.arbo_masterlist where arbo_name like ${`${imported}%`}`);

/** Returns the names of the test's ARBOs in an exported list, in alphabetical order. */
async function exportedNames(download: Download): Promise<string[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(await download.path());
  const found: string[] = [];
  workbook.getWorksheet("Report")?.eachRow((row) =>
    row.eachCell(({ text }) => {
      if (text.startsWith(imported)) found.push(text);
    }),
  );
  return found.sort();
}

/**
 * Collects the responses of the web host: `files` are its own files, and `calls` are API responses that it forwards.
 */
function watchAnswers(page: Page, origin: string): { files: Response[]; calls: Response[] } {
  const answers = { files: [] as Response[], calls: [] as Response[] };
  page.on("response", (response) => {
    const { protocol, origin: from, pathname } = new URL(response.url());
    if (from !== origin || protocol === "blob:") return;
    const isCall = proxiedFunctions.some((name) => pathname.startsWith(`/${name}/`));
    answers[isCall ? "calls" : "files"].push(response);
  });
  return answers;
}

/** Returns the URLs of the responses that lack one of the expected headers. */
async function without(answers: readonly Response[], expected: readonly Header[]): Promise<string[]> {
  const judged = await Promise.all(
    answers.map(async (answer) => {
      const headers = await answer.allHeaders();
      return expected.some(([name, value]) => headers[name] !== value) ? [answer.url()] : [];
    }),
  );
  return judged.flat();
}

for (const [name, host] of Object.entries(webHosts)) {
  test.describe(name, () => {
    test.skip(host.missing !== null, host.missing ?? "");
    let supabase: WebHost;
    let running: WebHost;
    test.beforeAll(async () => {
      supabase = await startSupabase();
      running = await host.start(supabase.url);
    });
    test.afterAll(async () => {
      await running?.stop();
      await supabase?.stop();
    });

    test("The web host serves every path with the status and headers defined in web/hosting/site.ts.", async () => {
      const [script = ""] = (await readdir(path.join(webDist, "assets"))).filter((file) =>
        file.endsWith(".js"),
      );
      const expected = pageHeaders({ supabaseUrl: supabase.url });
      for (const { under, cacheControl, otherwise } of files) {
        const there = under === "/assets/" ? under + script : under;
        const found = under.match(/data|images/) ? null : await fetch(running.url + there);
        if (found) {
          expect([there, found.status, found.headers.get("cache-control")]).toEqual([
            there,
            200,
            cacheControl,
          ]);
        }
        const none = await fetch(`${running.url}${under}${under.endsWith("/") ? "" : "/"}no/such.js`);
        // For an unknown path, the web host sends the app's page or a 404. Browsers must not cache either response for
        // long.
        expect([under, none.status]).toEqual([under, otherwise === null && under.endsWith("/") ? 404 : 200]);
        expect(none.headers.get("cache-control") ?? "").not.toContain(none.ok ? "immutable" : "max-age");
        for (const [header, value] of expected) {
          if (found) expect([there, header, found.headers.get(header)]).toEqual([there, header, value]);
          expect([under, header, none.headers.get(header)]).toEqual([under, header, value]);
        }
      }
      expect((await fetch(`${running.url}/.vite/manifest.json`)).status).toBe(404);
      const page = await fetch(`${running.url}/homepage/forms/ArboMasterlist`);
      expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    });

    test("The web host forwards API calls and forbids caching their responses.", async () => {
      const answer = await fetch(`${running.url}/api/auth/current-user`);
      expect(answer.status).toBe(401);
      for (const [header, value] of callHeaders)
        expect([header, answer.headers.get(header)]).toEqual([header, value]);
      expect(await answer.json()).toMatchObject({ status: "error" });
    });

    test("A user can sign in, import rows and upload a photo through the web host.", async ({ browser }) => {
      test.setTimeout(120_000);
      await removeImported();
      const support = await makeSupport("Two Origins Growers");
      const page = await browser.newPage({ baseURL: running.url });
      const refused: string[] = [];
      page.on("console", (message) => {
        if (/Content Security Policy|CORS/.test(message.text())) refused.push(message.text());
      });
      const answers = watchAnswers(page, running.url);
      await signIn(page, "provincial");

      await preview(page, masterlist);
      await save(page);
      await page.getByPlaceholder("Search all values").fill(imported);
      await expect(page).toHaveURL(/[?&]q=/);
      await expect(page.locator("#rows")).toHaveAttribute("aria-busy", "false");
      for (const name of names) await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Export" }).click();
      expect(await exportedNames(await confirmedExport(page))).toEqual(names);

      await openUpload(page, support);
      await page.getByLabel("Photos to upload").setInputFiles([photo("one.jpg", { gps: inside })]);
      await expect(itemOf(page, "one.jpg")).toContainText("Ready");
      await page.getByRole("button", { name: "Upload 1" }).click();
      await expect(page.getByText("1 of 1 saved.")).toBeVisible();
      await page.getByRole("button", { name: "Done" }).click();
      const picture = page.getByRole("dialog").locator("img").first();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      expect(await picture.getAttribute("src")).toContain(supabase.url);

      expect(refused).toEqual([]);
      expect(answers.files.length).toBeGreaterThan(5);
      // Skips the HSTS header, which a browser without TLS does not report for every response. The first test checks
      // this header.
      const headers = pageHeaders({ supabaseUrl: supabase.url }).filter((one) => !everywhere.includes(one));
      expect(await without(answers.files, headers)).toEqual([]);
      expect(answers.calls.length).toBeGreaterThan(5);
      expect(await without(answers.calls, callHeaders)).toEqual([]);
      await page.close();
      await removeSupport(support.name);
      await removeImported();
    });
  });
}
