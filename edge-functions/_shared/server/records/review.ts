/**
 * Review of records: `PUT /api/<path>/return`, `…/take-back-return`, `…/resubmit`, `…/comment` and `POST …/comments`.
 * The database checks scope, right and reporting window of each row. If it refuses one of the rows, no row is changed.
 */
import { refusalMessage } from "../../access/refusal-messages.ts";
import { Problem } from "../../contracts/base/problems.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import { refusal } from "../access/refusals.ts";
import type { Caller } from "../access/token.ts";
import { writeAsCaller } from "../access/write-as-caller.ts";
import type { RecordTables } from "../calls/serve-records.ts";
import { listedTable } from "../db/columns.ts";
import { arrayLiteral, type Transaction } from "../db/database.ts";
import { readRowsAsJson, readRowsForUse } from "../lists/list.ts";
import { refuseChanged } from "./approve.ts";
import { type Batch, runBatchOnce } from "./batches.ts";

/** A review step: return rows, withdraw the caller's own return, or resubmit rows. */
type Step = "returned" | "taken_back" | "resubmitted";

/** Rows of a review step, optionally with the versions that the user saw, in the order of the ids. */
interface SeenRows {
  id: readonly number[];
  row_version?: readonly number[] | null | undefined;
}

/**
 * Performs a review step and returns the rows as JSON.
 * @param words Reason of a return, or note to a resubmission.
 * @throws Problem of kind `not_found`, `refused`, `conflict`, `rule`.
 */
export const stepAsCaller = (
  caller: Caller,
  { record, listed }: RecordTables,
  step: Step,
  { id: ids, row_version: versions }: SeenRows,
  words: string | undefined,
  batch: Batch | null = null,
): Promise<string> =>
  writeAsCaller(caller, { record, ids }, async (tx) => {
    const take = async () => {
      if (versions) await refuseChanged(tx, record, ids, versions);
      const taken =
        step === "taken_back"
          ? await tx.unsafe<{ id: string }[]>(
              "select private.undo_returns($1::text, $2::text::bigint[]) as id",
              [record.table, arrayLiteral(ids)],
            )
          : await tx.unsafe<{ id: string }[]>(
              "select private.review_rows($1::text, $2::text::bigint[], $3::text, $4::text) as id",
              [record.table, arrayLiteral(ids), step, words ?? null],
            );
      const done = new Set(taken.map(({ id }) => Number(id)));
      const left = ids.map((id, index) => ({ id, index })).filter(({ id }) => !done.has(id));
      if (left.length > 0) throw await whyNot(tx, record, step, left);
      return [await readRowsAsJson(tx, listed, ids), ids] as const;
    };
    return runBatchOnce(tx, record, batch, {
      first: take,
      again: (taken) => readRowsAsJson(tx, listed, taken.ids, taken.versions),
    });
  });

/**
 * Explains why the database refused a review step. If the caller has the right to edit or return the row, the cause is
 * the state of the row's review.
 */
async function whyNot(
  tx: Transaction,
  record: AnyRecord,
  step: Step,
  left: { id: number; index: number }[],
): Promise<Problem> {
  const problem = await refusal(tx, record, step === "resubmitted" ? "update" : "return", left);
  if (step === "returned" || problem.details.length > 0) return problem;
  const changed = step === "taken_back" && (await changedSinceReturn(tx, record, left));
  if (changed) return changed;
  const message =
    step === "resubmitted"
      ? `This ${record.noun.one} was not returned, so there is nothing to resubmit.`
      : `The last step of the review of this ${record.noun.one} is not a return of yours, so it cannot be taken back.`;
  return new Problem("rule", message, [{ index: left[0]?.index ?? 0, field: "id", message }]);
}

/**
 * Returns the problem for the caller's returns of approved rows that were changed since. Taking back such a return would
 * approve values that no reviewer has seen. The details of the problem have the stored rows.
 */
async function changedSinceReturn(
  tx: Transaction,
  record: AnyRecord,
  left: readonly { id: number; index: number }[],
): Promise<Problem | null> {
  const found = await tx.unsafe<{ id: string; version: number }[]>(
    `select row_id as id, (before ->> 'version')::integer as version from private.reviews
     where table_name = $1::text and row_id = any ($2::text::bigint[]) and state = 'returned' and not ended
       and user_id = auth.uid() and before ? 'version' and (before ->> 'approved')::boolean`,
    [record.table, arrayLiteral(left.map(({ id }) => id))],
  );
  const returned = new Map(found.map(({ id, version }) => [Number(id), version]));
  const rows = await readRowsForUse(tx, listedTable(record), [...returned.keys()]);
  const stored = new Map(rows.map((row) => [Number(row.id), row]));
  const message = `This ${record.noun.one} was changed after you returned it, so the return cannot be taken back.`;
  const details = left.flatMap(({ id, index }) => {
    const current = stored.get(id);
    if (!current || current.row_version === returned.get(id)) return [];
    return [{ index, field: "row_version", message, current }];
  });
  return details.length > 0 ? new Problem("conflict", message, details) : null;
}

/** Returns the comments on a row as JSON. @throws Problem of kind `not_found`. */
export const commentsAsCaller = (caller: Caller, record: AnyRecord, id: number): Promise<string> =>
  asCaller(caller, async (tx) => {
    const [row] = await tx.unsafe<{ comments: string | null }[]>(
      "select private.list_comments($1::text, $2::text::bigint)::text as comments",
      [record.table, String(id)],
    );
    return row?.comments ?? Promise.reject(unseen(record));
  });

/** Adds a comment and returns all comments on the row as JSON. @throws Problem of kind `not_found`, `refused`. */
export const commentAsCaller = (
  caller: Caller,
  record: AnyRecord,
  { id, field, text }: { id: number; field?: string | null | undefined; text: string },
): Promise<string> =>
  writeAsCaller(caller, { record }, async (tx) => {
    const [row] = await tx.unsafe<{ comments: string | null }[]>(
      "select private.add_comment($1::text, $2::text::bigint, $3::text, $4::text)::text as comments",
      [record.table, String(id), field ?? null, text],
    );
    return row?.comments ?? Promise.reject(unseen(record));
  });

const unseen = (record: AnyRecord): Problem =>
  new Problem("not_found", refusalMessage({ cause: "not_found" }, record, ["comment"]));
