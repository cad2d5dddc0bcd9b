/**
 * Soft checks find unusual values that may be right (registry: `softChecks`). If a save changes a field that a check
 * reads, and the value is unusual, the save needs a reason (`soft_check_reason` of the record). Without a reason, the
 * save is refused (422). The details have the record, the field and the kind of check (`soft_check`).
 */

import { officeOf } from "../../access/scope.ts";
import { Problem, type ProblemDetail } from "../../contracts/base/problems.ts";
import type { AnyRecord, SoftCheck } from "../../records/vocabulary/types.ts";
import { quarterBefore } from "../../rules/soft-checks.ts";
import { isTouched, openChecks, reasonField } from "../../validate/soft-checks.ts";
import type { Table } from "../db/columns.ts";
import { identifier, type Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";

/** A record to check before it is saved. */
export interface CheckedRecord {
  /** Position of the record in the request. */
  index: number;
  /** All fields of the record after the save. */
  row: JsonObject;
  /** The record before the save; null for a new one. */
  stored: JsonObject | null;
  /** The reason that the user entered. */
  reason: string | null;
}

/** Returns the soft-check warnings per record. */
export async function findWarnings(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  asked: readonly CheckedRecord[],
): Promise<ProblemDetail[][]> {
  const before = await reportedBefore(tx, record, table, asked);
  return asked.map(({ index, row, stored }, place) =>
    openChecks(record, row, stored, (check) => before.get(check)?.get(place) ?? null).map((open) => ({
      index,
      ...open,
      message: `${open.message}. If this is correct, enter a reason.`,
    })),
  );
}

/**
 * Returns the reasons that the user gave for unusual values, by the record's position in `asked`. Null: delete the
 * stored reason, because no value is unusual any more. Missing: leave the stored reason unchanged.
 * @throws Problem of kind `rule` that lists the warnings of every record that has warnings but no reason.
 */
export async function resolveReasons(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  asked: readonly CheckedRecord[],
): Promise<Map<number, string | null>> {
  const answers = new Map<number, string | null>();
  if (!record.softChecks?.length) return answers;
  const open = await findWarnings(tx, record, table, asked);
  const unanswered = open.flatMap((details, place) => (asked[place]?.reason ? [] : details));
  if (unanswered.length > 0) throw new Problem("rule", unanswered[0]?.message ?? "", unanswered);
  for (const [place, { row, stored, reason }] of asked.entries()) {
    const isAsked = (open[place]?.length ?? 0) > 0;
    if (isAsked && reason) answers.set(place, reason);
    else if (stored?.[reasonField] && record.softChecks.some((check) => isTouched(check, row, stored))) {
      // The stored reason may be about a value that this save doesn't change. So remove the reason only if no check of
      // the row's own values has a warning. Checks that compare with the previous quarter are not run here.
      if (openChecks(record, row, null).length === 0) answers.set(place, null);
    }
  }
  return answers;
}

/**
 * Reads the values of the previous quarter for the checks that compare with it. Returns, per check and record, the
 * largest value that the record's office has stored for that quarter. Only stored rows that equal the record in the
 * check's `same` columns are read.
 */
async function reportedBefore(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  asked: readonly CheckedRecord[],
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
