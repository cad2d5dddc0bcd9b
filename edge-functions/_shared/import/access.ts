/**
 * Predicts whether the database would refuse a row of a file, so that the preview shows the reason before the save. The
 * database makes the final decision.
 */
import { type Access, type DecidedRow, decide } from "../access/decide.ts";
import { rowRefusal } from "../access/row-refusal-messages.ts";
import { type OfficeUser, officeOf, type Place } from "../access/scope.ts";
import type { AnyRecord } from "../records/vocabulary/types.ts";

/** Access rights and office of the importing user, as in the response of `GET /api/auth/current-user`. */
export type ImportAccess = Access & OfficeUser;

export interface PlannedWrite {
  action: "insert" | "update";
  after: Place & Readonly<Record<string, unknown>>;
  /** The stored row before an update; absent for an insert. */
  before?: Place & Readonly<Record<string, unknown>>;
}

/** Returns the reason why the database would refuse the write; null if the database would accept it. */
export function refusalOf(record: AnyRecord, access: ImportAccess, write: PlannedWrite): string | null {
  const { before, after } = write;
  const change = { ...(before && { before: decided(before) }), after: decided(after) };
  const refused = decide(access, record, change, write.action);
  return refused && rowRefusal(refused, record);
}

const decided = (row: PlannedWrite["after"]): DecidedRow => ({ ...row, office: officeOf(row) });
