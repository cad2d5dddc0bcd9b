/** The header's countdowns: whole days from today to the end of a reporting schedule (spec sections 1 and 9). */
import { dayInMilliseconds, manilaToday, parseDate } from "./dates.ts";

/**
 * Days of 86,400,000 ms from today's midnight to the end date's, in Manila, rounded down and never negative.
 * No end date is 0; an invalid one is 0 too and is told to `warn`.
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

/** The end date as ISO; null when there is none, undefined when it is invalid. An instant counts by its Manila day. */
function endDay(endDate: string | Date | null | undefined): string | null | undefined {
  if (endDate === null || endDate === undefined || endDate === "") return null;
  const instant =
    endDate instanceof Date ? endDate : /T.*(Z|[+-]\d{2}:?\d{2})$/.test(endDate) ? new Date(endDate) : null;
  if (instant) return Number.isNaN(instant.getTime()) ? undefined : manilaToday(instant);
  const reading = parseDate(endDate);
  return reading.ok ? reading.value : undefined;
}

/** "Day" for one, "Days" otherwise. */
export const dayLabel = (days: number): "Day" | "Days" => (days === 1 ? "Day" : "Days");
