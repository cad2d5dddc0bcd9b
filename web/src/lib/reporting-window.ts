/** A reporting window in words. Apart from the current user, whom the entrance loads, too. */
import { parseDate } from "#shared/rules/dates.ts";
import { dayLabel, daysLeft, lastDayToEnter } from "#shared/rules/days-left.ts";
import type { ReportingWindow } from "./current-user.ts";
import { longDate } from "./format.ts";

/** Days left of a window; 0 while it is closed, whatever its schedule's end (spec section 1). */
const daysLeftOf = (window: ReportingWindow): number => daysLeft(window.open ? window.end_date : null);

/** A window in words: it is open while days are left, also where midnight has passed since the server was asked. */
export function describeWindow(window: ReportingWindow) {
  const days = daysLeftOf(window);
  const until = days > 0 ? shownLastDay(window.end_date) : null;
  return {
    days,
    label: dayLabel(days),
    open: until !== null,
    /** The last day to enter. */
    until,
    sentence: until ? `Open until ${until}.` : (window.reason ?? "Closed: no day is left."),
  };
}

/** The last day to enter of a stored end date, as screens show it; null where the end date is missing or invalid. */
export function shownLastDay(endDate: unknown): string | null {
  const reading = parseDate(endDate);
  return reading.ok && reading.value ? longDate(lastDayToEnter(reading.value)) : null;
}

/** The help of a field in which the end date itself is edited. */
export function endDateHelp(endDate: unknown): string {
  const last = shownLastDay(endDate);
  return last
    ? `Last day to enter: ${last}, the day before.`
    : "The window closes at the start of this day. The day before is the last day to enter.";
}
