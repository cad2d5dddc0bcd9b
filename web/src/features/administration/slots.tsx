/** Components that the administration adds to the data screens of its record types, by route. */
import { IconLock, IconLockOpen } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { dayLabel, daysLeft, lastDayToEnter } from "#shared/rules/days-left.ts";
import { Skeleton } from "../../components/button.tsx";
import { tableDate } from "../../lib/format.ts";
import type { Row } from "../../lib/http/api.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import type { FormSlotProps, RecordSlots } from "../../records/common/slots.ts";
import { type Schedule, scheduleStatus } from "./schedules/bars.ts";
import { showsTimeline, TimelineChoice } from "./schedules/view-choice.tsx";

const Timeline = lazy(() => loadChunk(() => import("./schedules/timeline.tsx")));
const EndDateField = lazy(() => loadChunk(() => import("./schedules/end-date-field.tsx")));
const CloseDialog = lazy(() => loadChunk(() => import("./schedules/close-dialog.tsx")));
const SeeAsDraft = lazy(() => loadChunk(() => import("./see-as/see-as-draft.tsx")));

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
      Dialog: ({ row, ...props }) => (
        <Suspense>
          <CloseDialog {...props} row={row as Schedule} />
        </Suspense>
      ),
    },
  ],
  fields: {
    end_date: (props) => (
      <Suspense fallback={<Skeleton height={60} />}>
        <EndDateField {...props} />
      </Suspense>
    ),
  },
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
  BelowForm: (props: FormSlotProps) => (
    <Suspense>
      <SeeAsDraft {...props} />
    </Suspense>
  ),
  changed: refreshHeader,
};

const slots: Readonly<Record<string, RecordSlots>> = { Roles: roles, ReportSchedules: schedules };

export const slotsOf = (route: string): RecordSlots | undefined => slots[route];
