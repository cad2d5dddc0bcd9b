/** Numbers with what they are this year beside last year, where they follow the year. */
import type { Chart, Figure } from "#shared/charts/figures/types.ts";
import { count } from "../../lib/format.ts";
import { inYear, lastYear } from "../charts/figures/comparison.ts";
import type { Chosen } from "../charts/figures/filters.ts";
import { useChartIn } from "../charts/figures/use-dashboard.ts";
import { Numbers } from "../charts/numbers.tsx";
import classes from "./dashboard.module.css";

export function FiguresByYear({ chart, chosen }: { chart: Chart; chosen: Chosen }) {
  const year = lastYear(chosen);
  const { charts } = useChartIn("main-dashboard", chart.key, [
    inYear(chosen, year),
    inYear(chosen, year - 1),
  ]);
  const [now, before] = charts.map((one) => one && valueIn(one));
  return (
    <Numbers
      chart={chart}
      below={(figure) => <Change year={year} now={now?.(figure) ?? null} before={before?.(figure) ?? null} />}
    />
  );
}

/** The same figure in a year's chart. */
const valueIn =
  ({ figures }: Chart) =>
  ({ group, series }: Figure): number =>
    figures.find((one) => one.group === group && one.series === series)?.value ?? 0;

/** Both years, with the change from last year to this one; two lines from the first moment on, so that nothing moves when they are filled. */
function Change({ year, now, before }: { year: number; now: number | null; before: number | null }) {
  const percent = now !== null && before ? Math.round((now / before - 1) * 100) : null;
  return (
    <span className={classes.change}>
      <span>
        {year}: {now === null ? "…" : count(now)}
        {percent !== null && ` (${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${count(Math.abs(percent))}%)`}
      </span>
      <span>
        {year - 1}: {before === null ? "…" : count(before)}
      </span>
    </span>
  );
}
