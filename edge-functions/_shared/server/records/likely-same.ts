/**
 * Detects records that are probably stored already (registry: `likelySame`). Saving such a record is refused as a
 * conflict that lists the stored rows, unless the record has `save_anyway: true`. Only users can decide whether a
 * record is a duplicate, because different records can have the same name.
 */

import { officeOf } from "../../access/scope.ts";
import { Problem, type ProblemDetail, type SameRow } from "../../contracts/base/problems.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { findAgreeingFields } from "../../rules/likely-same.ts";
import { enumerate, withArticle } from "../../rules/text.ts";
import { fieldsOf } from "../../validate/validate.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { listedTable, type Table } from "../db/columns.ts";
import { arrayLiteral, identifier, type Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";
import { logAgreed, readingOptions } from "../lists/reading-log.ts";

/** A record that is about to be saved. */
export interface Candidate {
  /** Position of the record in the request. */
  index: number;
  /** Values to store. For a record that is already stored, these are its id and only the changed values. */
  values: JsonObject;
}

const mostNamed = 3;

/**
 * Finds stored rows that are probably the same as one of the candidates, in the office of the candidate. The keys of
 * the result are the positions of the candidates in the list.
 */
export async function findLikelySame(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  candidates: readonly JsonObject[],
): Promise<Map<number, SameRow[]>> {
  const found = new Map<number, SameRow[]>();
  if (candidates.length === 0) return found;
  for (const key of record.likelySame ?? []) {
    const rows = await tx.unsafe<{ place: number; id: number; title: string | null; agreed: string[] }[]>(
      `select s.place::float8 as place, s.id::float8 as id, t.${identifier(record.title)}::text as title, array_to_json(s.agreed) as agreed
       from private.find_likely_duplicates($1::text, $2::text::text[], $3::text::jsonb) s join ${table.sql} t on t.id = s.id
       order by s.place, cardinality(s.agreed) desc, s.id`,
      [record.table, arrayLiteral(key), JSON.stringify(candidates)],
    );
    for (const { place, id, title, agreed } of rows) {
      const known = found.get(place) ?? [];
      if (known.length < mostNamed && !known.some((same) => same.id === id)) {
        found.set(place, [...known, { id, title: title ?? "", agreed }]);
      }
    }
  }
  return found;
}

/**
 * Returns the stored rows that are probably the same as a record that a user is entering. Sensitive fields with equal
 * values are logged, because the response confirms these values.
 */
export const likelySameAsCaller = (
  caller: Caller,
  record: AnyRecord,
  table: Table,
  candidate: JsonObject,
): Promise<SameRow[]> =>
  asCaller(
    caller,
    async (tx) => {
      const same = (await findLikelySame(tx, record, table, [candidate])).get(0) ?? [];
      await logAgreed(tx, record, listedTable(record), same);
      return same;
    },
    readingOptions(listedTable(record)),
  );

/**
 * Refuses records that are probably stored already.
 * @throws Problem of kind `conflict` that lists each record which is probably stored already, or occurs twice in the
 * request.
 */
export async function refuseLikelySame(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  candidates: readonly Candidate[],
): Promise<void> {
  const stored = await findLikelySame(
    tx,
    record,
    table,
    candidates.map(({ values }) => values),
  );
  const details: ProblemDetail[] = [];
  for (const [place, { index, values }] of candidates.entries()) {
    const [same] = stored.get(place) ?? [];
    if (same) {
      const message = sameMessage(record, same.title, same.agreed);
      details.push({
        index,
        field: same.agreed[0] ?? record.title,
        message,
        same_as: stored.get(place) ?? [],
      });
      continue;
    }
    const earlier = earlierSame(record, candidates.slice(0, place), values);
    if (earlier) details.push({ index, field: earlier.field, message: earlier.message, same_as: [] });
  }
  if (details.length > 0) throw new Problem("conflict", details[0]?.message ?? "", details);
}

function earlierSame(
  record: AnyRecord,
  earlier: readonly Candidate[],
  values: JsonObject,
): { field: string; message: string } | null {
  for (const key of record.likelySame ?? []) {
    for (const other of earlier) {
      if (values.id !== undefined || other.values.id !== undefined) continue;
      if (record.scoped && officeOf(values) !== officeOf(other.values)) continue;
      const agreed = findAgreeingFields(key, values, other.values);
      if (!agreed) continue;
      const title = String(values[record.title] ?? "");
      const words = `${sameMessage(record, title, agreed)} It is record ${other.index + 1} of the same list.`;
      return { field: agreed[0] ?? record.title, message: words };
    }
  }
  return null;
}

function sameMessage(record: AnyRecord, title: string, agreed: readonly string[]): string {
  const labels = agreed.map((name) => fieldsOf(record).get(name)?.label.toLowerCase() ?? name);
  const office = record.scoped ? " in this office" : "";
  return `${title} may be entered already: there is ${withArticle(record.noun.one)} with the same ${enumerate(labels)}${office}.`;
}
