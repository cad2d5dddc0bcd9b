/** Property tests of the rules: periods, days, totals, offices, lists and numbers. */
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inImportScope, officeOf } from "#shared/access/scope.ts";
import { headerTabs, tabLabel, tabLabels } from "#shared/access/tab-labels.ts";
import { callerAddress } from "#shared/rules/caller-address.ts";
import {
  isCalendarDay,
  joinDate,
  longDate,
  manilaHour,
  manilaToday,
  parseDate,
  spreadsheetDay,
} from "#shared/rules/dates.ts";
import { dayLabel, daysLeft, lastDayToEnter } from "#shared/rules/days-left.ts";
import { amountOfVolume } from "#shared/rules/income.ts";
import { formatNumber, isExactNumber, parseNumber, parsePercentage } from "#shared/rules/numbers.ts";
import { coveredOffices, officeName } from "#shared/rules/office-names.ts";
import {
  currentYear,
  dateYears,
  months,
  monthsOfQuarter,
  pickerYears,
  quarters,
} from "#shared/rules/periods.ts";
import { reportFileName } from "#shared/rules/report-file.ts";
import { millisecondsUntilResponse } from "#shared/rules/sign-in-delay.ts";
import { describeWrongTotal, equalsSumOfParts, shortLabels, sumOfParts } from "#shared/rules/sums.ts";
import { enumerate, foldHeading, joinList, splitList, unwrapText, withArticle } from "#shared/rules/text.ts";
import { parseMonth, parseQuarter } from "../../../edge-functions/_shared/validate/parse-period.ts";

const instant = fc.date({
  min: new Date("1991-01-01"),
  max: new Date("2099-12-31"),
  noInvalidDate: true,
});

describe("Dates in spreadsheets", () => {
  it("The import converts spreadsheet dates correctly, whether days count from 1900 or from 1904.", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1462, max: 73_000 }), (serial) => {
        const day = spreadsheetDay(serial);
        expect(spreadsheetDay(serial - 1462, true)).toEqual(day);
        expect(parseDate(day)).toEqual(
          serial >= 1900 && serial <= 2100 ? expect.anything() : parseDate(serial),
        );
      }),
    );
  });
});

describe("Days of the calendar", () => {
  it("The date parser accepts a day with a time and time zone only if the day exists in the calendar.", () => {
    const part = (most: number) => fc.integer({ min: 1, max: most }).map((of) => String(of).padStart(2, "0"));
    fc.assert(
      fc.property(fc.integer({ min: 1901, max: 2099 }), part(12), part(31), (year, month, day) => {
        const exists = Number(day) <= new Date(year, Number(month), 0).getDate();
        const iso = `${year}-${month}-${day}`;
        expect(isCalendarDay(iso)).toBe(exists);
        for (const time of ["", " 08:00", "T00:00:00Z", "T12:00:00+08:00"])
          expect(parseDate(`${iso}${time}`).ok, `${iso}${time}`).toBe(exists);
      }),
    );
  });
});

describe("Numbers in text fields", () => {
  it("A number is exact if it has at most 15 digits or is a whole number that JavaScript can count.", () => {
    const digits = fc.tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 1, max: 999_999 }));
    fc.assert(
      fc.property(digits, fc.maxSafeInteger(), ([whole, decimals], safe) => {
        const written = `${whole}.${String(decimals).padStart(6, "0")}`;
        expect(isExactNumber(Number(written))).toBe(true);
        expect(isExactNumber(safe)).toBe(true);
      }),
    );
    // As text, because the code formatter would shorten the numbers.
    for (const written of ["9007199254740993", "1e21", "1e-7", "123456789012345.678", "1e999"])
      expect(isExactNumber(Number(written)), written).toBe(false);
  });
});

describe("Indefinite articles before nouns", () => {
  it('The system writes "an" before a noun whose spoken form begins with a vowel, and otherwise "a".', () => {
    expect(["ARBO", "income record", "user", "sale", "ARC"].map(withArticle)).toEqual([
      "an ARBO",
      "an income record",
      "a user",
      "a sale",
      "an ARC",
    ]);
  });
});

describe("Reporting periods", () => {
  it("Every month is in exactly one quarter, and the months are in calendar order.", () => {
    expect(quarters.flatMap(monthsOfQuarter)).toEqual(months);
    fc.assert(
      fc.property(fc.constantFrom(...months), (month) => {
        expect(quarters.filter((quarter) => monthsOfQuarter(quarter).includes(month))).toHaveLength(1);
      }),
    );
  });

  it("The system recognizes quarters and months regardless of letter case and surrounding spaces.", () => {
    const cased = fc.mixedCase(fc.constantFrom(...months, ...quarters));
    fc.assert(
      fc.property(cased, fc.constantFrom("", " ", "  "), (text, blank) => {
        const written = `${blank}${text}${blank}`;
        const found = parseQuarter(written) ?? parseMonth(written);
        expect(found?.toLowerCase()).toBe(text.toLowerCase());
      }),
    );
  });

  it("The parsers of quarters and months return a valid value or null for any input.", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const text = typeof value === "object" && value !== null ? "" : value;
        expect([null, ...quarters]).toContain(parseQuarter(text));
        expect([null, ...months]).toContain(parseMonth(text));
      }),
    );
  });

  it("The year picker goes back to 1990, and the date picker goes back to 1900.", () => {
    fc.assert(
      fc.property(instant, (now) => {
        const years = dateYears(now);
        expect(years[0]).toBe(currentYear(now));
        expect(years.every((year, place) => place === 0 || year === Number(years[place - 1]) - 1)).toBe(true);
        expect(years.at(-1)).toBe(1900);
        expect(pickerYears(now)).toEqual(years.filter((year) => year >= 1990));
      }),
    );
  });
});

describe("Days left until an end date", () => {
  it("The number of days left is 1 on the last day for entering data.", () => {
    fc.assert(
      fc.property(instant, instant, (now, end) => {
        const endDate = manilaToday(end);
        const last = lastDayToEnter(endDate);
        const today = manilaToday(now);
        expect(daysLeft(endDate, now) > 0).toBe(today <= last);
        expect(daysLeft(endDate, now) === 1).toBe(today === last);
      }),
    );
  });

  it("The system puts the current date in Manila in the names of report files.", () => {
    fc.assert(
      fc.property(instant, (now) => {
        const day = manilaToday(now);
        expect(Date.parse(`${day}T00:00:00+08:00`)).toBeLessThanOrEqual(now.getTime());
        expect(now.getTime() - Date.parse(`${day}T00:00:00+08:00`)).toBeLessThan(86_400_000);
        expect(reportFileName(now)).toBe(`Report_${day}.xlsx`);
      }),
    );
  });

  it("The date picker returns only dates that exist.", () => {
    const choice = (min: number, max: number) => fc.option(fc.integer({ min, max }));
    fc.assert(
      fc.property(choice(1, 12), choice(1, 31), choice(1900, 2100), (month, day, year) => {
        const text = joinDate(month, day, year);
        const exists =
          month !== null &&
          day !== null &&
          year !== null &&
          new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
        expect(text !== null).toBe(exists);
        if (text === null || year === null || month === null || day === null) return;
        const iso = [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
        expect(text).toMatch(/^\d{2}-\d{2}-\d{4}$/);
        expect(parseDate(text)).toEqual({ ok: true, value: iso });
      }),
    );
  });

  it("The label of the days left is Day for one day, and Days for every other number.", () => {
    fc.assert(
      fc.property(fc.nat(), (days) => {
        expect(dayLabel(days)).toBe(days === 1 ? "Day" : "Days");
      }),
    );
  });
});

describe("Time in Manila", () => {
  it("The hour in Manila is the number of full hours since midnight in Manila.", () => {
    fc.assert(
      fc.property(instant, (now) => {
        const begun = Date.parse(`${manilaToday(now)}T00:00:00+08:00`);
        expect(manilaHour(now)).toBe(Math.floor((now.getTime() - begun) / 3_600_000));
      }),
    );
  });

  it("The date parser accepts a displayed date with hyphens instead of spaces.", () => {
    fc.assert(
      fc.property(instant, (now) => {
        const iso = now.toISOString();
        expect(parseDate(longDate(iso).replaceAll(" ", "-"))).toEqual({ ok: true, value: iso.slice(0, 10) });
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]*$/), (text) => {
        expect(longDate(text)).toBe(text);
      }),
    );
  });
});

describe("Totals of several parts", () => {
  const count = fc.nat({ max: 1_000_000 });

  it("The system rejects a total that differs from the sum of its parts.", () => {
    fc.assert(
      fc.property(fc.array(count, { minLength: 1 }), fc.integer({ min: 1 }), (parts, more) => {
        const sum = sumOfParts(parts);
        expect(sum).toBe(parts.reduce((total, part) => total + part, 0));
        expect(sumOfParts([...parts].reverse())).toBe(sum);
        expect(equalsSumOfParts(sum, parts)).toBe(true);
        expect(equalsSumOfParts((sum ?? 0) + more, parts)).toBe(false);
        expect(equalsSumOfParts((sum ?? 0) + more, [...parts, null])).toBe(true);
      }),
    );
  });

  it("The total of amounts with decimals is exact to the centavo.", () => {
    fc.assert(
      fc.property(fc.array(count, { minLength: 1, maxLength: 20 }), (units) => {
        const total = units.reduce((sum, unit) => sum + unit, 0);
        expect(sumOfParts(units.map((unit) => Number(`${unit}e-2`)))).toBe(Number(`${total}e-2`));
      }),
    );
  });

  it("The message about a wrong total names every part of the total.", () => {
    const label = fc.constantFrom("Male members", "Female members", "All members", "Units");
    fc.assert(
      fc.property(count, count, fc.uniqueArray(label, { minLength: 2 }), (value, sum, labels) => {
        const parts = labels.map((text) => ({ label: text }));
        const message = describeWrongTotal({ label: "Total", value }, parts, sum);
        for (const part of [formatNumber(value), formatNumber(sum), ...shortLabels(labels)])
          expect(message).toContain(part);
        expect(new Set(shortLabels(labels)).size).toBe(labels.length);
      }),
    );
  });

  it("A higher price per unit never leads to a lower total for the same volume.", () => {
    const amount = fc.nat({ max: 5_000_000 }).map((units) => Number(`${units}e-2`));
    fc.assert(
      fc.property(amount, amount, amount, (volume, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(amountOfVolume(volume, less)).toBeLessThanOrEqual(amountOfVolume(volume, more));
      }),
    );
  });
});

describe("Displayed numbers and percentages", () => {
  it("Every number that is formatted for display can be parsed again.", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 4 }), (units, digits) => {
        const value = Number(`${units}e-${digits}`);
        expect(parseNumber(formatNumber(value))).toEqual({ ok: true, value: value + 0 });
        expect(parsePercentage(`${formatNumber(value)}%`)).toMatchObject({ ok: true });
      }),
    );
  });

  it("A percentage is read as a fraction; for example, 25% is read as 0.25.", () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999, max: 99_999 }), (units) => {
        const reading = parsePercentage(`${Number(`${units}e-2`)}%`);
        expect(reading.ok && reading.value).toBe(Number(`${units}e-4`) + 0);
      }),
    );
  });
});

describe("Offices of rows", () => {
  const name = fc.constantFrom("Region A", "Region B", "Nueva Ecija", "Tarlac", "");
  const place = fc.record({ region_name: name, province_name: name });

  it("Two places belong to the same office if and only if both their region and their province are the same.", () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        const same = one.region_name === other.region_name && one.province_name === other.province_name;
        expect(officeOf(one) === officeOf(other)).toBe(same);
      }),
    );
  });

  it("A Regional user can import every row that a Provincial user of the region can import.", () => {
    fc.assert(
      fc.property(place, place, (user, row) => {
        const keeps = (level: string) => inImportScope({ level, ...user }, row);
        // If the row or the user has no region, skips the check for a Regional user.
        if (keeps("Provincial") && row.region_name !== "" && user.region_name !== "")
          expect(keeps("Regional")).toBe(true);
        expect(keeps("Central")).toBe(true);
        expect(keeps("Municipal")).toBe(false);
      }),
    );
  });
});

describe("Names of offices", () => {
  const name = fc.stringMatching(/^[A-Z][a-z]{1,9}$/);

  it("The name of a provincial office is the name of its province.", () => {
    fc.assert(
      fc.property(name, name, (region, province) => {
        expect(officeName(`${region} / ${province}`)).toBe(province);
        expect(coveredOffices(`${region} / ${province}`)).toBe(province);
        expect(officeName(`${region} / `)).toBe(region);
        expect(coveredOffices(`${region} / `)).toBe(`${region} and its provinces`);
      }),
    );
    expect(officeName(" / ")).toBe("the central office");
  });
});

describe("Lists stored as one string", () => {
  const item = fc.string({ minLength: 1 }).map((text) => text.replaceAll(",", " "));

  it("A list that is joined with commas and split again has the same items.", () => {
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const kept = items.map((text) => text.trim()).filter((text) => text !== "");
        expect(splitList(joinList(items))).toEqual(kept);
        expect(splitList(items)).toEqual(kept);
        for (const text of kept) expect(enumerate(kept)).toContain(text);
      }),
    );
  });

  it("The import treats two column headings as equal if they differ only in letter case and word separators.", () => {
    const words = fc.array(fc.stringMatching(/^[a-z0-9]{1,6}$/), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(words, fc.constantFrom(" ", "_", "-", " / "), (parts, between) => {
        expect(foldHeading(parts.join(between).toUpperCase())).toBe(foldHeading(parts.join("_")));
      }),
    );
  });
});

describe("Delay after a failed sign-in", () => {
  it("The response time of a failed sign-in is always a multiple of 600 ms.", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (spent) => {
        const rest = millisecondsUntilResponse(spent);
        expect(rest).toBeGreaterThanOrEqual(0);
        expect(rest).toBeLessThan(600);
        expect(Math.abs((spent + rest) / 600 - Math.round((spent + rest) / 600))).toBeLessThan(1e-9);
      }),
    );
  });
});

describe("IP address of a caller", () => {
  it("The system uses the IP address that the trusted proxies saw, whatever the caller sends.", () => {
    const proxies = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(fc.array(fc.ipV4()), fc.ipV4(), fc.array(fc.ipV4()), proxies, (said, seen, own, more) => {
        const trusted = own.slice(0, more);
        const header = [...said, seen, ...trusted].join(", ");
        expect(callerAddress(header, trusted.length)).toBe(seen);
        // If there are fewer addresses than trusted proxies, the outermost known address is returned.
        expect(callerAddress(seen, more)).toBe(seen);
      }),
    );
    expect([callerAddress(null, 0), callerAddress("", 1)]).toEqual(["unknown", "unknown"]);
  });
});

describe("Digits that a spreadsheet wraps in a formula", () => {
  it('If a cell contains a spreadsheet text such as ="0123", the system reads it as 0123.', () => {
    const digits = fc.stringMatching(/^\d{3,12}$/);
    fc.assert(
      fc.property(digits, (text) => {
        for (const written of [`="${text}"`, `=T("${text}")`, `'${text}`, `'${text}'`, ` ${text} `])
          expect(unwrapText(written)).toBe(text);
      }),
    );
  });

  it('If a spreadsheet text such as ="0123" is unwrapped twice, the result is the same as after once.', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("=", '"', "'", "0", "1", "a", " ", "T", "(", ")") }),
        (text) => {
          const read = unwrapText(text);
          expect(unwrapText(read)).toBe(read);
        },
      ),
    );
  });
});

it("The label of a route is the label of its header tab, or the route itself if it has no tab.", () => {
  const route = fc.oneof(fc.constantFrom<string>(...headerTabs), fc.string());
  fc.assert(
    fc.property(route, (name) => {
      const tab = headerTabs.find((one) => one === name);
      expect(tabLabel(name)).toBe(tab ? tabLabels[tab] : name);
    }),
  );
});

it("For every exported function of `rules`, `access` and `evidence`, a test file with property tests mentions the function.", () => {
  const tests = readdirSync("tests/unit/rules")
    .map((file) => readFileSync(`tests/unit/rules/${file}`, "utf8"))
    .filter((text) => text.includes("fc.property("));
  const folders = ["rules", "access", "evidence"].map((room) => `edge-functions/_shared/${room}`);
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => `${folder}/${file}`),
  );
  const rules = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const names = [
      ...text.matchAll(
        /^export (?:function (\w+)|const (\w+)(?:: [^=]*)? = (?:\([^)]*\)|\w+)(?:: [^=]*)? =>)/gm,
      ),
    ];
    return names.map(([, declared, assigned]) => declared ?? assigned ?? "");
  });
  expect(rules.length).toBeGreaterThan(30);
  const untested = rules.filter((rule) => !tests.some((text) => new RegExp(`\\b${rule}\\b`).test(text)));
  expect(untested).toEqual([]);
});
