/** One chart: its drawing or table, its explanation, and its exports. */
import {
  IconCalendarStats,
  IconChartBar,
  IconFileSpreadsheet,
  IconHelp,
  IconPhoto,
  IconTable,
} from "@tabler/icons-react";
import {
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { ActButton } from "../../components/act-button.tsx";
import { Skeleton } from "../../components/button.tsx";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import { sourceLine } from "../../lib/source-line.ts";
import { useUser } from "../../lib/user.ts";
import { useExportDialog } from "../../records/export/use-export-dialog.tsx";
import type { MakeReport } from "../../records/workbook/report-job.ts";
import { BoardContext } from "./board-context.ts";
import { ChartTable } from "./chart-table.tsx";
import classes from "./charts.module.css";
import { heightOf } from "./drawing/size.ts";
import { type DrawnChart, isEmpty } from "./figures/figures.ts";
import { type Chosen, filterWords, labelOfFilter } from "./figures/filters.ts";
import { Near } from "./near.tsx";
import { Numbers } from "./numbers.tsx";
import { saving } from "./saving.ts";

const Plot = lazy(() => loadChunk(() => import("./drawing/plot.tsx")));

interface Props {
  chart: DrawnChart;
  chosen: Chosen;
  /** Custom drawing that replaces the usual one. */
  drawing?: ReactNode;
  /** Switches the comparison over time; missing if the chart can't be compared. */
  compare?: { on: boolean; toggle: () => void };
  /** Controls above the drawing that select what it shows. */
  controls?: ReactNode;
  /** Compared periods, shown in the subtitle beside the filters. */
  about?: string;
}

export function ChartCard({ chart, chosen, drawing, compare, controls, about }: Props) {
  const id = useId();
  const holder = useRef<HTMLDivElement>(null);
  const user = useUser();
  const [asTable, setAsTable] = useState(false);
  const [explained, setExplained] = useState(false);
  const makeSheet = useCallback<MakeReport>(
    async (...job) => (await import("./files/sheet.ts")).sheetReport(chart)(...job),
    [chart],
  );
  const exporting = useExportDialog({
    what: `"${chart.title}"`,
    total: chart.groups.length,
    make: makeSheet,
  });
  const following = followed(chosen, chart);
  const ignored = Object.keys(chosen).filter((name) => !(name in following));
  const nothing = isEmpty(chart) ? "There is no data to save." : null;
  const drawn = chart.shape !== "numbers";
  const words = {
    title: chart.title,
    subtitle: [chart.unit, about, filterWords(following)].filter(Boolean).join(" · "),
    source: sourceLine(user),
  };
  const { views } = useContext(BoardContext);
  useEffect(() => {
    views.set(chart.key, () => ({ chart, words, holder: drawn && !asTable ? holder.current : null }));
    return () => void views.delete(chart.key);
  });
  return (
    <section
      className={classes.card}
      aria-labelledby={id}
      data-shape={chart.shape}
      style={
        drawn ? undefined : ({ "--numbers": chart.groups.length * chart.series.length } as CSSProperties)
      }
    >
      <header className={classes.cardHead}>
        <h3 id={id}>{chart.title}</h3>
        <div className={classes.cardTools}>
          <ActButton
            label={explained ? `Hide the explanation of ${chart.title}` : `Explain ${chart.title}`}
            tone="plain"
            onAct={() => setExplained(!explained)}
          >
            <IconHelp size={17} />
          </ActButton>
          {compare && (
            <ActButton
              label={compare.on ? `Show ${chart.title} as a whole` : `Compare ${chart.title} over time`}
              tone="plain"
              onAct={compare.toggle}
            >
              <IconCalendarStats size={17} />
            </ActButton>
          )}
          {drawn && (
            <>
              <ActButton
                label={asTable ? `Show ${chart.title} as a chart` : `Show ${chart.title} as a table`}
                tone="plain"
                onAct={() => setAsTable(!asTable)}
              >
                {asTable ? <IconChartBar size={17} /> : <IconTable size={17} />}
              </ActButton>
              <ActButton
                label={`Save ${chart.title} as a picture`}
                tone="plain"
                reason={asTable ? "Show the chart first." : nothing}
                onAct={() =>
                  void saving(async () => {
                    if (holder.current)
                      await (await import("./files/picture.ts")).savePicture(holder.current, words);
                  })
                }
              >
                <IconPhoto size={17} />
              </ActButton>
            </>
          )}
          <ActButton
            label={`Save ${chart.title} as an Excel file`}
            tone="plain"
            reason={nothing}
            onAct={exporting.ask}
          >
            <IconFileSpreadsheet size={17} />
          </ActButton>
        </div>
      </header>
      {exporting.dialog}
      {explained && <p className={classes.help}>{chart.help}</p>}
      {ignored.length > 0 && (
        <p className={classes.note}>
          Not filtered by {ignored.map((name) => labelOfFilter(name).toLowerCase()).join(", ")}.
        </p>
      )}
      {controls}
      <div ref={holder} className={classes.drawing}>
        {chart.withheld ? (
          <p className={classes.note}>{chart.withheld}</p>
        ) : !drawn ? (
          (drawing ?? <Numbers chart={chart} />)
        ) : asTable ? (
          <ChartTable chart={chart} />
        ) : isEmpty(chart) ? (
          <p className={classes.nothing}>No data available.</p>
        ) : (
          (drawing ?? (
            <Near heightIn={(width) => heightOf(chart, width)}>
              {(width) => (
                <Suspense fallback={<Skeleton height={heightOf(chart, width)} />}>
                  <Plot chart={chart} width={width} />
                </Suspense>
              )}
            </Near>
          ))
        )}
      </div>
    </section>
  );
}

/** Returns the filters that apply to the chart. */
const followed = (chosen: Chosen, { dimensions }: DrawnChart): Chosen =>
  Object.fromEntries(
    Object.entries(chosen).filter(([name]) => dimensions.some((dimension) => dimension === name)),
  );
