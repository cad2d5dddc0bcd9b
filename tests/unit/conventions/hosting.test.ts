/** The files for web hosts: made from the list, and no page of the app needs what the list forbids. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../../../supabase/local/common/settings.ts";
import { filesAt, tileOrigin } from "../../../web/hosting/site.ts";
import { example, exampleFolder, hostingFiles } from "../../../web/hosting/write.ts";

it("the examples are what `npm run hosting` makes of the list", async () => {
  const made = hostingFiles(example, "/srv/arbo");
  expect((await readdir(exampleFolder)).sort()).toEqual(Object.keys(made).sort());
  for (const [name, text] of Object.entries(made)) {
    expect([name, await readFile(path.join(exampleFolder, name), "utf8")]).toEqual([name, text]);
  }
});

it("the page has no script of its own, which the policy would not run", async () => {
  const page = await readFile(path.join(projectRoot, "web/index.html"), "utf8");
  expect(page.match(/<script(?![^>]*\bsrc=)/g)).toBeNull();
  expect(page).not.toMatch(/\son\w+=/);
});

it("a path is judged by the first entry that fits", () => {
  expect(filesAt("/assets/app-1a2b3c4d.js")?.otherwise).toBeNull();
  expect(filesAt("/config.json")?.otherwise).toBeNull();
  expect(filesAt("/config.json/deeper")?.otherwise).toBe("/index.html");
  expect(filesAt("/homepage/forms/Form5")?.otherwise).toBe("/index.html");
});

it("tiles may come from every host that stands for {s}", () => {
  expect(tileOrigin("https://{s}.tile.example/{z}/{x}/{y}.png")).toBe("https://*.tile.example");
  expect(tileOrigin(undefined)).toBeNull();
});
