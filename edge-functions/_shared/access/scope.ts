/** Checks which rows of a file belong to a user's office (spec section 5), and formats the office of a row. */
import { foldText } from "../rules/text.ts";
import { scopeOf } from "./levels.ts";

export interface Place {
  region_name?: unknown;
  province_name?: unknown;
}

export interface OfficeUser {
  /** A user without a known level sees no rows. */
  level: string | null | undefined;
  region_name?: string | null;
  province_name?: string | null;
}

/** Returns the office of a row as the database generates it: "region / province". */
export const officeOf = (place: Place): string =>
  `${blank(place.region_name)} / ${blank(place.province_name)}`;

const blank = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/**
 * True if an import row is in the user's scope. The row must name the narrowest part of the user's office (the
 * province; for regional users the region), and must not name a different region. For central users, all rows are in
 * scope. For users without a level, no row is in scope. Names are compared after normalization.
 */
export function inImportScope(user: OfficeUser, place: Place): boolean {
  const scope = scopeOf(user.level);
  if (!scope) return false;
  return scope.every((column, index) => {
    const [mine, theirs] = [foldText(user[column]), foldText(place[column])];
    const narrowest = index === scope.length - 1;
    return mine !== "" && theirs !== "" ? mine === theirs : !narrowest;
  });
}
