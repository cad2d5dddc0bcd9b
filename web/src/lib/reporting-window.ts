/**
 * Describes a reporting window in words. Separate from current-user.ts, because the entrance pages don't need these
 * texts.
 */
import { parseDate } from "#shared/rules/dates.ts";
import { dayLabel, daysLeft, lastDayToEnter } from "#shared/rules/days-left.ts";
import type { ReportingWindow } from "./current-user.ts";
import { longDate } from "./format.ts";

/** Days left in a reporting window; 0 if the window is closed, even if its schedule ends later (spec section 1). */
const daysLeftOf = (window: ReportingWindow): number => daysLeft(window.open ? window.end_date : null);

/**
 * Describes a reporting window in words. Computes the days left from the current date, because the server's number may
 * be from yesterday.
 */
export function describeWindow(window: ReportingWindow) {
  const days = daysLeftOf(window);
  const until = days > 0 ? shownLastDay(window.end_date) : null;
  return {
    days,
    label: dayLabel(days),
    open: until !== null,
    /** Last day on which users can enter data. */
    until,
    sentence: until ? `Open until ${until}.` : (window.reason ?? "Closed: no days left."),
  };
}

/** Returns the last day for entering data, as formatted text; null if the stored end date is missing or invalid. */
export function shownLastDay(endDate: unknown): string | null {
  const reading = parseDate(endDate);
  return reading.ok && reading.value ? longDate(lastDayToEnter(reading.value)) : null;
}

/** Returns the help text of the end date field. */
export function endDateHelp(endDate: unknown): string {
  const last = shownLastDay(endDate);
  return last
    ? `Last day to enter: ${last}, the day before.`
    : "The window closes at the start of this day. The last day to enter is the day before.";
}
