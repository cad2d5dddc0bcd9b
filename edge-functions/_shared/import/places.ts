/**
 * Regions and provinces as the reference data spells them.
 *
 * Files write "REGION III", "Central Luzon" or "nueva ecija"; a row belongs to an office only under its exact name, so
 * names are brought to that spelling, and unknown ones are told before saving.
 */
import type { Province, Region } from "../place-files.ts";
import { foldText } from "../rules/text.ts";

export interface PlaceReading {
  region_name: unknown;
  province_name: unknown;
  problems: { field: "region_name" | "province_name"; reason: string }[];
  notes: { field: "region_name" | "province_name"; reason: string }[];
}

const romanNumbers = ["0", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii"];

export class PlaceBook {
  private readonly regions = new Map<string, Region>();
  private readonly provinces = new Map<string, Province[]>();
  private readonly regionOfCode = new Map<string, Region>();

  constructor(regions: readonly Region[], provinces: readonly Province[]) {
    const aliases = new Map<string, Set<Region>>();
    for (const region of regions) {
      this.regionOfCode.set(region.region_code, region);
      for (const alias of regionAliases(region.region_name)) {
        aliases.set(alias, (aliases.get(alias) ?? new Set()).add(region));
      }
    }
    for (const [alias, named] of aliases) {
      const [only] = named;
      if (only && named.size === 1) this.regions.set(alias, only);
    }
    for (const region of regions) this.regions.set(foldText(region.region_name), region);
    for (const province of provinces) {
      const key = foldText(province.province_name);
      this.provinces.set(key, [...(this.provinces.get(key) ?? []), province]);
    }
  }

  /** The row's region and province in the reference spelling; a blank region follows from the province. */
  read(row: { region_name?: unknown; province_name?: unknown }): PlaceReading {
    const reading: PlaceReading = {
      region_name: row.region_name,
      province_name: row.province_name,
      problems: [],
      notes: [],
    };
    const region = this.readRegion(row.region_name, reading);
    this.readProvince(row.province_name, region, reading);
    return reading;
  }

  private readRegion(given: unknown, reading: PlaceReading): Region | null | undefined {
    const text = foldText(given);
    if (text === "") return null;
    const region = this.regions.get(text) ?? this.regions.get(withRomanNumber(text));
    if (!region) {
      reading.problems.push({ field: "region_name", reason: `"${String(given).trim()}" is not a region` });
      return undefined;
    }
    reading.region_name = region.region_name;
    return region;
  }

  private readProvince(given: unknown, region: Region | null | undefined, reading: PlaceReading): void {
    const text = foldText(given);
    if (text === "" || region === undefined) return;
    const named = this.provinces.get(text) ?? [];
    const province = region ? named.find((entry) => entry.region_code === region.region_code) : named[0];
    if (!province) {
      const where = region && named.length > 0 ? `not a province of ${region.region_name}` : "not a province";
      reading.problems.push({ field: "province_name", reason: `"${String(given).trim()}" is ${where}` });
      return;
    }
    reading.province_name = province.province_name;
    const home = this.regionOfCode.get(province.region_code);
    if (region || !home || named.length > 1) return;
    reading.region_name = home.region_name;
    reading.notes.push({
      field: "region_name",
      reason: `empty; ${home.region_name} follows from the province`,
    });
  }
}

/** "Region III (Central Luzon)" is also "Region III" and "Central Luzon". */
function regionAliases(name: string): string[] {
  const parts = /^(.*?)\s*\(([^)]*)\)\s*$/.exec(name);
  return [name, parts?.[1], parts?.[2]]
    .filter((part) => part !== undefined)
    .map(foldText)
    .filter(Boolean);
}

/** "region 3" as "region iii". */
const withRomanNumber = (text: string): string =>
  text.replace(/^region (\d{1,2})(?=\b)/, (whole, digits: string) => {
    const roman = romanNumbers[Number(digits)];
    return roman ? `region ${roman}` : whole;
  });
