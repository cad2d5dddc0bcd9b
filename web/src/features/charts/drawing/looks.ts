/** What the drawings of charts have in common: labels, the look of tips, and what pressing a part opens. */
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { count } from "../../../lib/format.ts";
import { drillAddress } from "../figures/drill.ts";
import { type DrawnChart, figureTable } from "../figures/figures.ts";
import type { Palette } from "./palette.ts";
import { fontSize } from "./size.ts";

export interface DrawingProps {
  chart: DrawnChart;
  palette: Palette;
  /** Of its place, in pixels, so that the first drawing fits. */
  width: number;
}

/** Opens the list behind a figure. */
export function useOpen(chart: DrawnChart): (group: string, series: string) => void {
  const navigate = useNavigate();
  const figureOf = useMemo(() => figureTable(chart), [chart]);
  return (group, series) => {
    const figure = figureOf(group, series);
    if (figure) void navigate(drillAddress(figure.drill));
  };
}

/** A row a group with the values of all series, as Recharts takes them. */
export interface Row {
  key: string;
  label: string;
  [series: string]: string | number;
}

export function rowsOf(chart: DrawnChart): Row[] {
  const figureOf = figureTable(chart);
  return chart.groups.map(({ key, label }) => ({
    ...Object.fromEntries(chart.series.map((one) => [one.key, figureOf(key, one.key)?.value ?? 0])),
    ...{ key, label },
  }));
}

/** Nothing beside a bar that is not there. */
export const valueLabel = (value: unknown): string => (Number(value) === 0 ? "" : count(Number(value)));

export const tooltipLook = (palette: Palette) => ({
  contentStyle: {
    background: palette.panel,
    border: `1px solid ${palette.line}`,
    color: palette.text,
    fontSize,
  },
  itemStyle: { color: palette.text },
  labelStyle: { color: palette.text, fontWeight: 600 },
  formatter: (value: unknown) => count(Number(value)),
});
