/** Sentences about the figures that a chart or its drawing leaves out. */
import { count } from "../../../lib/format.ts";
import type { DrawnChart } from "./figures.ts";

/** Returns a sentence that states which groups the chart leaves out; null if the chart has all groups. */
export function omissionNote({ groups, omitted }: DrawnChart): string | null {
  if (!omitted) return null;
  if (omitted === "unknown")
    return "This chart includes only places that are among the largest in every period.";
  const all = count(groups.length + omitted);
  return `This chart includes only ${count(groups.length)} of ${all} places: those with the largest figures.`;
}

/** Returns a sentence that states how many lines are drawn; null if all lines are drawn. */
export const linesNote = ({ series, drawnSeries }: DrawnChart): string | null =>
  drawnSeries === undefined
    ? null
    : `${drawnSeries} of ${count(series.length)} lines are drawn: those with the largest figures.`;
