/** Page side of the Excel worker. Each job has its own worker, which ends when the job ends or is cancelled. */
import type { SheetRow } from "#shared/import/reading/cells.ts";
import type { ExcelReply, ExcelRequest } from "./excel-jobs.ts";
import type { ReadSheet } from "./read-file.ts";

export interface JobProgress {
  step: string;
  done: number;
  /** Total number of items to process; 0 if the total is not known. */
  all: number;
}

interface Listeners {
  onProgress?: ((progress: JobProgress) => void) | undefined;
  onRows?: (rows: readonly SheetRow[]) => void;
  signal?: AbortSignal | undefined;
}

type LastReply = Extract<ExcelReply, { kind: "done" | "file" }>;

/** A running job. `result` rejects with the worker's error message, or with an AbortError if the job is cancelled. */
interface Job {
  post(request: ExcelRequest, transfer?: Transferable[]): void;
  result: Promise<LastReply>;
}

function startJob({ onProgress, onRows, signal }: Listeners): Job {
  const worker = new Worker(new URL("./excel.worker.ts", import.meta.url), { type: "module" });
  const result = new Promise<LastReply>((resolve, reject) => {
    const stop = () => reject(new DOMException("Cancelled", "AbortError"));
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
    worker.addEventListener("message", ({ data }: MessageEvent<ExcelReply>) => {
      if (data.kind === "progress") onProgress?.(data);
      else if (data.kind === "rows") onRows?.(data.rows);
      else if (data.kind === "failed") reject(new Error(data.message));
      else resolve(data);
    });
    worker.addEventListener("error", () =>
      reject(new Error("Reading or writing the Excel file failed. Reload the page.")),
    );
  }).finally(() => worker.terminate());
  return { post: (request, transfer = []) => worker.postMessage(request, transfer), result };
}

/** Reads the sheet with the given name from a file. Without a name, reads the most likely sheet. */
export async function readFile(
  route: string,
  file: Blob,
  wanted: string | null,
  listeners: Omit<Listeners, "onRows"> = {},
): Promise<ReadSheet> {
  const rows: SheetRow[] = [];
  const bytes = await file.arrayBuffer().catch(() => {
    // Browsers refuse to read a file that another program has saved since the user chose it.
    throw new Error("The file cannot be read; it may have changed since it was chosen. Choose it again.");
  });
  const job = startJob({ ...listeners, onRows: (more) => rows.push(...more) });
  job.post({ kind: "read", route, bytes, sheet: wanted }, [bytes]);
  const reply = await job.result;
  if (reply.kind !== "done") throw new Error("The file could not be read.");
  return { ...reply.sheet, rows };
}

/** Writes a file: a report, the import template, or the rows with problems. */
export async function writeFile(
  request: Exclude<ExcelRequest, { kind: "read" }>,
  listeners: Omit<Listeners, "onRows"> = {},
): Promise<{ file: Blob; rows: number }> {
  const job = startJob(listeners);
  job.post(request);
  const reply = await job.result;
  if (reply.kind !== "file") throw new Error("The file could not be written.");
  return reply;
}
