/** Exports the entries of the outbox to Excel when the user presses a button. */
import { useState } from "react";
import { messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import type { Entry } from "../../lib/outbox/entry.ts";
import { exportEntries } from "./export-entries.ts";

/** Returns a function that exports the entries, and whether an export is running. A failed export shows a notice. */
export function useEntryExport(entries: readonly Entry[]): { exporting: boolean; toExcel: () => void } {
  const [exporting, setExporting] = useState(false);
  const run = async () => {
    setExporting(true);
    await exportEntries(entries).catch((problem: unknown) =>
      notify({ tone: "error", message: messageOf(problem) }),
    );
    setExporting(false);
  };
  return { exporting, toExcel: () => void run() };
}
