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

/** Returns the office of a row in the format of the database: "region / province". */
export const officeOf = (place: Place): string =>
  `${blank(place.region_name)} / ${blank(place.province_name)}`;

const blank = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/**
 * True if a row of an import file belongs to the user's office. The row must name the user's province (for regional
 * users, the region) and no different region. Always true for central users, and false for users without a level. Names
 * are normalized before they are compared.
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
