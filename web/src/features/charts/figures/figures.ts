/** Reading the figures of a chart by group and series. */
import type { Chart, ChartShape, Figure } from "#shared/charts/figures/types.ts";

/** A chart as it is drawn: as it was answered, or over time. */
export type DrawnChart = Omit<Chart, "shape"> & {
  shape: ChartShape | "lines";
  /** Its series are periods, one after the other. */
  periods?: boolean;
};

/** Looks figures up by the keys of a group and a series. */
export function figureTable({
  figures,
}: Pick<DrawnChart, "figures">): (group: string, series: string) => Figure | undefined {
  const byGroup = new Map<string, Map<string, Figure>>();
  for (const figure of figures) {
    const group = byGroup.get(figure.group) ?? new Map<string, Figure>();
    byGroup.set(figure.group, group.set(figure.series, figure));
  }
  return (group, series) => byGroup.get(group)?.get(series);
}

/** Whether there is nothing but zeros to draw. */
export const isEmpty = ({ figures }: Pick<DrawnChart, "figures">): boolean =>
  figures.every(({ value }) => value === 0);

/** The bars of each group, each with the series that are stacked on it: one bar per unit, or one per series. */
export function barsOf({ series, shape }: Pick<DrawnChart, "series" | "shape">): DrawnChart["series"][] {
  if (shape !== "stacked") return series.map((one) => [one]);
  const units = [...new Set(series.map(({ counts }) => counts))];
  return units.map((unit) => series.filter(({ counts }) => counts === unit));
}
