/**
 * Draws the labels at the ends of bars, and a line across a bar at its target. Recharts' own labels are not used,
 * because they are missing at bars of zero.
 */
import { usePlotArea, useXAxisScale } from "recharts";
import { barsOf, type DrawnChart } from "../figures/figures.ts";
import type { Row } from "./drawing-parts.ts";
import { labelsOf } from "./labels.ts";
import type { Palette } from "./palette.ts";
import { bandGap, barGap, barWidth, fontSize } from "./size.ts";

interface Props {
  chart: DrawnChart;
  rows: readonly Row[];
  narrow: boolean;
  palette: Palette;
  /**
   * Key of the group that sums up the smaller groups, if the bar of this group would be too long. The group then has
   * labels but no bar.
   */
  withoutBar: string | undefined;
}

const markOver = 3;

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
                    x={x(hasBar ? end : 0) + 5}
                    y={middleOf(at, place)}
                    dy="0.35em"
                    fill={palette.text}
                    // A wide outline in the background colour hides the target line behind the text.
                    stroke={palette.panel}
                    strokeWidth={8}
                    strokeLinejoin="round"
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
