/**
 * Computes the positions of bars in the timeline. Days are ISO dates. Positions are percentages of the timeline's
 * width.
 */
import { dayInMilliseconds } from "#shared/rules/dates.ts";
import type { Row } from "../../../lib/http/api.ts";
import type { Office } from "../../../lib/places/places.ts";

export interface Schedule extends Row {
  form: "target" | "accomplishment";
  start_date: string;
  end_date: string | null;
  region_name: string | null;
  province_name: string | null;
  status: string;
  remaining_days: number | null;
  open?: boolean;
}

/**
 * Stored values of a schedule's status. A `closed` schedule was closed before its end date. Any other schedule is
 * `open`, even if it is planned or past.
 */
export const scheduleStatus = { open: "OnGoing", closed: "Closed" } as const;

type Coverage = Pick<Schedule, "region_name" | "province_name">;

const covers = ({ region_name, province_name }: Coverage, { region, province }: Office): boolean =>
  (region_name === null || region_name === region) && (province_name === null || province_name === province);

/**
 * Divides the offices that a schedule covers into two groups. `hit`: offices whose reporting window this schedule opens
 * or closes. `spared`: offices whose window another schedule keeps open.
 */
export function affectedOffices(
  schedule: Coverage,
  offices: readonly Office[],
  others: readonly Coverage[],
): { hit: Office[]; spared: Office[] } {
  const covered = offices.filter((office) => covers(schedule, office));
  const spared = covered.filter((office) => others.some((other) => covers(other, office)));
  return { hit: covered.filter((office) => !spared.includes(office)), spared };
}

export interface Span {
  /** `from`: first day of the first shown month; `to`: first day of the month after the last shown month (ISO). */
  from: string;
  to: string;
  months: { iso: string; label: string; left: number }[];
}

const time = (iso: string): number => Date.parse(`${iso}T00:00:00Z`);
const monthName = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });

const firstOf = (year: number, month: number): string =>
  new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);

/**
 * Returns the months that the timeline shows: from the first schedule's start to the last schedule's end, including the
 * current month. Returns at least six months.
 */
export function spanOf(schedules: readonly Schedule[], today: string): Span {
  const days = [
    today,
    ...schedules.flatMap(({ start_date, end_date }) => [start_date, end_date ?? today]),
  ].sort();
  const first = new Date(time(days[0] ?? today));
  const last = new Date(time(days.at(-1) ?? today));
  const start = { year: first.getUTCFullYear(), month: first.getUTCMonth() };
  const count = Math.max(6, (last.getUTCFullYear() - start.year) * 12 + last.getUTCMonth() - start.month + 1);
  const from = firstOf(start.year, start.month);
  const to = firstOf(start.year, start.month + count);
  const months = Array.from({ length: count }, (_, index) => {
    const iso = firstOf(start.year, start.month + index);
    const date = new Date(time(iso));
    const year = index === 0 || date.getUTCMonth() === 0 ? ` ${date.getUTCFullYear()}` : "";
    return { iso, label: `${monthName.format(date)}${year}`, left: shareOf(iso, { from, to }) };
  });
  return { from, to, months };
}

/** Returns the position at which a day begins, in percent of the timeline's width. */
export const shareOf = (iso: string, { from, to }: Pick<Span, "from" | "to">): number =>
  ((time(iso) - time(from)) / (time(to) - time(from))) * 100;

/**
 * Returns the position of a schedule's bar, from the first day to the end date. Without an end date, the bar reaches
 * the right edge of the timeline.
 */
export function barOf(
  { start_date, end_date }: Pick<Schedule, "start_date" | "end_date">,
  span: Pick<Span, "from" | "to">,
) {
  const left = shareOf(start_date, span);
  const day = (dayInMilliseconds / (time(span.to) - time(span.from))) * 100;
  const right = end_date === null ? 100 : shareOf(end_date, span);
  return { left, width: Math.max(day, right - left) };
}

/** Returns the name of the offices that a schedule covers: a province, a region, or "All offices". */
export const coverageOf = ({
  region_name,
  province_name,
}: Pick<Schedule, "region_name" | "province_name">): string =>
  province_name ? `${province_name}, ${region_name}` : (region_name ?? "All offices");

/** Groups schedules by coverage: all offices first, then regions and provinces by name. */
export function groupByCoverage(
  schedules: readonly Schedule[],
): { coverage: string; schedules: Schedule[] }[] {
  const lanes = new Map<string, Schedule[]>();
  for (const schedule of schedules) {
    const key = `${schedule.region_name ?? ""} / ${schedule.province_name ?? ""}`;
    lanes.set(key, [...(lanes.get(key) ?? []), schedule]);
  }
  return [...lanes]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([, own]) => ({ coverage: own[0] ? coverageOf(own[0]) : "", schedules: own }));
}

/**
 * Returns the state of a schedule, for the look and the text of its bar. Without an end date, a schedule opens no
 * window, so its state is "ended".
 */
export function stateOf(schedule: Schedule, today: string): "open" | "closed" | "ended" | "planned" {
  if (schedule.status !== "OnGoing") return "closed";
  if (schedule.end_date === null || schedule.end_date <= today) return "ended";
  return schedule.start_date > today ? "planned" : "open";
}
