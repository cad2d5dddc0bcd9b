/** Layout rules of the files in supabase/schemas. */
import { describe, expect, it } from "vitest";
import { checkLayout } from "../../../supabase/local/schema/schema-layout.ts";
import { readSchemaFiles } from "../../../supabase/local/schema/schemas.ts";

const judge = (...lines: string[]) =>
  checkLayout([{ name: "x.sql", text: ["-- What it is for.", ...lines, ""].join("\n") }]);

describe("Layout of the files in supabase/schemas", () => {
  it("All schema files follow the layout rules.", async () => {
    const files = await readSchemaFiles();
    expect(files.length).toBeGreaterThan(40);
    expect(checkLayout(files)).toEqual([]);
  });

  it.each([
    ["a long line", `select '${"x".repeat(120)}';`, /:2: 130 characters/],
    ["a keyword in capitals", "SELECT 1;", /:2: SELECT: keywords are in small letters/],
    ["spaces at the end of a line", "select 1; ", /:2: a tab, or blanks/],
    ["a repeated definition", "create or replace view public.a as select 1;", /:2: each thing stands once/],
  ])("The layout check of schema files reports %s.", (_, line, fault) => {
    expect(judge(line)).toEqual([expect.stringMatching(fault)]);
  });

  it("The layout check of schema files reports a file without a purpose comment.", () => {
    expect(checkLayout([{ name: "x.sql", text: "select 1;\n" }])).toEqual([expect.stringMatching(/:1: /)]);
    expect(judge(...new Array(400).fill("select 1;"))).toEqual([
      expect.stringMatching(/split it by subject/),
    ]);
  });

  it("The layout check of schema files ignores keywords within messages and comments.", () => {
    expect(judge("raise exception 'NOT found'; -- SELECT … INCLUDING ALL")).toEqual([]);
  });
});
