/** Tests English and Filipino short forms for sex and for yes and no, in files and in pasted blocks. */
import { describe, expect, it } from "vitest";
import { parseBlock } from "#shared/import/reading/block.ts";
import { participant } from "#shared/records/forms/participant.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { classifySheet, numbered, province, region } from "./support.ts";

const record = participant as AnyRecord;
const headings = ["Participant name", "Sex", "4Ps", "Region", "Province", "ARBO name"];
const rowOf = (sex: string, mark: string) => ["Ana Cruz", sex, mark, region, province, "Growers"];

const sexes = {
  Male: ["M", "m", "Male", "MALE", "Lalaki", "LALAKI", " lalaki "],
  Female: ["F", "f", "Female", "female", "Babae", "BABAE", "babae "],
};
const answers = {
  Yes: ["Y", "y", "Yes", "YES", "Oo", "OO", "oo ", "TRUE", "✓"],
  No: ["N", "n", "No", "NO", "Hindi", "HINDI", " hindi", "FALSE"],
};
const pairs = (words: Record<string, readonly string[]>) =>
  Object.entries(words).flatMap(([meant, written]) => written.map((word) => [word, meant] as const));

describe.each([
  ["a file", (rows: string[][]) => classifySheet(numbered(rows), { record })],
  [
    "a pasted block",
    (rows: string[][]) =>
      classifySheet(parseBlock(rows.map((cells) => cells.join("\t")).join("\r\n")), { record }),
  ],
] as const)("Short words in %s", (_, read) => {
  it.each(pairs(sexes))("The import reads the word %j as the sex %s.", (word, meant) => {
    const [row] = read([headings, rowOf(word, "Yes")]);
    expect(row).toMatchObject({ class: "new", payload: { sex: meant } });
  });

  it.each(pairs(answers))(
    "The import converts the word %j to the answer %s in a Yes or No field.",
    (word, meant) => {
      const [row] = read([headings, rowOf("F", word)]);
      expect(row).toMatchObject({ class: "new", payload: { is_4ps_beneficiary: meant } });
    },
  );

  it.each(["X", "Malakas", "1.5"])(
    "The import refuses the word %j in the field Sex and in a Yes or No field.",
    (word) => {
      for (const [row, field] of [
        [rowOf(word, "Yes"), "sex"],
        [rowOf("F", word), "is_4ps_beneficiary"],
      ] as const) {
        const [judged] = read([headings, row]);
        expect(judged?.class).toBe("wrong");
        expect(JSON.stringify(judged)).toContain(field);
      }
    },
  );
});
