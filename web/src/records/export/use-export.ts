/** An export from its confirmation to the link of its file (spec sections 4, 8 and 9). */
import { useCallback, useEffect, useRef, useState } from "react";
import { reportFileName } from "#shared/rules/report-file.ts";
import type { MadeFile } from "../../components/overlays/file-toast.tsx";
import { messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import type { JobProgress } from "../workbook/excel-client.ts";
import type { MakeReport } from "../workbook/report-job.ts";

export interface Export {
  progress: JobProgress | null;
  file: MadeFile | null;
  start: () => Promise<void>;
  cancel: () => void;
  /** Takes the link away and frees the file. */
  dismiss: () => void;
}

const noData = "No data to export.";
const noDataSeconds = 4;

export function useExport(make: MakeReport): Export {
  const [progress, setProgress] = useState<JobProgress | null>(null);
  const [file, setFile] = useState<MadeFile | null>(null);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => () => (file ? URL.revokeObjectURL(file.url) : undefined), [file]);

  const start = useCallback(async () => {
    const abort = new AbortController();
    running.current = abort;
    setFile(null);
    setProgress({ step: "fetching", done: 0, all: 0 });
    try {
      const made = await make(abort.signal, setProgress);
      if (abort.signal.aborted) return;
      if (made && made.rows > 0) {
        setFile({ name: reportFileName(), url: URL.createObjectURL(made.file), rows: made.rows });
      } else notify({ message: noData, tone: "info", seconds: noDataSeconds });
    } catch (problem) {
      if (abort.signal.aborted) return;
      console.error("The export failed.", problem);
      notify({ title: messageOf(problem), message: noData, tone: "error", seconds: noDataSeconds });
    } finally {
      if (running.current === abort) setProgress(null);
    }
  }, [make]);

  const cancel = useCallback(() => running.current?.abort(), []);
  const dismiss = useCallback(() => setFile(null), []);
  return { progress, file, start, cancel, dismiss };
}
