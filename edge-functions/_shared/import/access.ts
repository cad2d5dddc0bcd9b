/**
 * What a user may import, and why a row would be refused: the database's rules, told before saving.
 *
 * The shapes are those of `GET /api/auth/current-user`. The database still decides; this only spares a failed save.
 */

import { type ReferenceAccess, referenceRefusal } from "../access/reference-access.ts";
import { type OfficeUser, officeOf, type Place } from "../access/scope.ts";
import type { AnyRecord } from "../records/vocabulary/types.ts";

type OfficeList = readonly string[] | "all";

interface WindowState {
  open: boolean;
  reason?: string | null;
}

export interface ImportAccess extends OfficeUser {
  rights: readonly string[];
  routes: readonly string[];
  /** Offices whose rows may be written now, by reporting window. */
  offices: { target: OfficeList; accomplishment: OfficeList };
  windows: { target: WindowState; accomplishment: WindowState };
  reference: ReferenceAccess;
}

export interface PlannedWrite {
  action: "insert" | "update";
  /** The row as it would be stored. */
  after: Place & Readonly<Record<string, unknown>>;
  /** The stored row of an update. */
  before?: Place & Readonly<Record<string, unknown>>;
}

/** The reason for which the database would refuse the write; null when it would not. */
export function refusalOf(record: AnyRecord, access: ImportAccess, write: PlannedWrite): string | null {
  const edit = access.rights.includes("Edit");
  if (write.action === "update" && !edit) return "Your role may not change rows (it lacks Edit)";
  if (write.action === "insert" && !edit && !access.rights.includes("Delete")) {
    return "Your role may not add rows (it lacks Edit)";
  }
  if (record.window === "administration") {
    return referenceRefusal(record, access, write.before ? [write.before, write.after] : [write.after]);
  }
  if (access.level === "Central") return null;
  if (write.before?.process_stage === "Approved") {
    return `This ${record.noun.one} is approved and locked; set it back to Pending first`;
  }
  const places = write.before ? [write.before, write.after] : [write.after];
  for (const place of places) {
    const reason = windowRefusal(record, access, place);
    if (reason) return reason;
  }
  return null;
}

function windowRefusal(
  record: AnyRecord,
  access: ImportAccess,
  place: Place & Readonly<Record<string, unknown>>,
): string | null {
  const window = windowOf(record, place);
  const offices = access.offices[window];
  if (offices === "all" || offices.includes(officeOf(place))) return null;
  const name = window === "target" ? "Target" : "Accomplishment";
  const state = access.windows[window];
  if (!state.open) return state.reason || `The ${name} window is closed`;
  const where = [place.province_name, place.region_name].filter(Boolean).join(", ") || "the central office";
  return `The ${name} window is not open for ${where}`;
}

function windowOf(record: AnyRecord, row: Readonly<Record<string, unknown>>): "target" | "accomplishment" {
  if (record.window === "target") return "target";
  return record.window === "status" && row.status === "Target" ? "target" : "accomplishment";
}
