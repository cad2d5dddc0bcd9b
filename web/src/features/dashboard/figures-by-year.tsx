/**
 * Numbers of the last year in the year filter, or of the current year without a filter. The finished quarters of that
 * year are compared with the same quarters of the year before.
 */
import type { Chart, Figure } from "#shared/charts/figures/types.ts";
import { count } from "../../lib/format.ts";
import { comparablePeriods, lastYear, percentChange, periodOfYear } from "../charts/figures/comparison.ts";
import type { Chosen } from "../charts/figures/filters.ts";
import { useChartIn } from "../charts/figures/use-dashboard.ts";
import { Numbers } from "../charts/numbers.tsx";
import classes from "./dashboard.module.css";

export function FiguresByYear({ chart, chosen }: { chart: Chart; chosen: Chosen }) {
  const whole = periodOfYear(chosen, lastYear(chosen));
  const like = comparablePeriods(chosen, lastYear(chosen));
  const isRunning = like?.now.key !== whole.key;
  const periods = [...(isRunning ? [whole] : []), ...(like ? [like.now, like.before] : [])];
  const { charts } = useChartIn("main-dashboard", chart.key, periods);
  return (
    <Numbers
      chart={chart}
      below={(figure) => {
        const values = charts.map((one) => one && valueIn(one)(figure));
        const [now, before] = values.slice(-2);
        return (
          <span className={classes.change}>
            {periods.map(({ key, label }, at) => (
              <span key={key}>
                {label}: {shown(values[at])}
                {at === periods.length - 2 && changeText(before, now)}
              </span>
            ))}
            {!like && <span>No comparison: no full quarter yet</span>}
          </span>
        );
      }}
    />
  );
}

/** Returns a function that returns the value of a figure in the chart of another year. */
const valueIn =
  ({ figures }: Chart) =>
  ({ group, series }: Figure): number =>
    figures.find((one) => one.group === group && one.series === series)?.value ?? 0;

type Value = number | null | undefined;

/** Shows an ellipsis until the value has loaded, so that the layout doesn't shift. */
const shown = (value: Value): string => (value === null || value === undefined ? "…" : count(value));

/** Returns a change as text, such as " (−13%)"; empty if the numbers are too small or not loaded yet. */
function changeText(before: Value, now: Value): string {
  const percent = typeof before === "number" && typeof now === "number" ? percentChange(before, now) : null;
  if (percent === null) return "";
  return ` (${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${count(Math.abs(percent))}%)`;
}
