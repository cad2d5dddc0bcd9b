/** Computes the size of a chart's drawing before the drawing is rendered. */
import { barsOf, type DrawnChart } from "../figures/figures.ts";
import { groupOthers } from "../figures/group-others.ts";

export const fontSize = 12;
/** In pixels: width of a bar, gap between the bars of a group, and gap beside a group. */
export const barWidth = 14;
export const barGap = 2;
export const bandGap = 5;

const lineHeight = fontSize + 2;
const axisHeight = 38;
const buttonHeight = 36;
const ringHeight = 230;
const linesHeight = 300;

/** Width of a chart in pixels below which names and labels are shortened. */
const narrowWidth = 420;
export const isNarrow = (width: number): boolean => width < narrowWidth;

/** Maximum length of a group's name in characters: three or four lines of text beside the bars. */
const longestName = 42;
export const shortened = (label: string): string =>
  label.length > longestName ? `${label.slice(0, longestName - 1)}…` : label;

/** Returns the height in pixels of a bar chart with the given groups, including axis and legend. */
export function barsHeight({ groups, series, shape }: DrawnChart, narrow: boolean): number {
  const letters = narrow ? 11 : 16;
  const lines = Math.max(1, ...groups.map(({ label }) => Math.ceil(shortened(label).length / letters)));
  const bars = barsOf({ series, shape }).length;
  const band = Math.max(bars * (barWidth + barGap) + bandGap * 2 + 2, lines * lineHeight + 4);
  return groups.length * band + axisHeight + legendHeight(series, narrow);
}

/** Returns the estimated height of the legend in pixels. */
function legendHeight(series: DrawnChart["series"], narrow: boolean): number {
  if (series.length < 2) return 0;
  const width = series.reduce((sum, { label }) => sum + label.length * fontSize * 0.6 + 30, 0);
  return Math.ceil(width / (narrow ? 190 : 380)) * 18 + 8;
}

/** Returns the height of a chart in pixels for a given width. */
export function heightOf(chart: DrawnChart, width: number): number {
  if (chart.shape === "donut") return ringHeight;
  if (chart.shape === "lines") return linesHeight;
  const { shown, left } = groupOthers(chart);
  return barsHeight(shown, isNarrow(width)) + (left ? buttonHeight : 0);
}
