/**
 * Runs the transaction of a save. If the database refuses a list of records, finds the record that caused the refusal.
 */

import { Problem } from "../../contracts/base/problems.ts";
import type { Item } from "../../contracts/record-entries.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import { refusal } from "../access/refusals.ts";
import type { Caller } from "../access/token.ts";
import type { RecordTables } from "../calls/serve-records.ts";
import type { Table } from "../db/columns.ts";
import type { Transaction } from "../db/database.ts";
import { databaseProblem, failingIndex } from "../db/database-problems.ts";
import { readRowsAsJson } from "../lists/list.ts";
import { type DatabaseError, isDatabaseError } from "../sql/sql.ts";
import { type Batch, runBatchOnce } from "./batches.ts";
import { attemptOf, lockRows, saveItems, validateItems } from "./save.ts";
import { groupByFreedKeys } from "./write-order.ts";

const saveTimeout = 30_000;
/** Saves the items and returns the saved rows as a JSON array, in the order of the items. */
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
        return runBatchOnce(tx, record, batch, {
          first: async () => {
            const ids = await saveItems(tx, record, table, items, { listed });
            return [await readRowsAsJson(tx, listed, ids), ids];
          },
          again: ({ ids, versions }) => readRowsAsJson(tx, listed, ids, versions),
        });
      },
      { write: true, timeout: saveTimeout },
    );
  } catch (error) {
    throw await withReadableError(caller, record, table, items, error);
  }
}

/**
 * Converts a database error to a problem that names the record which caused the error. Must be called after the
 * rollback. Other errors are returned unchanged.
 */
export const withReadableError = async (
  caller: Caller,
  record: AnyRecord,
  table: Table,
  items: readonly Item[],
  error: unknown,
): Promise<unknown> =>
  isDatabaseError(error) ? explainDatabaseError(caller, record, table, items, error) : error;

async function explainDatabaseError(
  caller: Caller,
  record: AnyRecord,
  table: Table,
  items: readonly Item[],
  error: DatabaseError,
): Promise<unknown> {
  if (error.code === "42501") {
    return asCaller(
      caller,
      async (tx) => {
        const current = await lockRows(
          tx,
          record,
          items.filter((item) => item.id !== null),
        );
        const attempts = items.map(attemptOf(current));
        const fresh = attempts.filter(({ id }) => id === null);
        const stored = attempts.filter(({ id }) => id !== null);
        // Insert and update need different rights, so their refusals are explained separately.
        for (const [verb, group] of [
          ["insert", fresh],
          ["update", stored],
        ] as const) {
          const problem = group.length > 0 ? await refusal(tx, record, verb, group) : null;
          if (problem && problem.details.length > 0) return problem;
        }
        return databaseProblem(error, record);
      },
      { write: true, aside: true },
    );
  }
  const concernsOne =
    error.code.startsWith("23") || error.code.startsWith("22") || error.code.startsWith("AG");
  if (!concernsOne) return databaseProblem(error, record);
  const ids = items.map(({ id }) => id);
  const named = items[failingIndex(error, ids) ?? -1];
  if (named) return databaseProblem(error, record, named.index);
  return findFailingRow(caller, record, table, items, error);
}

/**
 * Finds by bisection the record that makes the save fail. Each attempt saves the records up to some position of the
 * list, and is rolled back. A list of five hundred records takes nine attempts. The list is in the order of writing, so
 * that an attempt never lacks a record that gives up a key which another record of the attempt takes.
 */
async function findFailingRow(
  caller: Caller,
  record: AnyRecord,
  table: Table,
  items: readonly Item[],
  error: unknown,
): Promise<Problem> {
  let good = 0;
  let bad = items.length;
  let found: unknown = error;
  let ordered = items;
  const bisect = async (tx: Transaction) => {
    ordered = await inWritingOrder(tx, record, table, items);
    while (bad - good > 1) {
      const middle = Math.floor((good + bad) / 2);
      const failure = await attempt(tx, record, table, ordered.slice(0, middle));
      if (failure === null) good = middle;
      else {
        bad = middle;
        found = failure;
      }
    }
  };
  await asCaller(caller, bisect, { write: true, aside: true, timeout: saveTimeout });
  if (found instanceof Problem) return found;
  return databaseProblem(found, record, ordered[bad - 1]?.index);
}

async function inWritingOrder(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  items: readonly Item[],
): Promise<Item[]> {
  const current = await lockRows(
    tx,
    record,
    items.filter(({ id }) => id !== null),
  );
  return groupByFreedKeys(record, items, validateItems(record, table, items, current), current).flat();
}

/** Tries to save the items and rolls back. Returns the error, or null. */
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
      // Check deferred constraints now, because there will be no commit.
      await point.unsafe("set constraints all immediate");
      throw undo;
    });
  } catch (error) {
    return error === undo ? null : error;
  }
  return null;
}
