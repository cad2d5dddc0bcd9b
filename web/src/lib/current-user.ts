/** The signed-in user as GET /api/auth/current-user tells: who, which level, which rights, and the two windows. */
import type { ReferenceAccess, WindowName } from "#shared/access/decide.ts";
import type { Level } from "#shared/access/levels.ts";
import { call } from "./http/http.ts";
import { ApiProblem } from "./http/problem.ts";
import { readSession } from "./http/session.ts";

export type Right = "Read" | "Edit" | "Delete" | "Approve" | "Approve own" | "Sensitive";
export type { Level, WindowName };

export interface ReportingWindow {
  open: boolean;
  /** The day from which it is closed, as ISO; null when there is no schedule. */
  end_date: string | null;
  days_left: number;
  /** Why it is closed, in the server's words. */
  reason: string | null;
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
    return (await call("GET /api/auth/current-user")).data;
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 401) return null;
    console.error("The current user could not be fetched.", problem);
    throw problem;
  }
}
