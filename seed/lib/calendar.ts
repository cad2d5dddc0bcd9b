/** Days of generated records: ISO dates within the last four years, and the reporting period of a day. */
import { dayInMilliseconds } from "#shared/rules/dates.ts";
import { months, quarters } from "#shared/rules/periods.ts";
import type { Random } from "./random.ts";

/**
 * Years for which records are generated, each with its weight. A year is given as the number of years before the
 * current one.
 */
const YEARS_BACK = [
  [3, 15],
  [2, 22],
  [1, 28],
  [0, 35],
] as const;

export const yearOf = (day: string): number => Number(day.slice(0, 4));

/** Returns the day that is `days` days after the given day. A negative number of days gives an earlier day. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayInMilliseconds).toISOString().slice(0, 10);

/** Returns the earlier of two days. */
export function earlier(one: string, other: string): string {
  if (one < other) return one;
  return other;
}

/** Returns a random day between two days, both inclusive. Returns `from` if `to` is before `from`. */
export function dayBetween(random: Random, from: string, to: string): string {
  const span = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayInMilliseconds));
  return addDays(from, random.int(0, span));
}

/** Returns a random year: `last` or one of the three years before. */
export const pickYear = (random: Random, last: number): number => last - random.weighted(YEARS_BACK);

/** Returns a random day in the last four years, not after `until`. Later days are moved back by whole years. */
export function pickDay(random: Random, last: number, until: string): string {
  const year = pickYear(random, last);
  // The day of the month is at most 28, so that it exists in every month.
  const rest = `-${two(random.int(1, 12))}-${two(random.int(1, 28))}`;
  for (let back = 0; ; back++) {
    const day = `${year - back}${rest}`;
    if (day <= until) return day;
  }
}

const two = (value: number): string => String(value).padStart(2, "0");

/** Returns the reporting year, quarter and month of a day. */
export function reportedOn(day: string): {
  reporting_year: number;
  reporting_quarter: string;
  reporting_month: string;
} {
  const month = Number(day.slice(5, 7)) - 1;
  return {
    reporting_year: yearOf(day),
    reporting_quarter: quarters[Math.floor(month / 3)] ?? "",
    reporting_month: months[month] ?? "",
  };
}

/** Returns the last day of the quarter that precedes the quarter of the given day. */
export function endOfQuarterBefore(day: string): string {
  const firstMonth = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return addDays(`${day.slice(0, 4)}-${two(firstMonth)}-01`, -1);
}

/** Returns the last day of the year before the year of the given day. */
export const endOfYearBefore = (day: string): string => `${yearOf(day) - 1}-12-31`;
