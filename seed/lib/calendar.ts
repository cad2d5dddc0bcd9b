/** Days of generated records: ISO dates within the last four years, and the period that a day is reported under. */
import { dayInMilliseconds } from "#shared/rules/dates.ts";
import { months, quarters } from "#shared/rules/periods.ts";
import type { Random } from "./random.ts";

/** The current year and the three before it, with how often records fall into each. */
const YEARS_BACK = [
  [3, 15],
  [2, 22],
  [1, 28],
  [0, 35],
] as const;

export const yearOf = (day: string): number => Number(day.slice(0, 4));

/** The day so many days after (before, when negative) another. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayInMilliseconds).toISOString().slice(0, 10);

/** The earlier of two days. */
export function earlier(one: string, other: string): string {
  if (one < other) return one;
  return other;
}

/** A day from one to another, both included; the first when the other is before it. */
export function dayBetween(random: Random, from: string, to: string): string {
  const span = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayInMilliseconds));
  return addDays(from, random.int(0, span));
}

/** One of the last four years, counted from `last`. */
export const pickYear = (random: Random, last: number): number => last - random.weighted(YEARS_BACK);

/**
 * A day of the last four years that is not after `until`: one that would be falls on the same day of the year before
 * that is not.
 */
export function pickDay(random: Random, last: number, until: string): string {
  const year = pickYear(random, last);
  // The 28th at most, so that the day exists in every month and year.
  const rest = `-${two(random.int(1, 12))}-${two(random.int(1, 28))}`;
  for (let back = 0; ; back++) {
    const day = `${year - back}${rest}`;
    if (day <= until) return day;
  }
}

const two = (value: number): string => String(value).padStart(2, "0");

/** The reporting columns of a day. */
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

/** The last day of the quarter before the one that the day lies in. */
export function endOfQuarterBefore(day: string): string {
  const firstMonth = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return addDays(`${day.slice(0, 4)}-${two(firstMonth)}-01`, -1);
}

/** The last day of the year before. */
export const endOfYearBefore = (day: string): string => `${yearOf(day) - 1}-12-31`;
