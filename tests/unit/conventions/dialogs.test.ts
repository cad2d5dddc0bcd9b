/**
 * Escape may close only the topmost element. So all dialogs use components/overlays/dialog.tsx, and only two shared
 * files handle the Escape key.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const sources = readdirSync("web/src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map(
    (file) => [path.posix.join("web/src", file), readFileSync(path.join("web/src", file), "utf8")] as const,
  );

it("Only the shared dialog component and the idle warning use the browser's dialog element.", () => {
  const found = sources.filter(([, text]) => /<dialog\s/.test(text)).map(([file]) => file);
  expect(found.sort()).toEqual([
    "web/src/app/idle/idle-warning.tsx",
    "web/src/components/overlays/dialog.tsx",
  ]);
});

it("Only the file open-dialogs.ts calls the browser function showModal.", () => {
  const found = sources.filter(([, text]) => /\.showModal\b/.test(text)).map(([file]) => file);
  expect(found).toEqual(["web/src/components/overlays/open-dialogs.ts"]);
});

it("Only the files escape.ts and hint.ts handle the Escape key.", () => {
  const found = sources.filter(([, text]) => /["']Escape["']/.test(text)).map(([file]) => file);
  expect(found.sort()).toEqual([
    "web/src/components/floating/escape.ts",
    "web/src/components/floating/hint.ts",
  ]);
});
