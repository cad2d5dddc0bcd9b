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

/** Reads a quarter from "q1", "Q1", "1st quarter" or 1; null for anything else. */
export function parseQuarter(value: unknown): Quarter | null {
  const match = /^(?:q(?:uarter|tr\.?)?\s*([1-4])|([1-4])(?:st|nd|rd|th)?(?:\s*q(?:uarter|tr\.?)?)?)$/i.exec(
    String(value ?? "").trim(),
  );
  const number = match?.[1] ?? match?.[2];
  return number ? (quarters[Number(number) - 1] ?? null) : null;
}

const filipinoMonths =
  "enero pebrero marso abril mayo hunyo hulyo agosto setyembre oktubre nobyembre disyembre".split(" ");

/**
 * Reads a month from its English or Filipino name, the first three letters of its English name, or its number, in any
 * case. A year after the month is ignored. Returns null for anything else.
 */
export function parseMonth(value: unknown): Month | null {
  const text = String(value ?? "")
    .trim()
    .toLowerCase()
    .replace(/[\s.,/-]+(?:19|20)\d\d$/, "")
    .replace(/\.$/, "");
  if (/^\d{1,2}$/.test(text)) return months[Number(text) - 1] ?? null;
  if (text.length < 3) return null;
  const found = months.find((month, index) => {
    const name = month.toLowerCase();
    const isShort = name.slice(0, 3) === text || (text === "sept" && month === "September");
    return name === text || filipinoMonths[index] === text || isShort;
  });
  return found ?? null;
}

/** Returns the current year in Manila. */
export const currentYear = (now: Date = new Date()): number => Number(manilaToday(now).slice(0, 4));

/** Returns the years that users can choose, from the current year down to 1990. */
export const pickerYears = (now: Date = new Date()): number[] => yearsDownTo(firstPickerYear, now);

/** Returns the years that users can choose in a date, from `ahead` years after the current year down to 1900. */
export const dateYears = (now: Date = new Date(), ahead = 0): number[] =>
  yearsDownTo(firstDateYear, now, ahead);

function yearsDownTo(first: number, now: Date, ahead = 0): number[] {
  const last = currentYear(now) + ahead;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index);
}
