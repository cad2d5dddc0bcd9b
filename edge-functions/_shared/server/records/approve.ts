/**
 * `POST /api/<path>/approve`: sets process_stage of the rows with given ids, or of all rows under a filter. All or
 * nothing: when one row may not be changed, none is. What is approved is what was seen, where the call says what that
 * was: rows with ids come with their versions, and one that was saved since is a conflict; rows under a filter come with
 * the `seen` of their list, and those that were saved since are left out and named. Rows with an open return (returned
 * and not resubmitted) are approved only where the call names them: rows by id are refused, rows under a filter left out.
 */
import { Problem, type ProblemDetail } from "../../contracts/problems.ts";
import { type Approval, mostChangedRows } from "../../contracts/record-acts.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { refusal } from "../access/refusals.ts";
import type { Caller } from "../access/token.ts";
import { writeAsCaller } from "../access/write-as-caller.ts";
import type { Table } from "../db/columns.ts";
import { arrayLiteral, identifier, Parameters, type Transaction } from "../db/database.ts";
import { conditionsOf, type Filter } from "../lists/filters.ts";
import { type Batch, once } from "./batches.ts";
import { lockRows } from "./save.ts";

const approvalTimeout = 60_000;

/** What an approval has done. */
export interface Approved {
  /** Rows that were changed; those that had the stage already are left alone. */
  updated: number;
  /** Rows under the filter that were saved since they were seen, and are left out; the first of them by name. */
  changed_since?: LeftOut;
  /** Rows under the filter with an open return, which are left out; the first of them by name. */
  returned?: LeftOut;
  /** Those that were changed, as they are since, so that it can be taken back; where the call asks and they are not too many. */
  rows?: ChangedRow[];
}

interface LeftOut {
  count: number;
  rows: { id: number; title: string }[];
}

interface ChangedRow {
  id: number;
  row_version: number;
  /** Set back, the row has an open return again. */
  returned?: true;
}

export const approveAsCaller = (
  caller: Caller,
  record: AnyRecord,
  table: Table,
  approval: Approval,
  batch: Batch | null,
): Promise<Approved> =>
  writeAsCaller(caller, { record, timeout: approvalTimeout }, (tx) =>
    once(tx, record, batch, {
      first: async () => {
        const { done, changed } = await approve(tx, record, table, approval);
        return [done, changed];
      },
      again: (changed) => approvedBefore(tx, record, table, changed, approval),
    }),
  );

/** Rows that are left out by name; of more only the number is told. */
const mostNamed = 20;

/** The rows with the ids, or under the filter. */
function chosenBy(record: AnyRecord, table: Table, { ids, filter }: Approval): Filter {
  if (filter) return conditionsOf(record, table, filter);
  const parameters = new Parameters();
  const where = `id = any (${parameters.addArray(ids ?? [], "bigint")})`;
  return { where, parameters, ctes: [], size: 1, counted: null, search: null };
}

/** What a call that is sent again had changed when it was sent first, as it is by now. */
async function approvedBefore(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  ids: readonly number[],
  { named }: Approval,
): Promise<Approved> {
  return { updated: ids.length, ...(named ? { rows: await changedRows(tx, record, table, ids) } : {}) };
}

/** The rows as they are now. */
async function changedRows(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  ids: readonly number[],
): Promise<ChangedRow[]> {
  const rows = await tx.unsafe<{ id: string; row_version: string; returned: boolean }[]>(
    `select t.id, t.row_version, t.process_stage is distinct from 'Approved' and exists (
       select from private.reviews r
       where r.table_name = $1::text and r.row_id = t.id and r.state = 'returned' and not r.ended) as returned
     from ${table.sql} t where t.id = any ($2::text::bigint[]) order by t.id`,
    [record.table, arrayLiteral(ids)],
  );
  return rows.map(({ id, row_version, returned }) => ({
    id: Number(id),
    row_version: Number(row_version),
    ...(returned ? { returned: true } : {}),
  }));
}

/**
 * Finds, among locked rows, those with an open return that the call does not name, and notes the named ones for the
 * database, which refuses all others (private.end_review).
 * @param locked The literal of a Postgres array of ids.
 */
async function findUnnamedReturns(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  locked: string,
  named: readonly number[],
): Promise<LeftOut["rows"]> {
  await tx.unsafe("select private.name_returned($1::text::bigint[])", [arrayLiteral(named)]);
  const rows = await tx.unsafe<{ id: string; title: string | null }[]>(
    `select t.id, t.${identifier(record.title)}::text as title
     from ${table.sql} t join private.reviews r on r.table_name = $1::text and r.row_id = t.id
     where t.id = any ($2::text::bigint[]) and r.state = 'returned' and not r.ended and t.id <> all ($3::text::bigint[])
     order by t.id`,
    [record.table, locked, arrayLiteral(named)],
  );
  return rows.map(({ id, title }) => ({ id: Number(id), title: title ?? "" }));
}

/** @throws Problem rule, naming each row by its place in the call. */
function refuseReturned(record: AnyRecord, ids: readonly number[], rows: LeftOut["rows"]): void {
  const details = rows.map(({ id }): ProblemDetail => {
    const message = `This ${record.noun.one} was returned and is not resubmitted. Approve it by itself, or leave it out.`;
    return { index: ids.indexOf(id), field: "process_stage", message, returned: true };
  });
  if (details[0]) throw new Problem("rule", details[0].message, details);
}

/** @returns Beside what was done, the ids of the rows that were changed. */
async function approve(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  approval: Approval,
): Promise<{ done: Approved; changed: number[] }> {
  const { stage, ids, versions, seen, named } = approval;
  const filter = chosenBy(record, table, approval);
  if (ids && versions) await refuseChanged(tx, record, ids, versions);
  const before = filter.ctes.map((cte) => `${cte}, `).join("");
  // The stage is one of two known words.
  const chosen = `${filter.where} and process_stage is distinct from '${stage}'`;
  const [locked] = await tx.unsafe<{ ids: string | null }[]>(
    `with ${before}locked as materialized (
       select id from ${table.sql} where ${chosen} order by id for no key update)
     select array_agg(id)::text as ids from locked`,
    filter.parameters.values,
  );
  const lockedIds = locked?.ids ?? "{}";
  if (stage === "Approved") await refuseOwn(tx, record, table, ids, lockedIds);
  const returned =
    stage === "Approved" ? await findUnnamedReturns(tx, record, table, lockedIds, approval.returned) : [];
  if (ids) refuseReturned(record, ids, returned);
  const leftAlone = arrayLiteral(returned.map(({ id }) => id));
  const changed = (rows: string, parameter: number) =>
    `private.changed_since('${record.table}', ${rows}, $${parameter}::text::pg_snapshot)`;
  // What is locked stays as it is, and a later statement sees who has changed it.
  const [updated] = await tx.unsafe<{ ids: number[] }[]>(
    `with updated as (
       update ${table.sql} set process_stage = '${stage}' where id in (
         select unnest($1::text::bigint[]) except select unnest($2::text::bigint[])
         except select ${seen === null ? "null" : changed("$1::text::bigint[]", 3)})
       returning id)
     select coalesce(json_agg(id), '[]') as ids from updated`,
    [lockedIds, leftAlone, ...(seen === null ? [] : [seen])],
  );
  const changedIds = updated?.ids ?? [];
  const done: Approved = {
    updated: changedIds.length,
    ...(returned.length > 0
      ? { returned: { count: returned.length, rows: returned.slice(0, mostNamed) } }
      : {}),
    ...(named && changedIds.length <= mostChangedRows
      ? { rows: await changedRows(tx, record, table, changedIds) }
      : {}),
  };
  // What is left is as it was: the policies let the caller see and not change it, or it was not seen.
  const leftOut = filter.parameters.addArray(
    returned.map(({ id }) => id),
    "bigint",
  );
  const { values } = filter.parameters;
  const left = await tx.unsafe<{ id: string; title: string | null; since: boolean; count: number }[]>(
    `with ${before}rest as materialized (select id, ${identifier(record.title)}::text as title from ${table.sql} where ${chosen} and id <> all (${leftOut})),
     since as materialized (select ${seen === null ? "null::bigint" : changed("array(select id from rest)", values.length + 1)} as id)
     select id, title, id in (select id from since) is true as since, (select count(id) from since)::integer as count
     from rest order by since, id limit ${ids ? ids.length : mostNamed}`,
    [...values, ...(seen === null ? [] : [seen])],
  );
  const refused = left.filter(({ since }) => !since).slice(0, ids ? undefined : 1);
  if (refused.length > 0) {
    const attempts = refused.map((row) => ({ id: Number(row.id), ...indexOf(ids, Number(row.id)) }));
    throw await refusal(tx, record, "approve", attempts);
  }
  if (ids) await refuseUnseen(tx, record, table, ids);
  if (seen === null) return { done, changed: changedIds };
  const rows = left.map(({ id, title }) => ({ id: Number(id), title: title ?? "" }));
  return { done: { ...done, changed_since: { count: left[0]?.count ?? 0, rows } }, changed: changedIds };
}

/** One's own entries are named, before the database refuses them without their places in the call. */
async function refuseOwn(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  ids: readonly number[] | null,
  chosen: string,
): Promise<void> {
  const own = await tx.unsafe<{ id: string }[]>(
    `select id from ${table.sql}
     where id = any ($1::text::bigint[]) and user_id = auth.uid() and not (select private.caller_approves_own())
     order by id ${ids ? "" : "limit 1"}`,
    [chosen],
  );
  if (own.length === 0) return;
  const attempts = own.map(({ id }) => ({ id: Number(id), ...indexOf(ids, Number(id)) }));
  throw await refusal(tx, record, "approve", attempts);
}

/** A row that somebody saved since it was seen is told with what is stored now. @throws Problem conflict. */
export async function refuseChanged(
  tx: Transaction,
  record: AnyRecord,
  ids: readonly number[],
  versions: readonly number[],
): Promise<void> {
  const stored = await lockRows(
    tx,
    record,
    ids.map((id) => ({ id })),
  );
  const message = `Somebody else saved this ${record.noun.one} after you opened it. Look at it again before you decide.`;
  const details = ids.flatMap((id, index) => {
    const current = stored.get(id);
    if (!current || current.row_version === versions[index]) return [];
    return [{ index, field: "row_version", message, current }];
  });
  if (details.length > 0) throw new Problem("conflict", message, details);
}

async function refuseUnseen(tx: Transaction, record: AnyRecord, table: Table, ids: number[]): Promise<void> {
  const rows = await tx.unsafe<{ id: string }[]>(
    `select id from ${table.sql} where id = any ($1::text::bigint[])`,
    [`{${ids.join(",")}}`],
  );
  const seen = new Set(rows.map((row) => Number(row.id)));
  const attempts = ids.map((id, index) => ({ id, index })).filter(({ id }) => !seen.has(id));
  if (attempts.length > 0) throw await refusal(tx, record, "approve", attempts);
}

const indexOf = (ids: readonly number[] | null, id: number) => (ids ? { index: ids.indexOf(id) } : {});
