/**
 * State of an export, from its confirmation to the file link (spec sections 4, 8 and 9). An export of very many rows is
 * a background job. The job continues while the user works on other screens, and the server stores the file for some
 * days.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { maxRowsWithoutJob } from "#shared/rules/job-limits.ts";
import { reportFileName } from "#shared/rules/report-file.ts";
import type { MadeFile } from "../../components/overlays/file-toast.tsx";
import { count } from "../../lib/format.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import { newImportId } from "../common/import-id.ts";
import { BackgroundJob } from "../jobs/background-jobs.ts";
import { registerJob, storeJobFile } from "../jobs/jobs.ts";
import { download } from "../workbook/download.ts";
import type { JobProgress } from "../workbook/excel-client.ts";
import type { ReportJob, Workbook } from "../workbook/report-job.ts";

export interface Export {
  progress: JobProgress | null;
  file: MadeFile | null;
  /** True if the export may continue in the background. */
  long: boolean;
  start: () => Promise<void>;
  cancel: () => void;
  /** Moves the export to the background. */
  background: () => void;
  /** Removes the link and frees the memory of the file. */
  dismiss: () => void;
}

const noData = "No data to export.";
const noDataSeconds = 4;

/** Export in progress. */
interface Running {
  abort: AbortController;
  work: BackgroundJob | null;
  /** True once the user left this screen or moved the export to the background. */
  left: boolean;
}

/** Registers an export of very many rows as a job. Returns null for a smaller export. */
async function registerLongExport(
  { what, total = 0, list }: ReportJob,
  cancel: () => void,
): Promise<BackgroundJob | null> {
  if (!list || total <= maxRowsWithoutJob) return null;
  const id = newImportId();
  await registerJob({ job_id: id, screen: list.screen, filter: { ...list.filter } });
  return new BackgroundJob({ ...{ id, all: total, cancel }, title: `Exporting ${what}` });
}

/** Stores the file and reports the end of the export. */
async function storeFile(work: BackgroundJob, { file, rows }: Workbook, signal: AbortSignal): Promise<void> {
  const problem = await storeJobFile(work.onScreen.id, file, signal).then(
    () => null,
    (thrown) => `The file was not stored. ${messageOf(thrown)}`,
  );
  await work.end("finished", { done: rows, problem });
}

/**
 * Downloads the file of an ended export and shows a message. If the user left the screen, offers the file in a notice
 * instead. Stores the file of a background job on the server.
 */
async function deliverFile(
  made: Workbook | null,
  { work, left, abort }: Running,
  showFile: (file: MadeFile) => void,
): Promise<void> {
  if (made && made.rows > 0) {
    if (left) offerDownload(made);
    else {
      const name = reportFileName();
      download(made.file, name);
      showFile({ name, url: URL.createObjectURL(made.file), rows: made.rows });
    }
    if (work) await storeFile(work, made, abort.signal);
  } else {
    notify({ message: noData, tone: "info", seconds: noDataSeconds });
    await work?.end("finished", { done: 0 });
  }
}

/** Ends the job of a cancelled or failed export. Shows a message only after a failure. */
function reportFailure(problem: unknown, { work, abort: { signal } }: Running, written: number): void {
  const message = messageOf(problem);
  void work?.end(signal.aborted ? "cancelled" : "failed", {
    done: written,
    problem: signal.aborted ? null : message,
  });
  if (signal.aborted) return;
  console.error("The export failed.", problem);
  notify({ title: message, message: noData, tone: "error", seconds: noDataSeconds });
}

/**
 * Keeps track of the export in progress. If the user leaves the screen, a background job continues and a smaller export
 * ends.
 */
function useRunning() {
  const running = useRef<Running | null>(null);
  useEffect(
    () => () => {
      if (!running.current) return;
      running.current.left = true;
      if (!running.current.work) running.current.abort.abort();
    },
    [],
  );
  return running;
}

export function useExport(job: ReportJob): Export {
  const [progress, setProgress] = useState<JobProgress | null>(null);
  const [file, setFile] = useState<MadeFile | null>(null);
  const [long, setLong] = useState(false);
  const running = useRunning();
  useEffect(() => () => (file ? URL.revokeObjectURL(file.url) : undefined), [file]);

  const start = useCallback(async () => {
    const abort = new AbortController();
    const { signal } = abort;
    const here: Running = { abort, work: null, left: false };
    running.current = here;
    setFile(null);
    setProgress({ step: "fetching", done: 0, all: 0 });
    let written = 0;
    /** Closes the progress dialog, unless the dialog shows the progress of a newer export. */
    const close = () => running.current === here && setProgress(null);
    try {
      here.work = await registerLongExport(job, () => abort.abort());
      setLong(here.work !== null);
      here.work?.run();
      const made = await job.make(signal, (step) => {
        if (running.current === here && !here.left) setProgress(step);
        if (step.step === "writing") written = step.done;
        here.work?.updateProgress({ handled: written }, { done: written });
      });
      if (signal.aborted) throw signal.reason;
      close();
      await deliverFile(made, here, setFile);
    } catch (problem) {
      close();
      reportFailure(problem, here, written);
    }
  }, [job, running]);

  const cancel = useCallback(() => running.current?.abort.abort(), [running]);
  const background = useCallback(() => {
    if (running.current) running.current.left = true;
    running.current = null;
    setProgress(null);
  }, [running]);
  const dismiss = useCallback(() => setFile(null), []);
  return { progress, file, long, start, cancel, background, dismiss };
}

/** Offers a file that was written in the background, on any screen the user has open. */
function offerDownload({ file, rows }: Workbook): void {
  const name = reportFileName();
  notify({
    ...{ title: "The report is ready", tone: "success", seconds: 30 },
    message: `${name} (${count(rows)} rows)`,
    act: { label: "Download", run: () => download(file, name) },
  });
}
