/**
 * Access rules in TypeScript. Before a request is sent, screens, imports and "see as" (a preview of another user's
 * access) use them to predict whether the database would refuse the request.
 *
 * The database enforces access with its policies. `private.explain_refusal` and `private.explain_call_refusal` return
 * the same codes in the same order, which a test compares. Only the database knows some causes, such as whether a row
 * exists.
 */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { isSharedColumn, rankOf, seesEverything } from "./levels.ts";

/**
 * Codes for the reasons why the database refuses a write. A 403 response has only one code, even if several reasons
 * apply.
 */
export type Refusal =
  | "level"
  | "right"
  | "scope"
  | "window"
  | "approval"
  | "own_entry"
  | "administration"
  | "central"
  | "own_role"
  | "region";

export type Act = "insert" | "update" | "delete" | "restore" | "approve" | "return" | "comment";
export type WindowName = "target" | "accomplishment";
type Offices = readonly string[] | "all";

/**
 * Access to tables whose rows belong to no office, by table name. `route` is the route that administrators of the table
 * need. `keeps` states which rows the caller can administer: all rows, rows of the caller's region, or no rows. The
 * caller also needs the right for the action, such as Edit.
 */
export type ReferenceAccess = Readonly<
  Record<string, { route: string; keeps: "all" | "region" | "nothing" } | undefined>
>;

/** Access rights of the caller, as returned by `GET /api/auth/current-user`. */
export interface Access {
  level: string | null | undefined;
  user?: { readonly id?: unknown } | null | undefined;
  region_name?: string | null | undefined;
  rights: readonly string[];
  routes: readonly string[];
  /**
   * `read` lists the offices whose rows the caller can read; absent if unknown. `target` lists the offices whose rows
   * the caller can write while their target window is open, and `accomplishment` those with an open accomplishment
   * window.
   */
  offices: { read?: Offices } & Readonly<Record<WindowName, Offices>>;
  windows: Readonly<Record<WindowName, { open: boolean; reason?: string | null }>>;
  reference: ReferenceAccess;
}

/** Columns of a row that decide who can access the row. */
export interface DecidedRow {
  /** Office of the row, as "region / province". The database generates this column. */
  office: string;
  status?: unknown;
  process_stage?: unknown;
  /** Id of the user who entered the row. */
  user_id?: unknown;
  region_name?: unknown;
}

/** The row before and after a change. */
export interface Change {
  before?: DecidedRow;
  after?: DecidedRow;
}

/** A refusal code with the values for its message. */
export interface Refused {
  code: Exclude<Refusal, "own_role">;
  params: {
    act: Act;
    route?: string;
    window?: WindowName;
    /** Office of the refused row. */
    office?: string;
    /**
     * Reason from the database why the reporting window is closed; null if the database gives no reason. Absent if the
     * window is closed for the office of the row, but open for other offices.
     */
    closed?: string | null;
    /** Office or user that can set the approved row back to Pending. Absent if the caller can do so. */
    approver?: string;
  };
}

/**
 * Returns the reason why the database would refuse the action; null if no reason is known.
 * @param change The row before and after the action. If null, checks whether the caller could perform the action on any
 * row.
 */
export function decide(
  access: Access,
  record: Pick<AnyRecord, "table" | "window">,
  change: Change | null,
  act: Act,
): Refused | null {
  const no = (code: Refused["code"], params: Omit<Refused["params"], "act"> = {}): Refused => ({
    code,
    params: { act, ...params },
  });
  const rows = [change?.before, change?.after].filter((row) => row !== undefined);
  if (rankOf(access.level) === 0) return no("level");
  const reference = record.window === "administration";
  const keeps = access.reference[record.table];
  if (reference && !(keeps && access.routes.includes(keeps.route)))
    return no("administration", keeps && { route: keeps.route });
  if (!rightsFor[act].some((right) => access.rights.includes(right))) return no("right");
  if (reference) {
    if (keeps?.keeps === "nothing") return no("central");
    const elsewhere = rows.some((row) => (row.region_name ?? null) !== (access.region_name ?? null));
    return keeps?.keeps === "region" && elsewhere ? no("region") : null;
  }
  const { offices } = access;
  const covers = (name: "read" | WindowName, office: string): boolean => {
    const { [name]: listed = "all" } = offices;
    return listed === "all" || listed.includes(office);
  };
  const placed = rows.map((row) => ({ office: row.office, window: windowOf(record, row) }));
  const out = placed.find(({ office }) => !covers("read", office));
  if (out) return no("scope", out);
  const shut: { window: WindowName; office?: string } | undefined = change
    ? placed.find(({ window, office }) => !covers(window, office))
    : windowsOf(record).every((name) => offices[name].length === 0)
      ? { window: windowOf(record, {}) }
      : undefined;
  // Comments can still be added after the reporting window has closed.
  if (shut && act !== "comment") {
    const { open, reason = null } = access.windows[shut.window];
    return no("window", open ? shut : { ...shut, closed: reason });
  }
  const approved = change?.before?.process_stage === "Approved";
  if (approved && frozen.includes(act) && !seesEverything(access.level))
    return no("approval", access.rights.includes("Approve") ? {} : { approver: approverFor(access.level) });
  // Users need the right "Approve own" to approve a row that they entered, but not to set it back to Pending.
  const mine = change?.before?.user_id != null && change.before.user_id === access.user?.id;
  return act === "approve" && !approved && mine && !access.rights.includes("Approve own")
    ? no("own_entry")
    : null;
}

/** Rights for each action. A user needs only one of the listed rights. */
export const rightsFor: Readonly<Record<Act, readonly string[]>> = {
  insert: ["Edit", "Delete"],
  update: ["Edit"],
  approve: ["Approve"],
  return: ["Approve"],
  comment: ["Edit", "Approve"],
  delete: ["Delete"],
  restore: ["Delete"],
};

/** Returns who can set rows back to Pending for users of this level, if they lack the Approve right. */
const approverFor = (level: Access["level"]): string =>
  isSharedColumn(level, "province_name") ? "your regional office" : "a user who can approve";

/** Actions on approved rows that only the central office can perform. */
const frozen: readonly Act[] = ["update", "delete", "restore"];

/**
 * Returns the reporting window that must be open for writes to a row. In a table with targets and accomplishments, the
 * row's status determines the window. Other tables have one window for all rows.
 */
export function windowOf(
  record: Pick<AnyRecord, "window">,
  { status }: Readonly<{ status?: unknown }>,
): WindowName {
  const [first, other = first] = windowsOf(record);
  return status === "Target" ? first : other;
}

/** Returns the reporting windows that can apply to writes to rows of the record type. */
export const windowsOf = ({ window }: Pick<AnyRecord, "window">): readonly [WindowName, ...WindowName[]] =>
  window === "target" || window === "accomplishment" ? [window] : ["target", "accomplishment"];
