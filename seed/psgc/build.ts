/**
 * Writes the location files that the web app serves under /data (spec sections 2 and 7).
 *
 * Called by the web build, or by hand: `npx tsx seed/psgc/build.ts [folder]`.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Barangay } from "#shared/evidence/place-files.ts";
import { type Locations, readLocations } from "./locations.ts";
import { readOutlines } from "./outlines.ts";

export interface LocationCounts {
  regions: number;
  provinces: number;
  municipalities: number;
  barangays: number;
}

/**
 * Writes regions.json, provinces.json, municipalities.json, barangays.json, barangays/<province_code>.json and
 * province-outlines.json into `outDir`, which is created if missing. The same input gives the same bytes.
 */
export function buildLocations(outDir: string): LocationCounts {
  const locations = readLocations();
  const folder = join(outDir, "barangays");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, rows: readonly object[]) =>
    writeFileSync(join(outDir, `${name}.json`), JSON.stringify(rows));

  write("regions", locations.regions);
  write("provinces", locations.provinces);
  write("municipalities", locations.municipalities);
  write("barangays", locations.barangays);
  for (const [province, rows] of barangaysByProvince(locations)) write(join("barangays", province), rows);
  writeFileSync(join(outDir, "province-outlines.json"), JSON.stringify(readOutlines()));

  return {
    regions: locations.regions.length,
    provinces: locations.provinces.length,
    municipalities: locations.municipalities.length,
    barangays: locations.barangays.length,
  };
}

/** Groups the barangays by province code. A province without barangays has an empty list. */
export function barangaysByProvince(locations: Locations): Map<string, Barangay[]> {
  const lists = new Map<string, Barangay[]>(locations.provinces.map((row) => [row.province_code, []]));
  const provinceOfTown = new Map(
    locations.municipalities.map((row) => [row.muncity_code, row.province_code]),
  );
  for (const row of locations.barangays) {
    lists.get(provinceOfTown.get(row.muncity_code) ?? "")?.push(row);
  }
  return lists;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const outDir = resolve(process.argv[2] ?? fileURLToPath(new URL("../../web/public/data", import.meta.url)));
  const counts = buildLocations(outDir);
  console.log(
    `${outDir}: ${counts.regions} regions, ${counts.provinces} provinces, ` +
      `${counts.municipalities} towns, ${counts.barangays} barangays`,
  );
}
