/**
 * Who may do what, outside SQL: the one statement that screens, imports and "see as" ask before anything is sent. The
 * database decides, by its policies; `private.explain_refusal` and `private.explain_call_refusal` tell why in the same
 * codes, first cause first, and a test asks both about the same callers and rows. What only the database knows (whether a
 * row or an office exists, whose role entry a row is), it alone refuses.
 */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { rankOf, seesEverything } from "./levels.ts";

/** Why the database refused a write: the answers that a 403 gives (first cause that applies, in this order). */
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
 * Who keeps the records that belong to no office, by table: the route that it asks for, and which of its rows the caller
 * keeps where their rights suffice.
 */
export type ReferenceAccess = Readonly<
  Record<string, { route: string; keeps: "all" | "region" | "nothing" } | undefined>
>;

/** What `GET /api/auth/current-user` tells of whoever asks. */
export interface Access {
  level: string | null | undefined;
  /** Whoever asks. */
  user?: { readonly id?: unknown } | null | undefined;
  region_name?: string | null | undefined;
  rights: readonly string[];
  routes: readonly string[];
  /** Offices whose rows are read, where that is known; and those that may be written now, by reporting window. */
  offices: { read?: Offices } & Readonly<Record<WindowName, Offices>>;
  windows: Readonly<Record<WindowName, { open: boolean; reason?: string | null }>>;
  reference: ReferenceAccess;
}

/** What of a row decides. */
export interface DecidedRow {
  /** "region / province", as the database generates it. */
  office: string;
  status?: unknown;
  process_stage?: unknown;
  /** Who entered it. */
  user_id?: unknown;
  region_name?: unknown;
}

/** A row as it is stored, and as it shall be. */
export interface Change {
  before?: DecidedRow;
  after?: DecidedRow;
}

/** A refusal: its code, and what its sentence tells. */
export interface Refused {
  code: Exclude<Refusal, "own_role">;
  params: {
    act: Act;
    route?: string;
    window?: WindowName;
    /** Of the row that is refused. */
    office?: string;
    /** Why the window is closed, in the database's words; null where it says none, absent where it is open elsewhere. */
    closed?: string | null;
  };
}

/**
 * Why the act would be refused, or null when nothing is known to stand in its way.
 * @param change null asks whether there may be any row for the act.
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
  // A conversation does not end with a window.
  if (shut && act !== "comment") {
    const { open, reason = null } = access.windows[shut.window];
    return no("window", open ? shut : { ...shut, closed: reason });
  }
  const approved = change?.before?.process_stage === "Approved";
  if (approved && frozen.includes(act) && !seesEverything(access.level)) return no("approval");
  // Nobody approves what they entered, unless their role says so; to set it back is no approval.
  const mine = change?.before?.user_id != null && change.before.user_id === access.user?.id;
  return act === "approve" && !approved && mine && !access.rights.includes("Approve own")
    ? no("own_entry")
    : null;
}

/** Any of which suffices. */
export const rightsFor: Readonly<Record<Act, readonly string[]>> = {
  insert: ["Edit", "Delete"],
  update: ["Edit"],
  approve: ["Approve"],
  return: ["Approve"],
  comment: ["Edit", "Approve"],
  delete: ["Delete"],
  restore: ["Delete"],
};

/** What below the central office is not done to an approved row. */
const frozen: readonly Act[] = ["update", "delete", "restore"];

/** The window that guards a row: the record's, or the one that the row's status names. */
export function windowOf(
  record: Pick<AnyRecord, "window">,
  { status }: Readonly<{ status?: unknown }>,
): WindowName {
  const [first, other = first] = windowsOf(record);
  return status === "Target" ? first : other;
}

/** The windows that guard rows of the record. */
export const windowsOf = ({ window }: Pick<AnyRecord, "window">): readonly [WindowName, ...WindowName[]] =>
  window === "target" || window === "accomplishment" ? [window] : ["target", "accomplishment"];
