/**
 * Bars, side by side or stacked. They are horizontal, so that long names stay readable on a phone. If there are many
 * groups, only the largest have their own bars; one bar sums up the others.
 */
import { useMemo, useState } from "react";
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { Button } from "../../../components/button.tsx";
import { count } from "../../../lib/format.ts";
import { barsOf } from "../figures/figures.ts";
import { groupOthers } from "../figures/group-others.ts";
import { BarLabels } from "./bar-labels.tsx";
import { seriesColours } from "./colours.ts";
import { type DrawingProps, type Row, rowsOf, tooltipLook, useOpenFigure } from "./drawing-parts.ts";
import { labelsOf } from "./labels.ts";
import { bandGap, barGap, barsHeight, barWidth, fontSize, isNarrow, shortened } from "./size.ts";

/** Estimated width of a digit, and gaps beside a label, in pixels. */
const letterWidth = 6.5;
const labelGap = 10;

export function Bars({ chart, palette, width }: DrawingProps) {
  const [all, setAll] = useState(false);
  const open = useOpenFigure(chart);
  const { shown, left } = useMemo(() => groupOthers(chart), [chart]);
  const drawn = all ? chart : shown;
  const rows = useMemo(() => rowsOf(drawn), [drawn]);
  const withoutBar = left && !left.isDrawn ? left.key : undefined;
  const colours = seriesColours(chart, palette);
  const stacked = chart.shape === "stacked";
  const hasLongLabels = stacked
    ? chart.series.some(({ rest }) => rest)
    : chart.series.some(({ key }) => key === "target");
  const narrow = isNarrow(width);
  const labels = rows.flatMap((row) => labelsOf(chart, row, narrow));
  const labelWidth = Math.max(0, ...labels.map(({ text }) => text.length)) * letterWidth + labelGap;
  const height = barsHeight(drawn, narrow);
  return (
    <>
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width, height }}>
        <BarChart
          data={rows.map((row) => (row.key === withoutBar ? { key: row.key, label: row.label } : row))}
          layout="vertical"
          margin={{
            top: 4,
            right: Math.max(!hasLongLabels ? 52 : narrow ? 84 : 120, labelWidth),
            bottom: 4,
            left: 4,
          }}
          barGap={barGap}
          barCategoryGap={bandGap}
        >
          <CartesianGrid horizontal={false} stroke={palette.line} />
          <Axes palette={palette} narrow={narrow} />
          <Tooltip {...tooltipLook(palette)} cursor={{ fill: palette.line, fillOpacity: 0.4 }} />
          {chart.series.length > 1 && (
            <Legend
              itemSorter={null}
              wrapperStyle={{ fontSize }}
              formatter={(text: string) => <span style={{ color: palette.text }}>{text}</span>}
            />
          )}
          {chart.series.map(({ key, label: name, counts = "all" }, index) => (
            <Bar
              key={key}
              dataKey={key}
              name={name}
              fill={colours[index] ?? palette.text}
              stackId={stacked ? counts : undefined}
              maxBarSize={stacked && barsOf(chart).length === 1 ? 18 : barWidth}
              cursor="pointer"
              isAnimationActive={false}
              onClick={({ payload }: { payload?: Row }) => {
                const group = payload?.key ?? "";
                if (group === left?.key) setAll(true);
                else open(group, key);
              }}
            />
          ))}
          <BarLabels {...{ chart, rows, narrow, palette, withoutBar }} />
        </BarChart>
      </ResponsiveContainer>
      {left && (
        <Button look="default" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show the largest" : `Show all ${count(chart.groups.length)}`}
        </Button>
      )}
    </>
  );
}

function Axes({ palette, narrow }: Pick<DrawingProps, "palette"> & { narrow: boolean }) {
  const common = { tick: { fill: palette.text, fontSize }, stroke: palette.line };
  return (
    <>
      <XAxis {...common} type="number" allowDecimals={false} tickFormatter={count} />
      <YAxis
        {...common}
        type="category"
        dataKey="label"
        width={narrow ? 100 : 165}
        interval={0}
        tickFormatter={shortened}
      />
    </>
  );
}
