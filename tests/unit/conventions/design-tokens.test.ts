/** Only the tokens file defines colours, font sizes, spaces, corner radii and shadows. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = "web/src";
const tokensFile = `${root}/components/tokens.css`;
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((name) => path.posix.join(root, name))
  .filter((file) => /\.(css|tsx?)$/.test(file))
  .map((file) => [file, readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "")] as const);
const sheets = files.filter(([file]) => file.endsWith(".css") && file !== tokensFile);
const tokens = readFileSync(tokensFile, "utf8");

const colour = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(|:\s*(?:white|black|red|gray|grey)\b/i;
/**
 * A length that should be a token. Zero, lines of up to three pixels, and lengths relative to the browser window need
 * no token.
 */
const ownLength = /(?<![\w.-])(?:\d*\.?\d+r?em|(?:[4-9]|\d{2,})px)\b/;

const rules: readonly { property: RegExp; stated: RegExp }[] = [
  { property: /./, stated: colour },
  { property: /^font-size$/, stated: /^(?!var\(|inherit)/ },
  { property: /^font-weight$/, stated: /^\d/ },
  { property: /^(padding|margin|gap|row-gap|column-gap|scroll-margin)/, stated: ownLength },
  { property: /^border-radius$/, stated: ownLength },
  { property: /^box-shadow$/, stated: /rgb|#/ },
];

/** Returns a style sheet's declarations whose value should be a token, in the form `property: value`. */
const stated = (text: string): string[] =>
  [...text.matchAll(/(?<=[{;]\s*)([a-z-]+):\s*([^;{}]+)(?=[;}])/g)].flatMap(
    ([all, property = "", value = ""]) =>
      rules.some((rule) => rule.property.test(property) && rule.stated.test(value)) ? [all] : [],
  );

describe("Design tokens", () => {
  it.each(sheets)(
    "%s uses a design token for every colour, font size, space and corner radius.",
    (_, text) => {
      expect(stated(text)).toEqual([]);
    },
  );

  it("The stylesheet check finds colours and sizes that are written without a design token.", () => {
    const sheet =
      ".a { color: #fff; font-size: 13px; padding: 0 0.5rem; border-radius: 4px; margin: 1px auto 0; }";
    expect(stated(sheet)).toHaveLength(4);
  });

  it("All CSS variables that the web app uses are defined.", () => {
    const missing = files.flatMap(([file, text]) =>
      [...text.matchAll(/var\(--([\w-]+)/g)].flatMap(([, name = ""]) =>
        tokens.includes(`--${name}:`) || text.includes(`--${name}:`) ? [] : [`${file}: --${name}`],
      ),
    );
    expect(missing).toEqual([]);
  });

  it("The web app uses all design tokens that are defined.", () => {
    const used = files.map(([, text]) => text).join("\n");
    const unused = [...tokens.matchAll(/^ {2}--([\w-]+):/gm)].filter(
      ([, name]) => !used.includes(`var(--${name})`),
    );
    expect(unused.map(([, name]) => name)).toEqual([]);
  });

  it("In TypeScript, only palette.ts defines colours.", () => {
    const found = files.filter(([file, text]) => /\.tsx?$/.test(file) && /["'`]#[0-9a-f]{3,8}\b/i.test(text));
    expect(found.map(([file]) => file)).toEqual([`${root}/features/charts/drawing/palette.ts`]);
  });

  it("Chart pictures have the same text, line and background colours as the page.", () => {
    const palette = readFileSync(`${root}/features/charts/drawing/palette.ts`, "utf8");
    for (const name of ["text", "line", "panel"]) {
      const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? [];
      expect(palette.match(new RegExp(`${name}: "(#\\w+)"`, "g"))).toEqual(
        [light, dark].map((shade) => `${name}: "${shade}"`),
      );
    }
  });
});
