/** Items on their way through Storage into the database. */
import { Problem } from "../../contracts/problems.ts";
import type { Item } from "../../contracts/record-entries.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";
import { sweepAfter } from "../storage/sweep.ts";
import { confirmStored, type FileItem, store } from "./uploads.ts";

/** An item on its way: what is saved, or the row that an earlier try has made. */
export interface UploadJob {
  item: Item;
  /** Null where a row is changed and its file stays. */
  file: FileItem | null;
  /** Columns that come with the file. */
  beside: JsonObject;
  savedAs: number | null;
  place: { path: string; thumbnailPath: string | null } | null;
}

/** Files that were announced for the jobs, with where they go. */
const announced = (jobs: readonly UploadJob[]) =>
  jobs.flatMap(({ file, place }) => (file && place ? [{ file, place }] : []));

/** Uploads that were announced for the jobs. */
export const uploadsOf = (jobs: readonly UploadJob[]): string[] =>
  announced(jobs).map(({ file }) => file.uploadId);

interface Run {
  caller: Caller;
  jobs: readonly UploadJob[];
  failed: (error: unknown) => void;
  explain: (error: unknown) => Promise<unknown>;
  /** What another request has made of the same uploads. */
  earlier: () => Promise<string | null>;
}

/**
 * Stores the files and does the last step. What the database refuses then, such as a window closed meanwhile, is given up.
 * @throws Problem; an Error when a later try of the same upload may succeed.
 */
export async function runJobs(
  { caller, jobs, failed, explain, earlier }: Run,
  finish: (tx: Transaction) => Promise<string>,
): Promise<string> {
  if (jobs.length === 0) throw new Problem("malformed", "Send at least one file.");
  try {
    for (const { file, place } of announced(jobs)) await store(file, place);
    const confirm = async (tx: Transaction) => {
      for (const { file } of announced(jobs)) await confirmStored(tx, caller.userId, file);
    };
    return await asCaller(caller, finish, { write: true, before: confirm });
  } catch (error) {
    // The same request a second time finds everything taken; the first has done what it wanted.
    const rows = await earlier().catch(() => null);
    if (rows) return rows;
    const problem = await explain(error);
    // What may succeed at the next try stays announced; whatever is never finished is swept when its time is over.
    if (problem instanceof Problem && problem.status < 500) {
      await sweepAfter(caller, failed, uploadsOf(jobs));
    }
    throw problem;
  }
}
