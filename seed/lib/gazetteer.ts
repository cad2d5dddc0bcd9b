/** The PSGC tree for generators: provinces with their towns, and towns with their barangays. */
import { type Locations, readLocations } from "../psgc/locations.ts";

export interface GazetteerTown {
  name: string;
  barangays: string[];
}

export interface GazetteerProvince {
  region: string;
  name: string;
  /** First five digits of the PSGC code: region and province. */
  code: string;
  towns: GazetteerTown[];
}

export interface Gazetteer {
  /** All provinces, by region in the PSA's order and then by name. */
  provinces: GazetteerProvince[];
  /** Returns the province with the given name. @throws Error if there is no such province. */
  province(name: string): GazetteerProvince;
}

let known: Gazetteer | null = null;

/** Returns all places. The file is read only once. */
export function readGazetteer(): Gazetteer {
  known ??= makeGazetteer(readLocations());
  return known;
}

function makeGazetteer(locations: Locations): Gazetteer {
  const regions = new Map(locations.regions.map((row) => [row.region_code, row.region_name]));
  const provinces = new Map<string, GazetteerProvince>();
  for (const row of locations.provinces) {
    provinces.set(row.province_code, {
      region: regions.get(row.region_code) ?? "",
      name: row.province_name,
      code: row.province_code.slice(0, 5),
      towns: [],
    });
  }
  const towns = new Map<string, GazetteerTown>();
  for (const row of locations.municipalities) {
    const town: GazetteerTown = { name: row.muncity_name, barangays: [] };
    towns.set(row.muncity_code, town);
    provinces.get(row.province_code)?.towns.push(town);
  }
  for (const row of locations.barangays) towns.get(row.muncity_code)?.barangays.push(row.barangay_name);

  const list = [...provinces.values()];
  const byName = new Map(list.map((province) => [province.name, province]));
  return {
    provinces: list,
    province(name) {
      const found = byName.get(name);
      if (!found) throw new Error(`there is no province named ${name}`);
      return found;
    },
  };
}

/**
 * Congressional districts of Nueva Ecija, where most of the demo data is. In other provinces, the congressional
 * district of a record stays empty.
 */
const NUEVA_ECIJA_DISTRICTS: Readonly<Record<string, readonly string[]>> = {
  "1st District": [
    "Aliaga",
    "Cuyapo",
    "Guimba",
    "Licab",
    "Nampicuan",
    "Quezon",
    "Santo Domingo",
    "Talavera",
    "Zaragoza",
  ],
  "2nd District": [
    "Carranglan",
    "Llanera",
    "Lupao",
    "Pantabangan",
    "Rizal",
    "San Jose City",
    "Science City of Muñoz",
    "Talugtug",
  ],
  "3rd District": [
    "Bongabon",
    "City of Cabanatuan",
    "City of Palayan",
    "Gabaldon",
    "General Mamerto Natividad",
    "Laur",
    "Santa Rosa",
  ],
  "4th District": [
    "Cabiao",
    "City of Gapan",
    "General Tinio",
    "Jaen",
    "Peñaranda",
    "San Antonio",
    "San Isidro",
    "San Leonardo",
  ],
};

const districts = new Map(
  Object.entries(NUEVA_ECIJA_DISTRICTS).flatMap(([district, towns]) => towns.map((town) => [town, district])),
);

/** Returns the congressional district of a town, or null if unknown. */
export function districtOf(province: string, town: string): string | null {
  return province === "Nueva Ecija" ? (districts.get(town) ?? null) : null;
}
