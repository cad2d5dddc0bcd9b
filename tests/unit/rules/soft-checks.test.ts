/** Property tests of the rules of soft checks. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isAbove,
  isInOtherYear,
  isOneSided,
  isTenfold,
  quarterBefore,
  reasonProblem,
} from "#shared/rules/soft-checks.ts";

const given = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: null });

describe("Soft checks for unusual values", () => {
  it("If one of two compared values is missing, the check for unusual values reports nothing.", () => {
    fc.assert(
      fc.property(given, fc.integer({ min: 1990, max: 2100 }), (value, year) => {
        expect(isAbove(null, value) || isAbove(value, undefined)).toBe(false);
        expect(isTenfold(null, value) || isTenfold(value, null)).toBe(false);
        expect(isInOtherYear(null, year) || isInOtherYear(`${year}-01-01`, null)).toBe(false);
        expect(isOneSided([value, value, value])).toBe(false);
      }),
    );
  });

  it("A partial count is unusual if and only if it is larger than the total count.", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 1000 }), (whole, more) => {
        expect([isAbove(whole + more, whole), isAbove(whole, whole + more), isAbove(whole, whole)]).toEqual([
          true,
          false,
          false,
        ]);
      }),
    );
  });

  it("If only some parts of a total are filled in, the check for unusual values reports them.", () => {
    fc.assert(
      fc.property(fc.array(given, { maxLength: 5 }), (parts) => {
        const missing = parts.filter((part) => part === null).length;
        expect(isOneSided(parts)).toBe(missing > 0 && missing < parts.length);
      }),
    );
  });

  it("A date is unusual if and only if it is outside the reporting year.", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1990, max: 2100 }),
        fc.integer({ min: 1990, max: 2100 }),
        (year, reported) => {
          expect(isInOtherYear(`${year}-07-01`, reported)).toBe(year !== reported);
        },
      ),
    );
  });

  it("A value of at least ten times the previous reported value is unusual.", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.nat(), (before, more) => {
        expect(isTenfold(10 * before + more, before)).toBe(true);
        expect(isTenfold(10 * before - 1, before)).toBe(false);
        expect(isTenfold(more, 0)).toBe(false);
      }),
    );
  });

  it("The quarter before Q1 is Q4 of the previous year.", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1990, max: 2100 }),
        fc.constantFrom("Q1", "Q2", "Q3", "Q4"),
        (year, quarter) => {
          let at: { year: number; quarter: string } = { year, quarter };
          for (let step = 0; step < 4; step++) at = quarterBefore(at.year, at.quarter);
          expect(at).toEqual({ year: year - 1, quarter });
        },
      ),
    );
    expect(quarterBefore(2024, "Q1")).toEqual({ year: 2023, quarter: "Q4" });
    expect(quarterBefore(2024, "Q3")).toEqual({ year: 2024, quarter: "Q2" });
  });

  it("A reason for an unusual value must contain a word.", () => {
    expect(reasonProblem("Bagyo")).toBeNull();
    expect(reasonProblem("Ñandú")).toBeNull();
    for (const none of ["", " ", "-", "1 2 3", "a", "x".repeat(501)])
      expect(reasonProblem(none)).not.toBeNull();
  });
});
