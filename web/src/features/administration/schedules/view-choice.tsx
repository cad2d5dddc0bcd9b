/** Switches between the table and the timeline of schedules. */
import { IconCalendarEvent } from "@tabler/icons-react";
import type { RecordSearch } from "../../../records/common/record-search.ts";
import type { ScreenProps } from "../../../records/common/screen-props.ts";
import { ViewChoice } from "../../../records/list/view-choice.tsx";

const timeline = {
  name: "timeline",
  label: "Timeline",
  icon: <IconCalendarEvent size={15} aria-hidden />,
};

export const showsTimeline = (search: RecordSearch): boolean => search.view === timeline.name;

export const TimelineChoice = (props: ScreenProps) => <ViewChoice {...props} views={[timeline]} />;
