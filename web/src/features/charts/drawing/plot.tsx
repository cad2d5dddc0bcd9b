/** The drawing of a chart, by its shape. Loaded with the first chart. Pressing a part opens the list behind it. */
import type { DrawnChart } from "../figures/figures.ts";
import { Bars } from "./bars.tsx";
import { Lines } from "./lines.tsx";
import { usePalette } from "./palette.ts";
import { Ring } from "./ring.tsx";

const drawings = { donut: Ring, lines: Lines, bars: Bars, stacked: Bars, numbers: Bars } as const;

export default function Plot({ chart, width }: { chart: DrawnChart; width: number }) {
  const palette = usePalette();
  const Drawing = drawings[chart.shape];
  return <Drawing chart={chart} palette={palette} width={width} />;
}
