/** Tests old workbooks (.xls): struck-through and superscript text is not part of a cell's value. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refusalOfBytes } from "../../../web/src/records/workbook/formats/sniff.ts";
import { textStyleKey } from "../../../web/src/records/workbook/formats/text-styles.ts";
import { readXlsTextStyles } from "../../../web/src/records/workbook/formats/xls-text-styles.ts";
import { expectStylesLeftOut, rich, styledTexts } from "./support.ts";
import { oldBook, oldFonts, oldStream } from "./xls-stream.ts";

const { plain, struck, raised } = oldFonts;
describe("Text formatting in .xls workbooks", () => {
  it("The import leaves out superscript marks and struck-through text of an .xls workbook.", async () => {
    await expectStylesLeftOut(oldBook(styledTexts(plain, struck, raised)));
  });

  it("The reader of .xls workbooks finds the formatted parts of a cell's text, even if the text is split into several records.", () => {
    const part = fc.tuple(
      fc.string({ unit: fc.constantFrom("a", "Ñ", "漢", "7", " "), minLength: 1, maxLength: 12 }),
      fc.constantFrom(plain, struck, raised),
    );
    const texts = fc.array(fc.array(part, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 12, max: 60 }), (all, most) => {
        const looks = readXlsTextStyles(
          oldStream(
            all.map((parts) => rich(...parts)),
            most,
          ),
        ).get("List");
        for (const [row, parts] of all.entries()) {
          const key = textStyleKey(row + 1, 0);
          const isStruck = parts.every(([, font]) => font === struck);
          const isPlain = parts.every(([, font]) => font === plain);
          expect(looks?.struck.has(key)).toBe(isStruck);
          expect(looks?.runs.get(key)).toEqual(
            isStruck || isPlain
              ? undefined
              : parts.map(([text, font]) => ({
                  text,
                  ...(font === struck ? { struck: true } : {}),
                  ...(font === raised ? { superscript: true } : {}),
                })),
          );
        }
      }),
    );
  });

  it("The import recognizes a large .xls file as a workbook, even if its internal directory is at the end of the file.", () => {
    const size = 9 * 2 ** 20;
    const bytes = new Uint8Array(size);
    bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    const header = new DataView(bytes.buffer);
    header.setUint16(0x1e, 9, true);
    header.setUint32(0x30, size / 512 - 2, true);
    expect(refusalOfBytes(bytes)).toMatch(/may be damaged/);
    bytes.set(Buffer.from("Workbook", "utf16le"), size - 512);
    expect(refusalOfBytes(bytes)).toBeNull();
  });

  it("If an .xls workbook is damaged, reading its text formatting throws no error.", () => {
    expect(readXlsTextStyles(Uint8Array.of(9, 8, 4, 0, 0, 5, 5, 0)).size).toBe(0);
    const whole = oldStream([rich(["1500", plain], ["1", raised]), { text: "Gone", style: 1 }]);
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(damage, fc.nat(whole.length), (changes, length) => {
        const stream = Uint8Array.from(whole);
        for (const [place, value] of changes) stream[place] = value;
        expect(() => readXlsTextStyles(stream.slice(0, length))).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });
});
