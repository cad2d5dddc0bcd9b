/** The service worker's list of stored files and app pages, and the installable app's manifest. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { productShortName } from "#shared/version.ts";
import { projectRoot } from "../../../supabase/local/common/settings.ts";
import { fileRuleAt, serverPaths } from "../../../web/hosting/site.ts";
import { isAppPage } from "../../../web/service-worker/app-pages.ts";
import { listShellFiles } from "../../../web/service-worker/shell-files.ts";
import { productName } from "../../../web/src/lib/product.ts";

const stored = [
  "assets/app-1a2b3c4d.js",
  "assets/excel.worker-1a2b3c4d.js",
  "assets/shared-1a2b3c4d.css",
  "data/municipalities.json",
  "images/icon-192.png",
  "index.html",
  "manifest.webmanifest",
];
const left = [
  ".sources",
  ".vite/manifest.json",
  "api-docs.html",
  "assets/app-1a2b3c4d.js.map",
  "config.json",
  "data/barangays.json",
  "data/barangays/0102800000.json",
  "sw.js",
];

it("The service worker does not store the API reference, config.json or source maps.", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "shell-files-"));
  for (const name of [...stored, ...left]) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), name);
  }
  const files = listShellFiles(folder);
  await rm(folder, { recursive: true });
  expect(files.map(({ url }) => url)).toEqual(stored.map((name) => `/${name}`));
  for (const { url, revision } of files)
    expect([url, revision === null]).toEqual([url, url.startsWith("/assets/")]);
});

it.each(["/", "/loginpage", "/homepage", "/homepage/forms/ARBO_Masterlist", "/ARBO_Masterlist"])(
  "The service worker returns the app's HTML page (index.html) for the path %s.",
  (address) => {
    expect(isAppPage(address, serverPaths)).toBe(true);
    expect(fileRuleAt(address)?.otherwise).toBe("/index.html");
  },
);

it.each([
  ...["/api/docs", "/api", "/charts/form-5", "/dropdown/values", "/auth/v1/token", "/rest/v1/users"],
  ...["/storage/v1/object/sign/a", "/functions/v1/api/health", "/api-docs.html", "/config.json", "/sw.js"],
])("The service worker does not return the app's HTML page (index.html) for the path %s.", (address) => {
  expect(isAppPage(address, serverPaths)).toBe(false);
});

it("The web app manifest has the app's names, the design tokens' colours and existing icons.", async () => {
  const web = path.join(projectRoot, "web");
  const manifest = JSON.parse(await readFile(path.join(web, "public/manifest.webmanifest"), "utf8"));
  expect([manifest.name, manifest.short_name]).toEqual([productName, productShortName]);
  const tokens = await readFile(path.join(web, "src/components/tokens.css"), "utf8");
  const light = (token: string) => new RegExp(`${token}: light-dark\\((#\\w+),`).exec(tokens)?.[1];
  expect([manifest.theme_color, manifest.background_color]).toEqual([light("--brand"), light("--ground")]);
  for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
    const png = await readFile(path.join(web, "public", src));
    // A PNG file has its width at byte 16 and its height at byte 20.
    expect([src, sizes]).toEqual([src, `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`]);
  }
});
