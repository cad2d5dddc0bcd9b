/**
 * Reads places.txt: regions, provinces, towns and barangays, each with the code of its parent (see README.md in this
 * folder).
 */
import { readFileSync } from "node:fs";
import type { Barangay, Province, Region, Town } from "#shared/evidence/place-files.ts";

export interface Locations {
  regions: Region[];
  provinces: Province[];
  municipalities: Town[];
  barangays: Barangay[];
}

/** Length of a PSGC code. */
const codeLength = 10;

/**
 * Returns all places. Regions are in the PSA's order (north to south). Provinces, towns and barangays are sorted by the
 * code of the parent, then by name. Each line of the file is a code and a name, indented by one tab per level.
 */
export function readLocations(): Locations {
  const regions: Region[] = [];
  const provinces: Province[] = [];
  const municipalities: Town[] = [];
  const barangays: Barangay[] = [];
  const codes: string[] = [];
  for (const line of readFileSync(new URL("places.txt", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")) {
    const level = line.lastIndexOf("\t") + 1;
    const name = line.slice(level + codeLength + 1);
    codes[level] = line.slice(level, level + codeLength);
    const [region_code = "", province_code = "", muncity_code = "", barangay_code = ""] = codes;
    if (level === 0) regions.push({ region_name: name, region_code });
    else if (level === 1) provinces.push({ province_name: name, province_code, region_code });
    else if (level === 2) municipalities.push({ muncity_name: name, muncity_code, province_code });
    else barangays.push({ barangay_name: name, barangay_code, muncity_code });
  }
  provinces.sort((a, b) => compare(a.region_code, b.region_code));
  municipalities.sort((a, b) => compare(a.province_code, b.province_code));
  barangays.sort((a, b) => compare(a.muncity_code, b.muncity_code));
  return { regions, provinces, municipalities, barangays };
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
