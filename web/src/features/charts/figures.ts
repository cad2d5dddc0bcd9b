/** Reading the figures of a chart by group and series. */
import type { Chart, Figure } from "#shared/charts/figures/types.ts";

/** Looks figures up by the keys of a group and a series. */
export function figureTable(chart: Chart): (group: string, series: string) => Figure | undefined {
  const byGroup = new Map<string, Map<string, Figure>>();
  for (const figure of chart.figures) {
    const group = byGroup.get(figure.group) ?? new Map<string, Figure>();
    byGroup.set(figure.group, group.set(figure.series, figure));
  }
  return (group, series) => byGroup.get(group)?.get(series);
}

/** Whether there is nothing but zeros to draw. */
export const isEmpty = (chart: Chart): boolean => chart.figures.every(({ value }) => value === 0);
