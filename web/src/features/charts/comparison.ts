/**
 * A chart over time: the same figures in several years, or in the quarters of one, side by side. Every number keeps the
 * list behind it, that of its own period.
 */
import type { Chart } from "#shared/charts/figures/types.ts";
import { manilaToday } from "#shared/rules/dates.ts";
import { quarters } from "#shared/rules/periods.ts";
import { figureTable } from "./figures.ts";
import type { Chosen } from "./filters.ts";

export const waysToCompare = ["years", "quarters"] as const;

/** Which chart of a board is compared, and which of its series where it has several; the address holds it. */
export interface Comparison {
  chart: string;
  by: (typeof waysToCompare)[number];
  series?: string | undefined;
}

export interface Period {
  key: string;
  label: string;
  /** The filters under which the chart is that of the period. */
  where: Chosen;
}

const yearsShown = 3;
const mostYears = 6;

/** The year that filters end with; this year without them. */
export const lastYear = (chosen: Chosen): number => Number(chosen.year_to ?? manilaToday().slice(0, 4));

/** A year under the filters that are chosen otherwise. */
export function inYear(chosen: Chosen, year: number): Period {
  const key = String(year);
  return { key, label: key, where: { ...chosen, year_from: key, year_to: key } };
}

/** The years that filters name, as far as they can be told apart, or the last three; or the quarters of the last year. */
export function periodsOf(by: Comparison["by"], chosen: Chosen): Period[] {
  const last = lastYear(chosen);
  if (by === "quarters") {
    return quarters.map((quarter) => ({
      key: quarter,
      label: `${quarter} ${last}`,
      where: { ...inYear(chosen, last).where, reporting_quarter: quarter },
    }));
  }
  const first = Math.max(Number(chosen.year_from ?? last - yearsShown + 1), last - mostYears + 1);
  return Array.from({ length: Math.max(last - first + 1, 1) }, (_, at) => inYear(chosen, first + at));
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
): Chart {
  const tables = charts.map(figureTable);
  const groups = new Map(charts.flatMap((one) => one.groups.map((group) => [group.key, group] as const)));
  const named = chart.series.length > 1 ? chart.series.find(({ key }) => key === series)?.label : undefined;
  return {
    ...chart,
    title: [chart.title, named].filter(Boolean).join(": "),
    shape: "bars",
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
