/**
 * Names are words of the field (CONTRIBUTING.md, the glossary). Some words once named many things each, which only whoever
 * wrote them could tell apart: what is stored, entered, sent, shown or asked has its own word now.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { expect, it } from "vitest";

/** Participles that say nothing of what a thing is, and what to write instead. */
const privateWords: Readonly<Record<string, string>> = {
  kept: "stored, or what is kept",
  heeds: "dimensions",
  heeded: "dimensions",
  given: "input, entered, sent, or the thing itself",
  told: "notice, sentence, detail, or the thing itself",
  "on top": "overlay",
};

/** Names in which such a word means one thing. */
const terms: Readonly<Record<string, string>> = {
  keptMarks: "the figures that the database keeps",
  givenUp: "uploads that were given up, a state of theirs",
  toldApart: "telling things apart",
};

/** Files where it is a column of the database. */
const columns = ["supabase/local/figures-check.ts"];

const roots = ["edge-functions", "web/src", "supabase/local"];
/** Screens that are being made record types. */
const passing = /^web\/src\/features\/administration\/(lists|log)\//;
const files = roots.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(root, name))
    .filter((file) => /\.tsx?$/.test(file) && !columns.includes(file) && !passing.test(file)),
);

/** Every identifier of a source once. Comments, texts and what is written between tags are none. */
function namesIn(source: string, lang: "ts" | "tsx"): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one);
    if (typeof node !== "object" || node === null) return;
    const { type, name } = node as { type?: unknown; name?: unknown };
    if ((type === "Identifier" || type === "JSXIdentifier") && typeof name === "string") names.add(name);
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseAst(source, { lang }));
  return names;
}

const anyWord = /kept|heed|given|told|on_?top/i;

/** The names that have a private word, each with what to write instead. */
const foundIn = (source: string, lang: "ts" | "tsx" = "tsx"): string[] =>
  (anyWord.test(source) ? [...namesIn(source, lang)] : []).flatMap((name) => {
    const spelt = ` ${name
      .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
      .replaceAll("_", " ")
      .toLowerCase()} `;
    const word = Object.keys(privateWords).find((one) => spelt.includes(` ${one} `));
    return word === undefined || name in terms ? [] : [`${name}: write ${privateWords[word]}`];
  });

it("no name has a private word", () => {
  expect(files.length).toBeGreaterThan(600);
  const found = files.flatMap((file) =>
    foundIn(readFileSync(file, "utf8"), file.endsWith("x") ? "tsx" : "ts").map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
}, 30_000);

it("sees a name wherever it stands, and no comment, text or contents of an element", () => {
  for (const source of [
    "const kept = 1;",
    "const rows = stored.keptRows;",
    "interface Chart { heeds: string[] }",
    "const read = (given: unknown) => given;",
    "type Told<Value> = Value;",
    "const { told } = state;",
    "const shown = <OnTop />;",
  ])
    expect(foundIn(source)).toHaveLength(1);
  for (const source of [
    "// kept",
    'const text = "given";',
    "const shown = <p>kept</p>;",
    "const keptMarks = 1;",
  ])
    expect(foundIn(source)).toEqual([]);
});
