/**
 * Configuration files for web hosts. `npm run hosting` generates the files, and the app's pages obey their content
 * security policy.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../../../supabase/local/common/settings.ts";
import { fileRuleAt, tileOrigin } from "../../../web/hosting/site.ts";
import { example, exampleFolder, hostingFiles } from "../../../web/hosting/write.ts";

it("The example files are equal to the output of `npm run hosting`.", async () => {
  const made = hostingFiles(example, "/srv/arbo");
  expect((await readdir(exampleFolder)).sort()).toEqual(Object.keys(made).sort());
  for (const [name, text] of Object.entries(made)) {
    expect([name, await readFile(path.join(exampleFolder, name), "utf8")]).toEqual([name, text]);
  }
});

it("The page has no inline script, because the content security policy blocks inline scripts.", async () => {
  const page = await readFile(path.join(projectRoot, "web/index.html"), "utf8");
  expect(page.match(/<script(?![^>]*\bsrc=)/g)).toBeNull();
  expect(page).not.toMatch(/\son\w+=/);
});

it("If several entries of the file list match a path, the first matching entry decides how the path is served.", () => {
  expect(fileRuleAt("/assets/app-1a2b3c4d.js")?.otherwise).toBeNull();
  expect(fileRuleAt("/config.json")?.otherwise).toBeNull();
  expect(fileRuleAt("/config.json/deeper")?.otherwise).toBe("/index.html");
  expect(fileRuleAt("/homepage/forms/Form5")?.otherwise).toBe("/index.html");
});

it("The content security policy allows map tiles from all hosts that the placeholder {s} represents.", () => {
  expect(tileOrigin("https://{s}.tile.example/{z}/{x}/{y}.png")).toBe("https://*.tile.example");
  expect(tileOrigin(undefined)).toBeNull();
});
