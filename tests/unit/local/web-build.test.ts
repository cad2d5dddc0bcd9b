/** A build of the web app has the current location files. Files written by a build do not make the build outdated. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "vite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readOutlines } from "../../../seed/psgc/outlines.ts";
import { webStamp } from "../../../supabase/local/gateway/web-build.ts";
import { locationFiles } from "../../../web/location-files-plugin.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "web-build-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

it("A build of the web app replaces the location files of an earlier release.", async () => {
  write("province-outlines.json", "{}");
  write("barangays/0000000000.json", "[]");
  write("app.js", "console.log(1);");
  await build({
    ...{ configFile: false, root: folder, logLevel: "silent", plugins: [locationFiles(folder)] },
    build: { write: false, rolldownOptions: { input: path.join(folder, "app.js") } },
  });
  expect(JSON.parse(readFileSync(path.join(folder, "province-outlines.json"), "utf8"))).toEqual(
    readOutlines(),
  );
  expect(() => readFileSync(path.join(folder, "barangays/0000000000.json"))).toThrow(/ENOENT/);
}, 30_000);

describe("Hash of the web app's sources", () => {
  it("If the list of places changes, the hash of the web app's sources changes.", async () => {
    write("web/src/app.tsx", "1");
    write("seed/psgc/places.txt", "1");
    const first = await webStamp(folder);
    write("web/public/data/regions.json", "[]");
    write("web/dist/index.html", "1");
    expect(await webStamp(folder)).toBe(first);
    write("seed/psgc/places.txt", "2");
    expect(await webStamp(folder)).not.toBe(first);
  });
});
