/** Types for exports: the finished file, and the function that makes the file. */
import type { ReactNode } from "react";
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
  /** Content of the export, in words for the confirmation dialog, such as "the user log under the current filters". */
  what: string;
  /** Shown below the question of the confirmation dialog, such as the conditions of the list. */
  details?: ReactNode;
  /** Number of rows, if the screen knows it. */
  total?: number | undefined;
  make: MakeReport;
  /** List that the export contains. Set only if the server may store the file of a large export. */
  list?: { screen: string; filter: ListBody } | undefined;
}
