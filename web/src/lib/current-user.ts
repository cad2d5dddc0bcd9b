/** The signed-in user from GET /api/auth/current-user: identity, level, rights, and the two reporting windows. */
import type { ReferenceAccess, WindowName } from "#shared/access/decide.ts";
import type { Level } from "#shared/access/levels.ts";
import { checkConnection, connection } from "./http/connection.ts";
import { call } from "./http/http.ts";
import { ApiProblem, isUnreachable } from "./http/problem.ts";
import { hasIdleEnded, readSession, removeEndedSessionData } from "./http/session.ts";

export type Right = "Read" | "Edit" | "Delete" | "Approve" | "Approve own" | "Sensitive";
export type { Level, WindowName };

export interface ReportingWindow {
  open: boolean;
  /** First day on which the reporting window is closed (ISO date); null without a schedule. */
  end_date: string | null;
  days_left: number;
  /** The server's explanation why the reporting window is closed. */
  reason: string | null;
}

/** "all" for Central; otherwise office names in the form "region / province". */
export type Offices = "all" | readonly string[];

export interface Access {
  rights: readonly Right[];
  routes: readonly string[];
  offices: { read: Offices } & Record<WindowName, Offices>;
  windows: Record<WindowName, ReportingWindow>;
  /**
   * Tables whose records belong to no office, each with the route that the user needs and the rows that the user can
   * administer.
   */
  reference: ReferenceAccess;
}

/**
 * Minutes of inactivity until a session ends (a setting of the deployment), and minutes from the warning to the end.
 */
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
 * Fetches the current user. Returns null without a session, or if the server responds 401. If the server can't be
 * reached, returns the user that this browser stored.
 * @throws ApiProblem for other failures. The route guard then treats the user as signed out (spec section 8).
 */
export async function fetchCurrentUser(): Promise<CurrentUser | null> {
  // Check the connection first, because an idle session ends only if the server can be reached.
  if (hasIdleEnded()) await checkConnection();
  if (hasIdleEnded()) removeEndedSessionData();
  if (!readSession()) return null;
  const stored = connection().lost ? await readUserOfSession() : null;
  if (stored) return stored;
  try {
    return (await call("GET /api/auth/current-user")).data;
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 401) return null;
    console.error("The current user could not be fetched.", problem);
    const last = isUnreachable(problem) ? await readUserOfSession() : null;
    if (last) return last;
    throw problem;
  }
}

/** Returns the stored user of this session; null if no user is stored, or if the code can't be loaded. */
const readUserOfSession = (): Promise<CurrentUser | null> =>
  import("./keep-user.ts").then((file) => file.readUserOfSession<CurrentUser>()).catch(() => null);
