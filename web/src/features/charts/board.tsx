/** Shows the charts that one dashboard request returns, below the filters of the dashboard. */
import { IconPresentation } from "@tabler/icons-react";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import type { Chart, DashboardName } from "#shared/charts/figures/types.ts";
import { Button, Skeleton } from "../../components/button.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { sourceLine } from "../../lib/source-line.ts";
import { FilterBar } from "../../records/list/filter-bar.tsx";
import { BoardContext } from "./board-context.ts";
import { ChartCard } from "./chart-card.tsx";
import classes from "./charts.module.css";
import type { Comparison } from "./figures/compared.ts";
import { comparable } from "./figures/comparison.ts";
import { type Chosen, chartFilters, filterWords } from "./figures/filters.ts";
import { useDashboard } from "./figures/use-dashboard.ts";
import type { CardView } from "./files/slides.ts";
import { saving } from "./saving.ts";
import { useCompared } from "./use-compared.tsx";

const hasNumbers = ({ shape }: Chart): boolean => shape === "numbers";

/** URL parameters of a screen with charts: the selected filters, and the chart that is compared over time. */
export interface BoardSearch {
  where?: Chosen | undefined;
  compare?: Comparison | undefined;
}

interface Props {
  name: DashboardName;
  /** Title in exported files. */
  title: string;
  user: CurrentUser;
  search: BoardSearch;
  onSearch: (search: BoardSearch) => void;
  /** Returns a custom drawing for a chart, if there is one. */
  drawingOf?: (chart: Chart) => ReactNode | undefined;
}

const none: Chosen = {};

export function Board({ name, title, user, search, onSearch, drawingOf }: Props) {
  const chosen = search.where ?? none;
  const { data: loaded, error, isPlaceholderData } = useDashboard(name, chosen);
  // React renders the many charts in small steps, so that the page responds to the user meanwhile.
  const data = useDeferredValue(loaded);
  const [whole, setWhole] = useState(false);
  const [views] = useState(() => new Map<string, () => CardView>());
  const board = useMemo(() => ({ views, whole }), [views, whole]);
  const saveSlides = async () => {
    setWhole(true);
    const { saveSlides: save } = await import("./files/slides.ts");
    const shown = numbersFirst(data?.charts ?? []);
    const words = { title, subtitle: filterWords(chosen), source: sourceLine(user) };
    await save(
      words,
      shown.flatMap(({ key }) => views.get(key) ?? []),
    );
  };
  const card = (chart: Chart) => (
    <Card key={chart.key} {...{ board: name, chart, search, onSearch }} drawing={drawingOf?.(chart)} />
  );
  return (
    <BoardContext value={board}>
      <div className={classes.filters}>
        <FilterBar
          record={chartFilters}
          user={user}
          where={chosen}
          onSearch={(where) => onSearch({ ...search, where })}
        />
        <Button
          look="default"
          icon={<IconPresentation size={16} aria-hidden />}
          disabled={!data}
          onClick={() => void saving(saveSlides)}
        >
          Save as slides
        </Button>
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
        <LoadingBoard />
      )}
    </BoardContext>
  );
}

interface CardProps extends Pick<Props, "search" | "onSearch"> {
  board: DashboardName;
  chart: Chart;
  drawing: ReactNode | undefined;
}

/**
 * Shows a chart, or its comparison over time if the URL asks for it. Both views use the same card component, so that
 * the menu button keeps the focus when the view changes.
 */
function Card({ board, chart, search, onSearch, drawing }: CardProps) {
  const chosen = search.where ?? none;
  const onCompare = (compare: Comparison | undefined) => onSearch({ ...search, compare });
  const [by] = comparable(chart);
  const comparison = by && search.compare?.chart === chart.key ? search.compare : undefined;
  const compared = useCompared({ board, chart, chosen, comparison, onCompare });
  return (
    <ChartCard
      chart={chart}
      chosen={chosen}
      drawing={drawing}
      {...(by && { compare: { on: false, toggle: () => onCompare({ chart: chart.key, by }) } })}
      {...compared}
    />
  );
}

const LoadingBoard = () => (
  <div className={classes.board}>
    {[110, 290, 290, 290, 290].map((height, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders for the charts.
      <div key={place} className={place === 0 ? classes.numberCards : classes.card}>
        <Skeleton height={height} />
      </div>
    ))}
  </div>
);

const numbersFirst = (charts: readonly Chart[]): Chart[] => [
  ...charts.filter(hasNumbers),
  ...charts.filter((chart) => !hasNumbers(chart)),
];
