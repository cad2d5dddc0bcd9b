/**
 * Saves rows with their files, all or nothing. `POST /api/<path>/create` adds rows. `PUT /api/<path>/update` with form
 * data changes one row, and replaces its file if the request has one.
 */
import { Problem } from "../../contracts/base/problems.ts";
import { type Item, itemsBody } from "../../contracts/record-entries.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { parseInput } from "../calls/read-body.ts";
import type { RecordTables } from "../calls/serve-records.ts";
import type { Table } from "../db/columns.ts";
import type { Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";
import { readRowsAsJson } from "../lists/list.ts";
import { keyedBatch, runBatchOnce, versionsOfBatch } from "../records/batches.ts";
import { lockRows, saveItems, validateItems } from "../records/save.ts";
import { withReadableError } from "../records/save-call.ts";
import { hasOrphanedFiles, sweepAfter } from "../storage/sweep.ts";
import type { ReceivedItem } from "./received-files.ts";
import { runUploadJobs, type UploadJob, uploadIdsOf } from "./upload-jobs.ts";
import { announceUpload, dryRun, type FileItem, type Owner, refuseDuplicate } from "./uploads.ts";

/** Adds the rows and returns them as a JSON array, in the order of the items. @throws Problem. */
export function createWithFiles(
  caller: Caller,
  tables: RecordTables,
  received: readonly ReceivedItem[],
  failed: (error: unknown) => void,
): Promise<string> {
  const without = received.find(({ file }) => !file);
  if (without) throw wrong(without.index, "file", "Each item needs a file.");
  const items = itemsOf(tables.record, received);
  const stored = items.find(({ id }) => id !== null);
  if (stored) throw wrong(stored.index, "id", "A new row must not have an id.");
  return saveWithFiles(caller, tables, items, received, failed);
}

/** Changes one row, with a new file or without, and returns it in a JSON array. @throws Problem. */
export function updateWithFile(
  caller: Caller,
  tables: RecordTables,
  received: ReceivedItem,
  failed: (error: unknown) => void,
): Promise<string> {
  const items = itemsOf(tables.record, [received]);
  if (items[0]?.id === null) throw wrong(0, "id", "id must be the id of the row to change.");
  return saveWithFiles(caller, tables, items, [received], failed);
}

const itemsOf = (record: AnyRecord, received: readonly ReceivedItem[]): Item[] =>
  parseInput(
    itemsBody(record),
    received.map(({ fields }) => fields),
  );

const wrong = (index: number, field: string, message: string): Problem =>
  new Problem("malformed", message, [{ index, field, message }]);

async function saveWithFiles(
  caller: Caller,
  { record, table, listed }: RecordTables,
  items: readonly Item[],
  received: readonly ReceivedItem[],
  failed: (error: unknown) => void,
): Promise<string> {
  // Validate all new rows before the first file is announced (its upload is recorded in the database), so that the
  // response reports every error.
  const fresh = items.filter(({ id }) => id === null);
  const entered = validateItems(record, table, fresh, new Map());
  const explain = (error: unknown, concerned: readonly Item[] = items) =>
    withReadableError(caller, record, table, concerned, error);
  const keyed = keyedBatch();
  const runOnce = (tx: Transaction, first: () => Promise<readonly [string, readonly number[]]>) =>
    runBatchOnce(tx, record, keyed, {
      first,
      again: ({ ids, versions }) => readRowsAsJson(tx, listed, ids, versions),
    });
  if (keyed) {
    // A repeat of a stored request gets its answer before the files are announced, because an announcement may be
    // refused meanwhile: the reporting window may have closed, or the row has a newer version.
    const repeated = await asCaller(
      caller,
      async (tx) => ((await versionsOfBatch(tx, keyed)) ? runOnce(tx, async () => ["[]", []]) : null),
      { write: true, aside: true },
    );
    if (repeated) return repeated;
  }
  const jobs: UploadJob[] = [];
  for (const [place, item] of items.entries()) {
    const { file, ...sent } = received[place] as ReceivedItem;
    if (!file) {
      jobs.push({ item, file: null, beside: {}, savedAs: null, place: null });
      continue;
    }
    const begin = (tx: Transaction) =>
      beginUpload(tx, record, table, { item, row: entered.get(item) ?? {}, file: { ...sent, file } });
    jobs.push(
      await asCaller(caller, begin, { write: true, aside: true }).catch(async (error) => {
        // Remove the uploads that were recorded for earlier items, because none of the rows will be saved.
        if (jobs.length > 0) await sweepAfter(caller, failed, uploadIdsOf(jobs));
        throw await explain(error, [item]);
      }),
    );
  }
  let leftovers = jobs.some(({ file, item }) => file && item.id !== null);
  const earlier = () => savedMeanwhile(caller, { table, listed }, jobs);
  const save = async (tx: Transaction) => {
    leftovers ||= await hasOrphanedFiles(tx);
    const unsaved = jobs.filter(({ savedAs }) => savedAs === null);
    const ids = await saveItems(
      tx,
      record,
      table,
      unsaved.map(({ item }) => item),
      { beside: new Map(unsaved.map(({ item, beside }) => [item, beside])) },
    );
    const saved = new Map(unsaved.map((job, at) => [job, ids[at]]));
    return jobs.map((job) => Number(job.savedAs ?? saved.get(job)));
  };
  const answer = await runUploadJobs({ caller, jobs, failed, explain, earlier }, async (tx) => {
    return runOnce(tx, async () => {
      const ids = await save(tx);
      return [await readRowsAsJson(tx, listed, ids), ids];
    });
  });
  if (leftovers) await sweepAfter(caller, failed);
  return answer;
}

/**
 * Announces the file (records its upload in the database), and tries to save the row. If the announcement or the row is
 * refused, both are rolled back.
 */
async function beginUpload(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  { item, row, file }: { item: Item; row: JsonObject; file: FileItem },
): Promise<UploadJob> {
  const tryOut = (beside: JsonObject) =>
    dryRun(tx, (point) => saveItems(point, record, table, [item], { beside: new Map([[item, beside]]) }));
  const change = item.id !== null;
  // A changed row can only be validated together with its stored values. So the save is tried (and rolled back) before
  // the file is announced (recorded in the database).
  if (change) await tryOut({});
  const current = change ? ((await lockRows(tx, record, [item])).get(Number(item.id)) ?? {}) : row;
  const announcement = await announceUpload(tx, record, file, ownerOf(record, current));
  if ("savedAs" in announcement) {
    return { item, file, beside: {}, savedAs: announcement.savedAs, place: null };
  }
  await refuseDuplicate(tx, record, file);
  const taken = comesWithFile(record, "taken_at") && (change || file.takenAt !== null);
  const beside: JsonObject = taken ? { taken_at: file.takenAt } : {};
  if (!change) await tryOut(beside);
  return { item, file, beside: { ...beside, upload_id: file.uploadId }, savedAs: null, place: announcement };
}

/** Checks whether the record type has a column whose value comes with the file. */
const comesWithFile = (record: AnyRecord, name: string): boolean =>
  record.serverFields?.some((field) => field.name === name) ?? false;

/** Returns the record that owns the file, such as the record to which a photo or an attachment belongs. */
function ownerOf(record: AnyRecord, row: Readonly<JsonObject>): Owner {
  const owner = record.files?.owner;
  if (!owner) throw new Problem("not_found", `A ${record.noun.one} has no file.`);
  const table = "table" in owner ? owner.table : String(row[owner.tableField]);
  return { table, id: Number(row[owner.id]) };
}

/** If a concurrent request with the same uploads has already saved the rows, returns these rows, otherwise null. */
async function savedMeanwhile(
  caller: Caller,
  { table, listed }: Pick<RecordTables, "table" | "listed">,
  jobs: readonly UploadJob[],
): Promise<string | null> {
  const uploads = jobs.flatMap(({ file }) => file?.uploadId ?? []);
  if (uploads.length < jobs.length) return null;
  return asCaller(caller, async (tx) => {
    const rows = await tx.unsafe<{ id: string }[]>(
      `select id from ${table.sql} join unnest($1::text::uuid[]) with ordinality wanted (upload_id, place) using (upload_id) order by place`,
      [`{${uploads.join(",")}}`],
    );
    if (rows.length < jobs.length) return null;
    return readRowsAsJson(
      tx,
      listed,
      rows.map(({ id }) => Number(id)),
    );
  });
}
