/**
 * Layout rules for the files of supabase/schemas: lines of at most 120 characters, lower-case keywords, a first line
 * that describes the file, one subject per file, and no duplicates.
 */
import type { SchemaFile } from "./schemas.ts";

const longest = 120;
const most = 400;
const keywords =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|GRANT|REVOKE|FROM|WHERE|JOIN|BEGIN|RETURNS?|FUNCTION|TABLE|POLICY|TRIGGER|NOT|NULL)\b/;

/** Checks the layout of the files. Returns messages with file and line; empty if there are no problems. */
export function checkLayout(files: readonly SchemaFile[]): string[] {
  return files.flatMap(({ name, text }) => {
    const lines = text.split("\n");
    const faults = lines.flatMap((line, index) =>
      checkLine(line).map((fault) => `supabase/schemas/${name}:${index + 1}: ${fault}`),
    );
    if (!text.startsWith("-- "))
      faults.unshift(`supabase/schemas/${name}:1: the first line says what the file is for.`);
    if (lines.length > most)
      faults.push(`supabase/schemas/${name}: ${lines.length} lines; split it by subject at ${most}.`);
    return faults;
  });
}

function checkLine(line: string): string[] {
  const faults: string[] = [];
  if ([...line].length > longest)
    faults.push(`${[...line].length} characters; at most ${longest}, a clause a line.`);
  if (line.includes("\t") || line !== line.trimEnd()) faults.push("a tab, or blanks at the end of the line.");
  const code = line.replace(/'[^']*'/g, "''").replace(/--.*/, "");
  const keyword = keywords.exec(code)?.[0];
  if (keyword) faults.push(`${keyword}: keywords are in small letters.`);
  if (/^create or replace (?:function|procedure|view)\b/.test(line))
    faults.push("each thing stands once here: create, without or replace.");
  return faults;
}
