/** Reduces a chart with many groups to the largest groups and one group for all others. */
import { formatNumber } from "#shared/rules/numbers.ts";
import { barsOf, type DrawnChart, figureTable } from "./figures.ts";

/** Number of groups that are shown individually, the largest first. */
const largest = 10;
/**
 * Minimum number of groups that are summed up. If fewer groups follow the largest ones, each group is shown
 * individually.
 */
const fewest = 3;
/** Maximum length of the bar that sums up the other groups, as a multiple of the longest bar of a single group. */
const longest = 3;

export interface Largest {
  shown: DrawnChart;
  /** The group that represents all groups not shown individually; null if all groups are shown. */
  left: { key: string; number: number; isDrawn: boolean } | null;
}

/**
 * Keeps the largest groups of a chart and sums up the other groups in one group. Expects groups in descending order. If
 * figures must not be added (`overlapping`), returns only the number of the other groups. If the bar of the sum would
 * be too long, the sum gets only a label, so that all other bars stay comparable.
 */
export function groupOthers(chart: DrawnChart): Largest {
  if (chart.groups.length < largest + fewest) return { shown: chart, left: null };
  const groups = chart.groups.slice(0, largest);
  const rest = chart.groups.slice(largest);
  const left = { key: "\u0000others", number: rest.length, isDrawn: true };
  if (chart.overlapping) return { shown: { ...chart, groups }, left };
  const figureOf = figureTable(chart);
  const sums = chart.series.flatMap(({ key: series }) => {
    const [first, ...more] = rest.flatMap(({ key }) => figureOf(key, series) ?? []);
    return first
      ? [{ ...first, group: left.key, value: more.reduce((sum, { value }) => sum + value, first.value) }]
      : [];
  });
  const figures = [...chart.figures, ...sums];
  const end = endOfBars({ ...chart, figures });
  const isDrawn = end(left.key) <= longest * Math.max(...groups.map(({ key }) => end(key)));
  const label = `${formatNumber(rest.length)} others${isDrawn ? "" : " (without a bar)"}`;
  return {
    shown: { ...chart, groups: [...groups, { key: left.key, label }], figures },
    left: { ...left, isDrawn },
  };
}

/** Returns a function that maps the key of a group to the length of its longest bar. */
function endOfBars(chart: DrawnChart): (group: string) => number {
  const figureOf = figureTable(chart);
  return (group) =>
    Math.max(
      0,
      ...barsOf(chart).map((stacked) =>
        stacked.reduce((sum, { key }) => sum + (figureOf(group, key)?.value ?? 0), 0),
      ),
    );
}
