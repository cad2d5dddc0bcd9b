/** Access to the figures of a chart by group and series. */
import type { Chart, ChartShape, Figure } from "#shared/charts/figures/types.ts";
import type { ListDrill } from "./drill.ts";

export type DrawnFigure = Omit<Figure, "drill"> & {
  drill: ListDrill;
  /** Text of the value in a table; missing if the table shows the value as a plain number. */
  text?: string;
};

/** A chart to draw: a chart from the server, its comparison over time, or the result of an Explore query. */
export type DrawnChart = Omit<Chart, "shape" | "figures" | "omitted"> & {
  shape: ChartShape | "lines";
  figures: DrawnFigure[];
  /** True if the series are successive periods. */
  periods?: boolean;
  /** True if a missing figure is unknown and drawn as a gap. Otherwise a missing figure is zero. */
  hasGaps?: boolean;
  /** Number of groups that the chart leaves out; "unknown" if not known; missing if the chart has all groups. */
  omitted?: number | "unknown" | undefined;
  /**
   * Number of series in the drawing, starting with the first series; missing if all are drawn. The table and the Excel
   * file always have all series.
   */
  drawnSeries?: number;
};

/** Returns a function that looks up a figure by the keys of its group and series. */
export function figureTable({
  figures,
}: Pick<DrawnChart, "figures">): (group: string, series: string) => DrawnFigure | undefined {
  const byGroup = new Map<string, Map<string, DrawnFigure>>();
  for (const figure of figures) {
    const group = byGroup.get(figure.group) ?? new Map<string, DrawnFigure>();
    byGroup.set(figure.group, group.set(figure.series, figure));
  }
  return (group, series) => byGroup.get(group)?.get(series);
}

/** Returns the value to draw for a figure; undefined to draw a gap. */
export const valueOrGap = (
  { hasGaps }: Pick<DrawnChart, "hasGaps">,
  figure: DrawnFigure | undefined,
): number | undefined => figure?.value ?? (hasGaps ? undefined : 0);

/** Returns the columns and rows that fit into a drawing of the chart, or into a table on a slide. */
export const drawnPart = (chart: DrawnChart): DrawnChart => ({
  ...chart,
  series: chart.series.slice(0, chart.drawnSeries),
});

/** True if all figures are zero. */
export const isEmpty = ({ figures }: Pick<DrawnChart, "figures">): boolean =>
  figures.every(({ value }) => value === 0);

/**
 * Returns the bars of a group, each as a list of stacked series. A stacked chart has one bar per unit; any other chart
 * has one bar per series.
 */
export function barsOf({ series, shape }: Pick<DrawnChart, "series" | "shape">): DrawnChart["series"][] {
  if (shape !== "stacked") return series.map((one) => [one]);
  const units = [...new Set(series.map(({ counts }) => counts))];
  return units.map((unit) => series.filter(({ counts }) => counts === unit));
}
