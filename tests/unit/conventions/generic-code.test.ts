/**
 * Generic code never asks which record it has (design section 2): in what serves, judges, imports and shows records, no
 * path, table, route or noun of a record type occurs. Imports of single record types are refused by the linter.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { records } from "#shared/records/index.ts";

const generic = [
  "edge-functions/_shared/server",
  "edge-functions/_shared/validate",
  "edge-functions/_shared/import",
  "edge-functions/_shared/access",
  "edge-functions/_shared/evidence",
  "edge-functions/_shared/rules",
  "web/src/records",
  "web/src/components",
  "web/src/lib",
];

/** Nouns that mean something else there. */
const otherMeanings: Record<string, string> = {
  target: "a reporting window and a row status, and what an event is about",
  accomplishment: "a reporting window",
  project: "what a row was funded under, whichever record it is of",
  projects: "what rows were funded under",
  role: "what a person has, and what an element of a page is",
  roles: "what people have",
  schedule: "what opens a reporting window",
  schedules: "what opens reporting windows",
};

/** Where a name may stand all the same, and why. */
const allowed: { file: string; text: string; reason: string }[] = [
  ...[
    ["boards/schedules.ts", "records/administration/report-schedules.ts"],
    ["people/see-as.ts", 'import { uac } from "../../records/administration/uac.ts"'],
    ["people/see-as.ts", "validateRecord(uac,"],
    ["people/access-preview.ts", "records/administration/uac.ts"],
  ].map(([file, text = ""]) => ({
    file: `edge-functions/_shared/server/${file}`,
    text,
    reason: "access itself: what a role gives, and when a window is open",
  })),
  ...["trainer training ", "machine "].map((text) => ({
    file: "edge-functions/_shared/rules/words/common-passwords.ts",
    text,
    reason: "passwords that many people use",
  })),
  { file: "web/src/lib/product.ts", text: "ARBO Monitoring", reason: "the name of the product" },
];

const addresses = records.flatMap(({ path: segment, aliases = [], table, route }) => [
  segment,
  ...aliases,
  table,
  route,
]);
const nouns = records.flatMap(({ noun }) => [noun.one, noun.many]).filter((noun) => !(noun in otherMeanings));

const names = [...new Set([...addresses, ...nouns])];

const sources = (root: string): string[] =>
  (statSync(root).isDirectory()
    ? readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => path.posix.join(root, name))
    : [root]
  ).filter((file) => /\.tsx?$/.test(file));

/** What runs: comments may speak of examples. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");

/** The names that occur as words of their own, once what is allowed in the file is taken out. */
function namesIn(file: string, text: string): string[] {
  const allowances = allowed.filter((one) => one.file === file);
  const rest = allowances.reduce((left, one) => left.replaceAll(one.text, ""), withoutComments(text));
  return names.filter((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(rest));
}

describe.each(generic)("%s", (root) => {
  it("names no record type", () => {
    const found = sources(root).flatMap((file) =>
      namesIn(file, readFileSync(file, "utf8")).map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });
});

it("allows only what is there", () => {
  const unused = allowed.filter(
    ({ file, text }) => !existsSync(file) || !withoutComments(readFileSync(file, "utf8")).includes(text),
  );
  expect(unused).toEqual([]);
});

it("sees a path, a table, a route and a noun, and not a part of another word", () => {
  const [record] = records;
  if (!record) throw new Error("the registry is empty");
  const code = `if (record.path === "${record.path}" || route === "${record.route}") read("${record.table}", "${record.noun.many}")`;
  expect(namesIn("x.ts", code).sort()).toEqual(
    [record.path, record.route, record.table, record.noun.many].sort(),
  );
  expect(namesIn("x.ts", `const ${record.table}_of = "my-${record.path}"; // ${record.noun.one}`)).toEqual(
    [],
  );
});
