/**
 * What a user may do with a record type and with a row of it, and the sentence that says why not (spec section 6).
 *
 * The database decides; this only spares people a call that would be refused.
 */

import { referenceRefusal } from "#shared/access/reference-access.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser, Right, WindowName } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";

export type RowAct = "edit" | "delete" | "approve";

const rightFor = { edit: "Edit", delete: "Delete", approve: "Edit" } as const satisfies Record<RowAct, Right>;

export const hasRight = (user: CurrentUser, right: Right): boolean => user.access.rights.includes(right);

export const isCentral = (user: CurrentUser): boolean => user.level === "Central";

/** Read makes the action column visible. */
export const seesActions = (user: CurrentUser): boolean => hasRight(user, "Read");

/** The place columns of office records that a level loses: Regional the region, Provincial the region and the province. */
export function hiddenColumns(record: Pick<AnyRecord, "scoped">, user: CurrentUser): readonly string[] {
  if (!record.scoped) return [];
  if (user.level === "Regional") return ["region_name"];
  if (user.level === "Provincial") return ["region_name", "province_name"];
  return [];
}

/** Why the act on the row is not possible; null when it is. */
export function refusal(record: AnyRecord, row: Row, user: CurrentUser, act: RowAct): string | null {
  const right = rightFor[act];
  if (!hasRight(user, right)) return `Your role has no ${right} right.`;
  if (record.window === "administration") return referenceRefusal(record, keeperOf(user), [row]);
  if (isCentral(user)) return null;
  const window = windowOf(record, row);
  const closed = windowRefusal(user, window);
  if (closed && !covers(user, window, row.office)) return closed;
  if (!covers(user, window, row.office)) return "This row belongs to another office.";
  if (act !== "approve" && record.approval && row.process_stage === "Approved") {
    return "Approved rows are locked. Set it back to Pending first.";
  }
  return null;
}

/** Why rows cannot be added; null when they can. Central users always may (spec section 6). */
export function addRefusal(record: AnyRecord, user: CurrentUser): string | null {
  if (!hasRight(user, "Edit") && !hasRight(user, "Delete")) return "Your role has no Edit right.";
  if (record.window === "administration") return referenceRefusal(record, keeperOf(user));
  if (isCentral(user)) return null;
  if (user.level === null) return "Your role has no level, so no office's rows are yours.";
  if (record.window !== "status") return windowRefusal(user, record.window);
  const target = windowRefusal(user, "target");
  return target === null ? null : windowRefusal(user, "accomplishment");
}

/** The window that guards a row: the record's, or the one that the row's status names. */
export function windowOf(record: AnyRecord, row: Row): WindowName {
  if (record.window === "target" || record.window === "accomplishment") return record.window;
  return row.status === "Target" ? "target" : "accomplishment";
}

function windowRefusal(user: CurrentUser, name: WindowName): string | null {
  const { open, reason } = user.access.windows[name];
  return open ? null : `${reason ?? `The ${name} window is closed.`} Central can open it.`;
}

function covers(user: CurrentUser, name: WindowName, office: string | null | undefined): boolean {
  const offices = user.access.offices[name];
  return offices === "all" || offices.includes(office ?? " / ");
}

const keeperOf = ({ region_name, access }: CurrentUser) => ({ region_name, ...access });
