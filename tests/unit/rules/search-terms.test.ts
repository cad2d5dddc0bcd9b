/** Tests the conversion of search queries to patterns that match stored values. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Field } from "#shared/records/vocabulary/types.ts";
import { formatDate } from "#shared/rules/dates.ts";
import { searchTerms } from "#shared/rules/search-terms.ts";
import { momentInManila, tableValue } from "../../../web/src/lib/format.ts";

/** Implements LIKE as in Postgres. */
function like(text: string, pattern: string): boolean {
  const parts = pattern.match(/\\.|./gsu) ?? [];
  const source = parts.map((part) => {
    if (part === "%") return "[^]*";
    if (part === "_") return "[^]";
    return part.replace(/^\\(?=.)/s, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${source.join("")}$`, "iu").test(text);
}

const finds = (query: string, stored: string): boolean =>
  searchTerms(query).every((term) =>
    term.some((parts) => parts.every((part) => typeof part === "string" && like(stored, part))),
  );

const field = (kind: Field["kind"], more: Partial<Field> = {}): Field => ({
  name: "x",
  label: "X",
  kind,
  group: "g",
  ...more,
});

const anyDay = fc
  .date({ min: new Date("1900-01-01T00:00:00Z"), max: new Date("2100-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("Searches for text that a user copied from a table", () => {
  it("A search for a date in any usual format finds the stored date.", () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom("", "Jaen "), (day, before) => {
        const stored = `jaen\n${formatDate(day)}\n12`;
        const [year, month, date] = day.split("-").map(Number);
        for (const typed of [
          tableValue(field("date"), day),
          day,
          formatDate(day),
          `${month}/${date}/${year}`,
        ]) {
          expect(finds(before + typed, stored), typed).toBe(true);
        }
      }),
    );
  });

  it("A search for a date finds only rows of that day.", () => {
    fc.assert(
      fc.property(anyDay, anyDay, (day, other) => {
        fc.pre(day !== other);
        expect(finds(tableValue(field("date"), day), formatDate(other))).toBe(false);
      }),
    );
  });

  it("A search finds a date and time in the format that tables show.", () => {
    fc.assert(
      fc.property(
        // Starts in 1991, because the Philippines had daylight saving time until 1990. Since then, Manila is eight
        // hours ahead of UTC.
        fc.date({ min: new Date("1991-01-01"), max: new Date("2090-01-01"), noInvalidDate: true }),
        (at) => {
          const local = new Date(at.getTime() + 8 * 3_600_000).toISOString();
          const stored = `${formatDate(local)} ${local.slice(11, 16)}`;
          expect(finds(momentInManila(at.toISOString()), stored)).toBe(true);
        },
      ),
    );
  });

  it("A user can search for an amount with or without separators and a peso sign.", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.constantFrom("", "₱", "PHP ", "P"),
        (units, sign) => {
          const amount = units / 100;
          const shown = tableValue(field("decimal"), amount);
          const stored = `a\n${amount.toFixed(2)}\nb`;
          expect(finds(shown, stored), shown).toBe(true);
          if (amount >= 0) expect(finds(sign + shown, stored)).toBe(true);
          expect(finds(amount.toFixed(2), stored)).toBe(true);
        },
      ),
    );
  });

  it("A search for a percentage finds the stored fraction.", () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999, max: 99_999 }), (units) => {
        const shown = tableValue(field("decimal", { percentage: true }), units / 10_000);
        expect(finds(shown, `x\n${(units / 10_000).toFixed(4)}`), shown).toBe(true);
      }),
    );
  });

  it("A search for a text treats % and _ as ordinary characters.", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const stored = text.normalize("NFC").replaceAll("\u0000", "");
        expect(finds(text, stored), text).toBe(true);
      }),
    );
    expect(finds("a%b", "axxb")).toBe(false);
    expect(finds("a_b", "axb")).toBe(false);
  });
});

it("A search for a month and a year finds all days of this month.", () => {
  for (const [typed, day, found] of [
    ["Mar 2025", "03-18-2025", true],
    ["march 2025", "03-01-2025", true],
    ["2025-03", "03-18-2025", true],
    ["3/2025", "03-18-2025", true],
    ["Mar 18", "03-18-1999", true],
    ["Mar", "03-18-1999", false],
    ["Sept 1, 2020", "09-01-2020", true],
    ["Mar 2025", "03-20-2024", false],
    ["Mar 18", "04-18-2025", false],
    ["2025-13", "13-01-2025", false],
    ["Marites", "03-18-2025", false],
  ] as const) {
    expect(finds(typed, day), typed).toBe(found);
  }
});

it("A search for the date Mar 18, 2025 does not find Mar, 18 and 2025 in separate texts.", () => {
  expect(finds("Mar 18, 2025", "a remark of Mar 18, 2025 and more")).toBe(true);
  expect(finds("Mar 18, 2025", "a remark of Mar 18,\n2025")).toBe(true);
  expect(finds("Mar 18, 2025", "Maria\n118\n2025")).toBe(false);
});

it("A search for the label Open finds rows with the stored value OnGoing.", () => {
  const labels = [["OnGoing", "Open"]] as const;
  expect(searchTerms("open, Jaen", false, labels)).toEqual([[["%open%"], ["%OnGoing%"]], [["%Jaen%"]]]);
  expect(searchTerms("going", false, labels)).toEqual([[["%going%"]]]);
});

it("A search for Pending finds rows without a stored stage.", () => {
  expect(searchTerms("pending", true)).toEqual([[["%pending%"], [null]]]);
  expect(searchTerms("pending")).toEqual([[["%pending%"]]]);
  expect(searchTerms("spending", true)).toEqual([[["%spending%"]]]);
});

it('A search for "No name (17)" finds the row with the ID 17.', () => {
  expect(searchTerms("No name (17)")).toEqual([[["%No_name_(17)%"], [17]]]);
  expect(finds("2 files", "x\n/homepage/files/0-1")).toBe(true);
});
