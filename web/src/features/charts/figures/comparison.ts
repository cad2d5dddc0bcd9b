/**
 * A chart over time: its figures in several years or quarters, as bars or lines. Every number links to the rows that it
 * counts in its period.
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
  /** Filters that select the rows of the period. */
  where: Readonly<Record<string, string | readonly string[]>>;
}

const yearsShown = 3;
const mostYears = 6;
/** Maximum number of lines in a drawing, so that the lines stay distinguishable. */
const mostLines = 6;

/** Returns the last year of the year filter, or the current year if no year is selected. */
export const lastYear = (chosen: Chosen): number => Number(chosen.year_to ?? manilaToday().slice(0, 4));

/** Returns a year as a compared period. Its filters are the selected filters, with this year as the year filter. */
export function periodOfYear(chosen: Chosen, year: number): Period {
  const key = String(year);
  return { key, label: key, where: { ...chosen, year_from: key, year_to: key } };
}

const isOver = (named: unknown, month: number): boolean =>
  months.slice(0, month - 1).some((name) => name === named);

const quarterOver = (month: number): number => Math.floor((month - 1) / 3);

/**
 * Returns a year and the year before as two comparable periods. Of the current year, only the finished quarters are
 * compared, because filters can select quarters but not days. Returns null if no quarter of the year is finished.
 */
export function comparablePeriods(chosen: Chosen, year: number): { now: Period; before: Period } | null {
  const [thisYear = 0, month = 0] = manilaToday().split("-").map(Number);
  const whole = { now: periodOfYear(chosen, year), before: periodOfYear(chosen, year - 1) };
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

/**
 * Minimum of two numbers whose change is shown in percent. Below this minimum, a single record would change the number
 * by more than 10 %, which would mislead.
 */
const leastForPercent = 10;

/** Returns the change from one number to another in whole percent; null if a number is below `leastForPercent`. */
export const percentChange = (before: number, now: number): number | null =>
  Math.min(before, now) < leastForPercent ? null : Math.round((now / before - 1) * 100);

/** Returns the years of the year filter, at most `most`. If no year is selected, returns the last three years. */
function yearsOf(chosen: Chosen, most: number): number[] {
  const last = lastYear(chosen);
  const first = Math.max(Number(chosen.year_from ?? last - yearsShown + 1), last - most + 1);
  return Array.from({ length: Math.max(last - first + 1, 1) }, (_, at) => first + at);
}

const quartersOf = (chosen: Chosen, year: number): Period[] =>
  quarters.map((quarter) => ({
    key: `${year} ${quarter}`,
    label: `${quarter} ${year}`,
    where: { ...periodOfYear(chosen, year).where, reporting_quarter: quarter },
  }));

/** True if a quarter has begun. The key has the form `<year> Q<n>`. */
const hasBegun = ({ key }: Period): boolean => {
  const [year = 0, month = 0] = manilaToday().split("-").map(Number);
  return key <= `${year} Q${Math.ceil(month / 3)}`;
};

/**
 * Returns the compared periods. By years: one period per selected year. By quarters: the quarters of the last selected
 * year, or of up to three years if drawn as lines.
 */
export function periodsOf({ by, as }: Pick<Comparison, "by" | "as">, chosen: Chosen): Period[] {
  if (by === "years") return yearsOf(chosen, mostYears).map((year) => periodOfYear(chosen, year));
  if (as !== "lines") return quartersOf(chosen, lastYear(chosen));
  const all = yearsOf(chosen, yearsShown).flatMap((year) => quartersOf(chosen, year));
  const begun = all.filter(hasBegun);
  return begun.length > 0 ? begun : all;
}

/**
 * Returns the ways in which a chart can be compared over time: by years if it has a year filter, by quarters if it has
 * a quarter filter.
 */
export const comparable = ({ dimensions, withheld }: Chart): Comparison["by"][] =>
  withheld
    ? []
    : waysToCompare.filter((by) => dimensions.includes(by === "years" ? "year_from" : "reporting_quarter"));

/**
 * Returns a chart that shows one series of `chart` over time, with one series per period. Groups whose figure is
 * unknown in a period are left out.
 * @param charts The chart in each period, in the order of `periods`.
 * @param series Key of the series to show.
 */
export function sideBySide(
  chart: Chart,
  charts: readonly Chart[],
  periods: readonly Period[],
  series: string,
): DrawnChart {
  const tables = charts.map(figureTable);
  // Use the group order of the last period, which has the largest groups first. Then come the groups that only earlier
  // periods contain.
  const lastFirst = [...charts].reverse();
  const all = new Map(lastFirst.flatMap((one) => one.groups.map((group) => [group.key, group] as const)));
  const known = charts
    .filter(({ omitted }) => omitted)
    .map((incomplete) => new Set(incomplete.groups.map(({ key }) => key)));
  const groups = [...all.values()].filter(({ key }) => known.every((keys) => keys.has(key)));
  return {
    ...chart,
    omitted: known.length > 0 ? "unknown" : undefined,
    title: titleOf(chart, series),
    shape: "bars",
    periods: true,
    groups,
    series: periods.map(({ key, label }) => ({ key, label })),
    figures: groups.flatMap((group) =>
      periods.flatMap((period, at) => {
        const figure = tables[at]?.(group.key, series);
        return figure ? [{ ...figure, series: period.key }] : [];
      }),
    ),
  };
}

/**
 * Converts the chart from `sideBySide` to a line chart: each period becomes a group, and each group becomes a series.
 * Only the `mostLines` largest series are drawn. Figures of different periods must not be added, because several
 * periods can count the same people or the same annual target.
 */
export function asLines(...compared: Parameters<typeof sideBySide>): DrawnChart {
  const beside = sideBySide(...compared);
  const sizes = new Map<string, number>();
  for (const { group, value } of beside.figures) sizes.set(group, (sizes.get(group) ?? 0) + value);
  const lines = beside.groups
    .filter(({ key }) => sizes.has(key))
    .sort((one, other) => (sizes.get(other.key) ?? 0) - (sizes.get(one.key) ?? 0));
  return {
    ...beside,
    shape: "lines",
    periods: false,
    overlapping: true,
    ...(lines.length > mostLines ? { drawnSeries: mostLines } : {}),
    groups: beside.series,
    series: lines.map(({ key, label }) => ({ key, label })),
    figures: beside.figures.map((figure) => ({ ...figure, group: figure.series, series: figure.group })),
  };
}

function titleOf({ title, series }: Chart, key: string): string {
  const named = series.length > 1 ? series.find((one) => one.key === key)?.label : undefined;
  return [title, named].filter(Boolean).join(": ");
}
