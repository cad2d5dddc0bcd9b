/** Bars, stacked bars and rings. Loads when the first chart is drawn; pressing a part opens the list behind it. */
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  LabelList,
  Legend,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { Chart } from "#shared/charts/figures/types.ts";
import { count } from "../../lib/format.ts";
import { drillAddress } from "./drill.ts";
import { figureTable } from "./figures.ts";
import { type Palette, usePalette } from "./palette.ts";

interface Slice {
  group: string;
  series: string;
  label: string;
  value: number;
}

export default function Plot({ chart }: { chart: Chart }) {
  const palette = usePalette();
  const navigate = useNavigate();
  const figureOf = useMemo(() => figureTable(chart), [chart]);
  const open = (group: string, series: string) => {
    const figure = figureOf(group, series);
    if (figure) void navigate(drillAddress(figure.drill));
  };
  return chart.shape === "donut" ? (
    <Ring chart={chart} palette={palette} onOpen={open} />
  ) : (
    <Bars chart={chart} palette={palette} onOpen={open} />
  );
}

interface PlotProps {
  chart: Chart;
  palette: Palette;
  onOpen: (group: string, series: string) => void;
}

const fontSize = 12;
const barWidth = 14;

/** Lying bars: the names of places and programmes are long, and stay readable on a phone. */
function Bars({ chart, palette, onOpen }: PlotProps) {
  const stacked = chart.shape === "stacked";
  const rows = useMemo(() => {
    const figureOf = figureTable(chart);
    return chart.groups.map(({ key, label }) => ({
      key,
      label,
      ...Object.fromEntries(
        chart.series.map(({ key: series }) => [series, figureOf(key, series)?.value ?? 0]),
      ),
    }));
  }, [chart]);
  const bars = stacked ? 1 : chart.series.length;
  const height = rows.length * (bars * (barWidth + 2) + 12) + (chart.series.length > 1 ? 64 : 36);
  const tick = { fill: palette.text, fontSize };
  return (
    <ResponsiveContainer width="100%" height={Math.max(height, 130)}>
      <BarChart data={rows} layout="vertical" margin={{ top: 4, right: 48, bottom: 4, left: 4 }} barGap={2}>
        <CartesianGrid horizontal={false} stroke={palette.line} />
        <XAxis type="number" allowDecimals={false} tick={tick} stroke={palette.line} tickFormatter={count} />
        <YAxis
          type="category"
          dataKey="label"
          width={150}
          tick={tick}
          stroke={palette.line}
          interval={0}
          tickFormatter={shortened}
        />
        <Tooltip
          {...tooltipLook(palette)}
          formatter={(value) => count(Number(value))}
          cursor={{ fill: palette.line, fillOpacity: 0.4 }}
        />
        {chart.series.length > 1 && (
          <Legend
            itemSorter={null}
            wrapperStyle={{ fontSize }}
            formatter={(label: string) => <span style={{ color: palette.text }}>{label}</span>}
          />
        )}
        {chart.series.map(({ key, label }, index) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            fill={colourAt(palette, index)}
            stackId={stacked ? "all" : undefined}
            maxBarSize={stacked ? 18 : barWidth}
            cursor="pointer"
            isAnimationActive={false}
            onClick={(_, row) => onOpen(rows[row]?.key ?? "", key)}
          >
            {!stacked && (
              <LabelList
                dataKey={key}
                position="right"
                fill={palette.text}
                fontSize={fontSize - 1}
                formatter={valueLabel}
              />
            )}
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

/** Parts of a whole: the groups of one series, or the series of one group. */
function Ring({ chart, palette, onOpen }: PlotProps) {
  const slices = useMemo(() => slicesOf(chart), [chart]);
  return (
    <ResponsiveContainer width="100%" height={230}>
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
          onClick={(_, index) => onOpen(slices[index]?.group ?? "", slices[index]?.series ?? "")}
        >
          {slices.map((slice, index) => (
            <Cell key={`${slice.group} ${slice.series}`} fill={colourAt(palette, index)} />
          ))}
        </Pie>
        <Tooltip {...tooltipLook(palette)} formatter={(value) => count(Number(value))} />
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

function slicesOf(chart: Chart): Slice[] {
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

const colourAt = (palette: Palette, index: number): string =>
  palette.series[index % palette.series.length] ?? palette.text;

/** Names take two lines beside the bars. */
const longestName = 42;
const shortened = (label: string): string =>
  label.length > longestName ? `${label.slice(0, longestName - 1)}…` : label;

/** Nothing beside a bar that is not there. */
const valueLabel = (value: unknown): string => (Number(value) === 0 ? "" : count(Number(value)));

const tooltipLook = (palette: Palette) => ({
  contentStyle: {
    background: palette.panel,
    border: `1px solid ${palette.line}`,
    color: palette.text,
    fontSize,
  },
  itemStyle: { color: palette.text },
  labelStyle: { color: palette.text, fontWeight: 600 },
});
