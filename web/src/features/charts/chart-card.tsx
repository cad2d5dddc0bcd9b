/** One chart: its drawing or table, its explanation, and its exports. */
import {
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Skeleton } from "../../components/button.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import { sourceLine } from "../../lib/source-line.ts";
import { useUser } from "../../lib/user.ts";
import { useExportDialog } from "../../records/export/use-export-dialog.tsx";
import { BoardContext } from "./board-context.ts";
import { ChartTable } from "./chart-table.tsx";
import { ChartTools } from "./chart-tools.tsx";
import classes from "./charts.module.css";
import { heightOf } from "./drawing/size.ts";
import { type DrawnChart, isEmpty } from "./figures/figures.ts";
import { type Chosen, filterWords, labelOfFilter } from "./figures/filters.ts";
import { linesNote, omissionNote } from "./figures/notes.ts";
import type { PictureWords } from "./files/picture.ts";
import { Near } from "./near.tsx";
import { Numbers } from "./numbers.tsx";
import { saving } from "./saving.ts";
import { usePrint } from "./use-print.ts";

const Plot = lazy(() => loadChunk(() => import("./drawing/plot.tsx")));

export interface ChartCardProps {
  chart: DrawnChart;
  chosen: Chosen;
  /** Custom drawing, shown instead of the standard drawing of the chart. */
  drawing?: ReactNode;
  /** State of the comparison over time, and a function that switches it; missing if the chart can't be compared. */
  compare?: { on: boolean; toggle: () => void };
  /** Controls above the drawing that select what the drawing shows. */
  controls?: ReactNode;
  /** Compared periods, shown in the subtitle beside the filters. */
  about?: string;
}

export function ChartCard({ chart, chosen, drawing, compare, controls, about }: ChartCardProps) {
  const id = useId();
  const holder = useRef<HTMLDivElement>(null);
  const user = useUser();
  const [asTable, setAsTable] = useState(false);
  const [explained, setExplained] = useState(false);
  const printing = usePrint();
  const following = followed(chosen, chart);
  const exporting = useSheetExport(chart, following, user);
  const ignored = Object.keys(chosen).filter((name) => !(name in following));
  const drawn = chart.shape !== "numbers";
  const subtitle = [chart.unit, about, filterWords(following)].filter(Boolean).join(" · ");
  const words = {
    title: chart.title,
    subtitle,
    note: [omissionNote(chart), linesNote(chart)].filter(Boolean).join(" ") || null,
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
      data-printed={printing.isPrinted || undefined}
      style={
        drawn ? undefined : ({ "--numbers": chart.groups.length * chart.series.length } as CSSProperties)
      }
    >
      <header className={classes.cardHead}>
        <h3 id={id}>{chart.title}</h3>
        <ChartTools
          title={chart.title}
          isDrawing={drawn}
          explained={explained}
          onExplain={() => setExplained(!explained)}
          compare={compare}
          asTable={asTable}
          onTable={() => setAsTable(!asTable)}
          refusal={isEmpty(chart) ? "There is no data to save." : null}
          onSavePicture={() => void saving(() => savePicture(holder.current, words))}
          onSaveSheet={exporting.ask}
          onPrint={printing.print}
        />
      </header>
      {printing.isPrinted && <p className={classes.onPaper}>{subtitle}</p>}
      {exporting.dialog}
      <div aria-live="polite">{explained && <p className={classes.help}>{chart.help}</p>}</div>
      {ignored.length > 0 && (
        <p className={classes.note}>
          Not filtered by {ignored.map((name) => labelOfFilter(name).toLowerCase()).join(", ")}.
        </p>
      )}
      {controls}
      <div ref={holder} className={classes.drawing}>
        <ChartView chart={chart} drawing={drawing} asTable={asTable} />
      </div>
      <Notes chart={chart} asTable={asTable} />
      {printing.isPrinted && <p className={classes.onPaper}>{words.source}</p>}
    </section>
  );
}

function ChartView({
  chart,
  drawing,
  asTable,
}: Pick<ChartCardProps, "chart" | "drawing"> & { asTable: boolean }) {
  if (chart.withheld) return <p className={classes.note}>{chart.withheld}</p>;
  if (chart.shape === "numbers") return drawing ?? <Numbers chart={chart} />;
  if (asTable) return <ChartTable chart={chart} />;
  if (isEmpty(chart)) return <p className={classes.nothing}>No data available.</p>;
  return (
    drawing ?? (
      <Near heightIn={(width) => heightOf(chart, width)}>
        {(width) => (
          <Suspense fallback={<Skeleton height={heightOf(chart, width)} />}>
            <Plot chart={chart} width={width} />
          </Suspense>
        )}
      </Near>
    )
  );
}

/** Sentences about the figures that the drawing or the table leaves out. */
function Notes({ chart, asTable }: { chart: DrawnChart; asTable: boolean }) {
  const omission = omissionNote(chart);
  const lines = asTable ? null : linesNote(chart);
  return (
    <>
      {omission && (
        <p className={classes.note}>{omission} To see the others, filter by a region or province.</p>
      )}
      {lines && <p className={classes.note}>{lines} The table shows all lines.</p>}
    </>
  );
}

/**
 * Returns the dialog that exports a chart to Excel. The code that writes the file loads on first use.
 * @param following Filters that apply to the chart.
 */
function useSheetExport(chart: DrawnChart, following: Chosen, user: CurrentUser) {
  const conditions = Object.keys(following).length > 0 ? [filterWords(following)] : [];
  return useExportDialog({
    what: `"${chart.title}"`,
    total: chart.groups.length,
    make: async (...job) =>
      (await import("./files/sheet.ts")).sheetReport(chart, { user, conditions, note: omissionNote(chart) })(
        ...job,
      ),
  });
}

async function savePicture(holder: HTMLElement | null, words: PictureWords): Promise<void> {
  if (holder) await (await import("./files/picture.ts")).savePicture(holder, words);
}

/** Returns the filters that apply to the chart. */
const followed = (chosen: Chosen, { dimensions }: DrawnChart): Chosen =>
  Object.fromEntries(
    Object.entries(chosen).filter(([name]) => dimensions.some((dimension) => dimension === name)),
  );
