/** Of many groups the largest, and what the others are together. */
import { formatNumber } from "#shared/rules/numbers.ts";
import { type DrawnChart, figureTable } from "./figures.ts";

/** So many groups are compared at a glance. */
const largest = 10;
/** Fewer than this many others are shown themselves. */
const fewest = 3;

export interface Largest {
  shown: DrawnChart;
  /** What stands for the others; null where all groups are shown. */
  left: { key: string; number: number } | null;
}

/**
 * The groups stand in their order, which is by size. Others are a group of their own, whose figures open no list; where
 * figures do not add up they are only told of.
 */
export function withOthers(chart: DrawnChart): Largest {
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
