/** The places of the reference data, for reading those of imported rows. */

import type { Barangay, Province, Region, Town } from "#shared/evidence/place-files.ts";
import { PlaceBook } from "#shared/import/places.ts";

async function readList<Entry>(name: string): Promise<Entry[]> {
  const answer = await fetch(`/data/${name}.json`);
  if (!answer.ok) throw new Error(`/data/${name}.json answered ${answer.status}`);
  return (await answer.json()) as Entry[];
}

/** Undefined when the files cannot be read: places are then taken as they are written (spec section 8). */
export async function loadPlaceBook(): Promise<PlaceBook | undefined> {
  try {
    const [regions, provinces, municipalities] = await Promise.all([
      readList<Region>("regions"),
      readList<Province>("provinces"),
      readList<Town>("municipalities"),
    ]);
    return new PlaceBook({ regions, provinces, municipalities });
  } catch (problem) {
    console.error("The places could not be read.", problem);
    return undefined;
  }
}

/** The barangays of a province, by its code; none when they cannot be read. */
export const barangaysOf = (province: string): Promise<Barangay[]> =>
  readList<Barangay>(`barangays/${province}`).catch((problem) => {
    console.error("The barangays of a province could not be read.", problem);
    return [];
  });

/** Names for the template's cell choices, narrowed to the user's region and province. */
export async function placeChoices(user: {
  region_name?: string | null;
  province_name?: string | null;
}): Promise<Record<string, string[]>> {
  const [regions, provinces, towns] = await Promise.all([
    readList<Region>("regions"),
    readList<Province>("provinces"),
    readList<Town>("municipalities"),
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
