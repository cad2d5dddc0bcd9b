/**
 * The header's countdowns: whole days from today to the end of a reporting schedule (spec sections 1 and 9). A window is
 * closed once none is left, so that the day before the end date is the last one to enter (spec section 6).
 */
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

/** The last day on which entries are taken, as ISO: the one before an end date that is given as ISO. */
export const lastDayToEnter = (endDate: string): string =>
  new Date(Date.parse(`${endDate}T00:00:00Z`) - dayInMilliseconds).toISOString().slice(0, 10);

/** "Day" for one, "Days" otherwise. */
export const dayLabel = (days: number): "Day" | "Days" => (days === 1 ? "Day" : "Days");
