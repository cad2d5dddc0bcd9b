/** Dialogs of an export (question, progress and file), loaded on the first click of the export button. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import type { ReportJob } from "../workbook/report-job.ts";

const Exporting = lazy(() => loadChunk(() => import("./exporting.tsx")));

export function useExportDialog(job: ReportJob): { ask: () => void; dialog: ReactNode } {
  const [asked, setAsked] = useState(0);
  return {
    ask: () => setAsked(asked + 1),
    dialog: asked > 0 && (
      <Suspense>
        <Exporting {...job} asked={asked} />
      </Suspense>
    ),
  };
}
