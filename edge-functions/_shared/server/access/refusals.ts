/**
 * Says in words why the database refused a write. A refused update or delete is no error in Postgres, only fewer rows,
 * and a refused insert tells nothing but that a policy was violated; one function of the database names the cause.
 */

import { Problem, type ProblemDetail, type Refusal } from "../../contracts/problems.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { manilaToday } from "../../rules/dates.ts";
import { lastDayToEnter } from "../../rules/days-left.ts";
import type { Transaction } from "../db/database.ts";
import { arrayLiteral } from "../db/database.ts";
import { asCaller } from "./as-caller.ts";
import type { Caller } from "./token.ts";

export type Verb = "insert" | "update" | "delete";

/** One row that the caller tried to write. */
export interface Attempt {
  /** Position in the request; absent when the request named no rows. */
  index?: number;
  /** Null for a new row. */
  id: number | null;
  /** The office that the row shall belong to; null when that does not change. */
  office?: string | null;
  /** The status that the row shall have, for tables whose window follows it. */
  status?: string | null;
  /** A new row shall be approved already. */
  approved?: boolean;
}

interface Explanation {
  /** Absent where the whole call is refused. */
  position?: number;
  cause: Exclude<Refusal, "scope"> | "scope" | "office" | "not_found";
  office?: string | null;
  window?: "target" | "accomplishment" | null;
  end_date?: string | null;
  /** Of those who keep the records, where they belong to no office. */
  route?: string;
}

/** The problem to answer for rows that the database did not let the caller write. */
export async function refusal(
  tx: Transaction,
  record: AnyRecord,
  verb: Verb,
  attempts: readonly Attempt[],
): Promise<Problem> {
  const ids = attempts.map((attempt) => attempt.id);
  const offices = attempts.map((attempt) => attempt.office ?? null);
  const statuses = attempts.map((attempt) => attempt.status ?? null);
  const [row] = await tx.unsafe<{ why: Explanation | null }[]>(
    `select private.explain_refusal($1::text, $2::text, $3::text::bigint[], $4::text::text[], $5::text::text[]) as why`,
    [record.table, verb, arrayLiteral(ids), arrayLiteral(offices), arrayLiteral(statuses)],
  );
  const why = row?.why;
  const approved = attempts.find((attempt) => attempt.approved);
  if (!why && verb === "insert" && approved) return approvedRefusal(record, approved);
  if (!why) return new Problem("refused", `You may not ${verbWords[verb]} this ${record.noun.one}.`);
  const detail: ProblemDetail = { message: explain(why, record, [verb]) };
  const index = attempts[why.position ?? -1]?.index;
  if (index !== undefined) detail.index = index;
  if (why.cause === "scope" || why.cause === "office") {
    detail.field = why.office?.endsWith(" / ") ? "region_name" : "province_name";
  }
  return new Problem(kindOf(why.cause), detail.message, [detail]);
}

/** What a table's rows are called, for the words of a refusal. */
export type Subject = Pick<AnyRecord, "table" | "noun">;

/**
 * Whoever may do none of these verbs to any row is told so before anything that the call carries is read.
 * @throws Problem refused.
 */
export async function admit(caller: Caller, subject: Subject, ...verbs: readonly Verb[]): Promise<void> {
  const [row] = await asCaller(caller, (tx) =>
    tx.unsafe<{ why: Explanation | null }[]>(
      "select private.explain_call_refusal($1::text, $2::text::text[]) as why",
      [subject.table, arrayLiteral(verbs)],
    ),
  );
  if (row?.why) throw new Problem("refused", explain(row.why, subject, verbs));
}

interface Demand {
  route: "users" | "dropdowns";
  /** Of the central office alone. */
  central?: true;
  /** "read the log" */
  act: string;
}

/** The same for calls that ask for a route rather than for rows to write. @throws Problem refused. */
export async function admitAdministrator(caller: Caller, { route, central, act }: Demand): Promise<void> {
  const [row] = await asCaller(
    caller,
    (tx) => tx<{ may: boolean }[]>`
      select private.caller_has_route(${route}::text)
        and (${String(central === true)}::text = 'false' or private.caller_level() = 'Central') as may`,
  );
  if (row?.may) return;
  const who = central ? "of the central office" : `with the route "${route}"`;
  throw new Problem("refused", `Only administrators ${who} ${act}.`);
}

/** Whoever may add rows, by the right Delete, may not approve them. */
function approvedRefusal(record: AnyRecord, { index }: Attempt): Problem {
  const message = `Your role does not have the right Edit, which is needed to enter ${record.noun.many} that are approved already.`;
  const detail = { ...(index === undefined ? {} : { index }), field: "process_stage", message };
  return new Problem("refused", message, [detail]);
}

const verbWords: Record<Verb, string> = { insert: "add", update: "change", delete: "delete" };

function kindOf(cause: Explanation["cause"]): "not_found" | "rule" | "refused" {
  if (cause === "not_found") return "not_found";
  return cause === "office" ? "rule" : "refused";
}

function explain(why: Explanation, { noun }: Subject, verbs: readonly Verb[]): string {
  const { one, many } = noun;
  const verb = verbs.map((each) => verbWords[each]).join(" or ");
  const act = `${verb} ${many}`;
  switch (why.cause) {
    case "not_found":
      return `This ${one} does not exist or belongs to an office that you do not see.`;
    case "level":
      return `Your account has no role that may ${act}.`;
    case "right":
      return verbs.includes("insert")
        ? `Your role has neither the right Edit nor the right Delete: it may not ${act}.`
        : `Your role does not have the right ${verbs.includes("update") ? "Edit" : "Delete"}, which is needed to ${act}.`;
    case "scope":
      return `${officeWords(why.office)} is out of your scope: you ${act} of your own office only.`;
    case "office":
      return `${officeWords(why.office)} is not an office: choose a region and one of its provinces.`;
    case "window":
      return windowWords(why);
    case "approval":
      return `This ${one} is approved. Set it back to Pending before you ${verb} it.`;
    case "administration":
      return `Only administrators with the route "${why.route ?? "dropdowns"}" may ${act}.`;
    case "central":
      return `Only administrators of the central office may ${act}.`;
    case "own_role":
      return "You cannot change your own role. Ask another administrator.";
    case "region":
      return `You ${act} of your own region only; those of the whole country are the central office's.`;
  }
}

function windowWords({ window, end_date: end }: Explanation): string {
  const name = window ?? "reporting";
  if (!end) return `No ${name} window is scheduled for this office.`;
  if (end <= manilaToday()) return `The ${name} window closed on ${shownDay(end)}.`;
  return `The ${name} window, until ${shownDay(lastDayToEnter(end))}, is not open.`;
}

/** "31 Mar 2026" of an ISO day, which no time zone may move. */
function shownDay(iso: string): string {
  const [year, month, day] = iso.split("-").map(Number);
  return `${day} ${months[(month ?? 1) - 1]} ${year}`;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function officeWords(office: string | null | undefined): string {
  const [region = "", province = ""] = (office ?? " / ").split(" / ");
  if (province) return `${province} (${region || "no region"})`;
  return region || "The central office";
}
