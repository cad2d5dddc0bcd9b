/** An export from its confirmation to the link of its file (spec sections 4, 8 and 9). */
import { useCallback, useEffect, useRef, useState } from "react";
import type { AnyRecord } from "../../../../edge-functions/_shared/records/types.ts";
import { reportFileName } from "../../../../edge-functions/_shared/rules/report-file.ts";
import { api, type ListBody } from "../../lib/api.ts";
import { notify } from "../../lib/notify.ts";
import { messageOf } from "../../lib/problem.ts";
import { readSession } from "../../lib/session.ts";
import { workbookUrl } from "./download.ts";
import { type JobProgress, writeFile } from "./excel-client.ts";

export interface ReportFile {
  name: string;
  url: string;
  rows: number;
}

interface Wanted {
  record: AnyRecord;
  /** Filters, search and sort of the list; without page. */
  filter: ListBody;
}

export interface Export {
  progress: JobProgress | null;
  file: ReportFile | null;
  start: () => Promise<void>;
  cancel: () => void;
  /** Takes the link away and frees the file. */
  dismiss: () => void;
}

const noData = "No data to export.";
const noDataSeconds = 4;

export function useExport({ record, filter }: Wanted): Export {
  const [progress, setProgress] = useState<JobProgress | null>(null);
  const [file, setFile] = useState<ReportFile | null>(null);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => () => (file ? URL.revokeObjectURL(file.url) : undefined), [file]);

  const start = useCallback(async () => {
    const abort = new AbortController();
    running.current = abort;
    setFile(null);
    setProgress({ step: "fetching", done: 0, all: 0 });
    try {
      const made = await exportRows({ record, filter }, abort.signal, setProgress);
      if (made) setFile(made);
      else notify({ message: noData, tone: "info", seconds: noDataSeconds });
    } catch (problem) {
      if (abort.signal.aborted) return;
      console.error("The export failed.", problem);
      notify({ title: messageOf(problem), message: noData, tone: "error", seconds: noDataSeconds });
    } finally {
      if (running.current === abort) setProgress(null);
    }
  }, [record, filter]);

  const cancel = useCallback(() => running.current?.abort(), []);
  const dismiss = useCallback(() => setFile(null), []);
  return { progress, file, start, cancel, dismiss };
}

/** The report's file; null when no row is under the filter. */
async function exportRows(
  { record, filter }: Wanted,
  signal: AbortSignal,
  onProgress: (progress: JobProgress) => void,
): Promise<ReportFile | null> {
  // This call also renews a session that is about to end, which the worker cannot.
  const { total } = await api.list(record.path, { ...filter, page: 1, page_size: 1 }, signal);
  if (total === 0) return null;
  const token = readSession()?.access_token ?? "";
  const job = { kind: "report", route: record.route, filter, token } as const;
  const { bytes, rows } = await writeFile(job, { signal, onProgress });
  return rows === 0 ? null : { name: reportFileName(), url: workbookUrl(bytes), rows };
}
