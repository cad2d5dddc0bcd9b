/** Texts about the closing or reopening of a schedule, for the dialog, the button and the notices. */
import { manilaToday } from "#shared/rules/dates.ts";
import { longDate } from "../../../lib/format.ts";
import { shownLastDay } from "../../../lib/reporting-window.ts";
import { type Schedule, scheduleStatus, stateOf } from "./bars.ts";

export interface StatusChange {
  closing: boolean;
  verb: "Close" | "Reopen";
  /** Explains why a change neither opens nor closes a window today; null for any other change. */
  later: string | null;
  /** Notice after the change. */
  done: string;
  /** Notice after the change is undone. */
  undone: string;
}

/** Describes what happens if the user closes an open schedule or reopens a closed schedule. */
export function describeChange(schedule: Schedule, today = manilaToday()): StatusChange {
  const closing = schedule.status === scheduleStatus.open;
  const words = closing ? closingWords(schedule, today) : reopeningWords(schedule, today);
  return { closing, verb: closing ? "Close" : "Reopen", ...words };
}

type Words = Pick<StatusChange, "later" | "done" | "undone">;

/** Returns the state of a schedule. For a closed schedule, returns its state after a reopening. */
const stateUnlessClosed = (schedule: Schedule, today: string) =>
  stateOf({ ...schedule, status: scheduleStatus.open }, today);

function closingWords(schedule: Schedule, today: string): Words {
  const from = longDate(schedule.start_date);
  const undone = "The schedule is no longer closed.";
  switch (stateUnlessClosed(schedule, today)) {
    case "planned":
      return {
        later: `The window has not opened yet. If you close the schedule, the window does not open on ${from}.`,
        done: `Closed. The window will not open on ${from}.`,
        undone,
      };
    case "ended":
      return {
        later: `${lastDayText(schedule)} Closing the schedule changes nothing for its offices.`,
        done: "Closed. Nothing changes for its offices, because the window had already ended.",
        undone,
      };
    default:
      return {
        later: null,
        done: "Closed. Its offices can no longer enter data. To reopen it, use More, Reopen this schedule.",
        undone: "The window is open again.",
      };
  }
}

function reopeningWords(schedule: Schedule, today: string): Words {
  const from = longDate(schedule.start_date);
  const until = shownLastDay(schedule.end_date);
  const undone = "The schedule is closed again.";
  switch (stateUnlessClosed(schedule, today)) {
    case "planned":
      return {
        later: `Its offices can add, change and delete ${schedule.form} records from ${from} until ${until}.`,
        done: `Reopened. Its offices can enter data from ${from}.`,
        undone,
      };
    case "ended":
      return {
        later: `${lastDayText(schedule)} Reopening alone does not allow any office to enter data: also change the end date of the schedule.`,
        done: "Reopened. Its offices cannot enter data until you change the end date of the schedule.",
        undone,
      };
    default:
      return {
        later: null,
        done: "Reopened. Its offices can enter data again.",
        undone: "The window is closed again.",
      };
  }
}

function lastDayText({ end_date }: Schedule): string {
  const until = shownLastDay(end_date);
  return until ? `The last day to enter was ${until}.` : "The schedule has no end date.";
}
