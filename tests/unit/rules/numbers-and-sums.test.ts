/** Tests numbers, totals, lists and normalized names (spec section 5). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseNumber, parsePercentage } from "#shared/rules/numbers.ts";
import { describeWrongTotal, equalsSumOfParts, shortLabels, sumOfParts } from "#shared/rules/sums.ts";
import { enumerate, foldHeading, foldText, joinList, splitList } from "#shared/rules/text.ts";

const number = (value: unknown) => {
  const reading = parseNumber(value);
  return reading.ok ? reading.value : reading.reason;
};

describe("Parsing of a number", () => {
  it("The number parser removes commas, and reads an empty text as null.", () => {
    expect(["1,234", "1,234,567.5", " 42 ", "-3", "0", "", "  ", null, undefined, 7].map(number)).toEqual([
      1234,
      1234567.5,
      42,
      -3,
      0,
      null,
      null,
      null,
      null,
      7,
    ]);
  });

  it.each(["-", " -   ", "₱ -", "₱-", "–", "P -", "--"])(
    "The number parser treats a dash as a missing number, and converts %s to null.",
    (text) => expect(parseNumber(text)).toEqual({ ok: true, value: null }),
  );

  it.each([
    "twelve",
    "12 members",
    "1 2",
    "- 0 -",
    "(1",
    "1)",
    "5 - 3",
    "--5",
    ",",
    "0x10",
    "Infinity",
    "NaN",
    "1e999",
    "=1+1",
  ])("The number parser rejects %s.", (text) => expect(parseNumber(text).ok).toBe(false));

  it("The number parser rejects values that are not numbers.", () => {
    expect([true, {}, [], Number.NaN].map((value) => parseNumber(value).ok)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(parseNumber("n/a")).toMatchObject({ ok: false, text: true });
    expect(parseNumber("1e999")).toMatchObject({ ok: false, text: false });
  });

  it.each([
    ["₱1,234.50", 1234.5],
    ["PHP 1,234.50", 1234.5],
    ["Php5,000", 5000],
    ["Php. 5,000", 5000],
    ["₱.50", 0.5],
    ["P 12", 12],
    ["(1,500.00)", -1500],
    ["₱ (1,500.00)", -1500],
    ["(₱1,500)", -1500],
    ["-₱1,500", -1500],
    ["1,500.00-", -1500],
    ["- 1,500", -1500],
    ["1,500.00 PHP", 1500],
    ["1,500 pesos", 1500],
    ["₱ 1,500.00 ", 1500],
    ["12,34,567", 1234567],
  ])("The number parser reads the amount %s.", (text, value) => expect(number(text)).toBe(value));

  it.each(["Php.500", "P.500", "1,200.-"])("The number parser refuses %s, which is unclear.", (text) =>
    expect(parseNumber(text)).toMatchObject({ ok: false, text: true }),
  );

  it.each(["10,5", "1,23", "1,2345", "1.234,5", "1,,000", "1,000,", ",5", ",500", "-,500", "1,234,5"])(
    "The number parser rejects %s, because its comma does not separate thousands.",
    (text) =>
      expect(parseNumber(text)).toEqual({
        ok: false,
        reason: `"${text}" has a comma that does not separate thousands; write decimals with a point`,
        text: false,
      }),
  );

  it("The number parser reads every whole number with thousands separators.", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(number(value.toLocaleString("en-US"))).toBe(value);
      }),
    );
  });

  it('The percentage "12.34%" is read as the fraction 0.1234.', () => {
    expect(parsePercentage("12.34%")).toEqual({ ok: true, value: 0.1234 });
    expect(parsePercentage(0.5)).toEqual({ ok: true, value: 0.5 });
    expect(parsePercentage("%").ok).toBe(false);
  });
});

describe("Totals of several parts", () => {
  it("The system computes a total only if every part of the total is filled in.", () => {
    expect(sumOfParts([5, 8])).toBe(13);
    expect(sumOfParts([5, null])).toBeNull();
    expect(sumOfParts([0.1, 0.2])).toBe(0.3);
    expect(equalsSumOfParts(12, [5, null])).toBe(true);
    expect(equalsSumOfParts(null, [5, 8])).toBe(true);
    expect(equalsSumOfParts(12, [5, 8])).toBe(false);
  });

  it("The error message about a wrong total contains the sum of the parts.", () => {
    const parts = [{ label: "Male members" }, { label: "Female members" }];
    expect(describeWrongTotal({ label: "All members", value: 12 }, parts, 13)).toBe(
      "All members is 12 but male and female add up to 13",
    );
    expect(describeWrongTotal({ label: "All members", value: 1200 }, parts, 1300)).toContain("1,200");
  });

  it('In the message about a wrong total, the part "Male ARBs in RSBSA" is shortened to "male".', () => {
    expect(shortLabels(["Male ARBs in RSBSA", "Female ARBs in RSBSA"])).toEqual(["male", "female"]);
    expect(shortLabels(["ARB raw", "Non-ARB raw"])).toEqual(["ARB", "non-ARB"]);
    expect(shortLabels(["Farmers", "Traders", "Total"])).toEqual(["farmers", "traders", "total"]);
  });
});

describe("Lists stored as one string and normalized names", () => {
  it("When the system joins a list of texts with commas, it omits the blank ones.", () => {
    expect(joinList([" Soil care ", "", null, "Composting"])).toBe("Soil care,Composting");
    expect(splitList("Soil care, Composting,,")).toEqual(["Soil care", "Composting"]);
    expect(splitList("Soil care,\u200b, \u200b ,Composting")).toEqual(["Soil care", "Composting"]);
    expect(enumerate(["a", "b", "c"])).toBe("a, b and c");
  });

  it("The normalization of a text ignores letter case, accents and repeated spaces.", () => {
    expect(foldText("  Licabeñong  Farmers’ Ass’n – Ñ")).toBe(foldText("LICABENONG FARMERS' ASS'N - n"));
    expect(foldText("5″ İloilo´s")).toBe("5'' iloilo's");
    expect(foldHeading("ARBO ID")).toBe(foldHeading("arbo_id"));
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });
});
