/** `POST /api/<path>/create`: rows that come with their files, all or nothing. */

import { officeOf } from "../../access/scope.ts";
import { Problem, type ProblemDetail } from "../../contracts/problems.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { validateRecord } from "../../validate/validate.ts";
import { asCaller } from "../access/as-caller.ts";
import { refusal } from "../access/refusals.ts";
import type { Caller } from "../access/token.ts";
import type { Table } from "../db/columns.ts";
import type { Transaction } from "../db/database.ts";
import { databaseProblem } from "../db/database-problems.ts";
import type { JsonObject } from "../http/body.ts";
import { readByIds } from "../lists/list.ts";
import { insertRows } from "../records/write-rows.ts";
import { isDatabaseError } from "../sql/sql.ts";
import { hasLeftovers, sweepAfter } from "../storage/sweep.ts";
import type { ReceivedItem } from "./received-files.ts";
import {
  comesWithFile,
  ownerOf,
  runJobs,
  type Tables,
  type UploadJob,
  uploadsOf,
  withFile,
} from "./upload-jobs.ts";
import { announce, type FileItem, findDuplicate, rehearse } from "./uploads.ts";

/** Creates the rows and answers them as a JSON array, in the order of the items. */
export async function createWithFiles(
  caller: Caller,
  record: AnyRecord,
  { table, listed }: Tables,
  received: readonly ReceivedItem[],
  failed: (error: unknown) => void,
): Promise<string> {
  const items = received.map(withFile);
  const rows = validated(record, items);
  const jobs: UploadJob[] = [];
  for (const [place, item] of items.entries()) {
    const row = rows[place] ?? {};
    jobs.push(
      await asCaller(caller, (tx) => begin(tx, record, table, item, row), { write: true }).catch(
        async (error) => {
          // Those before it were announced, and none of them is wanted now.
          if (jobs.length > 0) await sweepAfter(caller, failed, uploadsOf(jobs));
          throw await explained(caller, record, item, row, error);
        },
      ),
    );
  }
  const explain = async (error: unknown, item: FileItem, row: JsonObject) =>
    explained(caller, record, item, row, error);
  const earlier = () => savedMeanwhile(caller, { table, listed }, items);
  let leftovers = false;
  const answer = await runJobs({ caller, jobs, failed, explain, earlier }, async (tx) => {
    leftovers = await hasLeftovers(tx);
    const fresh = jobs.filter(({ savedAs }) => savedAs === null);
    const ids = await insertRows(
      tx,
      table,
      fresh.map(({ row }) => row),
    );
    const created = new Map(fresh.map((job, at) => [job, ids[at]]));
    return readByIds(
      tx,
      listed,
      jobs.map((job) => Number(job.savedAs ?? created.get(job))),
    );
  });
  if (leftovers) await sweepAfter(caller, failed);
  return answer;
}

/** The rows, when the same request came twice at once and the other one was first; null when it was not so. */
async function savedMeanwhile(
  caller: Caller,
  { table, listed }: Tables,
  items: readonly FileItem[],
): Promise<string | null> {
  return asCaller(caller, async (tx) => {
    const rows = await tx.unsafe<{ id: string }[]>(
      `select id from ${table.sql} join unnest($1::text::uuid[]) with ordinality wanted (upload_id, place) using (upload_id) order by place`,
      [`{${items.map((item) => item.uploadId).join(",")}}`],
    );
    return rows.length === items.length
      ? readByIds(
          tx,
          listed,
          rows.map(({ id }) => Number(id)),
        )
      : null;
  });
}

function validated(record: AnyRecord, items: readonly FileItem[]): JsonObject[] {
  const problems: ProblemDetail[] = [];
  const rows = items.map(({ index, fields, takenAt }) => {
    const { value, problems: found } = validateRecord(record, fields, "insert");
    problems.push(...found.map((problem) => ({ index, ...problem })));
    return takenAt && comesWithFile(record, "taken_at") ? { ...value, taken_at: takenAt } : value;
  });
  if (problems.length > 0) throw new Problem("malformed", problems[0]?.message ?? "", problems);
  return rows;
}

/** Announces the file and tries the row out; nothing is left of either when one is refused. */
async function begin(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  item: FileItem,
  row: JsonObject,
): Promise<UploadJob> {
  const announcement = await announce(tx, record, item, ownerOf(record, row));
  if ("savedAs" in announcement) return { item, row, savedAs: announcement.savedAs, place: null };
  const duplicate = await findDuplicate(tx, record, table.sql, item);
  await rehearse(tx, (point) => insertRows(point, table, [row]));
  return {
    item,
    row: { ...row, upload_id: item.uploadId, ...(duplicate === null ? {} : { duplicate_of: duplicate }) },
    savedAs: null,
    place: announcement,
  };
}

/** The problem that an error of the database is, with the office and window that refused. */
async function explained(
  caller: Caller,
  record: AnyRecord,
  item: FileItem,
  row: JsonObject,
  error: unknown,
): Promise<unknown> {
  if (!isDatabaseError(error)) return error;
  if (error.code !== "42501") return databaseProblem(error, record, item.index);
  const attempt = {
    index: item.index,
    id: null,
    office: officeOf(row),
    status: String(row.status ?? "") || null,
  };
  return asCaller(caller, (tx) => refusal(tx, record, "insert", [attempt]));
}
