/** Days left of a reporting window (spec section 1): "Day" for one, otherwise "Days"; a warning in words when few are left. */
import { dayLabel } from "../../../../edge-functions/_shared/rules/days-left.ts";
import { useHint } from "../../components/hint.ts";
import { daysLeftOf, type ReportingWindow } from "../../lib/current-user.ts";
import { longDate } from "../../lib/format.ts";
import classes from "./shell.module.css";

/** From this many days on people are warned. */
const fewDays = 7;

export function Countdown({ label, window }: { label: string; window: ReportingWindow }) {
  const days = daysLeftOf(window);
  const end = window.open && window.end_date ? longDate(window.end_date) : null;
  const told = end
    ? `Open until ${end}.`
    : window.open
      ? "Open without an end."
      : (window.reason ?? "Closed.");
  const hint = useHint(`${label}: ${told}`);
  const soon = end !== null && days <= fewDays;
  return (
    <div
      className={classes.countdown}
      data-closed={!window.open || undefined}
      data-soon={soon || undefined}
      {...hint}
    >
      <span className={classes.countdownLabel}>{label}</span>
      <span className={classes.countdownDays}>
        <strong>{days}</strong> {dayLabel(days)}
      </span>
      {soon && <span className={classes.countdownNote}>{days === 0 ? "last day" : `ends ${end}`}</span>}
      {!window.open && <span className={classes.countdownNote}>closed</span>}
      <span className="visually-hidden">left. {told}</span>
    </div>
  );
}
