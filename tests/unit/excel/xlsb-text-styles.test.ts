/** Tests binary workbooks (.xlsb): struck-through and superscript text is not part of a cell's value. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textStyleKey } from "../../../web/src/records/workbook/formats/text-styles.ts";
import { readXlsbTextStyles } from "../../../web/src/records/workbook/formats/xlsb-text-styles.ts";
import { Package } from "../../../web/src/records/workbook/formats/xlsx-parts.ts";
import { guardZip } from "../../../web/src/records/workbook/formats/zip-guard.ts";
import { expectStylesLeftOut, rich, styledTexts } from "./support.ts";
import { xlsbBook, xlsbFonts } from "./xlsb-book.ts";

const { plain, struck, raised } = xlsbFonts;
const limits = { unpacked: 2 ** 24, entries: 100 };
const stylesOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  readXlsbTextStyles(new Package(bytes, await guardZip(bytes, limits)));

describe("Text formatting in .xlsb workbooks", () => {
  it.each([false, true])(
    "The import leaves out superscript and struck-through text of an .xlsb file (text stored in the cells: %s).",
    async (inline) => {
      await expectStylesLeftOut(xlsbBook(styledTexts(plain, struck, raised), inline));
    },
  );

  it("The reader of .xlsb workbooks finds the formatted parts of a long text (over 127 characters).", async () => {
    const long = "a".repeat(300);
    const found = (await stylesOf(xlsbBook([rich([long, plain], ["2", raised])]))).get("List");
    expect(found?.runs.get(textStyleKey(1, 0))).toEqual([{ text: long }, { text: "2", superscript: true }]);
  });

  it("The reader of text styles throws no error for a damaged .xlsb workbook.", async () => {
    const whole = xlsbBook([rich(["1500", plain], ["1", raised]), { text: "Gone", style: 1 }]);
    const files = new Package(whole, await guardZip(whole, limits));
    const parts = ["xl/workbook.bin", "xl/styles.bin", "xl/sharedStrings.bin", "xl/worksheets/sheet1.bin"];
    const damage = fc.array(fc.tuple(fc.constantFrom(...parts), fc.nat(500), fc.nat(255)), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(600), async (changes, length) => {
        const damaged = Object.assign(Object.create(files) as Package, {
          bytes: async (name: string) => {
            const bytes = await files.bytes(name);
            for (const [part, place, value] of changes)
              if (part === name && bytes && place < bytes.length) bytes[place] = value;
            return bytes?.slice(0, length) ?? null;
          },
        });
        await readXlsbTextStyles(damaged);
      }),
      { numRuns: 300 },
    );
  });
});
