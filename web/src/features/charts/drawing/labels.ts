/**
 * Labels at the ends of bars. A label can show the sum of a bar's parts, because all parts have the same unit. If the
 * last part is a remainder (`rest`), "3 of 10" means 3 without and 10 with the remainder.
 */
import { count } from "../../../lib/format.ts";
import { barsOf, type DrawnChart } from "../figures/figures.ts";
import { type Row, valueLabel } from "./drawing-parts.ts";

export interface BarLabel {
  /** Index of the bar in its group. */
  bar: number;
  /** Value at which the bar ends. */
  end: number;
  text: string;
}

type Series = DrawnChart["series"];

/**
 * Returns the labels of one group's bars.
 * @param narrow Shortens the labels.
 */
export function labelsOf(chart: Pick<DrawnChart, "series" | "shape">, row: Row, narrow: boolean): BarLabel[] {
  const valueIn = (key: string) => Number(row[key] ?? 0);
  const target = valueIn("target");
  return barsOf(chart).map((stacked, bar) => {
    const sum = (series: Series) => series.reduce((total, { key }) => total + valueIn(key), 0);
    const end = sum(stacked);
    const counted = stacked.filter(({ rest }) => !rest);
    if (counted.length < stacked.length)
      return { bar, end, text: end === 0 ? "" : `${count(sum(counted))} of ${count(end)}` };
    const text = valueLabel(end);
    const isMatched = counted.some(({ key }) => key === "matched") && target > 0 && end > 0;
    const share = isMatched ? ` (${Math.round((end / target) * 100)}%${narrow ? "" : " of target"})` : "";
    return { bar, end, text: `${text}${share}` };
  });
}
