/**
 * Stores the barangays of the user's provinces in a cache, so that forms offer them without a connection. The service
 * worker (web/service-worker/worker.ts) reads this cache. Files of regions, provinces and towns are part of the app's
 * stored files.
 */
import type { Barangay, Province, Region } from "#shared/evidence/place-files.ts";
import { whenIdle } from "../offline/when-idle.ts";
import { placeFileAddress, readPlaceFile } from "./read-place-file.ts";

/** @param offices Names of offices in the form "region / province". */
export async function storeBarangays(offices: readonly string[]): Promise<void> {
  // Browsers offer the Cache API (`caches`) only to pages from HTTPS or localhost.
  if (typeof caches === "undefined") return;
  const cache = await caches.open("barangays");
  const regions = await readPlaceFile<Region[]>("regions");
  const provinces = await readPlaceFile<Province[]>("provinces");
  const regionOf = new Map(regions.map(({ region_code, region_name }) => [region_code, region_name]));
  for (const { province_name, province_code, region_code } of provinces) {
    if (!offices.includes(`${regionOf.get(region_code)} / ${province_name}`)) continue;
    const name = `barangays/${province_code}`;
    const address = placeFileAddress(name);
    if (await cache.match(address)) continue;
    await whenIdle();
    const barangays = await readPlaceFile<Barangay[]>(name);
    await cache.put(address, Response.json(barangays));
  }
}
