/** The last day for entering data in each reporting window, or why the window is closed. */
import type { ReportingWindow } from "../../lib/current-user.ts";
import { describeWindow } from "../../lib/reporting-window.ts";
import classes from "./dashboard.module.css";

interface Props {
  windows: { target: ReportingWindow; accomplishment: ReportingWindow };
}

export const LastDays = ({ windows }: Props) => (
  <ul className={classes.lastDays} aria-label="Last days to enter data">
    <li>{describeLastDay("Targets", windows.target)}</li>
    <li>{describeLastDay("Accomplishments", windows.accomplishment)}</li>
  </ul>
);

function describeLastDay(name: string, window: ReportingWindow): string {
  const { until, sentence } = describeWindow(window);
  return until ? `${name} until ${until}` : (window.reason ?? `${name}: ${sentence}`);
}
