/**
 * Calls about records that can be repeated: steps of an import or of an act on many rows, and single calls with an
 * Idempotency-Key. Sent again with the same content, after the answer was lost, they do nothing twice and answer what they
 * did the first time.
 */
import { Problem } from "../../contracts/problems.ts";
import type { BatchName } from "../../contracts/records.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { keyProblem, takeWrite } from "../access/keyed-write.ts";
import { sha256 } from "../crypto/hash.ts";
import { arrayLiteral, type Transaction } from "../db/database.ts";
import { isDatabaseError } from "../sql/sql.ts";

export interface Batch extends BatchName {
  /** SHA-256 of the body, in hexadecimal. */
  hash: string;
  /** Of a single call with an Idempotency-Key: its method and path. */
  call?: string;
}

/** The batch that a call names, with what it holds. */
export const batchOf = (name: BatchName | null, body: string): Batch | null =>
  name ? { ...name, hash: sha256(body) } : keyedCall();

/** A single call with an Idempotency-Key is the batch 0 of its key. */
export function keyedCall(): Batch | null {
  const write = takeWrite();
  return write && { importId: write.key, number: 0, hash: write.hash, call: write.call };
}

interface Work<T> {
  /** Does it, and answers what came of it with the ids of the rows that it wrote. */
  first: () => Promise<readonly [T, readonly number[]]>;
  /** What came of it, where it was done before. @param ids Of the rows that it wrote. */
  again: (ids: readonly number[]) => Promise<T> | T;
}

/**
 * Does the work of a batch unless it is done; a call that names no batch does it in any case. To be called at the
 * beginning of the transaction: a second call waits for the first one.
 * @throws Problem conflict: the batch was done with other content.
 */
export async function once<T>(
  tx: Transaction,
  record: AnyRecord,
  batch: Batch | null,
  { first, again }: Work<T>,
): Promise<T> {
  const before = batch && (await beginBatch(tx, record, batch));
  if (before) return again(before);
  const [done, ids] = await first();
  if (batch) await finishBatch(tx, batch, ids);
  return done;
}

/** The ids that the batch wrote earlier; null when it is new. */
async function beginBatch(tx: Transaction, record: AnyRecord, batch: Batch): Promise<number[] | null> {
  try {
    const [row] = await tx.unsafe<{ ids: number[] | null }[]>(
      "select array_to_json(private.begin_batch($1::text::uuid, $2::text::integer, $3::text, $4::text)) as ids",
      [batch.importId, String(batch.number), batch.call ?? record.path, batch.hash],
    );
    return row?.ids ?? null;
  } catch (error) {
    if (!isDatabaseError(error) || error.code !== "AG002") throw error;
    if (batch.call) throw keyProblem(error.message);
    // The same batch with other content, or one that is no longer wanted: no record is to blame.
    const detail = { field: "batch", message: error.message };
    throw new Problem("conflict", error.message, [detail]);
  }
}

async function finishBatch(tx: Transaction, batch: Batch, ids: readonly number[]): Promise<void> {
  await tx.unsafe("select private.finish_batch($1::text::uuid, $2::text::integer, $3::text::bigint[])", [
    batch.importId,
    String(batch.number),
    arrayLiteral(ids),
  ]);
}
