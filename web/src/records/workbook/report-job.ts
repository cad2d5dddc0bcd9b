/** What an export is told: how its file is made, and what a made file is. */
import type { ListBody } from "../../lib/http/api.ts";
import type { JobProgress } from "./excel-client.ts";

export interface Workbook {
  file: Blob;
  /** Rows in it, without headings and footer. */
  rows: number;
}

/** Makes the file of an export; null where there is no row. Rejects when it is cancelled. */
export type MakeReport = (
  signal: AbortSignal,
  onProgress: (progress: JobProgress) => void,
) => Promise<Workbook | null>;

export interface ReportJob {
  /** What is written, as the confirmation says it: "the user log under the current filters". */
  what: string;
  /** How many rows that is, where the screen knows it. */
  total?: number | undefined;
  make: MakeReport;
  /** The list that it is of, where the file of a long one is kept. */
  list?: { screen: string; filter: ListBody } | undefined;
}
