/**
 * Why a row of a file would be refused, told before saving. The database still decides; this only spares a failed save.
 */
import { type Access, type DecidedRow, decide } from "../access/decide.ts";
import { besideRow } from "../access/row-sentences.ts";
import { type OfficeUser, officeOf, type Place } from "../access/scope.ts";
import type { AnyRecord } from "../records/vocabulary/types.ts";

/** In the shapes of `GET /api/auth/current-user`. */
export type ImportAccess = Access & OfficeUser;

export interface PlannedWrite {
  action: "insert" | "update";
  /** The row as it would be stored. */
  after: Place & Readonly<Record<string, unknown>>;
  /** The stored row of an update. */
  before?: Place & Readonly<Record<string, unknown>>;
}

/** The reason for which the database would refuse the write; null when it would not. */
export function refusalOf(record: AnyRecord, access: ImportAccess, write: PlannedWrite): string | null {
  const { before, after } = write;
  const change = { ...(before && { before: decided(before) }), after: decided(after) };
  const refused = decide(access, record, change, write.action);
  return refused && besideRow(refused, record);
}

const decided = (row: PlannedWrite["after"]): DecidedRow => ({ ...row, office: officeOf(row) });
