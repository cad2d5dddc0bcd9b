/**
 * Checks whether a user may perform an action on a record type or its rows, and returns the reason if not (spec section
 * 6). The database enforces the rights. These checks spare the user requests that the database would refuse.
 */

import { type Act, decide } from "#shared/access/decide.ts";
import { scopeOf } from "#shared/access/levels.ts";
import { previewRefusal } from "#shared/access/refusal-messages.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser, Right } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";

export type RowAct = "edit" | "delete" | "restore" | "approve" | "return";

export const hasRight = (user: CurrentUser, right: Right): boolean => user.access.rights.includes(right);

/** True if the user's lists have the column of actions. */
export const seesActions = (user: CurrentUser): boolean => hasRight(user, "Read");

/**
 * Returns the office columns (region, province) that are hidden from a user, because all rows that the user can see
 * have the same value in them.
 */
export const hiddenColumns = (record: Pick<AnyRecord, "scoped">, user: CurrentUser): readonly string[] =>
  (record.scoped && scopeOf(user.level)) || [];

const actOf = {
  edit: "update",
  delete: "delete",
  restore: "restore",
  approve: "approve",
  return: "return",
} as const satisfies Record<RowAct, Act>;

/** Returns why the user can't perform the action on the row; null if the user can. */
export function refusal(
  record: AnyRecord,
  row: Omit<Row, "row_version">,
  user: CurrentUser,
  act: RowAct,
): string | null {
  if (act === "edit" && lacksSensitive(record, row, user))
    return "Connect to edit. Personal data is not stored on this computer.";
  const before = { ...row, office: typeof row.office === "string" ? row.office : " / " };
  const refused = decide(accessOf(user), record, { before }, actOf[act]);
  return refused && previewRefusal(refused, record);
}

/**
 * True if a row in this browser was stored without sensitive values that the user may read. Saving such a row would
 * clear these values.
 */
const lacksSensitive = ({ fields }: AnyRecord, row: object, user: CurrentUser): boolean =>
  hasRight(user, "Sensitive") && fields.some(({ name, sensitive }) => sensitive && !(name in row));

/** Properties of a record type or administrative table that the checks of rights need. */
export type Subject = Pick<AnyRecord, "table" | "window" | "noun">;

/**
 * Returns why the user can't perform the action on any row. Returns null if the action may be possible for some rows.
 */
export function refusalForAnyRow(subject: Subject, user: CurrentUser, act: Act): string | null {
  const refused = decide(accessOf(user), subject, null, act);
  return refused && previewRefusal(refused, subject);
}

/** Returns why the user can't add rows; null if the user can. */
export const addRefusal = (subject: Subject, user: CurrentUser): string | null =>
  refusalForAnyRow(subject, user, "insert");

export const accessOf = ({ id, level, region_name, access }: CurrentUser) => ({
  ...{ level, region_name, user: { id } },
  ...access,
});

/** True if the user's level and rights allow the user to read the field. */
export const mayReadField = (
  record: Pick<AnyRecord, "scoped">,
  user: CurrentUser,
  { name, sensitive }: Field,
): boolean => !hiddenColumns(record, user).includes(name) && (!sensitive || hasRight(user, "Sensitive"));
