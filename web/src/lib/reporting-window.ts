/** A reporting window in words. Apart from the current user, whom the entrance loads, too. */
import { dayLabel, daysLeft, lastDayToEnter } from "#shared/rules/days-left.ts";
import type { ReportingWindow } from "./current-user.ts";
import { longDate } from "./format.ts";

/** Days left of a window; 0 while it is closed, whatever its schedule's end (spec section 1). */
const daysLeftOf = (window: ReportingWindow): number => daysLeft(window.open ? window.end_date : null);

/** A window in words: it is open while days are left, also where midnight has passed since the server was asked. */
export function describeWindow(window: ReportingWindow) {
  const days = daysLeftOf(window);
  const until = days > 0 && window.end_date ? longDate(lastDayToEnter(window.end_date)) : null;
  return {
    days,
    label: dayLabel(days),
    open: until !== null,
    /** The last day to enter. */
    until,
    sentence: until ? `Open until ${until}.` : (window.reason ?? "Closed: no day is left."),
  };
}
