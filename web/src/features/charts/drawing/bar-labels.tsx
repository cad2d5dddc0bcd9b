/**
 * What is written beside bars: their values, the whole of stacked ones, and how far a target was met, with a mark where
 * the target stands. Lies inside a chart of Recharts, whose own labels miss bars of nothing.
 */
import { usePlotArea, useXAxisScale } from "recharts";
import { type Row, valueLabel } from "./looks.ts";
import { bandGap, barGap, barWidth, fontSize } from "./size.ts";

interface Props {
  rows: readonly Row[];
  /** Keys of the series, in their order. */
  series: readonly string[];
  stacked: boolean;
  narrow: boolean;
  colour: string;
}

const markOver = 3;

/** The series that a target is set for. */
const meant = ["accomplished", "matched"];

export function BarLabels({ rows, series, stacked, narrow, colour }: Props) {
  const area = usePlotArea();
  const scale = useXAxisScale();
  if (!area || !scale) return null;
  const band = area.height / rows.length;
  const bars = stacked ? 1 : series.length;
  const bar = Math.min(barWidth, (band - bandGap * 2 - barGap * (bars - 1)) / bars);
  const step = bar + barGap;
  const middleOf = (row: number, place: number) =>
    area.y + band * (row + 0.5) + (place - (bars - 1) / 2) * step;
  const x = (value: number) => scale(value) ?? area.x;
  const write = (key: string, text: string, end: number, middle: number) =>
    text && (
      <text key={key} x={end + 5} y={middle} dy="0.35em" fill={colour} fontSize={fontSize - 1}>
        {text}
      </text>
    );
  return (
    <g pointerEvents="none">
      {rows.map((row, at) => {
        const valueIn = (key: string) => Number(row[key] ?? 0);
        if (stacked) {
          const whole = series.reduce((sum, key) => sum + valueIn(key), 0);
          return write(row.key, valueLabel(whole), x(whole), middleOf(at, 0));
        }
        const target = valueIn("target");
        const marked = series.filter((key) => meant.includes(key)).map((key) => series.indexOf(key));
        return (
          <g key={row.key}>
            {target > 0 && marked.length > 0 && (
              <line
                x1={x(target)}
                x2={x(target)}
                y1={middleOf(at, Math.min(...marked)) - bar / 2 - markOver}
                y2={middleOf(at, Math.max(...marked)) + bar / 2 + markOver}
                stroke={colour}
                strokeWidth={2}
              />
            )}
            {series.map((key, place) => {
              const value = valueIn(key);
              const share =
                key === "matched" && target > 0 && value > 0 && Math.round((value / target) * 100);
              const text =
                share === false
                  ? valueLabel(value)
                  : `${valueLabel(value)} (${share}%${narrow ? "" : " of target"})`;
              // Beyond the mark, where there is one.
              const end = meant.includes(key) ? Math.max(value, target) : value;
              return write(key, text, x(end), middleOf(at, place));
            })}
          </g>
        );
      })}
    </g>
  );
}
