/** Dialogs of an export (confirmation, progress and file). They load on the first click of the export button. */
import { type ReactNode, useState } from "react";
import { later } from "../../components/later.tsx";
import type { ReportJob } from "../workbook/report-job.ts";

const Exporting = later(() => import("./exporting.tsx"));

export function useExportDialog(job: ReportJob): { ask: () => void; dialog: ReactNode } {
  const [asked, setAsked] = useState(0);
  return {
    ask: () => setAsked(asked + 1),
    dialog: asked > 0 && <Exporting {...job} asked={asked} />,
  };
}
