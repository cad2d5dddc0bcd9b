/** The charts of one dashboard call, under its filters. */
import type { ReactNode } from "react";
import type { Chart, DashboardName } from "#shared/charts/figures/types.ts";
import { Skeleton } from "../../components/button.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { FilterBar } from "../../records/list/filter-bar.tsx";
import { ChartCard } from "./chart-card.tsx";
import classes from "./charts.module.css";
import { type Chosen, chartFilters } from "./filters.ts";
import { useDashboard } from "./use-dashboard.ts";

const hasNumbers = ({ shape }: Chart): boolean => shape === "numbers";

interface Props {
  name: DashboardName;
  user: CurrentUser;
  chosen: Chosen;
  onChosen: (chosen: Chosen | undefined) => void;
  /** A drawing of its own for one of the charts. */
  drawingOf?: (chart: Chart) => ReactNode | undefined;
}

export function Board({ name, user, chosen, onChosen, drawingOf }: Props) {
  const { data, error, isPlaceholderData } = useDashboard(name, chosen);
  const card = (chart: Chart) => (
    <ChartCard key={chart.key} chart={chart} chosen={chosen} drawing={drawingOf?.(chart)} />
  );
  return (
    <>
      <div className={classes.filters}>
        <FilterBar record={chartFilters} user={user} where={chosen} onSearch={onChosen} />
      </div>
      {error ? (
        <p role="alert">{messageOf(error)}</p>
      ) : data ? (
        <div
          className={`${classes.board} ${isPlaceholderData ? classes.stale : ""}`}
          aria-busy={isPlaceholderData}
        >
          <div className={classes.numberCards}>{data.charts.filter(hasNumbers).map(card)}</div>
          {data.charts.filter((chart) => !hasNumbers(chart)).map(card)}
        </div>
      ) : (
        <div className={classes.board}>
          {[110, 290, 290, 290, 290].map((height, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places that charts will take.
            <div key={place} className={place === 0 ? classes.numberCards : classes.card}>
              <Skeleton height={height} />
            </div>
          ))}
        </div>
      )}
    </>
  );
}
