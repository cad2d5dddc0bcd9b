/** The charts of one dashboard call, under its filters. */
import type { ReactNode } from "react";
import type { Chart, DashboardName } from "#shared/charts/figures/types.ts";
import { Skeleton } from "../../components/button.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { FilterBar } from "../../records/list/filter-bar.tsx";
import { ChartCard } from "./chart-card.tsx";
import classes from "./charts.module.css";
import { ComparedCard } from "./compared-card.tsx";
import { type Comparison, comparable } from "./comparison.ts";
import { type Chosen, chartFilters } from "./filters.ts";
import { useDashboard } from "./use-dashboard.ts";

const hasNumbers = ({ shape }: Chart): boolean => shape === "numbers";

/** What the address holds of a board. */
export interface BoardSearch {
  where?: Chosen | undefined;
  compare?: Comparison | undefined;
}

interface Props {
  name: DashboardName;
  user: CurrentUser;
  search: BoardSearch;
  onSearch: (search: BoardSearch) => void;
  /** A drawing of its own for one of the charts. */
  drawingOf?: (chart: Chart) => ReactNode | undefined;
}

const none: Chosen = {};

export function Board({ name, user, search, onSearch, drawingOf }: Props) {
  const chosen = search.where ?? none;
  const { data, error, isPlaceholderData } = useDashboard(name, chosen);
  const onCompare = (compare: Comparison | undefined) => onSearch({ ...search, compare });
  const card = (chart: Chart) => {
    const [by] = comparable(chart);
    if (by && search.compare?.chart === chart.key) {
      const comparison = search.compare;
      return <ComparedCard key={chart.key} {...{ board: name, chart, chosen, comparison, onCompare }} />;
    }
    return (
      <ChartCard
        key={chart.key}
        chart={chart}
        chosen={chosen}
        drawing={drawingOf?.(chart)}
        {...(by && { compare: { on: false, toggle: () => onCompare({ chart: chart.key, by }) } })}
      />
    );
  };
  return (
    <>
      <div className={classes.filters}>
        <FilterBar
          record={chartFilters}
          user={user}
          where={chosen}
          onSearch={(where) => onSearch({ ...search, where })}
        />
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
