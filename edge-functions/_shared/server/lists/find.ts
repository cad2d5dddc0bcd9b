/**
 * `POST /api/find`: finds records by name. The database ranks the records (private.find_records); this file adds
 * labels.
 */
import type { z } from "zod";
import type { hit } from "../../contracts/record-lists.ts";
import { records } from "../../records/index.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";

export type Hit = z.output<typeof hit>;

/** Maximum number of hits per record type, so that all fit on a screen. */
const most = 6;

interface Found {
  table_name: string;
  id: number;
  rank: number;
  name: string | null;
  identifier: string | null;
  about: Record<string, string | null>;
  hit_column: string | null;
  hit_value: string | null;
}

/**
 * Returns the hits, best first. Hits of equal rank are in menu order.
 * @throws Problem of kind `unauthenticated`, `too_many`.
 */
export async function findRecords(caller: Caller, text: string): Promise<Hit[]> {
  const found = await asCaller(
    caller,
    (tx) =>
      tx.unsafe<Found[]>(
        `select table_name, id::float8 as id, rank, name, identifier, about, hit_column, hit_value
         from private.find_records($1::text, ${most})`,
        [text.replaceAll("\u0000", "")],
      ),
    { replica: true },
  );
  const hits = found.flatMap((row) => {
    const place = records.findIndex(({ table }) => table === row.table_name);
    const record = records[place];
    return record ? [{ row, record, place }] : [];
  });
  return hits
    .sort((a, b) => a.row.rank - b.row.rank || a.place - b.place)
    .map(({ row, record }) => ({
      path: record.path,
      id: row.id,
      name: row.name,
      identifier: row.identifier,
      arbo_name: row.about.arbo_name ?? null,
      place: [row.about.muncity_name, row.about.province_name].filter(Boolean).join(", ") || null,
      found_in: foundIn(record.fields, row),
    }));
}

function foundIn(
  fields: (typeof records)[number]["fields"],
  { hit_column, hit_value }: Found,
): Hit["found_in"] {
  const field = fields.find(({ name }) => name === hit_column);
  return field && hit_value !== null ? { field: field.name, label: field.label, value: hit_value } : null;
}
