/** `POST /api/history {path, id}`: who changed which values of a row, newest first. */
import { Problem } from "../../contracts/base/problems.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Transaction } from "../db/database.ts";

/**
 * Returns the entries as a JSON array.
 * @throws Problem of kind `not_found` when the caller can see neither the row nor its log.
 */
export async function historyAsCaller(caller: Caller, record: AnyRecord, id: number): Promise<string> {
  const read = (tx: Transaction) =>
    tx.unsafe<{ entries: string; seen: boolean }[]>(
      `select coalesce((select json_agg(entry) from private.read_history($1::text, $2::text::bigint) entry), '[]')::text as entries,
         exists (select from public."${record.table}" where id = $2::text::bigint) as seen`,
      [record.table, String(id)],
    );
  const [row] = await asCaller(caller, read, { write: "log" });
  if (!row || (row.entries === "[]" && !row.seen)) {
    throw new Problem(
      "not_found",
      `This ${record.noun.one} does not exist or belongs to an office that you cannot see.`,
    );
  }
  return row.entries;
}
