/**
 * Only private.levels defines what a level may do. TypeScript reads a level's properties with `access/levels.ts`, SQL
 * with the caller's scope. So code that makes decisions contains no names of levels.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { levelNames } from "#shared/access/levels.ts";

/** Files that define the rows of levels. */
const rows = ["edge-functions/_shared/access/level-rows.ts", "supabase/schemas/20_offices.sql"];
const roots = ["edge-functions", "web/src", "supabase/local", "supabase/schemas"];

const files = roots.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(root, name))
    .filter((file) => /\.(tsx?|sql)$/.test(file) && !rows.includes(file)),
);

/** Returns the lines that contain a level's name as a whole literal, in any quotes. */
const linesWithLevel = (text: string): string[] =>
  text.split("\n").filter((line) => new RegExp(`(["'\`])(${levelNames.join("|")})\\1`).test(line));

it("No function, policy or screen contains the name of an office level as a string.", () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    linesWithLevel(readFileSync(file, "utf8")).map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

it("The check for office levels in strings reports 'Central', but not a longer sentence that contains this word.", () => {
  expect(levelNames).toContain("Central");
  for (const line of [`level === "Central"`, "when c.level = 'Regional' then", "`Provincial`"])
    expect(linesWithLevel(line)).toEqual([line]);
  expect(linesWithLevel('"Central can open it."')).toEqual([]);
});
