/** `DELETE /api/<path>/delete`: `{id}`, `{id:[…]}` or a list of ids or of `{id}`; all or nothing. */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import { refusal } from "../access/refusals.ts";
import type { Caller } from "../access/token.ts";
import type { Table } from "../db/columns.ts";
import { databaseProblem } from "../db/database-problems.ts";
import { noteRows } from "../observe/request.ts";
import { isDatabaseError } from "../sql/sql.ts";
import { neededProblem } from "./row-uses.ts";

/** Deletes the rows and answers how many. @throws Problem not_found, refused, rule (others need a row). */
export async function removeAsCaller(
  caller: Caller,
  record: AnyRecord,
  table: Table,
  ids: readonly number[],
): Promise<number> {
  try {
    return await asCaller(
      caller,
      async (tx) => {
        const rows = await tx.unsafe<{ id: string }[]>(
          `delete from ${table.sql} where id = any ($1::text::bigint[]) returning id`,
          [`{${ids.join(",")}}`],
        );
        const deleted = new Set(rows.map((row) => Number(row.id)));
        const attempts = ids.map((id, index) => ({ id, index })).filter(({ id }) => !deleted.has(id));
        if (attempts.length > 0) throw await refusal(tx, record, "delete", attempts);
        noteRows(deleted.size);
        return deleted.size;
      },
      { write: true },
    );
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    const needed = error.code === "23503" && (await asCaller(caller, (tx) => neededProblem(tx, record, ids)));
    throw needed || databaseProblem(error, record);
  }
}
