/** Uploads of new or changed rows: stores the files in Storage, then saves the rows in the database. */
import { Problem } from "../../contracts/base/problems.ts";
import type { Item } from "../../contracts/record-entries.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";
import { sweepAfter } from "../storage/sweep.ts";
import { confirmUpload, type FileItem, storeUpload } from "./uploads.ts";

/** An item to save with its file. `savedAs` is the id of the row if an earlier attempt has saved the item. */
export interface UploadJob {
  item: Item;
  /** The file to store. Null if a row is changed and keeps its file. */
  file: FileItem | null;
  /** Values of the columns that the server sets from the file, by column name. */
  beside: JsonObject;
  savedAs: number | null;
  place: { path: string; thumbnailPath: string | null } | null;
}

/** Returns the announced files of the jobs (the files that the database has recorded), with their paths in Storage. */
const announced = (jobs: readonly UploadJob[]) =>
  jobs.flatMap(({ file, place }) => (file && place ? [{ file, place }] : []));

/** Returns the ids of the uploads that were recorded in the database for the jobs. */
export const uploadIdsOf = (jobs: readonly UploadJob[]): string[] =>
  announced(jobs).map(({ file }) => file.uploadId);

interface Run {
  caller: Caller;
  jobs: readonly UploadJob[];
  failed: (error: unknown) => void;
  explain: (error: unknown) => Promise<unknown>;
  /** Returns the rows if another request has saved the same uploads, otherwise null. */
  earlier: () => Promise<string | null>;
}

/**
 * Stores the files and then saves the rows. If the database refuses the rows after the files are stored, for example
 * because the reporting window has just closed, the uploads are removed.
 * @throws Problem; Error when a retry of the same upload may succeed.
 */
export async function runUploadJobs(
  { caller, jobs, failed, explain, earlier }: Run,
  finish: (tx: Transaction) => Promise<string>,
): Promise<string> {
  if (jobs.length === 0) throw new Problem("malformed", "Send at least one file.");
  try {
    for (const { file, place } of announced(jobs)) await storeUpload(file, place);
    const confirm = async (tx: Transaction) => {
      for (const { file } of announced(jobs)) await confirmUpload(tx, caller.userId, file);
    };
    return await asCaller(caller, finish, { write: true, before: confirm });
  } catch (error) {
    // If another request has already saved the same uploads, its rows are the result, and the error is dropped.
    const rows = await earlier().catch(() => null);
    if (rows) return rows;
    const problem = await explain(error);
    // If a retry may succeed, the upload stays recorded in the database, so that the retry can complete it. An upload
    // that is never completed is removed when it expires.
    if (problem instanceof Problem && problem.status < 500) {
      await sweepAfter(caller, failed, uploadIdsOf(jobs));
    }
    throw problem;
  }
}
