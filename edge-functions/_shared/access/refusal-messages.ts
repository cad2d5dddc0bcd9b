/**
 * Messages for refusal codes. The API returns them when it refuses a request. Screens, the import preview and "see as"
 * (a preview of another user's access) show them before an action.
 */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { longDate, manilaToday } from "../rules/dates.ts";
import { lastDayToEnter } from "../rules/days-left.ts";
import { officeName } from "../rules/office-names.ts";
import { type Act, type Refusal, type Refused, rightsFor } from "./decide.ts";

/** Words that messages use for rows of a table. */
export type Subject = Pick<AnyRecord, "noun">;

const ownEntry = "You entered this record, so someone else must approve it.";

/** Words for each action in the message "You do not have permission to …". */
const permissionWords: Record<Act, string> = {
  insert: "add records",
  update: "edit records",
  delete: "delete records",
  restore: "restore records",
  approve: "approve",
  return: "return records",
  comment: "comment",
};

/** Returns the message for a user who cannot perform the action. */
export function previewRefusal({ code, params }: Refused, { noun: { many } }: Subject): string {
  const { act, approver, closed, office, window = "accomplishment" } = params;
  switch (code) {
    case "level":
      return "Your role has no level, so you cannot access the records of any office.";
    case "right":
      return `You do not have permission to ${permissionWords[act]}.`;
    case "administration":
      return `Only administrators can change ${many}.`;
    case "central":
      return `Only administrators of the central office can change ${many}.`;
    case "region":
      return `You can change ${many} of your own region only; the others belong to the central office.`;
    case "scope":
      return "This row belongs to another office.";
    case "window":
      return `${closed ?? closedFor(window, office)} Central can open it.`;
    case "approval":
      return act === "restore"
        ? "It was approved when it was deleted, so only the central office can restore it."
        : `Approved rows are locked. ${approver ? `Ask ${approver} to set this row back to Pending.` : "Set it back to Pending first."}`;
    case "own_entry":
      return ownEntry;
  }
}

/** Returns the message for a closed reporting window, if the database gives no reason why it is closed. */
const closedFor = (window: string, office: string | undefined): string =>
  `The ${window} window is closed${office === undefined ? "" : ` for ${officeName(office)}`}.`;

/** Returns the message for an administrator who previews another user's access with "see as". */
export function observerRefusal(refused: Refused, subject: Subject): string {
  const { act, closed, route = "" } = refused.params;
  switch (refused.code) {
    case "right":
      return `The role does not have the ${rightsFor[act].join(" or ")} right.`;
    case "administration":
      return `The role does not have the route "${route}".`;
    case "window":
      return closed ?? "The window is not open for any office of this level.";
    default:
      return previewRefusal(refused, subject);
  }
}

export type Verb = Act;

/** Number of days for which a deleted row can be restored (private.trash_retention). */
export const trashDays = 30;

/** Result of `private.explain_refusal`: the reason why the caller can't write the first refused row. */
export interface Explanation {
  /** Position of the row in the request; absent if the whole request is refused. */
  position?: number;
  cause: Refusal | "office" | "not_found";
  office?: string | null;
  window?: "target" | "accomplishment" | null;
  end_date?: string | null;
  /** First day of a reporting window that is not open yet. */
  start_date?: string;
  /**
   * Day on which an administrator closed the reporting window before its end; null if the log has no entry about this.
   */
  closed_on?: string | null;
  /**
   * Region whose administrators can change the schedule of the closed window; null if only the central office can.
   * Absent without `closed_on`.
   */
  schedule_region?: string | null;
  /** Route that a role needs to administer records that belong to no office. */
  route?: string;
}

export const verbWords: Record<Verb, string> = {
  insert: "add",
  update: "change",
  delete: "delete",
  restore: "restore",
  approve: "approve",
  return: "return",
  comment: "comment on",
};

/** Returns the message of the API for a write that the database has refused. */
export function refusalMessage(why: Explanation, { noun }: Subject, verbs: readonly Verb[]): string {
  const { one, many } = noun;
  const verb = verbs.map((each) => verbWords[each]).join(" or ");
  const act = `${verb} ${many}`;
  switch (why.cause) {
    case "not_found":
      return verbs.includes("restore")
        ? `This ${one} is not in the trash. It was deleted more than ${trashDays} days ago, has already been restored, or belongs to an office that you cannot see.`
        : `This ${one} does not exist or belongs to an office that you cannot see.`;
    case "level":
      return `Your account has no role that is allowed to ${act}.`;
    case "right":
      if (verbs.includes("comment")) return `You need the Edit or Approve right to ${act}.`;
      return verbs.includes("insert")
        ? `You need the Edit or Delete right to ${act}.`
        : `You need the ${rightsFor[verbs[0] ?? "delete"][0]} right to ${act}.`;
    case "scope":
      return `${officeWords(why.office)} is outside your scope. You can only ${act} of your own office.`;
    case "office":
      return `${officeWords(why.office)} is not an office. Choose a region and one of its provinces.`;
    case "window":
      return windowWords(why);
    case "approval":
      return verbs.includes("restore")
        ? `This ${one} was approved when it was deleted, so only the central office can restore it.`
        : `This ${one} is approved. Set it back to Pending before you ${verb} it.`;
    case "own_entry":
      return ownEntry;
    case "administration":
      return `Only administrators with the route "${why.route ?? "dropdowns"}" may ${act}.`;
    case "central":
      return `Only administrators of the central office may ${act}.`;
    case "own_role":
      return "You cannot change your own role. Ask another administrator.";
    case "region":
      return `You can only ${act} of your own region. Only the central office can ${act} of the whole country.`;
  }
}

function windowWords({
  window,
  end_date: end,
  start_date: start,
  closed_on: closed,
  schedule_region,
}: Explanation): string {
  const name = window ?? "reporting";
  if (!end) return `No ${name} window is scheduled for this office.`;
  if (end <= manilaToday())
    return `The ${name} window is closed: the last day to enter was ${longDate(lastDayToEnter(end))}.`;
  if (start) return `The ${name} window opens on ${longDate(start)}.`;
  if (closed !== undefined) {
    const day = closed ? ` on ${longDate(closed)}` : "";
    return `The ${name} window was closed${day}. Ask the administrators of ${schedule_region ?? "the central office"} to open it.`;
  }
  return `The ${name} window, until ${longDate(lastDayToEnter(end))}, is not open.`;
}

function officeWords(office: string | null | undefined): string {
  const [region = "", province = ""] = (office ?? " / ").split(" / ");
  if (province) return `${province} (${region || "no region"})`;
  return region || "The central office";
}
