/** Shared parts of the chart drawings: labels, tooltip style, and the link from a number to its counted rows. */
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { count } from "../../../lib/format.ts";
import { drillAddress } from "../figures/drill.ts";
import { type DrawnChart, figureTable, valueOrGap } from "../figures/figures.ts";
import type { Palette } from "./palette.ts";
import { fontSize } from "./size.ts";

export interface DrawingProps {
  chart: DrawnChart;
  palette: Palette;
  /** Available width in pixels, passed by the parent so that even the first render has the right size. */
  width: number;
}

/** Returns a function that opens the list of the rows that a figure counts. */
export function useOpenFigure(chart: DrawnChart): (group: string, series: string) => void {
  const navigate = useNavigate();
  const figureOf = useMemo(() => figureTable(chart), [chart]);
  return (group, series) => {
    const figure = figureOf(group, series);
    if (figure) void navigate(drillAddress(figure.drill));
  };
}

/** One row per group with the values of its series, in the format of Recharts. Series without a value are left out. */
export interface Row {
  key: string;
  label: string;
  [series: string]: string | number;
}

export function rowsOf(chart: DrawnChart): Row[] {
  const figureOf = figureTable(chart);
  return chart.groups.map(({ key, label }) => ({
    ...Object.fromEntries(
      chart.series.flatMap((one) => {
        const value = valueOrGap(chart, figureOf(key, one.key));
        return value === undefined ? [] : [[one.key, value]];
      }),
    ),
    ...{ key, label },
  }));
}

/** Returns the label of a value; empty for zero and for a missing value. */
export const valueLabel = (value: unknown): string => (Number(value ?? 0) === 0 ? "" : count(Number(value)));

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
