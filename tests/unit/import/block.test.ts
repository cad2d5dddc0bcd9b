/** Tests blocks copied from a spreadsheet: parsing of the cells, and mapping of columns to fields. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBlock } from "#shared/import/reading/block.ts";
import type { ReadingChoices } from "#shared/import/reading/questions.ts";
import { readSheet } from "#shared/import/reading/reading.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { form11Target } from "#shared/records/forms/form-11.ts";
import { participant } from "#shared/records/forms/participant.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";

const cellsOf = (text: string) => parseBlock(text).map((row) => row.cells);
/** Writes a cell like a spreadsheet: in quotation marks if the text contains special characters. */
const written = (cell: string): string =>
  /[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
const people: AnyRecord = participant;

describe("Cells of pasted text", () => {
  it("The parser of pasted text accepts the line ends of any operating system.", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      expect(cellsOf(`a\tb${end}\tc${end}`)).toEqual([
        ["a", "b"],
        [null, "c"],
      ]);
    }
  });

  it("A cell in quotation marks in pasted text can contain line ends and tabs.", () => {
    expect(cellsOf('"two\nlines"\tsay "hi"\r\n"a\tb"\t"he said ""no"""')).toEqual([
      ["two\nlines", 'say "hi"'],
      ["a\tb", 'he said "no"'],
    ]);
  });

  it("The parser of pasted text keeps a quotation mark without a closing quotation mark.", () => {
    expect(cellsOf('"5 inch\tpipe\nnext\t"x"y')).toEqual([
      ['"5 inch', "pipe"],
      ["next", '"x"y'],
    ]);
  });

  it("The parser of pasted text keeps blank rows between filled rows.", () => {
    expect(parseBlock("a\n\nb\n\n\n").map(({ row, cells }) => [row, cells])).toEqual([
      [1, ["a"]],
      [2, [null]],
      [3, ["b"]],
    ]);
    expect(parseBlock("")).toEqual([]);
    expect(parseBlock("\r\n\t\r\n")).toEqual([]);
    expect(cellsOf("a\t")).toEqual([["a", null]]);
  });

  it("The parser of pasted text returns the copied cells unchanged, whatever their characters.", () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('"', '""', "\t", "\r\n", "a\nb", 'x"y', '"a" b', "1,234.5", "ñ", "\u2028"),
    );
    const block = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(block, fc.constantFrom("\n", "\r\n"), fc.boolean(), (rows, end, ended) => {
        fc.pre(rows.at(-1)?.some((value) => value !== "") === true && !rows[0]?.[0]?.startsWith("\ufeff"));
        const text = rows.map((row) => row.map(written).join("\t")).join(end) + (ended ? end : "");
        expect(cellsOf(text)).toEqual(rows.map((row) => row.map((value) => (value === "" ? null : value))));
      }),
      { numRuns: 1000 },
    );
  });

  it("The parser of pasted text returns all letters of the text, whatever quotation marks and tabs are between them.", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', "\t", "\n", "\r", "a") }), (text) => {
        const rows = parseBlock(text);
        expect(rows.map(({ row }) => row)).toEqual(rows.map((_, index) => index + 1));
        const count = (of: string) => of.split("a").length;
        expect(count(rows.flatMap(({ cells }) => cells.map((cell) => cell ?? "")).join(" "))).toBe(
          count(text),
        );
      }),
    );
  });

  it("Pasted text of 1,000 rows is parsed in less than 200 ms.", () => {
    const text = "Ana Cruz\tFemale\t3/5/1980\t1,234\n".repeat(1000);
    const started = performance.now();
    expect(parseBlock(text)).toHaveLength(1000);
    expect(performance.now() - started).toBeLessThan(200);
  });
});

describe("Columns of pasted rows", () => {
  const layoutOf = (record: AnyRecord, text: string, choices: ReadingChoices = {}) =>
    readSheet(record, { rows: parseBlock(text) }, choices).layout;

  it("If pasted rows have headings, the headings determine the fields of the columns.", () => {
    expect(layoutOf(people, "Sex\tParticipant name\tHeight\nFemale\tAna\t150")).toMatchObject({
      headed: true,
      firstRow: 2,
      columns: ["sex", "participant_name", null],
      ignored: [{ column: "C", heading: "Height" }],
    });
  });

  it("If a user chooses a heading row, the import uses it, even if all its headings are unknown.", () => {
    const block = "Name\tSex\tCategory\tBirthday\tIP\nAna\tF\tARB\t3/15/1980\tY";
    for (const choices of [{}, { headingRow: 1 }]) {
      const { columns, firstRow } = layoutOf(people, block, choices);
      expect(firstRow).toBe(2);
      expect(columns).toEqual(["participant_name", "sex", "participant_category", "birthday", "is_ip"]);
    }
    const unknown = layoutOf(people, "Talaan\tLagda\nAna\t3/5/1980", { headingRow: 1 });
    expect(unknown.columns).toEqual([null, null]);
  });

  it("Pasted columns without headings get the form's fields in order.", () => {
    const bare: ReadingChoices = { headingRow: null };
    expect(layoutOf(people, "Ana\tFemale", bare).columns).toEqual(["participant_name", "sex"]);
    expect(layoutOf(people, "Ana\tFemale", { ...bare, start: 1 }).columns).toEqual([
      "sex",
      "participant_category",
    ]);
    const last = people.fields.length - 1;
    expect(layoutOf(people, "Ana\tFemale", { ...bare, start: last }).columns).toEqual(["remarks", null]);
  });

  it("If pasted columns have no known headings, the import asks the user about the column order.", () => {
    const rows = parseBlock("Ana\tFemale\nBen\tMale");
    const asked = readSheet(people, { rows });
    expect(asked.questions).toMatchObject([{ id: "order", answer: null }]);
    expect(asked.layout.columns).toEqual([null, null]);
    const answered = readSheet(people, { rows }, { answers: { order: "order" } });
    expect(answered.layout.columns).toEqual(["participant_name", "sex"]);
  });

  it("If columns are pasted without headings, the import assigns none to a field whose value the form fixes, such as the status.", () => {
    expect(layoutOf(form11Target, "x\t".repeat(200), { headingRow: null }).columns).not.toContain("status");
  });

  it("The import assigns at most one column to each field, even if the user chooses the same field for several columns.", () => {
    const fields = fc.option(fc.constantFrom("arbo_id", "arbo_name", "remarks", "total_asset"));
    const chosen = fc.dictionary(fc.constantFrom("0", "1", "2"), fields);
    fc.assert(
      fc.property(chosen, (columns) => {
        const text = "ARBO ID\tARBO name\tRemarks\nA-1\tOne\tnone";
        const held = layoutOf(arboMasterlist, text, { columns }).columns.filter((name) => name !== null);
        expect(new Set(held).size).toBe(held.length);
        for (const [column, field] of Object.entries(columns)) {
          if (field === null)
            expect(layoutOf(arboMasterlist, text, { columns }).columns[Number(column)]).toBeNull();
        }
      }),
    );
  });
});
