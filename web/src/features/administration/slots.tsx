/** What the administration adds to the data screens of its record types, by their route. */
import { IconLock, IconLockOpen } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { dayLabel, daysLeft } from "../../../../edge-functions/_shared/rules/days-left.ts";
import { api, type Row } from "../../lib/api.ts";
import { refreshHeader } from "../../lib/events.ts";
import { loadChunk } from "../../lib/load-chunk.ts";
import { notify } from "../../lib/notify.ts";
import { messageOf } from "../../lib/problem.ts";
import type { FormSlotProps, RecordSlots } from "../../records/slots.ts";
import { showsTimeline, TimelineChoice } from "./schedules/view-choice.tsx";

const Timeline = lazy(() => loadChunk(() => import("./schedules/timeline.tsx")));
const SeeAsDraft = lazy(() => loadChunk(() => import("./see-as/see-as-draft.tsx")));

const closed = "Closed";
const open = "OnGoing";

function leftText(end: string): string {
  const days = daysLeft(end);
  return days === 0 ? "ended" : `${days} ${dayLabel(days)}`;
}

async function closeOrReopen(row: Row): Promise<boolean> {
  const status = row.status === closed ? open : closed;
  try {
    await api.update("report-schedules", [{ id: row.id, row_version: row.row_version, status }]);
    const message =
      status === closed
        ? "Closed. Offices that it covered are refused with their next request, unless another schedule covers them."
        : "Reopened. It counts with the next request of the offices that it covers.";
    notify({ tone: "success", message });
    return true;
  } catch (problem) {
    notify({ tone: "error", message: messageOf(problem), seconds: 10 });
    return false;
  }
}

const schedules: RecordSlots = {
  Tools: TimelineChoice,
  viewOf: (search) => (showsTimeline(search) ? Timeline : null),
  acts: [
    {
      name: "close-or-reopen",
      label: (row) => (row.status === closed ? "Reopen this schedule" : "Close this schedule"),
      icon: (row) => (row.status === closed ? <IconLockOpen size={17} /> : <IconLock size={17} />),
      reason: () => null,
      run: closeOrReopen,
    },
  ],
  columns: [
    {
      name: "remaining_days",
      label: "Days left",
      width: 110,
      text: (row) => (row.status === closed ? "closed" : leftText(String(row.end_date ?? ""))),
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
