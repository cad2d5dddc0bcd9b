/**
 * `POST /api/<path>/approve`: sets process_stage of the rows with the given ids, or of all rows that match a filter. If
 * the caller may not change one of the rows, no row is changed. Rows are left out if they were saved after the user saw
 * them (`versions`, `seen`), or were returned and not resubmitted. With ids, the request is then refused. With a
 * filter, such rows are skipped and listed. A returned row is approved if `returned` names it, or if the request has a
 * single `id`.
 */
import { Problem, type ProblemDetail } from "../../contracts/base/problems.ts";
import { type Approval, mostChangedRows } from "../../contracts/record-acts.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { refusal } from "../access/refusals.ts";
import type { Caller } from "../access/token.ts";
import { writeAsCaller } from "../access/write-as-caller.ts";
import type { RecordTables } from "../calls/serve-records.ts";
import { listedTable, type Table } from "../db/columns.ts";
import { arrayLiteral, identifier, Parameters, type Transaction } from "../db/database.ts";
import { ownRows } from "../lists/column-conditions.ts";
import { conditionsOf, type Filter, withClause } from "../lists/filters.ts";
import { readRowsForUse } from "../lists/list.ts";
import { logPeopleAsked } from "../lists/reading-log.ts";
import { logQuestions, relatedQuestions } from "../lists/sensitive-questions.ts";
import { type Batch, runBatchOnce, type Written } from "./batches.ts";
import { lockRows } from "./save.ts";

const approvalTimeout = 60_000;

/** Result of an approval. */
export interface Approved {
  /** Number of changed rows. Rows that already had the stage are not changed and not counted. */
  updated: number;
  /**
   * Rows that match the filter of the request but were skipped, because they were saved after the user saw the list.
   * At most `mostNamed` of them are listed.
   */
  changed_since?: LeftOut;
  /**
   * Rows that match the filter of the request but were skipped, because they were returned to their office and not
   * resubmitted. At most `mostNamed` of them are listed.
   */
  returned?: LeftOut;
  /**
   * Changed rows with their new versions, for undo. Present only on request, and for at most `mostChangedRows` rows.
   */
  rows?: ChangedRow[];
}

interface LeftOut {
  count: number;
  rows: { id: number; title: string }[];
}

interface ChangedRow {
  id: number;
  row_version: number;
  /**
   * True if the request undid the approval of a returned row, so that the row is again returned and not resubmitted.
   */
  returned?: true;
}

export const approveAsCaller = (
  caller: Caller,
  tables: RecordTables,
  approval: Approval,
  batch: Batch | null,
): Promise<Approved> =>
  writeAsCaller(caller, { record: tables.record, ids: approval.ids ?? [], timeout: approvalTimeout }, (tx) =>
    runBatchOnce(tx, tables.record, batch, {
      first: async () => {
        // A filter on sensitive fields of related people is logged, because the number of approved rows reveals values
        // of these fields.
        await logQuestions(tx, relatedQuestions(approval.filter?.conditions ?? []));
        const { done, changed } = await approve(tx, tables, approval);
        return [done, changed];
      },
      again: (changed) => approvedBefore(tx, tables, changed, approval),
    }),
  );

/** Maximum number of skipped rows that are listed; the response also has their total. */
const mostNamed = 20;

/** Returns the condition that selects the rows to approve, from the ids or the filter of the request. */
function chosenBy({ record, listed }: RecordTables, { ids, filter }: Approval): Filter {
  if (filter) return conditionsOf(record, listed, filter);
  const parameters = new Parameters();
  const where = `id = any (${parameters.addArray(ids ?? [], "bigint")})`;
  return { where, parameters, ctes: [], grammar: [], size: 1, search: null };
}

/** Returns the result for a repeated request: the rows that the first request changed, with the versions it gave them. */
async function approvedBefore(
  tx: Transaction,
  { record, table }: RecordTables,
  { ids, versions }: Written,
  { named }: Approval,
): Promise<Approved> {
  if (!named || ids.length > mostChangedRows) return { updated: ids.length };
  const given = new Map(ids.map((id, at) => [id, versions[at]]));
  const rows = await changedRows(tx, record, table, ids);
  return {
    updated: ids.length,
    rows: rows.map((row) => ({ ...row, row_version: given.get(row.id) ?? row.row_version })),
  };
}

/** Returns the changed rows with their present versions. */
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
 * Finds the locked rows that were returned and not resubmitted, except those in `named`. Also tells the database to
 * accept the approval of the rows in `named` (private.end_review).
 * @param locked Literal of a Postgres array of ids.
 */
async function findUnnamedReturns(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  locked: string,
  named: readonly number[],
): Promise<LeftOut["rows"]> {
  await tx.unsafe("select private.confirm_returned_rows($1::text::bigint[])", [arrayLiteral(named)]);
  const rows = await tx.unsafe<{ id: string; title: string | null }[]>(
    `select t.id, t.${identifier(record.title)}::text as title
     from ${table.sql} t join private.reviews r on r.table_name = $1::text and r.row_id = t.id
     where t.id = any ($2::text::bigint[]) and r.state = 'returned' and not r.ended and t.id <> all ($3::text::bigint[])
     order by t.id`,
    [record.table, locked, arrayLiteral(named)],
  );
  return rows.map(({ id, title }) => ({ id: Number(id), title: title ?? "" }));
}

/**
 * Refuses rows that were returned and not resubmitted.
 * @throws Problem of kind `rule` with the index of each row.
 */
function refuseReturned(record: AnyRecord, ids: readonly number[], rows: LeftOut["rows"]): void {
  const details = rows.map(({ id }): ProblemDetail => {
    const message = `This ${record.noun.one} was returned and not resubmitted. Approve it separately, or leave it out.`;
    return { index: ids.indexOf(id), field: "process_stage", message, returned: true };
  });
  if (details[0]) throw new Problem("rule", details[0].message, details);
}

/**
 * Locks the rows that meet the condition `chosen`, in the order of their ids.
 * @param filter Has the CTEs and parameters that `chosen` uses.
 * @param chosen SQL condition on the columns of the listed table.
 * @returns Literal of a Postgres array of ids.
 */
async function lockChosen(
  tx: Transaction,
  { table, listed }: RecordTables,
  { ctes, parameters }: Filter,
  chosen: string,
): Promise<string> {
  const isWhole = listed.sql === table.sql;
  // The condition may use sensitive columns. Callers can read such columns only in the view, and can lock rows only in
  // the table.
  const where = isWhole ? chosen : `id in (select id from ${listed.sql} where ${chosen})`;
  const locked = `locked as materialized (select id from ${table.sql} where ${where} order by id for no key update)`;
  const idsOf = "select array_agg(id order by id)::text as ids from";
  const [row] = await tx.unsafe<{ ids: string | null }[]>(
    `${withClause(...ctes, locked)} ${idsOf} locked`,
    parameters.values,
  );
  const ids = row?.ids ?? "{}";
  if (isWhole || ids === "{}") return ids;
  // A row may have changed while the statement waited for its lock. Postgres then checks conditions on the table again,
  // but not conditions on the view. So check `chosen` again here.
  const given = `$${parameters.values.length + 1}::text::bigint[]`;
  const [still] = await tx.unsafe<{ ids: string | null }[]>(
    `${withClause(...ctes)} ${idsOf} ${listed.sql} where id = any (${given}) and ${chosen}`,
    [...parameters.values, ids],
  );
  return still?.ids ?? "{}";
}

/** Sets the stage (Pending or Approved) of the rows. @returns The result, and the ids of the changed rows. */
async function approve(
  tx: Transaction,
  tables: RecordTables,
  approval: Approval,
): Promise<{ done: Approved; changed: number[] }> {
  const { record, table, listed } = tables;
  const { stage, ids, versions, seen, sensitive, named } = approval;
  const filter = chosenBy(tables, approval);
  if (ids && versions) await refuseChanged(tx, record, ids, versions);
  // Safe to interpolate: the stage is one of two constants.
  const chosen = `${filter.where} and process_stage is distinct from '${stage}'`;
  const lockedIds = await lockChosen(tx, tables, filter, chosen);
  if (sensitive.length > 0) {
    await logPeopleAsked(tx, listed, (parameters) => parameters.add(lockedIds, "bigint[]"), sensitive);
  }
  if (stage === "Approved") await refuseOwn(tx, record, table, ids, lockedIds);
  const returned =
    stage === "Approved" ? await findUnnamedReturns(tx, record, table, lockedIds, approval.returned) : [];
  if (ids) refuseReturned(record, ids, returned);
  const leftAlone = arrayLiteral(returned.map(({ id }) => id));
  const changed = (rows: string, parameter: number) =>
    `private.find_rows_changed_since('${record.table}', ${rows}, $${parameter}::text::pg_snapshot)`;
  // The rows were locked by an earlier statement, so this statement sees every change that was committed before the
  // lock.
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
  // Find the rows that should have been approved but were not: the caller can see but not change them, or another user
  // saved them after the list was read.
  const leftOut = filter.parameters.addArray(
    returned.map(({ id }) => id),
    "bigint",
  );
  const { values } = filter.parameters;
  const left = await tx.unsafe<{ id: string; title: string | null; since: boolean; count: number }[]>(
    `${withClause(
      ...filter.ctes,
      `rest as materialized (select id, ${identifier(record.title)}::text as title from ${listed.sql} where ${chosen} and id <> all (${leftOut}))`,
      `since as materialized (select ${seen === null ? "null::bigint" : changed("array(select id from rest)", values.length + 1)} as id)`,
    )}
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

/**
 * Refuses to approve rows that the caller entered, unless the caller has the Approve own right. The database would
 * refuse these rows, too, but its error lacks the positions of the rows in the request.
 */
async function refuseOwn(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  ids: readonly number[] | null,
  chosen: string,
): Promise<void> {
  const own = await tx.unsafe<{ id: string }[]>(
    `select id from ${table.sql}
     where id = any ($1::text::bigint[]) and ${ownRows}
     order by id ${ids ? "" : "limit 1"}`,
    [chosen],
  );
  if (own.length === 0) return;
  const attempts = own.map(({ id }) => ({ id: Number(id), ...indexOf(ids, Number(id)) }));
  throw await refusal(tx, record, "approve", attempts);
}

/**
 * Refuses rows that were saved after the user saw them. The details of the problem have the stored rows.
 * @throws Problem of kind `conflict`.
 */
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
  // Postgres locks only rows that the caller may update. For a caller who may delete but not update rows, read the rows
  // without locks.
  const unlocked = ids.filter((id) => !stored.has(id));
  const read = unlocked.length > 0 ? await readRowsForUse(tx, listedTable(record), unlocked) : [];
  for (const row of read) stored.set(Number(row.id), row);
  const message = `Someone else saved this ${record.noun.one} after you opened it. Look at it again before you decide.`;
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
