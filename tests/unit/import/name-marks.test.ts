/** Tests row numbers before names and footnote marks after names. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areNumbered, nameWithoutFootnote, withoutNumber } from "#shared/import/reading/text-repairs.ts";

const name = fc
  .array(fc.constantFrom("Ani", "Bagong", "Samahan", "Ñ", "4-H", "(MPC)", "No. 5"), {
    minLength: 1,
    maxLength: 4,
  })
  .map((words) => `Samahan ${words.join(" ")} Growers`);
const names = fc.array(name, { minLength: 2, maxLength: 12 });

describe("Numbers and footnote marks in names of an import", () => {
  it("The import removes the numbers from names that are numbered consecutively.", () => {
    fc.assert(
      fc.property(names, fc.constantFrom(". ", ") ", "."), (all, sign) => {
        const numbered = all.map((text, place) => `${place + 1}${sign}${text}`);
        expect(areNumbered(numbered)).toBe(true);
        expect(numbered.map(withoutNumber)).toEqual(all);
      }),
    );
  });

  it("The import removes list numbers from names only if the numbers are consecutive.", () => {
    fc.assert(fc.property(names, (all) => !areNumbered(all)));
    expect(areNumbered(["1. Ani"])).toBe(false);
    expect(areNumbered(["1. Ani", "3. Bayani"])).toBe(false);
    expect(areNumbered(["1. Ani", "2. Bayani", "1. Dalisay", "2. Estrella"])).toBe(true);
    expect(areNumbered(["1.5 ha", "2.5 ha"])).toBe(false);
  });

  it("The import removes a footnote mark after a name.", () => {
    fc.assert(
      fc.property(name, fc.constantFrom("¹", "*", "**", " †", "²³"), (text, mark) => {
        expect(nameWithoutFootnote(text)).toBeNull();
        expect(nameWithoutFootnote(text + mark)).toEqual({ text, mark: mark.trim() });
      }),
    );
  });
});
