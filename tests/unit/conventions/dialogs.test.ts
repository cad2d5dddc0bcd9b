/** Escape closes only what is on top: for that, dialogs come from components/overlays/dialog.tsx, and nobody else listens for it. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const sources = readdirSync("web/src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map(
    (file) => [path.posix.join("web/src", file), readFileSync(path.join("web/src", file), "utf8")] as const,
  );

it("only the kit and the warning of an idle session show dialogs of the browser", () => {
  const found = sources.filter(([, text]) => /<dialog\s/.test(text)).map(([file]) => file);
  expect(found.sort()).toEqual([
    "web/src/app/idle/idle-warning.tsx",
    "web/src/components/overlays/dialog.tsx",
  ]);
});

it("only open-dialogs.ts shows a dialog over the page, so that notices are never behind one", () => {
  const found = sources.filter(([, text]) => /\.showModal\b/.test(text)).map(([file]) => file);
  expect(found).toEqual(["web/src/components/overlays/open-dialogs.ts"]);
});

it("the key is listened for in one place, and by the bubbles that it hides", () => {
  const found = sources.filter(([, text]) => /["']Escape["']/.test(text)).map(([file]) => file);
  expect(found.sort()).toEqual([
    "web/src/components/floating/escape.ts",
    "web/src/components/floating/hint.ts",
  ]);
});
