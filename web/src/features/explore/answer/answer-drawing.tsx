/**
 * Draws the result of an Explore query as bars or lines. Pressing a part opens the list of the rows that the part
 * counts.
 */
import { lazy, Suspense } from "react";
import { Skeleton } from "../../../components/button.tsx";
import { WhenNear } from "../../../components/when-near.tsx";
import { loadChunk } from "../../../lib/http/load-chunk.ts";
import { heightOf } from "../../charts/drawing/size.ts";
import type { DrawnChart } from "../../charts/figures/figures.ts";
import classes from "../common/explore.module.css";

const Plot = lazy(() => loadChunk(() => import("../../charts/drawing/plot.tsx")));

/** @param note Sentence that states what the drawing leaves out; null if it shows all series. */
export function AnswerDrawing({ chart, note }: { chart: DrawnChart; note: string | null }) {
  return (
    <>
      <WhenNear heightIn={(width) => heightOf(chart, width)} now>
        {(width) => (
          <Suspense fallback={<Skeleton height={heightOf(chart, width)} />}>
            <Plot chart={chart} width={width} />
          </Suspense>
        )}
      </WhenNear>
      {note !== null && <p className={classes.note}>{note}</p>}
    </>
  );
}
