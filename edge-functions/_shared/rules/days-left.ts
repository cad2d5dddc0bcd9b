/**
 * Countdowns in the page header: whole days from today to the end date of a reporting schedule (spec sections 1 and 9).
 * At 0 days, the window is closed. So data can be entered until the day before the end date (spec section 6).
 */
import { dayInMilliseconds, manilaToday, parseDate } from "./dates.ts";

/**
 * Returns the number of whole days from today's midnight to midnight of the end date, in Manila time. Returns 0 if the
 * end date has passed, is missing or is invalid. Reports an invalid end date to `warn`.
 */
export function daysLeft(
  endDate: string | Date | null | undefined,
  now: Date = new Date(),
  warn: (message: string) => void = console.warn,
): number {
  const end = endDay(endDate);
  if (end === null) return 0;
  if (end === undefined) {
    warn(`The schedule's end date ${JSON.stringify(endDate)} is not a date; it counts as 0 days left.`);
    return 0;
  }
  const days = Math.floor((Date.parse(end) - Date.parse(manilaToday(now))) / dayInMilliseconds);
  return Math.max(0, days);
}

/**
 * Returns the end date in ISO format; null if it is empty, undefined if it is invalid. Reads a point in time as the day
 * in Manila.
 */
function endDay(endDate: string | Date | null | undefined): string | null | undefined {
  if (endDate === null || endDate === undefined || endDate === "") return null;
  const instant =
    endDate instanceof Date ? endDate : /T.*(Z|[+-]\d{2}:?\d{2})$/.test(endDate) ? new Date(endDate) : null;
  if (instant) return Number.isNaN(instant.getTime()) ? undefined : manilaToday(instant);
  const reading = parseDate(endDate);
  return reading.ok ? reading.value : undefined;
}

/** Returns the last day on which data can be entered, which is the day before the end date. Both are in ISO format. */
export const lastDayToEnter = (endDate: string): string =>
  new Date(Date.parse(`${endDate}T00:00:00Z`) - dayInMilliseconds).toISOString().slice(0, 10);

export const dayLabel = (days: number): "Day" | "Days" => (days === 1 ? "Day" : "Days");
