/**
 * Timeline of the schedules: a lane for all offices, a lane per region or province with own schedules, and a line for
 * today.
 */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { manilaToday } from "#shared/rules/dates.ts";
import { dayLabel, daysLeft } from "#shared/rules/days-left.ts";
import { longDate } from "../../../lib/format.ts";
import { api } from "../../../lib/http/api.ts";
import { shownLastDay } from "../../../lib/reporting-window.ts";
import { filterBody } from "../../../records/common/list-body.ts";
import { QueryBoundary } from "../../../records/common/query-boundary.tsx";
import type { ScreenProps } from "../../../records/common/screen-props.ts";
import {
  barOf,
  coverageOf,
  groupByCoverage,
  type Schedule,
  type Span,
  shareOf,
  spanOf,
  stateOf,
} from "./bars.ts";
import classes from "./timeline.module.css";

export default function Timeline({ record, search, onSearch }: ScreenProps) {
  const body = filterBody(record, search, "all");
  const found = useQuery({
    queryKey: ["records", record.path, "timeline", body],
    queryFn: async ({ signal }) => (await api.list(record.path, body, signal)).data as unknown as Schedule[],
  });
  const area = useRef<HTMLDivElement>(null);
  // On a narrow screen, not all months are visible, so scroll to today.
  useEffect(() => {
    const mark = found.data && area.current?.querySelector("[data-today]");
    mark?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [found.data]);
  const open = (schedule: Schedule) => onSearch({ ...search, edit: schedule.id, new: undefined });
  return (
    <div className={classes.area} ref={area}>
      <QueryBoundary asked={found} loading="Loading schedules">
        {(schedules) =>
          schedules.length === 0 ? (
            <p className={classes.none}>No data available</p>
          ) : (
            <Lanes schedules={schedules} onOpen={open} />
          )
        }
      </QueryBoundary>
    </div>
  );
}

const kinds = [
  { form: "target", label: "Target" },
  { form: "accomplishment", label: "Accomplishment" },
] as const;

function Lanes({ schedules, onOpen }: { schedules: readonly Schedule[]; onOpen: (one: Schedule) => void }) {
  const today = manilaToday();
  const span = spanOf(schedules, today);
  return (
    <div className={classes.chart} style={{ minWidth: `${13 + span.months.length * 3.25}rem` }}>
      <div className={classes.scale} aria-hidden="true">
        {span.months.map((month) => (
          <span key={month.iso} style={{ left: `${month.left}%` }}>
            {month.label}
          </span>
        ))}
        <span className={classes.todayMark} data-today style={{ left: `${shareOf(today, span)}%` }}>
          Today
        </span>
      </div>
      {kinds.map(({ form, label }) => {
        const own = schedules.filter((schedule) => schedule.form === form);
        return (
          <section key={form} aria-label={label} className={classes.kind}>
            <h2>{label}</h2>
            {own.length === 0 && <p className={classes.soft}>No schedules match these filters.</p>}
            {groupByCoverage(own).map((lane) => (
              <div key={lane.coverage} className={classes.lane}>
                <h3 title={lane.coverage}>{lane.coverage}</h3>
                <ul>
                  {span.months.map((month) => (
                    <li
                      key={month.iso}
                      aria-hidden="true"
                      className={classes.line}
                      style={{ left: `${month.left}%` }}
                    />
                  ))}
                  <li
                    aria-hidden="true"
                    className={classes.today}
                    style={{ left: `${shareOf(today, span)}%` }}
                  />
                  {lane.schedules.map((schedule) => (
                    <Bar key={schedule.id} schedule={schedule} span={span} today={today} onOpen={onOpen} />
                  ))}
                </ul>
              </div>
            ))}
          </section>
        );
      })}
    </div>
  );
}

const stateNames = { open: "Open", closed: "Closed", ended: "Ended", planned: "Upcoming" } as const;

function Bar(props: { schedule: Schedule; span: Span; today: string; onOpen: (one: Schedule) => void }) {
  const { schedule, span, today } = props;
  const { left, width } = barOf(schedule, span);
  const state = stateOf(schedule, today);
  const days = daysLeft(schedule.end_date);
  const until = shownLastDay(schedule.end_date) ?? "no end";
  const text =
    state === "open" && schedule.end_date
      ? `${stateNames.open}, ${days} ${dayLabel(days).toLowerCase()} left`
      : stateNames[state];
  return (
    <li className={classes.bar} style={{ left: `${left}%`, width: `${width}%` }}>
      <button
        type="button"
        data-state={state}
        title={`${longDate(schedule.start_date)} – ${until} (last day to enter)`}
        aria-label={`${coverageOf(schedule)}: ${longDate(schedule.start_date)} to ${until}. ${text}.`}
        onClick={() => props.onOpen(schedule)}
      >
        {text}
      </button>
    </li>
  );
}
