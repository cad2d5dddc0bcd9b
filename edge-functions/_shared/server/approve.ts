/**
 * `POST /api/<path>/approve`: sets process_stage of the rows with given ids, or of all rows under a filter, in one
 * statement. All or nothing: when one row may not be changed, none is.
 */
import { Problem } from "../problems.ts";
import type { AnyRecord } from "../records/types.ts";
import { asCaller } from "./as-caller.ts";
import { isObject, type JsonObject } from "./body.ts";
import type { Table } from "./columns.ts";
import { Parameters, type Transaction } from "./database.ts";
import { databaseProblem } from "./database-problems.ts";
import { type Filter, readFilter } from "./filters.ts";
import { refusal } from "./refusals.ts";
import { readIds } from "./remove.ts";
import { lockRows } from "./save.ts";
import { isDatabaseError } from "./sql.ts";
import type { Caller } from "./token.ts";

export interface Approval {
  stage: "Pending" | "Approved";
  /** Null where a filter chooses the rows. */
  ids: number[] | null;
  /** The version of the one row that was seen; null where the call does not say. */
  rowVersion: number | null;
  filter: Filter;
}

const approvalTimeout = 60_000;

/** Reads the body of an approve call. @throws Problem malformed. */
export function readApproval(record: AnyRecord, table: Table, body: JsonObject): Approval {
  const { process_stage: stage, id, row_version: version, filter, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw wrong(unknown, `"${unknown.slice(0, 60)}" is not a field of this call.`);
  if (stage !== "Pending" && stage !== "Approved") {
    throw wrong("process_stage", "process_stage must be Pending or Approved.");
  }
  if ((id === undefined) === (filter === undefined)) {
    throw wrong("id", "Choose the rows by id or by filter, one of the two.");
  }
  const rowVersion = version === undefined || version === null ? null : Number(version);
  if (rowVersion !== null && (!Number.isSafeInteger(rowVersion) || rowVersion < 1 || filter !== undefined)) {
    throw wrong(
      "row_version",
      "row_version must be a positive whole number, and comes with the id of one row.",
    );
  }
  if (filter !== undefined) {
    if (!isObject(filter)) throw wrong("filter", "The filter must be an object.");
    return { stage, ids: null, rowVersion, filter: readFilter(record, table, filter) };
  }
  const ids = readIds(id);
  if (rowVersion !== null && ids.length !== 1) {
    throw wrong("row_version", "row_version comes with the id of one row.");
  }
  const parameters = new Parameters();
  const where = `id = any (${parameters.addArray(ids, "bigint")})`;
  return { stage, ids, rowVersion, filter: { where, parameters, ctes: [], size: 1 } };
}

const wrong = (field: string, message: string) => new Problem("malformed", message, [{ field, message }]);

/** Answers how many rows were changed; rows that had the stage already are left alone. */
export async function approveAsCaller(
  caller: Caller,
  record: AnyRecord,
  table: Table,
  approval: Approval,
): Promise<number> {
  try {
    const work = (tx: Transaction) => approve(tx, record, table, approval);
    return await asCaller(caller, work, { write: true, timeout: approvalTimeout });
  } catch (error) {
    throw isDatabaseError(error) ? databaseProblem(error, record) : error;
  }
}

async function approve(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  approval: Approval,
): Promise<number> {
  const { stage, ids, rowVersion, filter } = approval;
  if (ids?.[0] !== undefined && rowVersion !== null)
    await refuseChanged(tx, record, table, ids[0], rowVersion);
  const before = filter.ctes.map((cte) => `${cte}, `).join("");
  // The stage is one of two known words.
  const chosen = `${filter.where} and process_stage is distinct from '${stage}'`;
  const updated = await tx.unsafe(
    `with ${before}locked as materialized (
       select id from ${table.sql} where ${chosen} order by id for no key update)
     update ${table.sql} set process_stage = '${stage}' where id in (select id from locked)`,
    filter.parameters.values,
  );
  // What the policies let the caller see and not change still is as it was.
  const left = await tx.unsafe<{ id: string }[]>(
    `with ${before}rest as (select id from ${table.sql} where ${chosen} limit 1) select id from rest`,
    filter.parameters.values,
  );
  if (left.length > 0) {
    const attempts = left.map((row) => ({ id: Number(row.id), ...indexOf(ids, Number(row.id)) }));
    throw await refusal(tx, record, "update", attempts);
  }
  if (ids) await refuseUnseen(tx, record, table, ids);
  return updated.count;
}

/** What is approved is what was seen: a row that somebody saved since is told with what is stored now. */
async function refuseChanged(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  id: number,
  seen: number,
): Promise<void> {
  const [current] = (await lockRows(tx, table, [{ id }])).values();
  if (!current || current.row_version === seen) return;
  const message = `Somebody else saved this ${record.noun.one} after you opened it. Look at it again before you decide.`;
  throw new Problem("conflict", message, [{ index: 0, field: "row_version", message, current }]);
}

async function refuseUnseen(tx: Transaction, record: AnyRecord, table: Table, ids: number[]): Promise<void> {
  const rows = await tx.unsafe<{ id: string }[]>(
    `select id from ${table.sql} where id = any ($1::text::bigint[])`,
    [`{${ids.join(",")}}`],
  );
  const seen = new Set(rows.map((row) => Number(row.id)));
  const attempts = ids.map((id, index) => ({ id, index })).filter(({ id }) => !seen.has(id));
  if (attempts.length > 0) throw await refusal(tx, record, "update", attempts);
}

const indexOf = (ids: readonly number[] | null, id: number) => (ids ? { index: ids.indexOf(id) } : {});
