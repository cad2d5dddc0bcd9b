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
import { isDatabaseError } from "./sql.ts";
import type { Caller } from "./token.ts";

export interface Approval {
  stage: "Pending" | "Approved";
  /** Null where a filter chooses the rows. */
  ids: number[] | null;
  filter: Filter;
}

const approvalTimeout = 60_000;

/** Reads the body of an approve call. @throws Problem malformed. */
export function readApproval(record: AnyRecord, table: Table, body: JsonObject): Approval {
  const { process_stage: stage, id, filter, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw wrong(unknown, `"${unknown.slice(0, 60)}" is not a field of this call.`);
  if (stage !== "Pending" && stage !== "Approved") {
    throw wrong("process_stage", "process_stage must be Pending or Approved.");
  }
  if ((id === undefined) === (filter === undefined)) {
    throw wrong("id", "Choose the rows by id or by filter, one of the two.");
  }
  if (filter !== undefined) {
    if (!isObject(filter)) throw wrong("filter", "The filter must be an object.");
    return { stage, ids: null, filter: readFilter(record, table, filter) };
  }
  const ids = readIds(id);
  const parameters = new Parameters();
  const where = `id = any (${parameters.addArray(ids, "bigint")})`;
  return { stage, ids, filter: { where, parameters, ctes: [], size: 1 } };
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
  const { stage, ids, filter } = approval;
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
