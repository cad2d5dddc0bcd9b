/** The signed-in user as GET /api/auth/current-user tells: who, which level, which rights, and the two windows. */
import { dayLabel, daysLeft, lastDayToEnter } from "../../../edge-functions/_shared/rules/days-left.ts";
import type { ReferenceAccess } from "../../../edge-functions/_shared/rules/reference-access.ts";
import { longDate } from "./format.ts";
import { call } from "./http.ts";
import { ApiProblem } from "./problem.ts";
import { readSession } from "./session.ts";

export type Right = "Read" | "Edit" | "Delete" | "Sensitive";
export type WindowName = "target" | "accomplishment";
export type Level = "Central" | "Regional" | "Provincial";

export interface ReportingWindow {
  open: boolean;
  /** The day from which it is closed, as ISO; null when there is no schedule. */
  end_date: string | null;
  days_left: number;
  /** Why it is closed, in the server's words. */
  reason: string | null;
}

/** Days left of a window; 0 while it is closed, whatever its schedule's end (spec section 1). */
const daysLeftOf = (window: ReportingWindow): number => daysLeft(window.open ? window.end_date : null);

/** A window in words: it is open while days are left, also where midnight has passed since the server was asked. */
export function describeWindow(window: ReportingWindow) {
  const days = daysLeftOf(window);
  const until = days > 0 && window.end_date ? longDate(lastDayToEnter(window.end_date)) : null;
  return {
    days,
    label: dayLabel(days),
    open: until !== null,
    /** The last day to enter. */
    until,
    told: until ? `Open until ${until}.` : (window.reason ?? "Closed: no day is left."),
  };
}

/** "all" for Central; otherwise names of offices, "region / province". */
export type Offices = "all" | readonly string[];

export interface Access {
  rights: readonly Right[];
  routes: readonly string[];
  offices: { read: Offices } & Record<WindowName, Offices>;
  windows: Record<WindowName, ReportingWindow>;
  /** Which records that belong to no office are the user's to keep, by table. */
  reference: ReferenceAccess;
}

/** How long a session may rest (a setting of the deployment), and how long before its end people are warned. */
export interface SessionLimits {
  idle_minutes: number;
  warn_minutes: number;
}

export interface CurrentUser {
  id: string;
  username: string;
  email: string;
  name: string | null;
  position: string | null;
  roles: string | null;
  region_name: string | null;
  province_name: string | null;
  muncity_name: string | null;
  level: Level | null;
  role: { rolename: readonly string[]; roletype: string | null; route: readonly string[] } | null;
  access: Access;
  session?: SessionLimits;
}

/**
 * The current user, or null when nobody is signed in. Without a session there is nothing to ask.
 *
 * @throws ApiProblem when the server does not tell. A guard counts that as no user (spec section 8).
 */
export async function fetchCurrentUser(): Promise<CurrentUser | null> {
  if (!readSession()) return null;
  try {
    return (await call<{ data: CurrentUser }>("GET", "/api/auth/current-user")).data;
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 401) return null;
    console.error("The current user could not be fetched.", problem);
    throw problem;
  }
}
