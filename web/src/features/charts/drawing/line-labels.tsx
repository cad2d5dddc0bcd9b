/**
 * Draws the last value of each line beside its last point. Recharts' own labels are not used, because they overlap
 * where lines end close to each other.
 */
import { usePlotArea, useYAxisScale } from "recharts";
import type { DrawnChart } from "../figures/figures.ts";
import { type Row, valueLabel } from "./drawing-parts.ts";
import type { Palette } from "./palette.ts";
import { fontSize } from "./size.ts";
import { spreadLabels } from "./spread-labels.ts";

interface Props {
  series: DrawnChart["series"];
  /** Colours of the series, in the order of `series`. */
  colours: readonly string[];
  /** Values of the last period; missing if there are no periods. */
  row: Row | undefined;
  palette: Palette;
}

/** Sizes in pixels: height of a label, width of the line from a point to its label, and gap beside a point. */
const labelHeight = fontSize + 1;
const markWidth = 8;
const gap = 6;

export function LineLabels({ series, colours, row, palette }: Props) {
  const area = usePlotArea();
  const scale = useYAxisScale();
  if (!area || !scale || !row) return null;
  const shown = series.flatMap(({ key }, index) => {
    const text = valueLabel(row[key]);
    const end = scale(row[key]);
    return text && end !== undefined ? [{ key, text, end, colour: colours[index] ?? palette.text }] : [];
  });
  const ends = shown.map(({ end }) => end);
  const bounds = { top: area.y - labelHeight / 2, bottom: area.y + area.height };
  const middles = spreadLabels(ends, labelHeight, bounds);
  const x = area.x + area.width + gap;
  return (
    <g pointerEvents="none">
      {shown.map(({ key, text, end, colour }, index) => {
        const y = middles[index] ?? end;
        return (
          <g key={key}>
            {/* The mark leads from the point to its label, in the colour of the line. */}
            <line x1={x} x2={x + markWidth} y1={end} y2={y} stroke={colour} strokeWidth={1.5} />
            <text
              data-line-label={key}
              x={x + markWidth + 3}
              y={y}
              dy="0.35em"
              fill={palette.text}
              fontSize={fontSize - 1}
            >
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}
