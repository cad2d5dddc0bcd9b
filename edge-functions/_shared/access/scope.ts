/** Which rows of a file belong to a user's office (spec section 5), and the name of a row's office. */
import { foldText } from "../rules/text.ts";

export interface Place {
  region_name?: unknown;
  province_name?: unknown;
}

export interface OfficeUser {
  /** Central, Regional or Provincial; anything else owns nothing. */
  level: string | null | undefined;
  region_name?: string | null;
  province_name?: string | null;
}

/** The office of a row, as the database generates it: "region / province". */
export const officeOf = (place: Place): string =>
  `${blank(place.region_name)} / ${blank(place.province_name)}`;

const blank = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/**
 * Whether an imported row is kept for the user: Central keeps all; Regional the rows of the region; Provincial the rows
 * of the province, unless the row names another region; any other level none. Names are compared as people mean them.
 */
export function inImportScope(user: OfficeUser, place: Place): boolean {
  const same = (mine: unknown, theirs: unknown) =>
    foldText(mine) !== "" && foldText(mine) === foldText(theirs);
  switch (user.level) {
    case "Central":
      return true;
    case "Regional":
      return same(user.region_name, place.region_name);
    case "Provincial": {
      const otherRegion =
        foldText(user.region_name) !== "" &&
        foldText(place.region_name) !== "" &&
        !same(user.region_name, place.region_name);
      return same(user.province_name, place.province_name) && !otherRegion;
    }
    default:
      return false;
  }
}
