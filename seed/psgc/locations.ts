/**
 * Mends the PSGC tables into one clean tree: region, province, town, barangay (decisions: README.md beside this file).
 *
 * Rows carry the names of the specification's address value (section 3), each with the code of its parent.
 */
import type { Barangay, Province, Region, Town } from "#shared/evidence/place-files.ts";
import { type PsgcSource, readPsgcSource, type SourceTown } from "./source.ts";

export interface Locations {
  regions: Region[];
  provinces: Province[];
  municipalities: Town[];
  barangays: Barangay[];
}

/** Provinces that the package lacks. The code of Metro Manila is ours; the others are PSGC's. */
const ADDED_PROVINCES: readonly Province[] = [
  { province_name: "Metro Manila", province_code: "1380000000", region_code: "1300000000" },
  { province_name: "City of Isabela", province_code: "0990100000", region_code: "0900000000" },
  { province_name: "Special Geographic Area", province_code: "1999900000", region_code: "1900000000" },
];

/** The highly urbanized cities outside the capital (their province code) and the province each lies in. */
const HOME_PROVINCES: Readonly<Record<string, string>> = {
  "301": "0305400000", // Angeles: Pampanga
  "302": "1804500000", // Bacolod: Negros Occidental
  "303": "1401100000", // Baguio: Benguet
  "304": "1600200000", // Butuan: Agusan del Norte
  "305": "1004300000", // Cagayan de Oro: Misamis Oriental
  "306": "0702200000", // Cebu: Cebu
  "307": "1102400000", // Davao: Davao del Sur
  "308": "1206300000", // General Santos: South Cotabato
  "309": "1003500000", // Iligan: Lanao del Norte
  "310": "0603000000", // Iloilo: Iloilo
  "311": "0702200000", // Lapu-Lapu: Cebu
  "312": "0405600000", // Lucena: Quezon
  "313": "0702200000", // Mandaue: Cebu
  "314": "0307100000", // Olongapo: Zambales
  "315": "1705300000", // Puerto Princesa: Palawan
  "316": "0803700000", // Tacloban: Leyte
  "317": "0907300000", // Zamboanga: Zamboanga del Sur
};

const CAPITAL_REGION = "13";
const MANILA = { provCode: "806", munCityCode: "80600" };
const SULU = { provCode: "066", from: "19", to: "09" };

/** The mended tree, sorted by name inside each parent. Takes about a third of a second. */
export function readLocations(source: PsgcSource = readPsgcSource()): Locations {
  const regions = source.regions.map((row) => ({
    region_name: tidy(row.regionName),
    region_code: row.psgcCode,
  }));
  const provinces = [
    ...source.provinces
      .filter((row) => row.cityClass === null)
      .map((row) => ({
        province_name: tidy(row.provName),
        province_code: code(row, row.provCode),
        region_code: `${regionOf(row)}00000000`,
      })),
    ...ADDED_PROVINCES,
  ];
  const municipalities = source.towns
    .filter((row) => !isDistrictOfManila(row))
    .map((row) => ({
      muncity_name: tidy(row.munCityName),
      muncity_code: code(row, row.munCityCode),
      province_code: provinceOf(row),
    }));
  const barangays = source.barangays.map((row) => ({
    barangay_name: tidy(row.brgyName),
    barangay_code: code(row, row.psgcCode.slice(2)),
    muncity_code: code(row, isDistrictOfManila(row) ? MANILA.munCityCode : row.munCityCode),
  }));

  // Regions keep the order of the PSA (north to south); everything below is looked up by name.
  provinces.sort(
    (a, b) => compare(a.region_code, b.region_code) || compare(a.province_name, b.province_name),
  );
  municipalities.sort(
    (a, b) => compare(a.province_code, b.province_code) || compare(a.muncity_name, b.muncity_name),
  );
  barangays.sort(
    (a, b) => compare(a.muncity_code, b.muncity_code) || natural.compare(a.barangay_name, b.barangay_name),
  );
  return { regions, provinces, municipalities, barangays };
}

function provinceOf(town: SourceTown): string {
  if (town.regCode === CAPITAL_REGION) return "1380000000";
  const home = HOME_PROVINCES[town.provCode];
  return home ?? code(town, town.provCode);
}

function isDistrictOfManila(row: { regCode: string; provCode: string; munCityCode: string }): boolean {
  return (
    row.regCode === CAPITAL_REGION &&
    row.provCode === MANILA.provCode &&
    row.munCityCode !== MANILA.munCityCode
  );
}

/** Region digits followed by the place's own, filled up with zeros to ten. */
function code(row: { regCode: string; provCode: string }, own: string): string {
  return `${regionOf(row)}${own}`.padEnd(10, "0");
}

function regionOf(row: { regCode: string; provCode: string }): string {
  return row.regCode === SULU.from && row.provCode === SULU.provCode ? SULU.to : row.regCode;
}

function tidy(name: string): string {
  return name.replace(/\s+/gu, " ").trim();
}

/** "Barangay 2" before "Barangay 10"; the locale is fixed so that the files are the same on every machine. */
const natural = new Intl.Collator("en", { numeric: true });

function compare(a: string, b: string): number {
  return a === b ? 0 : natural.compare(a, b);
}
