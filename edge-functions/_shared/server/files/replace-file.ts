/** `PUT /api/<path>/update` with form data: one row, with another file or with its own. */
import { Problem } from "../../contracts/problems.ts";
import { itemsBody } from "../../contracts/record-entries.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { parsed } from "../calls/read-body.ts";
import type { Transaction } from "../db/database.ts";
import { databaseProblem } from "../db/database-problems.ts";
import type { JsonObject } from "../http/body.ts";
import { readByIds } from "../lists/list.ts";
import { lockRows, saveItems } from "../records/save.ts";
import { updateRows } from "../records/write-rows.ts";
import { isDatabaseError } from "../sql/sql.ts";
import { sweepAfter } from "../storage/sweep.ts";
import type { ReceivedItem } from "./received-files.ts";
import { comesWithFile, ownerOf, runJobs, type Tables, type UploadJob, withFile } from "./upload-jobs.ts";
import { announce, findDuplicate, rehearse } from "./uploads.ts";

/** Changes one row, with a new file or without, and answers it in a JSON array. */
export async function updateWithFile(
  caller: Caller,
  record: AnyRecord,
  { table, listed }: Tables,
  received: ReceivedItem,
  failed: (error: unknown) => void,
): Promise<string> {
  const [item] = parsed(itemsBody(record), received.fields);
  if (!item || item.id === null) {
    throw new Problem("malformed", "id must name the row to change.", [
      { index: 0, field: "id", message: "id must name the row to change." },
    ]);
  }
  const id = item.id;
  const save = async (tx: Transaction, more: JsonObject) => {
    await saveItems(tx, record, table, [item]);
    if (Object.keys(more).length > 0) await updateRows(tx, table, [{ ...more, id }]);
    return readByIds(tx, listed, [id]);
  };
  const explain = async (error: unknown) =>
    isDatabaseError(error) ? databaseProblem(error, record, 0) : error;
  if (!received.file) {
    return asCaller(caller, (tx) => save(tx, {}), { write: true }).catch(async (error) => {
      throw await explain(error);
    });
  }
  const file = withFile(received);
  const job = await asCaller(
    caller,
    async (tx): Promise<UploadJob> => {
      await rehearse(tx, (point) => save(point, {}));
      const current = (await lockRows(tx, table, [item])).get(id) ?? {};
      const announcement = await announce(tx, record, file, ownerOf(record, current));
      if ("savedAs" in announcement)
        return { item: file, row: {}, savedAs: announcement.savedAs, place: null };
      const duplicate = await findDuplicate(tx, record, table.sql, file);
      const taken = comesWithFile(record, "taken_at") ? { taken_at: file.takenAt } : {};
      return {
        item: file,
        row: { upload_id: file.uploadId, duplicate_of: duplicate, ...taken },
        savedAs: null,
        place: announcement,
      };
    },
    { write: true },
  ).catch(async (error) => {
    throw await explain(error);
  });
  if (job.savedAs !== null) return asCaller(caller, (tx) => readByIds(tx, listed, [id]));
  const answer = await runJobs({ caller, jobs: [job], failed, explain }, (tx) => save(tx, job.row));
  await sweepAfter(caller, failed);
  return answer;
}
