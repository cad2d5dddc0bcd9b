/**
 * Asks about values that may be right (registry: `softChecks`): a record whose save changes what a check looks at, and is
 * asked about, is saved with a word of reason (`soft_check_reason` of the record) and refused without one, as a rule (422)
 * whose details name the record, the field and the kind of check (`soft_check`).
 */

import { officeOf } from "../../access/scope.ts";
import { Problem, type ProblemDetail } from "../../contracts/problems.ts";
import type { AnyRecord, SoftCheck } from "../../records/vocabulary/types.ts";
import { quarterBefore } from "../../rules/soft-checks.ts";
import { isTouched, openChecks, reasonField } from "../../validate/soft-checks.ts";
import type { Table } from "../db/columns.ts";
import { identifier, type Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";

/** A record that is about to be written. */
export interface Asked {
  /** Position in the request. */
  index: number;
  /** What it shall be: all its fields after the save. */
  row: JsonObject;
  /** What it was; null for a new one. */
  stored: JsonObject | null;
  /** The word of reason that came with it. */
  reason: string | null;
}

/** What of the records is asked about, by their place in the list. */
export async function askAbout(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  asked: readonly Asked[],
): Promise<ProblemDetail[][]> {
  const before = await reportedBefore(tx, record, table, asked);
  return asked.map(({ index, row, stored }, place) =>
    openChecks(record, row, stored, (check) => before.get(check)?.get(place) ?? null).map((open) => ({
      index,
      ...open,
      message: `${open.message}. Say in a word why it is right.`,
    })),
  );
}

/**
 * The reason that each record keeps, by its place; a record without one in the map keeps what it has. Once nothing of what
 * it holds is asked about, an old reason goes.
 * @throws Problem rule, naming every value that is asked about in a record without a reason.
 */
export async function answerSoftChecks(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  asked: readonly Asked[],
): Promise<Map<number, string | null>> {
  const answers = new Map<number, string | null>();
  if (!record.softChecks?.length) return answers;
  const open = await askAbout(tx, record, table, asked);
  const unanswered = open.flatMap((details, place) => (asked[place]?.reason ? [] : details));
  if (unanswered.length > 0) throw new Problem("rule", unanswered[0]?.message ?? "", unanswered);
  for (const [place, { row, stored, reason }] of asked.entries()) {
    const isAsked = (open[place]?.length ?? 0) > 0;
    if (isAsked && reason) answers.set(place, reason);
    else if (stored?.[reasonField] && record.softChecks.some((check) => isTouched(check, row, stored))) {
      // Of the values that this save does not touch, only those of the row itself can still be asked about.
      if (openChecks(record, row, null).length === 0) answers.set(place, null);
    }
  }
  return answers;
}

/** For each check that compares with the quarter before: the most that rows with the same values reported, by place. */
async function reportedBefore(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  asked: readonly Asked[],
): Promise<Map<SoftCheck, Map<number, number>>> {
  const found = new Map<SoftCheck, Map<number, number>>();
  for (const check of record.softChecks ?? []) {
    if (check.kind !== "tenfold") continue;
    const wanted = asked.flatMap(({ row, stored }, place) => {
      const { reporting_year: year, reporting_quarter: quarter } = row;
      const named = check.same.every((name) => typeof row[name] === "string");
      if (typeof year !== "number" || typeof quarter !== "string" || typeof row[check.field] !== "number")
        return [];
      if (!named || !isTouched(check, row, stored)) return [];
      const earlier = quarterBefore(year, quarter);
      return [{ place, office: officeOf(row), ...earlier, same: check.same.map((name) => row[name]) }];
    });
    if (wanted.length === 0) continue;
    const column = identifier(check.field);
    const same = check.same.map((name, at) => `t.${identifier(name)} = w.same ->> ${at}`).join(" and ");
    const rows = await tx.unsafe<{ place: number; most: number }[]>(
      `select w.place, max(t.${column})::float8 as most
       from json_to_recordset($1::text::json) w (place integer, office text, year integer, quarter text, same json)
         join ${table.sql} t on t.office = w.office and t.reporting_year = w.year and t.reporting_quarter = w.quarter and ${same}
       where t.${column} is not null group by w.place`,
      [JSON.stringify(wanted)],
    );
    found.set(check, new Map(rows.map(({ place, most }) => [place, most])));
  }
  return found;
}
