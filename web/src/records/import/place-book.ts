/** Regions, provinces, towns and barangays from the reference data, for checking the places of imported rows. */

import type { Barangay, Province, Region, Town } from "#shared/evidence/place-files.ts";
import { PlaceBook } from "#shared/import/places.ts";
import { readPlaceFile } from "../../lib/places/read-place-file.ts";

/**
 * Loads the place book, the official list of places (PSGC). Returns undefined if a file of the place book can't be
 * loaded; the import then stores places as written (spec section 8).
 */
export async function loadPlaceBook(): Promise<PlaceBook | undefined> {
  try {
    const [regions, provinces, municipalities] = await Promise.all([
      readPlaceFile<Region[]>("regions"),
      readPlaceFile<Province[]>("provinces"),
      readPlaceFile<Town[]>("municipalities"),
    ]);
    return new PlaceBook({ regions, provinces, municipalities });
  } catch (problem) {
    console.error("Could not load the places.", problem);
    return undefined;
  }
}

/** Loads the barangays of a province by its code. Returns an empty list if the file cannot be loaded. */
export const barangaysOf = (province: string): Promise<Barangay[]> =>
  readPlaceFile<Barangay[]>(`barangays/${province}`).catch((problem) => {
    console.error("Could not load the barangays of a province.", problem);
    return [];
  });

/**
 * Returns the region, province and town names that the template offers as choices. Only includes places in the user's
 * region and province.
 */
export async function placeChoices(user: {
  region_name?: string | null;
  province_name?: string | null;
}): Promise<Record<string, string[]>> {
  const [regions, provinces, towns] = await Promise.all([
    readPlaceFile<Region[]>("regions"),
    readPlaceFile<Province[]>("provinces"),
    readPlaceFile<Town[]>("municipalities"),
  ]);
  const ownRegions = regions.filter((entry) => !user.region_name || entry.region_name === user.region_name);
  const regionCodes = new Set(ownRegions.map((entry) => entry.region_code));
  const ownProvinces = provinces.filter(
    (entry) =>
      regionCodes.has(entry.region_code) &&
      (!user.province_name || entry.province_name === user.province_name),
  );
  const provinceCodes = new Set(ownProvinces.map((entry) => entry.province_code));
  const ownTowns = towns.filter((entry) => provinceCodes.has(entry.province_code));
  const sorted = (names: string[]) =>
    [...new Set(names)].sort((one, other) => one.localeCompare(other, "en"));
  return {
    region_name: ownRegions.map((entry) => entry.region_name),
    province_name: sorted(ownProvinces.map((entry) => entry.province_name)),
    muncity_name: sorted(ownTowns.map((entry) => entry.muncity_name)),
  };
}
