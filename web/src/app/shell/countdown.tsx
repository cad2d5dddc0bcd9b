/** Days left in a reporting window (spec section 1). Adds a warning in words when few days are left. */
import { useHint } from "../../components/floating/hint.ts";
import type { ReportingWindow } from "../../lib/current-user.ts";
import { describeWindow } from "../../lib/reporting-window.ts";
import classes from "./shell.module.css";

/** The warning is shown if at most this number of days remain. */
const fewDays = 7;

export function Countdown({ label, window }: { label: string; window: ReportingWindow }) {
  const { days, label: unit, open, until, sentence } = describeWindow(window);
  const hint = useHint(`${label}: ${sentence}`);
  const soon = open && days <= fewDays;
  return (
    <div
      className={classes.countdown}
      data-closed={!open || undefined}
      data-soon={soon || undefined}
      {...hint}
    >
      <span className={classes.countdownLabel}>{label}</span>
      <span className={classes.countdownDays}>
        <strong>{days}</strong> {unit}
      </span>
      {soon && <span className={classes.countdownNote}>{days === 1 ? "last day" : `until ${until}`}</span>}
      {!open && <span className={classes.countdownNote}>closed</span>}
      <span className="visually-hidden">left. {sentence}</span>
    </div>
  );
}
