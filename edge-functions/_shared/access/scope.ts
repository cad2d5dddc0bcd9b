/** Which rows of a file belong to a user's office (spec section 5), and the name of a row's office. */
import { foldText } from "../rules/text.ts";
import { scopeOf } from "./levels.ts";

export interface Place {
  region_name?: unknown;
  province_name?: unknown;
}

export interface OfficeUser {
  /** Whoever has none of the levels owns nothing. */
  level: string | null | undefined;
  region_name?: string | null;
  province_name?: string | null;
}

/** The office of a row, as the database generates it: "region / province". */
export const officeOf = (place: Place): string =>
  `${blank(place.region_name)} / ${blank(place.province_name)}`;

const blank = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/**
 * Whether an imported row is kept for the user: it names the narrowest part of the user's office (a region, or a
 * province), and no other region; a level without parts keeps all rows, no level none. Names are compared as people mean
 * them.
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
