/**
 * Route guard (spec section 2): a pure function of the target and the current user. Both the router and the entrance
 * pages (landing and login, which load no router) use this guard.
 */
import type { CurrentUser } from "./current-user.ts";

/** Routes to which a role can give access, in the order of the header's tabs. */
export const guardedRoutes = ["dashboard", "forms", "report", "users", "dropdowns"] as const;
export type GuardedRoute = (typeof guardedRoutes)[number];

export type Home = `/homepage/${GuardedRoute}`;
export type Destination = Home | "/unauthorized" | "/forbidden";

export type Target =
  | { kind: "entrance" }
  | { kind: "public" }
  | { kind: "protected"; routes: readonly GuardedRoute[] };

/**
 * Classifies a path as an entrance page (landing, login), another public page, or a page of the shell. A page of the
 * shell has a list of routes. The user's role must give access to at least one of them; an empty list means all users.
 */
export function targetOf(pathname: string): Target {
  const path = pathname.replace(/\/+$/, "") || "/";
  if (path === "/" || path === "/loginpage") return { kind: "entrance" };
  const inside = /^\/homepage(?:\/([^/]+))?/.exec(path);
  if (!inside) return { kind: "public" };
  // The user needs the route `report` or `forms`, because Explore opens from the reports and from each form's list.
  if (path === "/homepage/report/explore") return { kind: "protected", routes: ["report", "forms"] };
  // ARBO pages, attached files, imports and jobs show data of the forms, so the user needs the route `forms`.
  const first = ["arbo", "files", "imports", "jobs"].includes(inside[1] ?? "") ? "forms" : inside[1];
  const route = guardedRoutes.find((name) => name === first);
  return { kind: "protected", routes: route ? [route] : [] };
}

/** Returns the path to redirect to, or null if the user may open the target. */
export function redirectFor(target: Target, user: CurrentUser | null): Destination | null {
  if (!user) return target.kind === "protected" ? "/unauthorized" : null;
  if (target.kind === "entrance") return homeOf(user);
  if (target.kind === "public" || target.routes.length === 0) return null;
  return target.routes.some((route) => mayOpen(user, route)) ? null : "/forbidden";
}

/**
 * Returns the user's start page: the first tab that the user may open. Without tabs, returns the dashboard, from which
 * the guard redirects to /forbidden.
 */
export const homeOf = (user: CurrentUser): Home =>
  `/homepage/${guardedRoutes.find((route) => mayOpen(user, route)) ?? "dashboard"}`;

/** Checks whether the user may open a route. The server computes `access.routes` from the role entries. */
export const mayOpen = (user: CurrentUser, route: GuardedRoute): boolean =>
  user.access.routes.includes(route);
