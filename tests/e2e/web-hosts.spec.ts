/** The app on one origin and Supabase on another: behind each web host the same headers, and a photo that shows. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "playwright/test";
import { webDist } from "../../supabase/local/web-build.ts";
import { files, pageHeaders } from "../../web/hosting/site.ts";
import { inside, itemOf, makeSupport, openUpload, photo, removeSupport } from "./evidence-support.ts";
import { signIn } from "./support.ts";
import { startSupabase, type WebHost, webHosts } from "./web-hosts.ts";

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

    test("answers as the list of routes and headers says", async () => {
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
        // Only a page of the app stands for what is not there, and a missing file is not missing for a year.
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

    test("passes calls on, and lets nobody keep what they answer", async () => {
      const answer = await fetch(`${running.url}/api/auth/current-user`);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
      expect(await answer.json()).toMatchObject({ status: "error" });
    });

    test("shows a photo that Supabase's own origin serves", async ({ browser }) => {
      test.setTimeout(120_000);
      const support = await makeSupport("Two Origins Growers");
      const page = await browser.newPage({ baseURL: running.url });
      const refused: string[] = [];
      page.on("console", (message) => {
        if (/Content Security Policy|CORS/.test(message.text())) refused.push(message.text());
      });
      await signIn(page, "provincial");
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
      await page.close();
      await removeSupport(support.name);
    });
  });
}
