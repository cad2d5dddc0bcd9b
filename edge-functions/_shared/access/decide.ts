/**
 * Access rules outside SQL. Screens, imports and "see as" (the preview of another user's access) check an action here
 * before a request is sent. The database enforces access by its policies. `private.explain_refusal` and
 * `private.explain_call_refusal` return the same codes as this file, in the same order. A test compares the results for
 * the same callers and rows. Some causes are known only to the database, such as whether a row or an office exists, or
 * whether a role entry is the caller's own.
 */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { rankOf, seesEverything } from "./levels.ts";

/**
 * Codes for the reasons why the database refuses a write, as returned in a 403 response. If several reasons apply to a
 * write, only one code is returned.
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
 * Access to the tables whose rows belong to no office, by table name. `route` is the route permission that
 * administrators of the table need. `keeps` says which rows the caller can administer: all rows, the rows of the
 * caller's region, or no rows. The caller also needs the right for the action, such as Edit.
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
   * `read`: offices whose rows the caller can read; absent if unknown. The other two keys are the reporting windows.
   * For each window, the value lists the offices whose rows the caller can write now, because the window is open for
   * these offices.
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
     * Reason why the reporting window is closed, as a text from the database; null if the database gives no reason.
     * This property is absent if the window is open for other offices, but closed for the office of the row.
     */
    closed?: string | null;
  };
}

/**
 * Returns why the action would be refused, or null if no reason is known.
 * @param change Row before and after the action. If null, the function only checks whether the caller could perform the
 * action on at least one row.
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
  // Users can still add comments after the reporting window has closed.
  if (shut && act !== "comment") {
    const { open, reason = null } = access.windows[shut.window];
    return no("window", open ? shut : { ...shut, closed: reason });
  }
  const approved = change?.before?.process_stage === "Approved";
  if (approved && frozen.includes(act) && !seesEverything(access.level)) return no("approval");
  // Users cannot approve rows that they entered, unless they have the right "Approve own". Setting a row back to
  // Pending is not an approval.
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

/** Actions on approved rows that only the central office can perform. */
const frozen: readonly Act[] = ["update", "delete", "restore"];

/**
 * Returns the reporting window that must be open for writes to a row. Most record types use one window for all rows. If
 * a table has both targets and accomplishments, the status of the row decides which window applies.
 */
export function windowOf(
  record: Pick<AnyRecord, "window">,
  { status }: Readonly<{ status?: unknown }>,
): WindowName {
  const [first, other = first] = windowsOf(record);
  return status === "Target" ? first : other;
}

/** Returns the reporting windows that control writes to rows of the record type. */
export const windowsOf = ({ window }: Pick<AnyRecord, "window">): readonly [WindowName, ...WindowName[]] =>
  window === "target" || window === "accomplishment" ? [window] : ["target", "accomplishment"];
