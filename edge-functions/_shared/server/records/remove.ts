/**
 * `DELETE /api/<path>/delete`: deletes rows, all or nothing. The body is `{id}`, `{id:[…]}`, or a list of ids or of
 * `{id}`. If the body has the versions that the user saw, a row that was saved since then is a conflict.
 */
import type { Removal } from "../../contracts/record-acts.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import { refusal } from "../access/refusals.ts";
import type { Caller } from "../access/token.ts";
import type { Table } from "../db/columns.ts";
import { arrayLiteral, type Transaction } from "../db/database.ts";
import { databaseProblem, failingIndex } from "../db/database-problems.ts";
import { noteRows } from "../observe/request.ts";
import { isDatabaseError } from "../sql/sql.ts";
import { refuseChanged } from "./approve.ts";
import { type Batch, runBatchOnce } from "./batches.ts";
import { stillUsedProblem } from "./row-uses.ts";

/** Timeout in milliseconds: deleting a thousand rows also writes log entries, counts and figures. */
const removalTimeout = 30_000;

/**
 * Deletes the rows and returns their number.
 * @throws Problem of kind `not_found`, `refused`, `conflict`; of kind `rule` when other records refer to one of the
 * rows.
 */
export async function removeAsCaller(
  caller: Caller,
  record: AnyRecord,
  table: Table,
  { ids, versions }: Removal,
  batch: Batch | null,
): Promise<number> {
  try {
    return await asCaller(
      caller,
      async (tx) => {
        const first = async () => {
          await remove(tx);
          return [ids.length, ids] as const;
        };
        return runBatchOnce(tx, record, batch, { first, again: (before) => before.ids.length });
      },
      { write: true, timeout: removalTimeout },
    );
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    const needed =
      error.code === "23503" && (await asCaller(caller, (tx) => stillUsedProblem(tx, record, ids)));
    throw needed || databaseProblem(error, record, failingIndex(error, ids));
  }

  async function remove(tx: Transaction): Promise<void> {
    // Both calls lock the rows in the same order as a save does, so that two requests can't deadlock.
    if (versions) await refuseChanged(tx, record, ids, versions);
    else
      await tx.unsafe(
        `select from ${table.sql} where id = any ($1::text::bigint[]) order by id for no key update`,
        [arrayLiteral(ids)],
      );
    // Without versions, the second array is empty, and unnest fills the column row_version with nulls.
    const rows = await tx.unsafe<{ id: string }[]>(
      `delete from ${table.sql} t using unnest($1::text::bigint[], $2::text::bigint[]) seen (id, row_version)
       where t.id = seen.id and t.row_version = coalesce(seen.row_version, t.row_version) returning t.id`,
      [arrayLiteral(ids), arrayLiteral(versions ?? [])],
    );
    const deleted = new Set(rows.map((row) => Number(row.id)));
    const attempts = ids.map((id, index) => ({ id, index })).filter(({ id }) => !deleted.has(id));
    // A row that the caller may delete but not update was not locked above. If another user has saved such a row in the
    // meantime, this is a conflict.
    if (versions && attempts.length > 0) await refuseChanged(tx, record, ids, versions);
    if (attempts.length > 0) throw await refusal(tx, record, "delete", attempts);
    noteRows(deleted.size);
  }
}
