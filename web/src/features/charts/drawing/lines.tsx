/** Figures over time: one line per series, one point per period. */
import { useMemo } from "react";
import {
  CartesianGrid,
  LabelList,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { count } from "../../../lib/format.ts";
import { seriesColours } from "./colours.ts";
import { type DrawingProps, rowsOf, tooltipLook, useOpenFigure, valueLabel } from "./drawing-parts.ts";
import { LineLabels } from "./line-labels.tsx";
import { fontSize, heightOf } from "./size.ts";

export function Lines({ chart, palette, width }: DrawingProps) {
  const height = heightOf(chart, width);
  const open = useOpenFigure(chart);
  const rows = useMemo(() => rowsOf(chart), [chart]);
  const colours = seriesColours(chart, palette);
  const tick = { fill: palette.text, fontSize };
  // With several lines, only the last points have labels, because labels of other points would overlap.
  const isSingle = chart.series.length === 1;
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width, height }}>
      <LineChart data={rows} margin={{ top: 18, right: 56, bottom: 4, left: 4 }}>
        <CartesianGrid vertical={false} stroke={palette.line} />
        <XAxis dataKey="label" tick={tick} stroke={palette.line} />
        <YAxis allowDecimals={false} tick={tick} stroke={palette.line} tickFormatter={count} width="auto" />
        <Tooltip {...tooltipLook(palette)} cursor={{ stroke: palette.line }} />
        <Legend
          itemSorter={null}
          iconType="square"
          wrapperStyle={{ fontSize }}
          formatter={(label: string) => <span style={{ color: palette.text }}>{label}</span>}
        />
        {chart.series.map(({ key, label }, index) => {
          const colour = colours[index] ?? palette.text;
          return (
            <Line
              key={key}
              dataKey={key}
              name={label}
              stroke={colour}
              fill={colour}
              strokeWidth={2}
              isAnimationActive={false}
              dot={{ r: 3, fill: colour }}
              activeDot={{
                r: 6,
                cursor: "pointer",
                onClick: (_, point) => open(rows[(point as { index?: number }).index ?? 0]?.key ?? "", key),
              }}
            >
              {isSingle && (
                <LabelList
                  position="top"
                  fill={palette.text}
                  fontSize={fontSize - 1}
                  valueAccessor={(_, at) => valueLabel(rows[at]?.[key])}
                />
              )}
            </Line>
          );
        })}
        {!isSingle && (
          <LineLabels series={chart.series} colours={colours} row={rows.at(-1)} palette={palette} />
        )}
      </LineChart>
    </ResponsiveContainer>
  );
}
