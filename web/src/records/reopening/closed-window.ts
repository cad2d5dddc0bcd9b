/** Finds the closed entry window that is the reason why a user can't enter data. */
import { decide, type WindowName } from "#shared/access/decide.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import { accessOf, type Subject } from "../common/rights.ts";

/** Closed entry window of an office. Set if the window is the only reason why the user can't enter data. */
export interface ClosedWindow {
  office: string;
  window: WindowName;
}

export interface Refused {
  record: Subject;
  user: CurrentUser;
  /** The row that the user wants to change; null if the user wants to add rows for their own office. */
  row: Row | null;
}

/** Returns the closed entry window that keeps the user from changing the row, or from adding rows. */
export function closedWindow({ record, user, row }: Refused): ClosedWindow | null {
  const office = row?.office ?? `${user.region_name ?? ""} / ${user.province_name ?? ""}`;
  const change = row && { before: { ...row, office } };
  const refused = decide(accessOf(user), record, change, row ? "update" : "insert");
  if (refused?.code !== "window") return null;
  return { office, window: refused.params.window ?? "accomplishment" };
}
