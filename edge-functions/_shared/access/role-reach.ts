/** What of a role an administrator may give: nobody gives a level, right or route that they do not have. */
import { enumerate } from "../rules/text.ts";
import { rankOf } from "./levels.ts";

/** What a role entry gives (spec section 6). */
export interface RoleEntry {
  /** The level. */
  status: string;
  access_controls: readonly string[];
  route: readonly string[];
}

export interface Reach {
  level: string | null;
  rights: readonly string[];
  routes: readonly string[];
}

/**
 * Why somebody may not give a role entry, as a sentence; null when they may. The database decides the same by itself;
 * this is for choices that say beforehand what they would not get.
 */
export function whyNotGive(mine: Reach, entry: RoleEntry): string | null {
  const rank = rankOf(entry.status);
  if (rank === 0 || rank > rankOf(mine.level)) {
    return `You cannot give the level ${entry.status}, which is above yours.`;
  }
  const rights = entry.access_controls.filter((right) => !mine.rights.includes(right));
  if (rights.length > 0) return `You cannot give the right ${enumerate(rights)}, which you do not have.`;
  const routes = entry.route.filter((route) => !mine.routes.includes(route));
  if (routes.length > 0) return `You cannot give the route ${enumerate(routes)}, which you do not have.`;
  return null;
}
