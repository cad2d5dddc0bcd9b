/**
 * Calendar dates: parses dates that are typed or come from spreadsheets, stores them as `YYYY-MM-DD`, and shows them as
 * MM-DD-YYYY. The month comes before the day (spec section 5). Two-digit years, years without a day, and impossible
 * days are rejected with a reason.
 *
 * Days begin and end at midnight in Manila, which is UTC+8 all year.
 */

export type DateReading = { ok: true; value: string | null } | { ok: false; reason: string };

const manilaOffset = 8 * 60 * 60 * 1000;
export const dayInMilliseconds = 86_400_000;
/** Day 0 of spreadsheet serial numbers. It is correct for all days from 1900-03-01 on. */
const serialEpoch = Date.UTC(1899, 11, 30);
const monthNames =
  "january february march april may june july august september october november december".split(" ");
const earliestYear = 1900;
const latestYear = 2100;

/** Difference in days between the spreadsheet calendars that start in 1900 and in 1904. */
export const dateSystemOffset = 1462;

/**
 * Converts a spreadsheet serial number to a Date, whose UTC day is the day in the spreadsheet. A serial number between
 * 0 and 1 is a time without a date.
 */
export function spreadsheetDay(serial: number, from1904 = false): Date {
  const isTime = serial > 0 && serial < 1;
  const days = serial + (from1904 && !isTime ? dateSystemOffset : 0);
  return new Date(Math.round(days * dayInMilliseconds) + serialEpoch);
}

/** Returns the calendar date in Manila at a point in time, in ISO format. */
export const manilaToday = (now: Date = new Date()): string =>
  new Date(now.getTime() + manilaOffset).toISOString().slice(0, 10);

/** Returns the hour of the day (0 to 23) in Manila at a point in time. */
export const manilaHour = (now: Date): number => new Date(now.getTime() + manilaOffset).getUTCHours();

/**
 * Parses a date. Accepts MM-DD-YYYY, M/D/YYYY and YYYY-MM-DD (each with or without a time), "Mar 05, 2021",
 * "5-Mar-2021", "Friday, March 5, 2021", and spreadsheet serial numbers. Reads a Date object by its UTC day, because
 * spreadsheet libraries return dates in UTC. Returns null for an empty value.
 */
export function parseDate(value: unknown): DateReading {
  if (value === null || value === undefined) return { ok: true, value: null };
  if (value instanceof Date) return fromInstant(value);
  if (typeof value === "number") return fromSerial(value);
  if (typeof value !== "string") return refused("is not a date");
  const text = value.replace(/\u00a0/g, " ").trim();
  if (text === "") return { ok: true, value: null };
  return parseText(text);
}

function parseText(text: string): DateReading {
  if (/^\d+(\.\d+)?$/.test(text)) return fromSerial(Number(text));
  const written = parseWrittenDay(text);
  return typeof written === "string" ? refused(written) : inRange(dayOfInstant(text) ?? written, text);
}

/** Returns the day that a text names, without its time and time zone; the reason if there is no such day. */
function parseWrittenDay(text: string): Date | string {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/i.exec(text);
  if (iso) return existingDay(Number(iso[1]), Number(iso[2]), Number(iso[3]), text);
  const monthFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ,]+\d{1,2}:\d{2}.*)?$/.exec(text);
  if (monthFirst)
    return existingDay(Number(monthFirst[3]), Number(monthFirst[1]), Number(monthFirst[2]), text);
  const shortYear = `"${text}" has a two-digit year; write it as MM-DD-YYYY`;
  if (/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}$/.test(text)) return shortYear;
  const plain = text.replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? | \d?\d:\d\d.*/gi, "");
  const named = namedDates.map((pattern) => pattern.exec(plain)).find((found) => found !== null);
  const { year = "", month = "", day = "" } = named?.groups ?? {};
  const number = monthNumber(month);
  if (number > 0 && year.length === 2) return shortYear;
  if (number > 0) return existingDay(Number(year), number, Number(day), text);
  return `"${text}" is not a date; write it as MM-DD-YYYY`;
}

/**
 * Matches dates with a month name, such as "March 5,2021" and "Mar-05-2021". The day or the year can also come first.
 */
const namedDates = [
  /^(?<month>[a-z]{3,9})\.?[-/ ]*(?<day>\d{1,2})(?:st|nd|rd|th)?[-/ .,]+(?<year>\d{4}|\d{2})$/i,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?(?: day)?(?: of)?[-/ .,]*(?<month>[a-z]{3,9})\.?[-/ .,]+(?<year>\d{4}|\d{2})$/i,
  /^(?<year>\d{4})[-/ .,]+(?<month>[a-z]{3,9})\.?[-/ .,]+(?<day>\d{1,2})$/i,
];

const zoned = /^(\d{4}-\d\d-\d\d)[T ]([\d:.]+) ?(?:Z|UTC|GMT|([+-]\d\d):?(\d\d)?)$/i;
/**
 * Matches date formats of JavaScript and RFC 2822: "Fri Mar 05 2021 00:00:00 GMT+0800 (…)" and "Fri, 05 Mar 2021
 * 00:00:00 +0000".
 */
const spelledOut = /^[a-z]{3},? [a-z\d ]+ [\d:]+ (?:GMT|[+-]\d{4})/i;

/** Returns the day in Manila if the text is a date and time with a time zone; null for any other text. */
function dayOfInstant(text: string): Date | null {
  const [whole, day, time, hour = "+00", minute = "00"] = zoned.exec(text) ?? [];
  const instantText = whole ? `${day}T${time}${hour}:${minute}` : spelledOut.test(text) ? text : "";
  const instant = Date.parse(instantText);
  return Number.isNaN(instant) ? null : new Date(manilaToday(new Date(instant)));
}

/**
 * Returns the number of a month from its full name, its first three letters or "Sept". Returns 0 for any other word.
 */
const monthNumber = (word: string): number => {
  const text = word.toLowerCase() === "sept" ? "sep" : word.toLowerCase();
  return monthNames.findIndex((name) => name === text || name.slice(0, 3) === text) + 1;
};

function existingDay(year: number, month: number, day: number, text: string): Date | string {
  if (month < 1 || month > 12) {
    return `"${text}" has no month ${month}; dates are written month first, MM-DD-YYYY`;
  }
  const iso = `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`;
  return isCalendarDay(iso) ? new Date(iso) : `"${text}" is not a day of the calendar`;
}

const twoDigits = (number: number): string => String(number).padStart(2, "0");

/**
 * True if an ISO date exists, in the years 0001 to 9999. Other code must not parse a date without this check, because
 * `Date.parse` turns 30 February into a day of March.
 */
export function isCalendarDay(iso: string): boolean {
  const time = Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(time) && !iso.startsWith("0000") && new Date(time).toISOString().startsWith(iso);
}

function inRange(date: Date, text: string): DateReading {
  const year = date.getUTCFullYear();
  if (year < earliestYear || year > latestYear) {
    return refused(`"${text}" is not between ${earliestYear} and ${latestYear}`);
  }
  return { ok: true, value: date.toISOString().slice(0, 10) };
}

function fromSerial(serial: number): DateReading {
  if (!Number.isFinite(serial) || serial < 1) return refused(`${serial} is not a date`);
  if (Number.isInteger(serial) && serial >= earliestYear && serial <= latestYear) {
    return refused(`${serial} is only a year; month and day are missing`);
  }
  const date = new Date(serialEpoch + Math.floor(serial) * dayInMilliseconds);
  return Number.isNaN(date.getTime()) ? refused(`${serial} is not a date`) : inRange(date, String(serial));
}

function fromInstant(date: Date): DateReading {
  return Number.isNaN(date.getTime())
    ? refused("is not a date")
    : inRange(date, date.toISOString().slice(0, 10));
}

const refused = (reason: string): DateReading => ({ ok: false, reason });

/** Formats `2021-03-05` as `03-05-2021`. Returns an empty text for any text that is not an ISO date, and for null. */
export function formatDate(iso: string | null | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso ?? "");
  return match ? `${match[2]}-${match[3]}-${match[1]}` : "";
}

const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** Formats `2026-03-31` as "31 Mar 2026". */
export const longDate = (iso: string): string => {
  const date = new Date(`${iso.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? iso : day.format(date);
};

/**
 * Joins month, day and year to MM-DD-YYYY, the format in which the date dropdown stores a date. Returns null if a part
 * is missing.
 */
export function joinDate(month: number | null, day: number | null, year: number | null): string | null {
  if (!month || !day || !year) return null;
  const text = `${twoDigits(month)}-${twoDigits(day)}-${year}`;
  const reading = parseDate(text);
  return reading.ok ? text : null;
}

/**
 * Counts the days from one ISO date to another, including both. Returns null if the second date is before the first.
 */
export function daysFromTo(start: string, end: string): number | null {
  const days = (Date.parse(end) - Date.parse(start)) / dayInMilliseconds + 1;
  return days >= 1 ? days : null;
}
