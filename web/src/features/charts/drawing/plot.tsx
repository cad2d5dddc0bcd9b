/**
 * Draws a chart as bars, lines or a ring. Pressing a part opens the list of the rows that the part counts. This module
 * loads with the first chart.
 */
import { useMemo } from "react";
import { type DrawnChart, drawnPart } from "../figures/figures.ts";
import { Bars } from "./bars.tsx";
import { Lines } from "./lines.tsx";
import { usePalette } from "./palette.ts";
import { Ring } from "./ring.tsx";

const drawings = { donut: Ring, lines: Lines, bars: Bars, stacked: Bars, numbers: Bars } as const;

export default function Plot({ chart, width }: { chart: DrawnChart; width: number }) {
  const palette = usePalette();
  const Drawing = drawings[chart.shape];
  const drawn = useMemo(() => drawnPart(chart), [chart]);
  return <Drawing chart={drawn} palette={palette} width={width} />;
}
