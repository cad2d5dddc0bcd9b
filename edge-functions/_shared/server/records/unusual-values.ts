/** `POST /api/<path>/unusual`: the unusual values of stored rows, with a message for each. */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { describeUnusual, type FoundValue, type UnusualValue } from "../../validate/unusual-values.ts";
import type { Table } from "../db/columns.ts";
import { arrayLiteral, type Transaction } from "../db/database.ts";
import { readRowsForUse } from "../lists/list.ts";

/**
 * Returns the unusual values of the given rows, sorted by id and field. Rows that the caller can't see are left out.
 */
export async function readUnusualValues(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  ids: readonly number[],
): Promise<(UnusualValue & { id: number })[]> {
  const found = await tx.unsafe<(FoundValue & { id: number })[]>(
    `select row_id::float8 as id, field, kind, previous::float8, usual_from::float8, usual_to::float8
     from public.unusual_values
     where table_name = $1 and row_id = any ($2::text::bigint[])
     order by row_id, field, kind`,
    [record.table, arrayLiteral(ids)],
  );
  if (found.length === 0) return [];
  const rows = await readRowsForUse(tx, table, [...new Set(found.map(({ id }) => id))]);
  const byId = new Map(rows.map((row) => [Number(row.id), row]));
  return found.flatMap(({ id, ...one }) => {
    const row = byId.get(id);
    const unusual = row ? describeUnusual(record, row, one) : null;
    return unusual ? [{ id, ...unusual }] : [];
  });
}
