/** Numbers with what they are this year beside last year, where they follow the year. */
import type { Chart, Figure } from "#shared/charts/figures/types.ts";
import { manilaToday } from "#shared/rules/dates.ts";
import { count } from "../../lib/format.ts";
import type { Chosen } from "../charts/filters.ts";
import { Numbers } from "../charts/numbers.tsx";
import { useDashboard } from "../charts/use-dashboard.ts";
import classes from "./dashboard.module.css";

export function FiguresByYear({ chart, chosen }: { chart: Chart; chosen: Chosen }) {
  const year = Number(chosen.year_to ?? manilaToday().slice(0, 4));
  const now = useFiguresOf(chart, chosen, year);
  const before = useFiguresOf(chart, chosen, year - 1);
  return (
    <Numbers
      chart={chart}
      below={(figure) => <Change year={year} now={now?.(figure) ?? null} before={before?.(figure) ?? null} />}
    />
  );
}

/** The figure of the chart in a year, under the filters that are chosen otherwise; null while it is being read. */
function useFiguresOf(chart: Chart, chosen: Chosen, year: number): ((figure: Figure) => number) | null {
  const inYear = { ...chosen, year_from: String(year), year_to: String(year) };
  const { data, isPlaceholderData } = useDashboard("main-dashboard", inYear);
  const same = data?.charts.find(({ key }) => key === chart.key);
  if (!same || isPlaceholderData) return null;
  return ({ group, series }) =>
    same.figures.find((one) => one.group === group && one.series === series)?.value ?? 0;
}

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
