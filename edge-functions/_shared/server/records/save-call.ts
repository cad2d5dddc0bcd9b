/**
 * The transaction around a save: batches of an import that answer a retry as the first time, and the search for the
 * record that the database refused when it refused a whole list.
 */

import { Problem } from "../../contracts/problems.ts";
import type { Item } from "../../contracts/record-entries.ts";
import type { BatchName } from "../../contracts/records.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import { refusal } from "../access/refusals.ts";
import type { Caller } from "../access/token.ts";
import type { RecordTables } from "../calls/serve-records.ts";
import { sha256 } from "../crypto/hash.ts";
import type { Table } from "../db/columns.ts";
import type { Transaction } from "../db/database.ts";
import { databaseProblem } from "../db/database-problems.ts";
import { readByIds } from "../lists/list.ts";
import { isDatabaseError } from "../sql/sql.ts";
import { attemptOf, lockRows, saveItems } from "./save.ts";

/** One batch of an import. The same batch with the same content is saved once, however often it is sent. */
export interface Batch extends BatchName {
  /** SHA-256 of the body, in hexadecimal. */
  hash: string;
}

const saveTimeout = 30_000;
/** The batch that a call names, with what it holds. */
export const batchOf = (name: BatchName | null, body: string): Batch | null =>
  name && { ...name, hash: sha256(body) };

/** Saves the items for the caller and answers the saved rows as a JSON array, in the order of the items. */
export async function saveAsCaller(
  caller: Caller,
  { record, table, listed }: RecordTables,
  items: readonly Item[],
  batch: Batch | null,
): Promise<string> {
  try {
    return await asCaller(
      caller,
      async (tx) => {
        const earlier = batch && (await beginBatch(tx, record, batch));
        if (earlier) return readByIds(tx, listed, earlier);
        const ids = await saveItems(tx, record, table, items, { imported: batch ? listed : null });
        if (batch) await finishBatch(tx, batch, ids);
        return readByIds(tx, listed, ids);
      },
      { write: true, timeout: saveTimeout },
    );
  } catch (error) {
    throw await explained(caller, record, table, items, error);
  }
}

/** The ids that the batch saved earlier; null when it is new. */
async function beginBatch(tx: Transaction, record: AnyRecord, batch: Batch): Promise<number[] | null> {
  try {
    const [row] = await tx.unsafe<{ ids: number[] | null }[]>(
      "select array_to_json(private.begin_batch($1::text::uuid, $2::text::integer, $3::text, $4::text)) as ids",
      [batch.importId, String(batch.number), record.path, batch.hash],
    );
    return row?.ids ?? null;
  } catch (error) {
    // The same batch with other content: no record is to blame.
    throw isDatabaseError(error) && error.code === "AG002" ? new Problem("conflict", error.message) : error;
  }
}

async function finishBatch(tx: Transaction, batch: Batch, ids: readonly number[]): Promise<void> {
  await tx.unsafe("select private.finish_batch($1::text::uuid, $2::text::integer, $3::text::bigint[])", [
    batch.importId,
    String(batch.number),
    `{${ids.join(",")}}`,
  ]);
}

/**
 * Explains an error of the database, after the save has been rolled back, and finds the record that it is about. Any other
 * error stays what it is.
 */
export async function explained(
  caller: Caller,
  record: AnyRecord,
  table: Table,
  items: readonly Item[],
  error: unknown,
): Promise<unknown> {
  if (!isDatabaseError(error)) return error;
  if (error.code === "42501") {
    return asCaller(
      caller,
      async (tx) => {
        const current = await lockRows(
          tx,
          table,
          items.filter((item) => item.id !== null),
        );
        const attempts = items.map(attemptOf(current));
        const fresh = attempts.filter(({ id }) => id === null);
        const stored = attempts.filter(({ id }) => id !== null);
        // The verbs ask for different rights, so they are explained one after the other.
        for (const [verb, group] of [
          ["insert", fresh],
          ["update", stored],
        ] as const) {
          const problem = group.length > 0 ? await refusal(tx, record, verb, group) : null;
          if (problem && problem.details.length > 0) return problem;
        }
        return databaseProblem(error, record);
      },
      { write: true },
    );
  }
  const concernsOne =
    error.code.startsWith("23") || error.code.startsWith("22") || error.code.startsWith("AG");
  if (!concernsOne) return databaseProblem(error, record);
  const id = error.code === "AG001" ? Number(error.detail) : Number.NaN;
  const named = items.find((item) => item.id === id);
  if (named) return databaseProblem(error, record, named.index);
  return culprit(caller, record, table, items, error);
}

/**
 * Finds the record that fails: the last one of the shortest beginning of the list that fails, by halving. Every try is
 * rolled back. Nine tries find one among five hundred.
 */
async function culprit(
  caller: Caller,
  record: AnyRecord,
  table: Table,
  items: readonly Item[],
  error: unknown,
): Promise<Problem> {
  let good = 0;
  let bad = items.length;
  let found: unknown = error;
  const explore = async (tx: Transaction) => {
    while (bad - good > 1) {
      const middle = Math.floor((good + bad) / 2);
      const failure = await attempt(tx, record, table, items.slice(0, middle));
      if (failure === null) good = middle;
      else {
        bad = middle;
        found = failure;
      }
    }
  };
  await asCaller(caller, explore, { write: true, timeout: saveTimeout });
  if (found instanceof Problem) return found;
  return databaseProblem(found, record, items[bad - 1]?.index);
}

/** What goes wrong when these items are saved; null when nothing does. Leaves no trace. */
async function attempt(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  items: readonly Item[],
): Promise<unknown> {
  const undo = new Error("undo");
  try {
    await tx.savepoint(async (point) => {
      await saveItems(point, record, table, items);
      // Deferred constraints would be judged at the commit, which never comes here.
      await point.unsafe("set constraints all immediate");
      throw undo;
    });
  } catch (error) {
    return error === undo ? null : error;
  }
  return null;
}
