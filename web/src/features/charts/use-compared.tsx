/** Compares the figures of a chart over time, per year or per quarter, as bars or lines in the chart's card. */
import type { Chart, DashboardName } from "#shared/charts/figures/types.ts";
import { Button, Skeleton } from "../../components/button.tsx";
import { messageOf } from "../../lib/http/problem.ts";
import type { ChartCardProps } from "./chart-card.tsx";
import classes from "./charts.module.css";
import type { Comparison } from "./figures/compared.ts";
import { asLines, comparable, periodsOf, sideBySide } from "./figures/comparison.ts";
import type { Chosen } from "./figures/filters.ts";
import { useChartIn } from "./figures/use-dashboard.ts";

const names = { years: "Years", quarters: "Quarters" } as const;
const looks = [
  { as: undefined, label: "Bars" },
  { as: "lines", label: "Lines" },
] as const;

interface Props {
  board: DashboardName;
  chart: Chart;
  chosen: Chosen;
  /** The comparison in the URL; missing if the chart is not compared. */
  comparison: Comparison | undefined;
  onCompare: (comparison: Comparison | undefined) => void;
}

/** Returns the props of the chart's card during a comparison; undefined if the chart is not compared. */
export function useCompared(props: Props): Partial<ChartCardProps> | undefined {
  const { board, chart, chosen, comparison, onCompare } = props;
  const series = chart.series.find(({ key }) => key === comparison?.series) ?? chart.series[0];
  const periods = comparison ? periodsOf(comparison, chosen) : [];
  const { charts, error } = useChartIn(board, chart.key, periods);
  if (!comparison) return undefined;
  const { as } = comparison;
  const read = charts.filter((one) => one !== null);
  const whole = read.length === periods.length;
  const over = as === "lines" ? asLines : sideBySide;
  const shown = whole && series ? over(chart, read, periods, series.key) : null;
  return {
    chart: shown ?? { ...chart, shape: as ?? "bars" },
    compare: { on: true, toggle: () => onCompare(undefined) },
    about: periods.map(({ label }) => label).join(", "),
    drawing: error ? <p role="alert">{messageOf(error)}</p> : shown ? undefined : <Skeleton height={200} />,
    controls: <CompareControls {...{ chart, comparison, onCompare }} series={series?.key} />,
  };
}

interface ControlsProps extends Pick<Props, "chart" | "onCompare"> {
  comparison: Comparison;
  /** Key of the series that is compared. */
  series: string | undefined;
}

function CompareControls({ chart, comparison, series, onCompare }: ControlsProps) {
  const { by, as } = comparison;
  return (
    <div className={classes.compare}>
      {comparable(chart).map((way) => (
        <Button
          key={way}
          look={way === by ? "filled" : "default"}
          aria-pressed={way === by}
          onClick={() => onCompare({ ...comparison, by: way })}
        >
          {names[way]}
        </Button>
      ))}
      <span className={classes.between} />
      {looks.map((look) => (
        <Button
          key={look.label}
          look={look.as === as ? "filled" : "default"}
          aria-pressed={look.as === as}
          onClick={() => onCompare({ ...comparison, as: look.as })}
        >
          {look.label}
        </Button>
      ))}
      {chart.series.length > 1 && (
        <select
          aria-label={`Figures of ${chart.title}`}
          value={series}
          onChange={({ target }) => onCompare({ ...comparison, series: target.value })}
        >
          {chart.series.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
