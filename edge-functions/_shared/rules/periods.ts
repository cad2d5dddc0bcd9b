/** Years, quarters and months that users can choose (spec sections 5 and 9). */
import { manilaToday } from "./dates.ts";

export const quarters = ["Q1", "Q2", "Q3", "Q4"] as const;
export type Quarter = (typeof quarters)[number];

export const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;
export type Month = (typeof months)[number];

/** First year that users can choose. */
export const firstPickerYear = 1990;
export const firstDateYear = 1900;

/** Returns the three months of a quarter, or all twelve months if the quarter is missing or unknown. */
export function monthsOfQuarter(quarter: string | null | undefined): readonly Month[] {
  const index = quarters.indexOf(quarter as Quarter);
  return index < 0 ? months : months.slice(index * 3, index * 3 + 3);
}

/** Returns the current year in Manila. */
export const currentYear = (now: Date = new Date()): number => Number(manilaToday(now).slice(0, 4));

/** Returns the years that users can choose, from the current year down to 1990. */
export const pickerYears = (now: Date = new Date()): number[] => yearsDownTo(firstPickerYear, now);

/** Returns the years that users can choose in a date, from `ahead` years after the current year back to 1900. */
export const dateYears = (now: Date = new Date(), ahead = 0): number[] =>
  yearsDownTo(firstDateYear, now, ahead);

function yearsDownTo(first: number, now: Date, ahead = 0): number[] {
  const last = currentYear(now) + ahead;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index);
}
