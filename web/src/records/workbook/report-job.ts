/** Types of an export: how its file is made, and the finished file. */
import type { ListBody } from "../../lib/http/api.ts";
import type { JobProgress } from "./excel-client.ts";

export interface Workbook {
  file: Blob;
  /** Number of rows, without headings and footer. */
  rows: number;
}

/** Makes the file of an export. Returns null if there are no rows. Rejects if the export is cancelled. */
export type MakeReport = (
  signal: AbortSignal,
  onProgress: (progress: JobProgress) => void,
) => Promise<Workbook | null>;

export interface ReportJob {
  /** Content of the export as in the confirmation dialog, such as "the user log under the current filters". */
  what: string;
  /** Number of rows, if the screen knows it. */
  total?: number | undefined;
  make: MakeReport;
  /** List of the export, if the file of a long export is to be stored on the server. */
  list?: { screen: string; filter: ListBody } | undefined;
}
