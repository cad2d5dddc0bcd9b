/** Days left of a reporting window (spec section 1): "Day" for one, otherwise "Days". */
import { dayLabel } from "../../../../edge-functions/_shared/rules/days-left.ts";
import { daysLeftOf, type ReportingWindow } from "../../lib/current-user.ts";
import { longDate } from "../../lib/format.ts";
import classes from "./shell.module.css";

export function Countdown({ label, window }: { label: string; window: ReportingWindow }) {
  const days = daysLeftOf(window);
  const until =
    window.open && window.end_date ? `Until ${longDate(window.end_date)}` : (window.reason ?? "Closed.");
  return (
    <div className={classes.countdown} data-closed={!window.open || undefined} title={until}>
      <span className={classes.countdownLabel}>{label}</span>
      <span className={classes.countdownDays}>
        <strong>{days}</strong> {dayLabel(days)}
      </span>
      <span className="visually-hidden">left. {until}</span>
    </div>
  );
}
