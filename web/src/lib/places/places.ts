/**
 * Location reference data: static files under /data, with each list filtered by its parent (spec sections 2 and 7).
 * Place names are not unique, so a place is found by its name and its parents' names. If a file can't be read, the
 * error is logged and the list is empty (section 8).
 */

import { useQuery } from "@tanstack/react-query";
import type { Barangay, Province, Region, Town } from "#shared/evidence/place-files.ts";
import { readPlaceFile } from "./read-place-file.ts";

export interface ChosenPlace {
  region_name?: string | null;
  province_name?: string | null;
  muncity_name?: string | null;
}

export type PlaceLevel = "region" | "province" | "muncity" | "barangay";

async function readPlaces<Place>(name: string): Promise<Place[]> {
  try {
    return await readPlaceFile<Place[]>(name);
  } catch (problem) {
    console.error("A list of places could not be read.", problem);
    throw problem;
  }
}

function usePlaceFile<Place>(name: string, wanted: boolean) {
  return useQuery({
    queryKey: ["places", name],
    queryFn: () => readPlaces<Place>(name),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** A regional or provincial office. */
export interface Office {
  region: string;
  /** Name of the province; null for a regional office. */
  province: string | null;
}

/** Returns all offices below the central office; null until the files are loaded. */
export function useOffices(): Office[] | null {
  const regions = usePlaceFile<Region>("regions", true);
  const provinces = usePlaceFile<Province>("provinces", true);
  if (!regions.data || !provinces.data) return null;
  return regions.data.flatMap(({ region_name: region, region_code: code }) => [
    { region, province: null },
    ...(provinces.data ?? [])
      .filter(({ region_code: of }) => of === code)
      .map(({ province_name: province }) => ({ region, province })),
  ]);
}

/** Returns the place names of a level within the chosen parents; empty until the parents are chosen. */
export function usePlaceNames(level: PlaceLevel, chosen: ChosenPlace): { names: string[]; loading: boolean } {
  const depth = ["region", "province", "muncity", "barangay"].indexOf(level);
  const regions = usePlaceFile<Region>("regions", true);
  const provinces = usePlaceFile<Province>("provinces", depth >= 1);
  const towns = usePlaceFile<Town>("municipalities", depth >= 2);
  const region = regions.data?.find((row) => row.region_name === chosen.region_name);
  const ofRegion = provinces.data?.filter((row) => row.region_code === region?.region_code) ?? [];
  const province = ofRegion.find((row) => row.province_name === chosen.province_name);
  const ofProvince = towns.data?.filter((row) => row.province_code === province?.province_code) ?? [];
  const town = ofProvince.find((row) => row.muncity_name === chosen.muncity_name);
  const barangays = usePlaceFile<Barangay>(
    `barangays/${province?.province_code}`,
    depth === 3 && province !== undefined,
  );
  switch (level) {
    case "region":
      return { names: (regions.data ?? []).map((row) => row.region_name), loading: regions.isLoading };
    case "province":
      return { names: ofRegion.map((row) => row.province_name), loading: provinces.isLoading };
    case "muncity":
      return { names: ofProvince.map((row) => row.muncity_name), loading: towns.isLoading };
    case "barangay": {
      const names = (barangays.data ?? []).filter((row) => row.muncity_code === town?.muncity_code);
      return { names: names.map((row) => row.barangay_name), loading: barangays.isLoading };
    }
  }
}
