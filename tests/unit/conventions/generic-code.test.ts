/**
 * Generic code never checks which record type it handles (design section 2). So code that serves, validates, imports or
 * shows records contains no path, table, route or noun of a record type.
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

/** Nouns of record types that also have another meaning in generic code. */
const otherMeanings: Record<string, string> = {
  target: "a reporting window, a row status, and the target of an event",
  accomplishment: "a reporting window",
  project: "the project that funded a row, in any record type",
  projects: "projects that funded rows",
  role: "the role of a user, and the ARIA role of an element",
  roles: "roles of users",
  schedule: "the schedule of a reporting window",
  schedules: "schedules of reporting windows",
};

/** Names of record types that a file may contain, each with the surrounding text and the reason. */
const allowed: { file: string; text: string; reason: string }[] = [
  ...[
    ["boards/schedules.ts", "records/administration/report-schedules.ts"],
    ["people/see-as.ts", 'import { uac } from "../../records/administration/uac.ts"'],
    ["people/see-as.ts", "validateRecord(uac,"],
    ["people/people-changes.ts", "from public.uac where"],
  ].map(([file, text = ""]) => ({
    file: `edge-functions/_shared/server/${file}`,
    text,
    reason: "access control: permissions of roles, and open windows",
  })),
  ...["trainer training ", "machine "].map((text) => ({
    file: "edge-functions/_shared/rules/words/common-passwords.ts",
    text,
    reason: "common passwords",
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

/** Removes comments, because comments may use record types as examples. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");

/** Returns the record type names that occur as separate words, except names that the file may contain. */
function namesIn(file: string, text: string): string[] {
  const allowances = allowed.filter((one) => one.file === file);
  const rest = allowances.reduce((left, one) => left.replaceAll(one.text, ""), withoutComments(text));
  return names.filter((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(rest));
}

describe.each(generic)("Code in %s that serves all record types", (root) => {
  it("Code that serves all record types does not name any single record type.", () => {
    const found = sources(root).flatMap((file) =>
      namesIn(file, readFileSync(file, "utf8")).map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });
});

it("Every exception to the check of generic code occurs in the code.", () => {
  const unused = allowed.filter(
    ({ file, text }) => !existsSync(file) || !withoutComments(readFileSync(file, "utf8")).includes(text),
  );
  expect(unused).toEqual([]);
});

it("The check that generic code names no record type ignores such a name inside a longer word.", () => {
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
