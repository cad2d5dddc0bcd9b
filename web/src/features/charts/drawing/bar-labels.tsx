/**
 * Draws the labels at the ends of bars. Also draws a line at the target's value across the bars that have a target.
 * Recharts' own labels are not used, because Recharts draws no labels at bars of zero.
 */
import { usePlotArea, useXAxisScale } from "recharts";
import { barsOf, type DrawnChart } from "../figures/figures.ts";
import type { Row } from "./drawing-parts.ts";
import { labelsOf } from "./labels.ts";
import type { Palette } from "./palette.ts";
import { bandGap, barGap, barWidth, fontSize, letterWidth } from "./size.ts";

interface Props {
  chart: DrawnChart;
  rows: readonly Row[];
  narrow: boolean;
  palette: Palette;
  /**
   * Key of the group that sums up all other groups. Set only if the bar of this group would be too long. The group then
   * has labels but no bar.
   */
  withoutBar: string | undefined;
}

const markOver = 3;
/** Pixels between the end of a bar, or the line of its target, and the label. */
const beforeLabel = 5;

/** Keys of the series for which targets are set. */
const seriesWithTargets = ["accomplished", "matched"];

export function BarLabels({ chart, rows, narrow, palette, withoutBar }: Props) {
  const area = usePlotArea();
  const scale = useXAxisScale();
  if (!area || !scale) return null;
  const band = area.height / rows.length;
  const bars = barsOf(chart);
  const bar = Math.min(barWidth, (band - bandGap * 2 - barGap * (bars.length - 1)) / bars.length);
  const middleOf = (row: number, place: number) =>
    area.y + band * (row + 0.5) + (place - (bars.length - 1) / 2) * (bar + barGap);
  const x = (value: number) => scale(value) ?? area.x;
  const marked = bars.flatMap(([one], at) => (one && seriesWithTargets.includes(one.key) ? [at] : []));
  const hasTarget = chart.series.some(({ key }) => key === "target") && marked.length > 0;
  return (
    <g pointerEvents="none">
      {rows.map((row, at) => {
        const hasBar = row.key !== withoutBar;
        const target = hasTarget && hasBar ? Number(row.target ?? 0) : 0;
        /** Returns where a label starts: after its bar, or after the target's line if the line would cross the label. */
        const startOf = (place: number, end: number, text: string) => {
          const start = x(hasBar ? end : 0) + beforeLabel;
          const line = target > 0 && marked.includes(place) ? x(target) : 0;
          return line > start - beforeLabel && line < start + text.length * letterWidth
            ? line + beforeLabel
            : start;
        };
        return (
          <g key={row.key}>
            {target > 0 && (
              <line
                x1={x(target)}
                x2={x(target)}
                y1={middleOf(at, Math.min(...marked)) - bar / 2 - markOver}
                y2={middleOf(at, Math.max(...marked)) + bar / 2 + markOver}
                stroke={palette.text}
                strokeWidth={2}
              />
            )}
            {labelsOf(chart, row, narrow).map(
              ({ bar: place, end, text }) =>
                text && (
                  <text
                    key={place}
                    data-bar-label
                    x={startOf(place, end, text)}
                    y={middleOf(at, place)}
                    dy="0.35em"
                    fill={palette.text}
                    // An outline in the background colour keeps the text readable where a grid line crosses it.
                    stroke={palette.panel}
                    strokeWidth={3}
                    paintOrder="stroke"
                    fontSize={fontSize - 1}
                  >
                    {text}
                  </text>
                ),
            )}
          </g>
        );
      })}
    </g>
  );
}
