/**
 * Idempotent requests about records: batches of an import or of a bulk action, and single requests with an
 * Idempotency-Key. A repeat with the same content, for example after a lost response, changes nothing. It returns the
 * rows as they are now, with the versions that the first request gave them. If another user has changed such a row
 * since, the caller's next change with this version is a conflict.
 */
import { Problem } from "../../contracts/base/problems.ts";
import type { BatchName } from "../../contracts/records.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { keyProblem, takeKeyedWrite } from "../access/keyed-write.ts";
import { sha256 } from "../crypto/hash.ts";
import { tableNamed } from "../db/columns.ts";
import { arrayLiteral, type Transaction } from "../db/database.ts";
import { isDatabaseError } from "../sql/sql.ts";

export interface Batch extends BatchName {
  /** SHA-256 of the batch's action and body, in hexadecimal. For a single request, HMAC of its query and body. */
  hash: string;
  /** Method and path of a single request with an Idempotency-Key. */
  call?: string;
}

/**
 * Returns the batch of a request with the hash of its content; null for a request that is not idempotent.
 * @param act Action of the endpoint, which is part of the hash, because different actions can have equal bodies, such
 * as `{"id":[5]}`. Empty for a save: imports have stored hashes of the body alone.
 */
export const batchOf = (name: BatchName | null, body: string, act = ""): Batch | null =>
  name ? { ...name, hash: sha256(act + body) } : keyedBatch();

/**
 * Returns a batch for a single request with an Idempotency-Key. The number of the batch is 0, and its import id is the
 * key. Returns null for a request without a key.
 */
export function keyedBatch(): Batch | null {
  const write = takeKeyedWrite();
  return write && { importId: write.key, number: 0, hash: write.hash, call: write.call };
}

/** The rows that a request wrote. `versions` has the version that the request gave each row, in the order of the ids. */
export interface Written {
  ids: readonly number[];
  versions: readonly (number | null)[];
}

interface Work<T> {
  /** Does the work. Returns the result, and the ids of the rows that were written. */
  first: () => Promise<readonly [T, readonly number[]]>;
  /** Returns the result for a repeated request whose work an earlier request has done. */
  again: (written: Written) => Promise<T> | T;
}

/**
 * Does the work of a batch, unless an earlier request has done it. Without a batch, always does the work. Must be
 * called at the start of the transaction, so that a concurrent repeat waits for the first request.
 * @throws Problem of kind `conflict` when the batch was done with different content or another action.
 */
export async function runBatchOnce<T>(
  tx: Transaction,
  record: AnyRecord,
  batch: Batch | null,
  { first, again }: Work<T>,
): Promise<T> {
  const before = batch && (await beginBatch(tx, record, batch));
  if (before) return again(before);
  const [done, ids] = await first();
  if (batch) await finishBatch(tx, record, batch, ids);
  return done;
}

/** Returns the rows that the batch wrote earlier; null for a new batch. */
async function beginBatch(tx: Transaction, record: AnyRecord, batch: Batch): Promise<Written | null> {
  const ids = await beginOrFindIds(tx, record, batch);
  return ids && { ids, versions: (await versionsOfBatch(tx, batch)) ?? [] };
}

async function beginOrFindIds(tx: Transaction, record: AnyRecord, batch: Batch): Promise<number[] | null> {
  try {
    const [row] = await tx.unsafe<{ ids: number[] | null }[]>(
      "select array_to_json(private.begin_batch($1::text::uuid, $2::text::integer, $3::text, $4::text)) as ids",
      [batch.importId, String(batch.number), batch.call ?? record.path, batch.hash],
    );
    return row?.ids ?? null;
  } catch (error) {
    if (!isDatabaseError(error) || error.code !== "AG002") throw error;
    if (batch.call) throw keyProblem(error.message);
    // The batch was done with different content, or its import has ended. The error is about the whole batch, not about
    // one of its records.
    const detail = { field: "batch", message: error.message };
    throw new Problem("conflict", error.message, [detail]);
  }
}

/**
 * Returns the row versions of a batch that an earlier request has done; null if there is no such batch. The result can
 * be empty, because a batch can be stored without versions.
 */
export async function versionsOfBatch(
  tx: Transaction,
  { importId, number }: BatchName,
): Promise<(number | null)[] | null> {
  const [row] = await tx.unsafe<{ versions: (number | null)[] | null }[]>(
    "select array_to_json(private.versions_of_batch($1::text::uuid, $2::text::integer)) as versions",
    [importId, String(number)],
  );
  return row?.versions ?? null;
}

async function finishBatch(
  tx: Transaction,
  { table }: AnyRecord,
  { importId, number }: Batch,
  ids: readonly number[],
): Promise<void> {
  await tx.unsafe(
    `select private.finish_batch($1::text::uuid, $2::text::integer, $3::text::bigint[], array(
       select t.row_version from unnest($3::text::bigint[]) with ordinality written (id, place)
         left join ${tableNamed(table).sql} t on t.id = written.id
       order by written.place))`,
    [importId, String(number), arrayLiteral(ids)],
  );
}
