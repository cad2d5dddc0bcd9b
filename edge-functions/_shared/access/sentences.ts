/**
 * What a refusal says: the one place in which its codes become words, for whoever is told beforehand (screens, the preview
 * of an import, "see as") and for whoever tried (the answers of the API).
 */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { manilaToday } from "../rules/dates.ts";
import { lastDayToEnter } from "../rules/days-left.ts";
import { type Act, type Refusal, type Refused, rightsFor } from "./decide.ts";

/** What a table's rows are called. */
export type Subject = Pick<AnyRecord, "noun">;

const ownEntry = "You entered this record, so someone else must approve it.";
const otherOffice = "This row belongs to another office.";

/** Why the act is not possible, to whoever sits before the screen. */
export function beforehand({ code, params }: Refused, { noun: { many } }: Subject): string {
  const { act, closed, window = "accomplishment" } = params;
  switch (code) {
    case "level":
      return "Your role has no level, so no office's rows are yours.";
    case "right":
      return `Your role has no ${rightsFor[act][0]} right.`;
    case "administration":
      return `Only administrators can change ${many}.`;
    case "central":
      return `Only administrators of the central office can change ${many}.`;
    case "region":
      return `You can change ${many} of your own region only; the others belong to the central office.`;
    case "scope":
      return otherOffice;
    case "window":
      return closed === undefined
        ? otherOffice
        : `${closed ?? `The ${window} window is closed.`} Central can open it.`;
    case "approval":
      return act === "restore"
        ? "It was approved when it was deleted: the central office can restore it."
        : "Approved rows are locked. Set it back to Pending first.";
    case "own_entry":
      return ownEntry;
  }
}

/** The same to an administrator who sees as somebody else. */
export function toObserver(refused: Refused, subject: Subject): string {
  const { act, closed, route = "" } = refused.params;
  switch (refused.code) {
    case "right":
      return `The role does not have the right ${rightsFor[act].join(" or ")}.`;
    case "administration":
      return `The role does not have the route "${route}".`;
    case "window":
      return closed ?? "No office of the level is open.";
    default:
      return beforehand(refused, subject);
  }
}

export type Verb = Act;

/** For so long a deleted row can be restored (private.trash_time). */
export const trashDays = 30;

/** What `private.explain_refusal` tells of the first row that the caller may not write. */
export interface Explanation {
  /** Absent where the whole call is refused. */
  position?: number;
  cause: Refusal | "office" | "not_found";
  office?: string | null;
  window?: "target" | "accomplishment" | null;
  end_date?: string | null;
  /** Of a window that has not begun. */
  start_date?: string;
  /** Of a window that was closed by hand before its end: the day, where the log knows it. */
  closed_on?: string | null;
  /** Beside closed_on: the region whose administrators keep the schedule; null for the central office's. */
  schedule_region?: string | null;
  /** Of those who keep the records, where they belong to no office. */
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

/** The sentence with which the API answers what the database has refused. */
export function refusalMessage(why: Explanation, { noun }: Subject, verbs: readonly Verb[]): string {
  const { one, many } = noun;
  const verb = verbs.map((each) => verbWords[each]).join(" or ");
  const act = `${verb} ${many}`;
  switch (why.cause) {
    case "not_found":
      return verbs.includes("restore")
        ? `This ${one} is not in the trash: it was deleted more than ${trashDays} days ago, is back already, or never was in an office that you see.`
        : `This ${one} does not exist or belongs to an office that you do not see.`;
    case "level":
      return `Your account has no role that may ${act}.`;
    case "right":
      if (verbs.includes("comment"))
        return `Your role has neither the right Edit nor the right Approve: it may not ${act}.`;
      return verbs.includes("insert")
        ? `Your role has neither the right Edit nor the right Delete: it may not ${act}.`
        : `Your role does not have the right ${rightsFor[verbs[0] ?? "delete"][0]}, which is needed to ${act}.`;
    case "scope":
      return `${officeWords(why.office)} is out of your scope: you ${act} of your own office only.`;
    case "office":
      return `${officeWords(why.office)} is not an office: choose a region and one of its provinces.`;
    case "window":
      return windowWords(why);
    case "approval":
      return verbs.includes("restore")
        ? `This ${one} was approved when it was deleted: the central office restores it.`
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
      return `You ${act} of your own region only; those of the whole country are the central office's.`;
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
    return `The ${name} window is closed: the last day to enter was ${shownDay(lastDayToEnter(end))}.`;
  if (start) return `The ${name} window opens on ${shownDay(start)}.`;
  if (closed !== undefined) {
    const day = closed ? ` on ${shownDay(closed)}` : "";
    return `The ${name} window was closed${day}. Ask the administrators of ${schedule_region ?? "the central office"} to open it.`;
  }
  return `The ${name} window, until ${shownDay(lastDayToEnter(end))}, is not open.`;
}

/** "31 Mar 2026" of an ISO day, which no time zone may move. */
function shownDay(iso: string): string {
  const [year, month, day] = iso.split("-").map(Number);
  return `${day} ${months[(month ?? 1) - 1]} ${year}`;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function officeWords(office: string | null | undefined): string {
  const [region = "", province = ""] = (office ?? " / ").split(" / ");
  if (province) return `${province} (${region || "no region"})`;
  return region || "The central office";
}
