/**
 * Checks which roles an administrator can assign. A role must not have a higher level, or more rights or routes, than
 * the administrator.
 */
import { enumerate } from "../rules/text.ts";
import { rankOf } from "./levels.ts";

/** Level, rights and routes of a role entry (spec section 6). */
export interface RoleEntry {
  /** Name of the level. */
  status: string;
  access_controls: readonly string[];
  route: readonly string[];
}

export interface AdministratorRights {
  level: string | null;
  rights: readonly string[];
  routes: readonly string[];
}

/**
 * Returns the reason why an administrator can't assign a role entry, as a sentence; null if the assignment is allowed.
 * Screens disable such role entries. The database makes the same check.
 */
export function explainAssignmentRefusal(mine: AdministratorRights, entry: RoleEntry): string | null {
  const rank = rankOf(entry.status);
  if (rank === 0 || rank > rankOf(mine.level)) {
    return `You cannot give the level ${entry.status}, which is above yours.`;
  }
  const rights = entry.access_controls.filter((right) => !mine.rights.includes(right));
  if (rights.length > 0)
    return `You cannot give the ${enumerate(rights)} right${rights.length > 1 ? "s" : ""}, which you do not have.`;
  const routes = entry.route.filter((route) => !mine.routes.includes(route));
  if (routes.length > 0) return `You cannot give the route ${enumerate(routes)}, which you do not have.`;
  return null;
}
