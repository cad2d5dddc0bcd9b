/** A ring chart. Its parts are either the groups of one series or the series of one group. */
import { useMemo } from "react";
import { Cell, Legend, Pie, PieChart, ResponsiveContainer, Tooltip } from "recharts";
import { count } from "../../../lib/format.ts";
import { type DrawnChart, figureTable } from "../figures/figures.ts";
import { coloursOf } from "./colours.ts";
import { type DrawingProps, tooltipLook, useOpenFigure } from "./drawing-parts.ts";
import { fontSize, heightOf } from "./size.ts";

interface Slice {
  group: string;
  series: string;
  label: string;
  value: number;
}

export function Ring({ chart, palette, width }: DrawingProps) {
  const height = heightOf(chart, width);
  const open = useOpenFigure(chart);
  const slices = useMemo(() => slicesOf(chart), [chart]);
  const colours = coloursOf(
    slices.map(({ group, series }) => (chart.series.length > 1 ? series : group)),
    palette,
  );
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width, height }}>
      <PieChart>
        <Pie
          data={slices}
          dataKey="value"
          nameKey="label"
          innerRadius="52%"
          outerRadius="84%"
          paddingAngle={1}
          stroke={palette.panel}
          isAnimationActive={false}
          cursor="pointer"
          onClick={(_, index) => open(slices[index]?.group ?? "", slices[index]?.series ?? "")}
        >
          {slices.map((slice, index) => (
            <Cell key={`${slice.group} ${slice.series}`} fill={colours[index] ?? palette.text} />
          ))}
        </Pie>
        <Tooltip {...tooltipLook(palette)} />
        <Legend
          layout="vertical"
          align="right"
          verticalAlign="middle"
          wrapperStyle={{ fontSize, maxWidth: "52%", lineHeight: 1.7 }}
          itemSorter={null}
          formatter={(label: string, _entry, index) => (
            <span style={{ color: palette.text }}>
              {label}: {count(slices[index]?.value ?? 0)}
            </span>
          )}
        />
      </PieChart>
    </ResponsiveContainer>
  );
}

function slicesOf(chart: DrawnChart): Slice[] {
  const figureOf = figureTable(chart);
  const several = chart.series.length > 1;
  return chart.groups.flatMap((group) =>
    chart.series.map((series) => ({
      group: group.key,
      series: series.key,
      label: several
        ? [chart.groups.length > 1 && group.label, series.label].filter(Boolean).join(": ")
        : group.label,
      value: figureOf(group.key, series.key)?.value ?? 0,
    })),
  );
}
