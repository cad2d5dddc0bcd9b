/**
 * Writes an entry in the user log when a caller reads a whole list of records with sensitive fields, before the first
 * row is sent (RA 10173). The entry has the user, the list, the filters and the number of rows. A separate transaction
 * writes the entry, so that it remains even if the list is aborted.
 */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Table } from "../db/columns.ts";
import type { JsonObject } from "../http/body.ts";
import { countRows, type ListQuery } from "./list.ts";

export async function logWholeList(
  caller: Caller,
  record: AnyRecord,
  table: Table,
  query: ListQuery,
  asked: { purpose: "export" | "list"; body: unknown },
): Promise<void> {
  if (!record.fields.some((field) => field.sensitive)) return;
  const { sort: _, ...filters } = asked.body as JsonObject;
  await asCaller(
    caller,
    async (tx) => {
      await tx.unsafe("select private.log_export($1::text, $2::text, $3::text::jsonb, $4::text::bigint)", [
        record.table,
        asked.purpose,
        JSON.stringify(filters),
        String(await countRows(tx, table, query)),
      ]);
    },
    { write: "log" },
  );
}
