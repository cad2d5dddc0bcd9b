/**
 * Draws the answer to an Explore question as bars or lines. Pressing a part of the drawing opens the list of the rows
 * that the part counts.
 */
import { lazy, Suspense } from "react";
import { Skeleton } from "../../../components/button.tsx";
import { WhenNear } from "../../../components/when-near.tsx";
import { loadChunk } from "../../../lib/http/load-chunk.ts";
import { heightOf } from "../../charts/drawing/size.ts";
import type { DrawnChart } from "../../charts/figures/figures.ts";
import classes from "../common/explore.module.css";
import { mostSeries } from "./answer-chart.ts";

const Plot = lazy(() => loadChunk(() => import("../../charts/drawing/plot.tsx")));

/** @param left Number of series in the table that the drawing leaves out. */
export function AnswerDrawing({ chart, left }: { chart: DrawnChart; left: number }) {
  return (
    <>
      <WhenNear heightIn={(width) => heightOf(chart, width)} now>
        {(width) => (
          <Suspense fallback={<Skeleton height={heightOf(chart, width)} />}>
            <Plot chart={chart} width={width} />
          </Suspense>
        )}
      </WhenNear>
      {left > 0 && (
        <p className={classes.note}>
          The chart shows {mostSeries} of {mostSeries + left} series. The table of this question shows all.
        </p>
      )}
    </>
  );
}
