/**
 * A level is a row of private.levels and nothing else: what it gives is asked of its row, by `access/levels.ts` in
 * TypeScript and by the caller's scope in SQL. So no level is named where the product decides something.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { levelNames } from "#shared/access/levels.ts";

/** Where the rows are written. */
const rows = ["edge-functions/_shared/access/level-rows.ts", "supabase/schemas/20_offices.sql"];
const roots = ["edge-functions", "web/src", "supabase/local", "supabase/schemas"];

const files = roots.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(root, name))
    .filter((file) => /\.(tsx?|sql)$/.test(file) && !rows.includes(file)),
);

/** Lines that have a level's name as a whole literal, in any quotes. */
const namedIn = (text: string): string[] =>
  text.split("\n").filter((line) => new RegExp(`(["'\`])(${levelNames.join("|")})\\1`).test(line));

it("no function, policy or screen names a level", () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    namedIn(readFileSync(file, "utf8")).map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

it("sees a literal in any quotes, and not a word of a sentence", () => {
  expect(levelNames).toContain("Central");
  for (const line of [`level === "Central"`, "when c.level = 'Regional' then", "`Provincial`"])
    expect(namedIn(line)).toEqual([line]);
  expect(namedIn('"Central can open it."')).toEqual([]);
});
