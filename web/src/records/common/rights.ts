/**
 * What a user may do with a record type and with a row of it, and the sentence that says why not (spec section 6).
 *
 * The database decides; this only spares people a call that would be refused.
 */

import { type Act, decide, type WindowName } from "#shared/access/decide.ts";
import { scopeOf } from "#shared/access/levels.ts";
import { beforehand } from "#shared/access/sentences.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser, Right } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";

export type RowAct = "edit" | "delete" | "restore" | "approve" | "return";

/** A window that is closed for an office, and without which nothing else stands in the way. */
export interface ClosedWindow {
  office: string;
  window: WindowName;
}

/** The window that keeps the user from changing the row, or, without one, from adding any for their office. */
export function closedWindow(
  record: Subject,
  user: CurrentUser,
  row: Row | null = null,
): ClosedWindow | null {
  const office = row?.office ?? `${user.region_name ?? ""} / ${user.province_name ?? ""}`;
  const change = row && { before: { ...row, office } };
  const refused = decide(accessOf(user), record, change, row ? "update" : "insert");
  if (refused?.code !== "window") return null;
  return { office, window: refused.params.window ?? "accomplishment" };
}

export const hasRight = (user: CurrentUser, right: Right): boolean => user.access.rights.includes(right);

/** Read makes the action column visible. */
export const seesActions = (user: CurrentUser): boolean => hasRight(user, "Read");

/** The place columns of office records that a level loses, as all of its rows share them. */
export const hiddenColumns = (record: Pick<AnyRecord, "scoped">, user: CurrentUser): readonly string[] =>
  (record.scoped && scopeOf(user.level)) || [];

const actOf = {
  edit: "update",
  delete: "delete",
  restore: "restore",
  approve: "approve",
  return: "return",
} as const satisfies Record<RowAct, Act>;

/** Why the act on the row is not possible; null when it is. */
export function refusal(
  record: AnyRecord,
  row: Omit<Row, "row_version">,
  user: CurrentUser,
  act: RowAct,
): string | null {
  const before = { ...row, office: typeof row.office === "string" ? row.office : " / " };
  const refused = decide(accessOf(user), record, { before }, actOf[act]);
  return refused && beforehand(refused, record);
}

/** What rows are asked about: a record type, or what administrators keep beside them. */
export type Subject = Pick<AnyRecord, "table" | "window" | "noun">;

/** Why the act is possible on no row at all; null where it may be on one. */
export function refusalOfAll(subject: Subject, user: CurrentUser, act: Act): string | null {
  const refused = decide(accessOf(user), subject, null, act);
  return refused && beforehand(refused, subject);
}

/** Why rows cannot be added; null when they can. */
export const addRefusal = (subject: Subject, user: CurrentUser): string | null =>
  refusalOfAll(subject, user, "insert");

const accessOf = ({ id, level, region_name, access }: CurrentUser) => ({
  ...{ level, region_name, user: { id } },
  ...access,
});
