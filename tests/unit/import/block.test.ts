/** Blocks copied from a spreadsheet: what is read from them, and which column holds which field. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBlock } from "../../../edge-functions/_shared/import/block.ts";
import {
  inOrder,
  layoutOf,
  mapColumn,
  proposeMapping,
} from "../../../edge-functions/_shared/import/mapping.ts";
import { arboMasterlist } from "../../../edge-functions/_shared/records/arbo-masterlist.ts";
import { form11Target } from "../../../edge-functions/_shared/records/form-11.ts";
import { participant } from "../../../edge-functions/_shared/records/participant.ts";
import type { AnyRecord } from "../../../edge-functions/_shared/records/types.ts";

const cellsOf = (text: string) => parseBlock(text).map((row) => row.cells);
/** As spreadsheets write a cell: in quotes where it would not be read back otherwise. */
const written = (cell: string): string =>
  /[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
const people: AnyRecord = participant;

describe("a block", () => {
  it("is a line a row and a tab between cells, with the line ends of any system", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      expect(cellsOf(`a\tb${end}\tc${end}`)).toEqual([
        ["a", "b"],
        [null, "c"],
      ]);
    }
  });

  it("keeps line ends and tabs inside quoted cells, and quotes inside text", () => {
    expect(cellsOf('"two\nlines"\tsay "hi"\r\n"a\tb"\t"he said ""no"""')).toEqual([
      ["two\nlines", 'say "hi"'],
      ["a\tb", 'he said "no"'],
    ]);
  });

  it("takes a quote that nothing closes as it stands", () => {
    expect(cellsOf('"5 inch\tpipe\nnext\t"x"y')).toEqual([
      ['"5 inch', "pipe"],
      ["next", '"x"y'],
    ]);
  });

  it("counts blank rows in between, and leaves out those at the end", () => {
    expect(parseBlock("a\n\nb\n\n\n").map(({ row, cells }) => [row, cells])).toEqual([
      [1, ["a"]],
      [2, [null]],
      [3, ["b"]],
    ]);
    expect(parseBlock("")).toEqual([]);
    expect(parseBlock("\r\n\t\r\n")).toEqual([]);
    expect(cellsOf("a\t")).toEqual([["a", null]]);
  });

  it("comes back as it was written, whatever the cells hold", () => {
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

  it("of any text is read to its end", () => {
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

  it("of 1,000 rows is read in no time", () => {
    const text = "Ana Cruz\tFemale\t3/5/1980\t1,234\n".repeat(1000);
    const started = performance.now();
    expect(parseBlock(text)).toHaveLength(1000);
    expect(performance.now() - started).toBeLessThan(200);
  });
});

describe("the columns of a block", () => {
  it("follow headings where there are some", () => {
    const rows = parseBlock("Sex\tParticipant name\tHeight\nFemale\tAna\t150");
    const mapping = proposeMapping(people, rows);
    expect(mapping).toEqual({ headingRow: 1, columns: ["sex", "participant_name", null] });
    expect(layoutOf(people, rows, mapping)).toMatchObject({
      headed: true,
      firstRow: 2,
      ignored: [{ column: "C", heading: "Height" }],
    });
  });

  it("stand else in the order of the fields, from a chosen one on", () => {
    const rows = parseBlock("Ana\tFemale");
    expect(proposeMapping(people, rows)).toEqual({ headingRow: null, columns: ["participant_name", "sex"] });
    expect(inOrder(people, rows, 1)).toEqual(["sex", "participant_category"]);
    expect(inOrder(people, rows, people.fields.length - 1)).toEqual(["remarks", null]);
    expect(layoutOf(people, rows, { headingRow: null, columns: [null, null] })).toMatchObject({
      firstRow: 1,
    });
  });

  it("are never what the screen fixes", () => {
    const wide = parseBlock("x\t".repeat(200));
    expect(inOrder(form11Target, wide, 0)).not.toContain("status");
  });

  it("hold each field once: a field that is chosen again leaves its former column", () => {
    const columns = fc.array(fc.option(fc.constantFrom(...arboMasterlist.fields.map(({ name }) => name))));
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom("arbo_id", "arbo_name", "remarks")),
        columns,
        fc.nat(),
        (start, chosen, at) => {
          let mapping = { headingRow: null as number | null, columns: start as (string | null)[] };
          for (const field of chosen) {
            mapping = {
              ...mapping,
              ...mapColumn(mapping, at % Math.max(1, start.length), field),
            } as typeof mapping;
            const held = mapping.columns.filter((name) => name !== null);
            expect(new Set(held).size).toBe(held.length);
          }
        },
      ),
    );
  });
});
