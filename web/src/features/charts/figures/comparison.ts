/**
 * A chart over time: the same figures in several years or quarters, side by side or as lines. Every number keeps the list
 * behind it, that of its own period.
 */
import type { Chart } from "#shared/charts/figures/types.ts";
import { manilaToday } from "#shared/rules/dates.ts";
import { months, quarters } from "#shared/rules/periods.ts";
import { type Comparison, waysToCompare } from "./compared.ts";
import { type DrawnChart, figureTable } from "./figures.ts";
import type { Chosen } from "./filters.ts";

export interface Period {
  key: string;
  label: string;
  /** The filters under which the chart is that of the period. */
  where: Readonly<Record<string, string | readonly string[]>>;
}

const yearsShown = 3;
const mostYears = 6;
/** Lines that are told apart at a glance. */
const mostLines = 6;

/** The year that filters end with; this year without them. */
export const lastYear = (chosen: Chosen): number => Number(chosen.year_to ?? manilaToday().slice(0, 4));

/** A year under the filters that are chosen otherwise. */
export function inYear(chosen: Chosen, year: number): Period {
  const key = String(year);
  return { key, label: key, where: { ...chosen, year_from: key, year_to: key } };
}

const isOver = (named: unknown, month: number): boolean =>
  months.slice(0, month - 1).some((name) => name === named);

const quarterOver = (month: number): number => Math.floor((month - 1) / 3);

/**
 * A year and the year before it as far as they can be compared: a year that is over as a whole, of the running year the
 * quarters that are over. Records have quarters rather than days, so the running quarter is left out of both years. Null
 * where nothing of the year is over.
 */
export function likePeriods(chosen: Chosen, year: number): { now: Period; before: Period } | null {
  const [thisYear = 0, month = 0] = manilaToday().split("-").map(Number);
  const whole = { now: inYear(chosen, year), before: inYear(chosen, year - 1) };
  if (year < thisYear) return whole;
  if (year > thisYear) return null;
  const { reporting_quarter: quarter, reporting_month: named } = chosen;
  const over = quarters.slice(0, quarterOver(month));
  if (named !== undefined) return isOver(named, month) ? whole : null;
  if (quarter !== undefined) return over.some((one) => one === quarter) ? whole : null;
  const last = over.at(-1);
  if (last === undefined) return null;
  const label = over.length > 1 ? `${over[0]}–${over.length}` : last;
  const upTo = ({ key, where }: Period, text: string): Period => ({
    key: `${key} ${label}`,
    label: text,
    where: { ...where, reporting_quarter: over },
  });
  return { now: upTo(whole.now, label), before: upTo(whole.before, `${label} ${year - 1}`) };
}

/** Numbers below this change by whole percents for every record: their change has no percentage. */
const leastForPercent = 10;

/** The change from one number to another in whole percents; null where one of them is too small to say. */
export const percentChange = (before: number, now: number): number | null =>
  Math.min(before, now) < leastForPercent ? null : Math.round((now / before - 1) * 100);

/** The years that filters name, as far as they can be told apart, or the last three. */
function yearsOf(chosen: Chosen, most: number): number[] {
  const last = lastYear(chosen);
  const first = Math.max(Number(chosen.year_from ?? last - yearsShown + 1), last - most + 1);
  return Array.from({ length: Math.max(last - first + 1, 1) }, (_, at) => first + at);
}

const quartersOf = (chosen: Chosen, year: number): Period[] =>
  quarters.map((quarter) => ({
    key: `${year} ${quarter}`,
    label: `${quarter} ${year}`,
    where: { ...inYear(chosen, year).where, reporting_quarter: quarter },
  }));

/** Whether a quarter, as `<year> Q<n>`, has begun. */
const hasBegun = ({ key }: Period): boolean => {
  const [year = 0, month = 0] = manilaToday().split("-").map(Number);
  return key <= `${year} Q${Math.ceil(month / 3)}`;
};

/** The periods that are compared: years; the quarters of the last year; or, as lines, those of up to three years. */
export function periodsOf({ by, as }: Pick<Comparison, "by" | "as">, chosen: Chosen): Period[] {
  if (by === "years") return yearsOf(chosen, mostYears).map((year) => inYear(chosen, year));
  if (as !== "lines") return quartersOf(chosen, lastYear(chosen));
  const all = yearsOf(chosen, yearsShown).flatMap((year) => quartersOf(chosen, year));
  const begun = all.filter(hasBegun);
  return begun.length > 0 ? begun : all;
}

/** In which ways the figures of a chart change with time: by the filters that they follow. */
export const comparable = ({ dimensions, withheld }: Chart): Comparison["by"][] =>
  withheld
    ? []
    : waysToCompare.filter((by) => dimensions.includes(by === "years" ? "year_from" : "reporting_quarter"));

/** One series of a chart, a period a series. @param charts The chart in each of the periods, in their order. */
export function sideBySide(
  chart: Chart,
  charts: readonly Chart[],
  periods: readonly Period[],
  series: string,
): DrawnChart {
  const tables = charts.map(figureTable);
  // In the order of the last period, whose largest stand first.
  const lastFirst = [...charts].reverse();
  const groups = new Map(lastFirst.flatMap((one) => one.groups.map((group) => [group.key, group] as const)));
  return {
    ...chart,
    title: titleOf(chart, series),
    shape: "bars",
    periods: true,
    groups: [...groups.values()],
    series: periods.map(({ key, label }) => ({ key, label })),
    figures: [...groups.keys()].flatMap((group) =>
      periods.flatMap((period, at) => {
        const figure = tables[at]?.(group, series);
        return figure ? [{ ...figure, series: period.key }] : [];
      }),
    ),
  };
}

/** The same as lines: a period a group, and the groups with the largest figures as series. */
export function asLines(...compared: Parameters<typeof sideBySide>): DrawnChart {
  const beside = sideBySide(...compared);
  const sizes = new Map<string, number>();
  for (const { group, value } of beside.figures) sizes.set(group, (sizes.get(group) ?? 0) + value);
  const lines = beside.groups
    .filter(({ key }) => sizes.has(key))
    .sort((one, other) => (sizes.get(other.key) ?? 0) - (sizes.get(one.key) ?? 0))
    .slice(0, mostLines);
  return {
    ...beside,
    shape: "lines",
    periods: false,
    groups: beside.series,
    series: lines.map(({ key, label }) => ({ key, label })),
    figures: beside.figures
      .filter(({ group }) => lines.some(({ key }) => key === group))
      .map((figure) => ({ ...figure, group: figure.series, series: figure.group })),
  };
}

function titleOf({ title, series }: Chart, key: string): string {
  const named = series.length > 1 ? series.find((one) => one.key === key)?.label : undefined;
  return [title, named].filter(Boolean).join(": ");
}
