/** The files of supabase/schemas are laid out to be read, and the rule tells what is not. */
import { describe, expect, it } from "vitest";
import { judgeLayout } from "../../../supabase/local/schema/schema-layout.ts";
import { schemaFiles } from "../../../supabase/local/schema/schemas.ts";

const judge = (...lines: string[]) =>
  judgeLayout([{ name: "x.sql", text: ["-- What it is for.", ...lines, ""].join("\n") }]);

describe("the layout of supabase/schemas", () => {
  it("is kept by every file", async () => {
    const files = await schemaFiles();
    expect(files.length).toBeGreaterThan(40);
    expect(judgeLayout(files)).toEqual([]);
  });

  it.each([
    ["a long line", `select '${"x".repeat(120)}';`, /:2: 130 characters/],
    ["a keyword in capitals", "SELECT 1;", /:2: SELECT: keywords are in small letters/],
    ["blanks at the end", "select 1; ", /:2: a tab, or blanks/],
    ["what stands twice", "create or replace view public.a as select 1;", /:2: each thing stands once/],
  ])("tells %s", (_, line, fault) => {
    expect(judge(line)).toEqual([expect.stringMatching(fault)]);
  });

  it("tells a file without a word of purpose, and one that is too long", () => {
    expect(judgeLayout([{ name: "x.sql", text: "select 1;\n" }])).toEqual([expect.stringMatching(/:1: /)]);
    expect(judge(...new Array(400).fill("select 1;"))).toEqual([
      expect.stringMatching(/split it by subject/),
    ]);
  });

  it("leaves words of sentences and remarks alone", () => {
    expect(judge("raise exception 'NOT found'; -- SELECT … INCLUDING ALL")).toEqual([]);
  });
});
