/**
 * All texts of the project use plain, current English (CONTRIBUTING.md, "Plain English"). The check reads whole files,
 * so it covers comments, names, strings and SQL.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Unclear expressions, and the words to write instead. */
const unclear: readonly { pattern: RegExp; write: string }[] = [
  { pattern: /\bwho(so)?ever\b/i, write: "the actor: a user, an administrator, the caller" },
  { pattern: /\b(some|no)body\b/i, write: "someone, no one, or the actor: no user, another office" },
  { pattern: /(?<!\bthere )\b(is|are|was|were) none\b/i, write: "is not a, there are no" },
  { pattern: /\btold\b/i, write: "reported, shown, notified, distinguished" },
  {
    pattern: /\btell(s|ing)? (of|whether|apart|from|which|what|how)\b/i,
    write: "reports, shows, distinguishes",
  },
  {
    pattern: /\bst(and|ands|ood) (for|in|at|there|alone|where|beside|under|over|behind)\b/i,
    write: "is, represents",
  },
  { pattern: /\bso many\b/i, write: "at most N, this number of" },
  { pattern: /\banew\b/i, write: "again, recreated" },
  { pattern: /\bheed(s|ed|ing)?\b/i, write: "dimensions, follows, respects" },
  { pattern: /\b(there|where)(by|in|of|upon|with)\b/i, write: "by it, in it, of it" },
  { pattern: /\bby then\b/i, write: "before, already, at that time" },
  { pattern: /\b(goes|go|went|going) on with\b/i, write: "continues, resumes" },
  { pattern: /\b(comes|came|come) of\b/i, write: "results from, becomes" },
];

/** Beginnings of comments that lack a subject. A comment must begin with a noun or a verb. */
const headless: readonly { pattern: RegExp; write: string }[] = [
  {
    pattern:
      /^[ \t]*(?:\/\*\*|\/\/|--) *(?:What|Whose|Who|Whom|Those|Whether|Of (?:the|a|an|all|several)|For so)\b/m,
    write: "a subject first: the value, or what the code does",
  },
];

/**
 * Places that may use an unclear expression. `file` is a part of a file's path. `word` is a part of the expression that
 * the check finds in the file.
 */
const allowed: readonly { file: string; word: string; reason: string }[] = [
  { file: "tests/unit/conventions/words.test.ts", word: "", reason: "lists the words" },
  { file: "CONTRIBUTING.md", word: "", reason: "shows wrong examples beside right ones" },
  { file: "rules/words/common-passwords.ts", word: "nobody", reason: "a common password" },
  { file: "postgres/cluster-place.ts", word: "nobody", reason: "a user of the operating system" },
];

/** Files that are not checked, because they are generated, binary, or written by others. */
const skipped = /^(package-lock\.json|LICENSE|supabase\/migrations\/)|database\.(types|columns|counts)\.ts$/;
const isText = /\.(tsx?|mjs|sql|css|md|json|jsonc|yml|toml|html|conf|service)$/;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => isText.test(file) && !skipped.test(file));

/** Returns the unclear expressions in a text, each with its line number and the words to write in its place. */
function findUnclear(text: string): { line: number; word: string; write: string }[] {
  return [...unclear, ...headless].flatMap(({ pattern, write }) =>
    [...text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))].map(({ index, 0: word }) => ({
      line: text.slice(0, index).split("\n").length,
      word: word.trim(),
      write,
    })),
  );
}

it("No file contains an expression from the list of unclear expressions.", () => {
  expect(files.length).toBeGreaterThan(1_200);
  const found = files.flatMap((file) =>
    findUnclear(readFileSync(file, "utf8"))
      .filter(({ word }) => !allowed.some((use) => file.includes(use.file) && word.includes(use.word)))
      .map(({ line, word, write }) => `${file}:${line}: "${word}": write ${write}`),
  );
  expect(found).toEqual([]);
});

it("The check for banned words finds them in comments, strings, variable names and SQL.", () => {
  for (const text of [
    "// Rows that somebody changed.",
    'it("nobody sees it")',
    "-- Whoever asks gets one.",
    "/** What is sent. */",
    "const told = 1;",
    "  // Of the rows that are left, the first.",
    "There are so many rows.",
  ])
    expect(findUnclear(text), text).not.toEqual([]);
  for (const text of [
    "// A user sees what the role allows.",
    "const holder = 1;",
    "-- Locks the row, if it is stored.",
  ])
    expect(findUnclear(text), text).toEqual([]);
});
