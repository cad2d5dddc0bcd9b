/**
 * Where a navigation ends (spec section 2, Navigation guards): a pure rule over the target and the current user.
 *
 * The entrance (landing and login, which load no router) and the router ask the same rule.
 */
import type { CurrentUser } from "./current-user.ts";

/** The routes that a role's route list names, in the order of the header's tabs. */
export const guardedRoutes = ["dashboard", "forms", "report", "users", "dropdowns"] as const;
export type GuardedRoute = (typeof guardedRoutes)[number];

export type Home = `/homepage/${GuardedRoute}`;
export type Destination = Home | "/unauthorized" | "/forbidden";

export type Target =
  | { kind: "entrance" }
  | { kind: "public" }
  | { kind: "protected"; route: GuardedRoute | null };

/** What a path is: landing and login, another public page, or a page of the shell with the route that guards it. */
export function targetOf(pathname: string): Target {
  const path = pathname.replace(/\/+$/, "") || "/";
  if (path === "/" || path === "/loginpage") return { kind: "entrance" };
  const inside = /^\/homepage(?:\/([^/]+))?/.exec(path);
  if (!inside) return { kind: "public" };
  // The page of an ARBO shows what the forms hold; attached files are opened and imports made from there.
  const first = ["arbo", "files", "imports", "jobs"].includes(inside[1] ?? "") ? "forms" : inside[1];
  const route = guardedRoutes.find((name) => name === first);
  return { kind: "protected", route: route ?? null };
}

/** The destination that replaces the target, or null when the target may be shown. */
export function redirectFor(target: Target, user: CurrentUser | null): Destination | null {
  if (!user) return target.kind === "protected" ? "/unauthorized" : null;
  if (target.kind === "entrance") return homeOf(user);
  if (target.kind === "public" || target.route === null) return null;
  return mayOpen(user, target.route) ? null : "/forbidden";
}

/** Where somebody begins: the first tab that their role opens; without any, where they are told so. */
export const homeOf = (user: CurrentUser): Home =>
  `/homepage/${guardedRoutes.find((route) => mayOpen(user, route)) ?? "dashboard"}`;

/** A role entry must list the route and include the user's role; the server answers the routes that do. */
export const mayOpen = (user: CurrentUser, route: GuardedRoute): boolean =>
  user.access.routes.includes(route);
