/** Tests parsing of dates and the countdowns (spec sections 1, 5 and 9). */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { formatDate, joinDate, manilaToday, parseDate } from "#shared/rules/dates.ts";
import { dayLabel, daysLeft } from "#shared/rules/days-left.ts";
import { reportFileName } from "#shared/rules/report-file.ts";

const iso = (value: unknown) => {
  const reading = parseDate(value);
  return reading.ok ? reading.value : `refused: ${reading.reason}`;
};

describe("Parsing of a date", () => {
  it.each([
    ["03-05-2021", "2021-03-05"],
    ["3/5/2021", "2021-03-05"],
    ["2021-03-05", "2021-03-05"],
    ["2021-03-05T08:00:00.000Z", "2021-03-05"],
    ["Mar 05, 2021", "2021-03-05"],
    ["March 5 2021", "2021-03-05"],
    ["March 5,2021", "2021-03-05"],
    ["Mar-05-2021", "2021-03-05"],
    ["March 5th, 2021", "2021-03-05"],
    ["5th of March, 2021", "2021-03-05"],
    ["5th day of March 2021", "2021-03-05"],
    ["05-Mar-2021", "2021-03-05"],
    ["5/Mar/2021", "2021-03-05"],
    ["2021-Mar-05", "2021-03-05"],
    ["2021 March 5", "2021-03-05"],
    ["Mar. 5, 2021", "2021-03-05"],
    ["Sept.5,2021", "2021-09-05"],
    ["MARCH 05 2021", "2021-03-05"],
    // An instant with a time zone is converted to its day in Manila (UTC+8).
    ["2021-03-04T16:00:00.000Z", "2021-03-05"],
    ["2021-03-04T15:59:59Z", "2021-03-04"],
    ["2021-03-04T23:30:00-05:00", "2021-03-05"],
    ["2021-03-05 00:00:00+08", "2021-03-05"],
    ["2021-03-05T01:00:00+0900", "2021-03-05"],
    ["2021-03-04 18:00:00 UTC", "2021-03-05"],
    ["1899-12-31T16:00:00Z", "1900-01-01"],
    ["Thu Mar 04 2021 16:00:00 GMT+0000 (Coordinated Universal Time)", "2021-03-05"],
    ["Thu, 04 Mar 2021 20:00:00 GMT", "2021-03-05"],
    // A time without a time zone does not change the day.
    ["2021-03-04T16:00:00", "2021-03-04"],
    ["2021-03-04 23:59", "2021-03-04"],
    [" 12-31-1999 ", "1999-12-31"],
    [44260, "2021-03-05"],
    ["44260", "2021-03-05"],
    [44260.75, "2021-03-05"],
    [new Date(Date.UTC(2021, 2, 5, 23)), "2021-03-05"],
  ])("The date parser reads %s.", (written, expected) => expect(iso(written)).toBe(expected));

  it("The date parser reads the date formats that spreadsheets use.", () => {
    for (const text of [
      "5-Mar-2021",
      "5 March 2021",
      "Friday, March 5, 2021",
      "Fri, Mar 5, 2021",
      "3/5/2021",
    ]) {
      expect(iso(text), text).toBe("2021-03-05");
    }
    expect(iso("5-Mar-21")).toContain("two-digit year");
    expect(iso("5-Mud-2021")).toContain("is not a date");
  });

  it("The date parser treats an empty text, null and undefined as a missing date.", () => {
    expect([iso(""), iso("  "), iso(null), iso(undefined)]).toEqual([null, null, null, null]);
  });

  it.each([
    ["25/12/2020", "no month 25"],
    ["02-30-2021", "not a day of the calendar"],
    ["02/29/2023", "not a day of the calendar"],
    ["2025-02-30T00:00:00Z", "not a day of the calendar"],
    ["2025-02-30T00:00:00+08:00", "not a day of the calendar"],
    ["2025-02-29 00:00Z", "not a day of the calendar"],
    ["Sun Feb 30 2025 00:00:00 GMT+0800 (Philippine Standard Time)", "not a day of the calendar"],
    ["Fri, 31 Jun 2025 00:00:00 +0000", "not a day of the calendar"],
    ["2101-01-01T00:00:00Z", "not between 1900 and 2100"],
    ["3/5/21", "two-digit year"],
    ["Mar 5, 21", "two-digit year"],
    [2019, "only a year"],
    ["2019", "only a year"],
    ["soon", "write it as MM-DD-YYYY"],
    ["01-01-1820", "not between 1900 and 2100"],
    [-4, "not a date"],
    [9e15, "not a date"],
    [true, "not a date"],
    [new Date(Number.NaN), "not a date"],
  ])("The date parser rejects %s and states the reason.", (written, reason) =>
    expect(iso(written)).toContain(reason),
  );

  it("If a date is formatted for the screens and parsed again, the date parser returns the original date.", () => {
    const day = fc.date({ min: new Date("1900-03-01"), max: new Date("2099-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(day, (date) => {
        const expected = date.toISOString().slice(0, 10);
        expect(iso(formatDate(expected))).toBe(expected);
        expect(iso(date)).toBe(expected);
        const serial = Math.floor(date.getTime() / 86_400_000) + 25_569;
        if (serial > 2100) expect(iso(serial)).toBe(expected);
      }),
    );
  });

  it("The date parser throws no error for any text.", () => {
    fc.assert(fc.property(fc.anything(), (value) => void parseDate(value)));
  });

  it("If a user chooses a month, day and year, the result is a date only if this day exists.", () => {
    expect(joinDate(3, 5, 2021)).toBe("03-05-2021");
    expect(joinDate(3, null, 2021)).toBeNull();
    expect(joinDate(2, 30, 2021)).toBeNull();
  });
});

describe("Days left until an end date", () => {
  const noonInManila = new Date("2025-03-10T04:00:00Z");
  const warn = vi.fn();

  it("The number of days left counts the calendar days from today in Manila.", () => {
    expect(daysLeft("2025-03-31", noonInManila, warn)).toBe(21);
    expect(daysLeft("2025-03-10", noonInManila, warn)).toBe(0);
    expect(daysLeft("03-11-2025", noonInManila, warn)).toBe(1);
  });

  it("The number of days left until an end date changes at midnight in Manila.", () => {
    expect(daysLeft("2025-03-31", new Date("2025-03-10T15:59:59Z"), warn)).toBe(21);
    expect(daysLeft("2025-03-31", new Date("2025-03-10T16:00:00Z"), warn)).toBe(20);
    expect(daysLeft("2025-03-30T16:00:00Z", noonInManila, warn)).toBe(21);
  });

  it("The number of days left until an end date is never negative.", () => {
    expect(daysLeft("2025-03-09", noonInManila, warn)).toBe(0);
    expect(daysLeft(null, noonInManila, warn)).toBe(0);
    expect(daysLeft("", noonInManila, warn)).toBe(0);
    expect(warn).not.toHaveBeenCalled();
  });

  it("The number of days left until an invalid end date is 0.", () => {
    expect(daysLeft("someday", noonInManila, warn)).toBe(0);
    expect(daysLeft(new Date(Number.NaN), noonInManila, warn)).toBe(0);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it("The number of days left until an end date decreases by one per day.", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4000 }), (days) => {
        const later = new Date(noonInManila.getTime() + 86_400_000);
        const end = new Date(noonInManila.getTime() + days * 86_400_000).toISOString().slice(0, 10);
        expect(daysLeft(end, noonInManila) - daysLeft(end, later)).toBe(1);
      }),
    );
  });

  it("The label of the days left is Day for one day, and Days for zero or two days.", () => {
    expect([0, 1, 2].map(dayLabel)).toEqual(["Days", "Day", "Days"]);
  });
});

it("The system uses the date in Manila as today's date.", () => {
  expect(manilaToday(new Date("2025-12-31T16:00:00Z"))).toBe("2026-01-01");
  expect(reportFileName(new Date("2025-03-31T03:00:00Z"))).toBe("Report_2025-03-31.xlsx");
});
