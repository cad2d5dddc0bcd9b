/** Tests ages, age groups and the number of training days (spec section 3). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ageGroup, ageGroups, ageOn } from "#shared/rules/ages.ts";
import { daysFromTo } from "#shared/rules/dates.ts";

const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** Returns the same calendar day a given number of years later. */
const yearsLater = (iso: string, years: number): string => {
  const date = new Date(`${iso}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString().slice(0, 10);
};

describe("Age of a person", () => {
  it("A person's age increases by one on each birthday.", () => {
    expect(ageOn("1980-06-15", "2025-06-14")).toBe(44);
    expect(ageOn("1980-06-15", "2025-06-15")).toBe(45);
    expect(ageOn("2025-06-15", "2025-06-15")).toBe(0);
    expect(ageOn("2025-06-16", "2025-06-15")).toBeNull();
  });

  it("A birthday on 29 February counts as 1 March in years without 29 February.", () => {
    expect(ageOn("2000-02-29", "2021-02-28")).toBe(20);
    expect(ageOn("2000-02-29", "2021-03-01")).toBe(21);
    expect(ageOn("2000-02-29", "2024-02-29")).toBe(24);
  });

  it("A person's age is the number of full years since the birthday.", () => {
    fc.assert(
      fc.property(day, day, (one, other) => {
        const [birthday, on] = [one, other].sort() as [string, string];
        const age = ageOn(birthday, on);
        if (age === null) throw new Error("a person who is born has an age");
        expect(yearsLater(birthday, age) <= on).toBe(true);
        expect(yearsLater(birthday, age + 1) > on).toBe(true);
      }),
    );
  });

  it("Every age belongs to exactly one age group.", () => {
    expect([0, 14, 15, 30, 31, 59, 60, 130].map(ageGroup)).toEqual([
      "Below 15",
      "Below 15",
      "15 to 30",
      "15 to 30",
      "31 to 59",
      "31 to 59",
      "60 and above",
      "60 and above",
    ]);
    const age = fc.integer({ min: 0, max: 130 });
    fc.assert(
      fc.property(age, age, (one, other) => {
        const place = (years: number) => ageGroups.indexOf(ageGroup(years));
        expect(place(Math.min(one, other))).toBeLessThanOrEqual(place(Math.max(one, other)));
      }),
    );
  });
});

describe("Training days", () => {
  it("The number of training days includes the first and the last day.", () => {
    expect(daysFromTo("2025-03-03", "2025-03-03")).toBe(1);
    expect(daysFromTo("2025-02-27", "2025-03-02")).toBe(4);
    expect(daysFromTo("2025-03-03", "2025-03-02")).toBeNull();
  });

  it("If a training period is split into two consecutive periods, their days add up to the days of the whole period.", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }), (start, a, b) => {
        const plus = (days: number) =>
          new Date(Date.parse(start) + days * 86_400_000).toISOString().slice(0, 10);
        const first = daysFromTo(start, plus(a));
        const second = daysFromTo(plus(a + 1), plus(a + 1 + b));
        expect(daysFromTo(start, plus(a + 1 + b))).toBe((first ?? 0) + (second ?? 0));
      }),
    );
  });
});
