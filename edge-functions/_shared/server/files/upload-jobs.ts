/** What creating and changing rows with files share: the item on its way, and its way through Storage into the database. */
import { Problem } from "../../contracts/problems.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Table } from "../db/columns.ts";
import type { Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";
import { sweepAfter } from "../storage/sweep.ts";
import type { ReceivedItem } from "./received-files.ts";
import { confirmStored, type FileItem, type Owner, store } from "./uploads.ts";

/** What is written, and what is read of it. */
export type Tables = { table: Table; listed: Table };

/** An item on its way: what its row will be, or the row that an earlier try has made. */
export interface UploadJob {
  item: FileItem;
  row: JsonObject;
  savedAs: number | null;
  place: { path: string; thumbnailPath: string | null } | null;
}

/** Uploads that were announced for the jobs. */
export const uploadsOf = (jobs: readonly UploadJob[]): string[] =>
  jobs.filter(({ place }) => place).map(({ item }) => item.uploadId);

/** @throws Problem malformed when the item came without its file. */
export const withFile = (item: ReceivedItem): FileItem => {
  if (item.file) return { ...item, file: item.file };
  const message = "Each item needs its file.";
  throw new Problem("malformed", message, [{ index: item.index, field: "file", message }]);
};

/** Whether rows of the record type have a column that comes with the file. */
export const comesWithFile = (record: AnyRecord, name: string): boolean =>
  record.serverFields?.some((field) => field.name === name) ?? false;

/** The record that the file of such a row belongs to. */
export function ownerOf(record: AnyRecord, row: Readonly<JsonObject>): Owner {
  const owner = record.files?.owner;
  if (!owner) throw new Problem("not_found", `A ${record.noun.one} has no file.`);
  const table = "table" in owner ? owner.table : String(row[owner.tableField]);
  return { table, id: Number(row[owner.id]) };
}

interface Run {
  caller: Caller;
  jobs: readonly UploadJob[];
  failed: (error: unknown) => void;
  explain: (error: unknown, item: FileItem, row: JsonObject) => Promise<unknown>;
  /** What another request has made of the same uploads. */
  earlier?: () => Promise<string | null>;
}

/**
 * Stores the files and does the last step. What the database refuses then, such as a window closed meanwhile, is given up.
 * @throws Problem; an Error when a later try of the same upload may succeed.
 */
export async function runJobs(
  { caller, jobs, failed, explain, earlier }: Run,
  finish: (tx: Transaction) => Promise<string>,
): Promise<string> {
  const [first] = jobs;
  if (!first) throw new Problem("malformed", "Send at least one file.");
  try {
    for (const { item, place } of jobs) if (place) await store(item, place);
    const confirm = async (tx: Transaction) => {
      for (const { item, place } of jobs) if (place) await confirmStored(tx, caller.userId, item);
    };
    return await asCaller(caller, finish, { write: true, before: confirm });
  } catch (error) {
    // The same request a second time finds everything taken; the first has done what it wanted.
    const rows = await earlier?.();
    if (rows) return rows;
    const problem = await explain(error, first.item, first.row);
    // What may succeed at the next try stays announced; whatever is never finished is swept when its time is over.
    if (problem instanceof Problem && problem.status < 500) {
      await sweepAfter(caller, failed, uploadsOf(jobs));
    }
    throw problem;
  }
}
