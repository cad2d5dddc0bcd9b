/** Reduces a chart with many groups to the largest groups and one group for all others. */
import { formatNumber } from "#shared/rules/numbers.ts";
import { type DrawnChart, figureTable } from "./figures.ts";

/** Number of the largest groups, which are shown individually. */
const largest = 10;
/** Minimum number of groups to sum up. If fewer groups would be left over, all groups are shown individually. */
const fewest = 3;

export interface Largest {
  shown: DrawnChart;
  /** The group that represents all groups not shown individually; null if all groups are shown. */
  left: { key: string; number: number } | null;
}

/**
 * Keeps the largest groups and sums up the others in one group. The groups must be ordered by size. If the figures
 * overlap and therefore can't be added up, the other groups are omitted and only their number is returned.
 */
export function groupOthers(chart: DrawnChart): Largest {
  if (chart.groups.length < largest + fewest) return { shown: chart, left: null };
  const groups = chart.groups.slice(0, largest);
  const rest = chart.groups.slice(largest);
  const left = { key: "\u0000others", number: rest.length };
  if (chart.overlapping) return { shown: { ...chart, groups }, left };
  const figureOf = figureTable(chart);
  const sums = chart.series.flatMap(({ key: series }) => {
    const [first, ...more] = rest.flatMap(({ key }) => figureOf(key, series) ?? []);
    return first
      ? [{ ...first, group: left.key, value: more.reduce((sum, { value }) => sum + value, first.value) }]
      : [];
  });
  return {
    shown: {
      ...chart,
      groups: [...groups, { key: left.key, label: `${formatNumber(rest.length)} others` }],
      figures: [...chart.figures, ...sums],
    },
    left,
  };
}
