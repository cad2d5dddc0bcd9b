/** Components that the administration adds to data screens, by the route of the screen. */
import { IconLock, IconLockOpen } from "@tabler/icons-react";
import { dayLabel, daysLeft, lastDayToEnter } from "#shared/rules/days-left.ts";
import { Skeleton } from "../../components/button.tsx";
import { later } from "../../components/later.tsx";
import { tableDate } from "../../lib/format.ts";
import type { Row } from "../../lib/http/api.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import type { DialogAct, RecordSlots } from "../../records/common/slots.ts";
import { scheduleStatus } from "./schedules/bars.ts";
import { showsTimeline, TimelineChoice } from "./schedules/view-choice.tsx";

const Timeline = later(() => import("./schedules/timeline.tsx"), <Skeleton height={240} />);

const isClosed = (row: Row): boolean => row.status === scheduleStatus.closed;

function leftText(end: string): string {
  const days = daysLeft(end);
  return days === 0 ? "ended" : `${days} ${dayLabel(days)}`;
}

const schedules: RecordSlots = {
  Tools: TimelineChoice,
  viewOf: (search) => (showsTimeline(search) ? Timeline : null),
  acts: [
    {
      name: "close-or-reopen",
      label: (row) => (isClosed(row) ? "Reopen this schedule" : "Close this schedule"),
      icon: (row) => (isClosed(row) ? IconLockOpen : IconLock),
      edits: true,
      Dialog: later(() => import("./schedules/close-dialog.tsx")) as DialogAct["Dialog"],
    },
  ],
  fields: { end_date: later(() => import("./schedules/end-date-field.tsx"), <Skeleton height={60} />) },
  columns: [
    {
      name: "last_day",
      label: "Last day to enter",
      width: 150,
      text: (row) => (row.end_date ? tableDate(lastDayToEnter(String(row.end_date))) : ""),
    },
    {
      name: "remaining_days",
      label: "Days left",
      width: 110,
      text: (row) => (isClosed(row) ? "closed" : leftText(String(row.end_date ?? ""))),
    },
  ],
  changed: refreshHeader,
};

const roles: RecordSlots = {
  BelowForm: later(() => import("./see-as/see-as-draft.tsx")),
  changed: refreshHeader,
};

const slots: Readonly<Record<string, RecordSlots>> = { Roles: roles, ReportSchedules: schedules };

export const slotsOf = (route: string): RecordSlots | undefined => slots[route];
