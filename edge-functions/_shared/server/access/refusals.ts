/**
 * Explains why the database refused a write, with the cause from private.explain_refusal. Postgres itself gives no
 * cause: a refused update or delete only changes fewer rows, and a refused insert reports only a policy violation.
 */
import type { Context } from "hono";
import {
  type Explanation,
  refusalMessage,
  type Subject,
  type Verb,
  verbWords,
} from "../../access/refusal-messages.ts";
import { Problem, type ProblemDetail } from "../../contracts/base/problems.ts";
import { isUuid, largestInteger } from "../../contracts/base/values.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { arrayLiteral, type Transaction } from "../db/database.ts";
import { evaluateAsCaller } from "./as-caller.ts";
import type { Caller } from "./token.ts";

/** A row that the caller tried to write. */
export interface Attempt {
  /** Position of the row in the request; absent when the request doesn't list rows. */
  index?: number;
  /** Row id; null for a new row. */
  id: number | null;
  /** Office after the write; null when the office doesn't change. */
  office?: string | null;
  /** Status after the write, for tables where the status decides which reporting window applies. */
  status?: string | null;
  /** True if the new row is entered as already approved. */
  approved?: boolean;
}

/** Builds the problem for rows that the database didn't let the caller write, with one detail per refused row. */
export async function refusal(
  tx: Transaction,
  record: AnyRecord,
  verb: Verb,
  attempts: readonly Attempt[],
): Promise<Problem> {
  const ids = attempts.map((attempt) => attempt.id);
  const offices = attempts.map((attempt) => attempt.office ?? null);
  const statuses = attempts.map((attempt) => attempt.status ?? null);
  const rows = await tx.unsafe<{ place: number; why: Explanation }[]>(
    `select place::integer - 1 as place, why
     from unnest($3::text::bigint[], $4::text::text[], $5::text::text[]) with ordinality a (id, office, status, place),
       private.explain_refusal($1::text, $2::text, array[a.id], array[a.office], array[a.status]) why
     where why is not null order by place`,
    [record.table, verb, arrayLiteral(ids), arrayLiteral(offices), arrayLiteral(statuses)],
  );
  const approved = attempts.find((attempt) => attempt.approved);
  const [first] = rows;
  if (!first && verb === "insert" && approved) return approvedRefusal(record, approved);
  if (!first) return new Problem("refused", `You may not ${verbWords[verb]} this ${record.noun.one}.`);
  const details = rows.map(({ place, why }) => {
    const detail: ProblemDetail = { message: refusalMessage(why, record, [verb]) };
    const index = attempts[place]?.index;
    if (index !== undefined) detail.index = index;
    if (why.cause === "scope" || why.cause === "office") {
      detail.field = why.office?.endsWith(" / ") ? "region_name" : "province_name";
    }
    return detail;
  });
  return new Problem(kindOf(first.why.cause), details[0]?.message ?? "", details);
}

/**
 * Checks that the caller may perform at least one of the actions (`verbs`) on some row. Runs before the request's body
 * is read.
 * @throws Problem of kind `refused`.
 */
export async function admit(
  caller: Caller,
  subject: Subject & Pick<AnyRecord, "table">,
  ...verbs: readonly Verb[]
): Promise<void> {
  const why = (await evaluateAsCaller(
    caller,
    `private.explain_call_refusal('${subject.table}', '${arrayLiteral(verbs)}')`,
  )) as Explanation | null;
  if (why) throw new Problem("refused", refusalMessage(why, subject, verbs));
}

/**
 * Like `admit`, but also admits a caller who repeats a stored request (Idempotency-Key, or batch of an import or a bulk
 * action). The repeat changes nothing, and its response has only rows that the caller can see now.
 * @throws Problem of kind `refused`.
 */
export async function admitOrRepeat(
  c: Context,
  caller: Caller,
  subject: Subject & Pick<AnyRecord, "table">,
  verbs: readonly Verb[],
): Promise<void> {
  try {
    await admit(caller, subject, ...verbs);
  } catch (refused) {
    const id = c.req.query("import_id") ?? c.req.header("idempotency-key");
    const number = Number(c.req.query("batch") ?? 0);
    const isName = isUuid(id) && Number.isInteger(number) && number >= 0 && number <= largestInteger;
    const isStored = `private.versions_of_batch('${id}', ${number}) is not null`;
    if (!isName || (await evaluateAsCaller(caller, isStored)) !== true) throw refused;
  }
}

interface Demand {
  /** Route permission that the caller's role must have; user administration by default. */
  route?: "users" | "dropdowns";
  /** True if the caller must belong to the central office. */
  central?: true;
}

/**
 * Refuses a caller who is not an administrator. The caller's role needs the route permission `route`. With `central`,
 * the caller must also belong to the central office. Used by endpoints that don't write rows.
 * @throws Problem of kind `refused`.
 */
export async function admitAdministrator(
  caller: Caller,
  act: string,
  { route = "users", central }: Demand = {},
): Promise<void> {
  const ofCentral = central ? " and private.central_caller_id() is not null" : "";
  if (await evaluateAsCaller(caller, `(private.caller_has_route('${route}')${ofCentral})`)) return;
  const who = central ? "of the central office" : `with the route "${route}"`;
  throw new Problem("refused", `Only administrators ${who} may ${act}.`);
}

/**
 * Returns a function that admits only administrators to an endpoint.
 * @param act Verb phrase for the refusal message, such as "read the log".
 */
export const administrators =
  (act: string, demand?: Demand) =>
  (caller: Caller): Promise<void> =>
    admitAdministrator(caller, act, demand);

/**
 * Builds the refusal of a new row that was entered as approved by a caller without the Approve and Approve own rights.
 */
function approvedRefusal(record: AnyRecord, { index }: Attempt): Problem {
  const message = `Your role needs the Approve and Approve own rights to enter ${record.noun.many} as approved.`;
  const detail = { ...(index === undefined ? {} : { index }), field: "process_stage", message };
  return new Problem("refused", message, [detail]);
}

function kindOf(cause: Explanation["cause"]): "not_found" | "rule" | "refused" {
  if (cause === "not_found") return "not_found";
  return cause === "office" ? "rule" : "refused";
}
