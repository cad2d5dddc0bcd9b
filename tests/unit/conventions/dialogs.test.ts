/** Escape closes only what is on top: for that, dialogs come from components/overlays/dialog.tsx, and nobody else listens for it. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const sources = readdirSync("web/src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map(
    (file) => [path.posix.join("web/src", file), readFileSync(path.join("web/src", file), "utf8")] as const,
  );

it("dialogs and drawers of the library are taken from one place", () => {
  const direct = /import \{[^}]*\b(?:Modal|Drawer)\b[^}]*\} from "@mantine\/core"/;
  const found = sources.filter(([, text]) => direct.test(text)).map(([file]) => file);
  expect(found).toEqual(["web/src/components/overlays/dialog.tsx"]);
});

it("the key is listened for in one place, and by the bubbles that it hides", () => {
  const found = sources.filter(([, text]) => /["']Escape["']/.test(text)).map(([file]) => file);
  expect(found.sort()).toEqual([
    "web/src/components/floating/escape.ts",
    "web/src/components/floating/hint.ts",
  ]);
});
