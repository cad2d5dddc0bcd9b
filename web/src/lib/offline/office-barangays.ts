/**
 * Stores the barangays of the user's provinces, so that forms offer them without a connection. The other places are
 * part of the app's stored files. The service worker answers from the same cache (web/service-worker/worker.ts).
 */
import type { Province, Region } from "#shared/evidence/place-files.ts";
import { whenIdle } from "./when-idle.ts";

/** @param offices Names of offices in the form "region / province". */
export async function storeBarangays(offices: readonly string[]): Promise<void> {
  // Browsers have no cache for pages without HTTPS.
  if (typeof caches === "undefined") return;
  const cache = await caches.open("barangays");
  const regions = await read<Region>("/data/regions.json");
  const provinces = await read<Province>("/data/provinces.json");
  const regionOf = new Map(regions.map(({ region_code, region_name }) => [region_code, region_name]));
  for (const { province_name, province_code, region_code } of provinces) {
    if (!offices.includes(`${regionOf.get(region_code)} / ${province_name}`)) continue;
    const address = `/data/barangays/${province_code}.json`;
    if (await cache.match(address)) continue;
    await whenIdle();
    const answer = await fetch(address);
    if (isPlaceFile(answer)) await cache.put(address, answer);
  }
}

/** Checks whether an answer is a file of places. Some hosts answer a missing file with the app's page. */
const isPlaceFile = ({ ok, headers }: Response): boolean =>
  ok && (headers.get("content-type") ?? "").includes("json");

async function read<Place>(address: string): Promise<Place[]> {
  return (await (await fetch(address)).json()) as Place[];
}
