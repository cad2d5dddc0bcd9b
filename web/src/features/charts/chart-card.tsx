/** One chart: its drawing or its table, what it means, and its files. */
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
  useId,
  useRef,
  useState,
} from "react";
import type { Chart } from "#shared/charts/figures/types.ts";
import { ActButton } from "../../components/act-button.tsx";
import { Skeleton } from "../../components/button.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import { sourceLine } from "../../lib/source-line.ts";
import { useUser } from "../../lib/user.ts";
import { useExportDialog } from "../../records/export/use-export-dialog.tsx";
import type { MakeReport } from "../../records/workbook/report-job.ts";
import { ChartTable, RoundedTable } from "./chart-table.tsx";
import classes from "./charts.module.css";
import { isEmpty } from "./figures.ts";
import { type Chosen, filterWords, labelOfFilter } from "./filters.ts";
import { Numbers } from "./numbers.tsx";

const Plot = lazy(() => loadChunk(() => import("./plot.tsx")));

interface Props {
  chart: Chart;
  chosen: Chosen;
  /** Drawn in place of the usual bars, where a chart has a picture of its own. */
  drawing?: ReactNode;
  /** Whether the chart is shown over time, where it can be. */
  compare?: { on: boolean; toggle: () => void };
  /** What is said above the drawing, to choose what it shows. */
  controls?: ReactNode;
  /** What the figures are of, beside the filters: the years that are compared. */
  about?: string;
}

export function ChartCard({ chart, chosen, drawing, compare, controls, about }: Props) {
  const id = useId();
  const holder = useRef<HTMLDivElement>(null);
  const user = useUser();
  const [asTable, setAsTable] = useState(false);
  const [explained, setExplained] = useState(false);
  const makeSheet = useCallback<MakeReport>(
    async (...job) => (await import("./sheet.ts")).sheetReport(chart)(...job),
    [chart],
  );
  const exporting = useExportDialog({
    what: `"${chart.title}"`,
    total: chart.groups.length,
    make: makeSheet,
  });
  const ignored = Object.keys(chosen).filter(
    (name) => !chart.dimensions.some((dimension) => dimension === name),
  );
  const nothing = isEmpty(chart) ? "There is nothing to save." : null;
  const drawn = chart.shape !== "numbers";
  return (
    <section
      className={classes.card}
      aria-labelledby={id}
      data-shape={chart.shape}
      data-own={drawing !== undefined || undefined}
      style={
        drawn ? undefined : ({ "--numbers": chart.groups.length * chart.series.length } as CSSProperties)
      }
    >
      <header className={classes.cardHead}>
        <h3 id={id}>{chart.title}</h3>
        <div className={classes.cardTools}>
          <ActButton
            label={explained ? `Hide what ${chart.title} means` : `What ${chart.title} means`}
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
          {drawn && !chart.rounded && (
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
                onAct={() => void tried(() => savePicture(holder.current, { chart, chosen, about }, user))}
              >
                <IconPhoto size={17} />
              </ActButton>
            </>
          )}
          {!chart.rounded && (
            <ActButton
              label={`Save ${chart.title} as an Excel file`}
              tone="plain"
              reason={nothing}
              onAct={exporting.ask}
            >
              <IconFileSpreadsheet size={17} />
            </ActButton>
          )}
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
        ) : chart.rounded ? (
          <RoundedTable chart={chart} figures={chart.rounded} />
        ) : !drawn ? (
          (drawing ?? <Numbers chart={chart} />)
        ) : asTable ? (
          <ChartTable chart={chart} />
        ) : isEmpty(chart) ? (
          <p className={classes.nothing}>No data available.</p>
        ) : (
          (drawing ?? (
            <Suspense fallback={<Skeleton height={200} />}>
              <Plot chart={chart} />
            </Suspense>
          ))
        )}
      </div>
    </section>
  );
}

async function savePicture(
  holder: HTMLElement | null,
  { chart, chosen, about }: Pick<Props, "chart" | "chosen" | "about">,
  user: CurrentUser,
): Promise<void> {
  if (!holder) return;
  const picture = await import("./picture.ts");
  const followed = Object.fromEntries(
    Object.entries(chosen).filter(([name]) => chart.dimensions.some((dimension) => dimension === name)),
  );
  await picture.savePicture(holder, {
    title: chart.title,
    subtitle: [chart.unit, about, filterWords(followed)].filter(Boolean).join(" · "),
    source: sourceLine(user),
  });
}

async function tried(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (problem) {
    console.error("The file could not be saved.", problem);
    notify({ title: "The file could not be saved.", message: messageOf(problem), tone: "error" });
  }
}
