/** `DELETE /api/<path>/delete`: `{id}`, `{id:[…]}` or a list of ids or of `{id}`; all or nothing. */
import { Problem } from "../../contracts/problems.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import { refusal } from "../access/refusals.ts";
import type { Caller } from "../access/token.ts";
import type { Table } from "../db/columns.ts";
import { databaseProblem } from "../db/database-problems.ts";
import { isObject } from "../http/body.ts";
import { noteRows } from "../observe/request.ts";
import { isDatabaseError } from "../sql/sql.ts";
import { neededProblem } from "./row-uses.ts";

const mostIds = 1000;

/** Reads ids without doubles. @throws Problem malformed, too_large. */
export function readIds(given: unknown): number[] {
  const list: unknown[] = Array.isArray(given) ? given : [given];
  const ids = list.map((entry, index) => {
    const value = isObject(entry) && Object.keys(entry).every((key) => key === "id") ? entry.id : entry;
    const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number === "number" && Number.isSafeInteger(number) && number > 0) return number;
    const message = "Each id must be a positive whole number.";
    throw new Problem("malformed", message, [{ index, field: "id", message }]);
  });
  if (ids.length === 0) throw new Problem("malformed", "Give at least one id.");
  if (ids.length > mostIds) throw new Problem("too_large", `At most ${mostIds} records at once.`);
  return [...new Set(ids)];
}

/** Reads the body of a delete call. */
export function readDeletion(body: unknown): number[] {
  if (Array.isArray(body)) return readIds(body);
  if (!isObject(body)) throw notIds();
  const [unknown] = Object.keys(body).filter((key) => key !== "id");
  if (unknown !== undefined || body.id === undefined) {
    throw notIds();
  }
  return readIds(body.id);
}

const notIds = () => new Problem("malformed", "Send {id}, {id:[…]} or a list of ids.");

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
