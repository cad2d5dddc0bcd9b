/**
 * Matches the places in a file to the place book, which is the official list of places (PSGC). The place book has
 * regions, provinces, towns, and the barangays of some provinces. Files contain spellings such as "REGION III" or "Sta.
 * Rosa". Names are matched by the rules of `rules/places.ts`, which the database also applies, and are saved in their
 * official spelling. The preview shows unknown places before the save.
 */
import type { Barangay, Province, Region, Town } from "../evidence/place-files.ts";
import { presentPlace, presentProvince, successorProvinces } from "../places/present-place.ts";
import { type PlaceLevel, placeKey, resolvePlace } from "../rules/places.ts";
import { enumerate, foldText } from "../rules/text.ts";

export const placeFields = ["region_name", "province_name", "muncity_name", "barangay_name"] as const;
export type PlaceField = (typeof placeFields)[number];

export interface PlaceRemark {
  field: PlaceField;
  reason: string;
}

/**
 * Place of a row, with official names where they are known. `problems` are errors in the place. `notes` are about names
 * that the import has added or replaced.
 */
export type PlaceReading = Record<PlaceField, unknown> & { problems: PlaceRemark[]; notes: PlaceRemark[] };

/**
 * Contents of the place book, the official list of places (PSGC). Towns are not checked without `municipalities`, and
 * barangays are not checked without `barangays`.
 */
export interface PlaceLists {
  regions: readonly Region[];
  provinces: readonly Province[];
  municipalities?: readonly Town[];
  /** Barangays of the provinces that are loaded so far. Barangays in other provinces are not checked. */
  barangays?: readonly Barangay[];
}

interface Entry {
  name: string;
  code: string;
  parent: string;
}

export class PlaceBook {
  private readonly regions: Entry[];
  private readonly provinces: Entry[];
  /** Towns by normalized name, so that each lookup compares few names. */
  private readonly towns = new Map<string, Entry[]>();
  private readonly barangays = new Map<string, Entry[]>();
  private readonly townsWithBarangays = new Set<string>();
  /** Cache of places that were already read, because a file repeats places many times. */
  private readonly readings = new Map<string, PlaceReading>();

  constructor({ regions, provinces, municipalities = [], barangays = [] }: PlaceLists) {
    this.regions = regions.map((row) => ({ name: row.region_name, code: row.region_code, parent: "" }));
    this.provinces = provinces.map((row) => ({
      name: row.province_name,
      code: row.province_code,
      parent: row.region_code,
    }));
    for (const row of municipalities) {
      const entry = { name: row.muncity_name, code: row.muncity_code, parent: row.province_code };
      add(this.towns, placeKey("muncity", entry.name), entry);
    }
    this.addBarangays(barangays);
  }

  addBarangays(barangays: readonly Barangay[]): void {
    this.readings.clear();
    for (const row of barangays) {
      const entry = { name: row.barangay_name, code: row.barangay_code, parent: row.muncity_code };
      add(this.barangays, `${entry.parent} ${placeKey("barangay", entry.name)}`, entry);
      this.townsWithBarangays.add(entry.parent);
    }
  }

  /** Returns the codes of the provinces with the given names, in any spelling. The caller loads their barangays. */
  provinceCodes(names: Iterable<unknown>): string[] {
    const known = this.provinces.map(({ name }) => name);
    const wanted = new Set(
      [...new Set(names)].map((name) => {
        const found = resolvePlace("province", presentProvince(textOf(name)) ?? textOf(name), known);
        return found && found !== "several" ? found.name : null;
      }),
    );
    return this.provinces.filter(({ name }) => wanted.has(name)).map(({ code }) => code);
  }

  /** Returns the row's place with official names. If the region is blank, it is taken from the province. */
  read(row: Partial<Record<PlaceField, unknown>>): PlaceReading {
    const key = placeFields.map((field) => textOf(row[field])).join("\u0000");
    const known = this.readings.get(key) ?? this.readPresent(row);
    this.readings.set(key, known);
    return known;
  }

  /** Reads a place after replacing former names with present ones. */
  private readPresent(row: Partial<Record<PlaceField, unknown>>): PlaceReading {
    const whole = this.withPartOfDivided(row);
    const { changed, notes } = presentPlace(whole);
    const present = { ...whole, ...changed };
    if (whole !== row) {
      const reason = `"${textOf(row.province_name)}" is ${whole.province_name} now`;
      notes.push({ field: "province_name", reason });
    }
    const reading = this.readNames(
      present,
      placeFields.map((field) => textOf(present[field])),
    );
    return { ...reading, notes: [...notes, ...reading.notes] };
  }

  /** If a row names a divided province, use the new province that contains the town. */
  private withPartOfDivided(row: Partial<Record<PlaceField, unknown>>): Partial<Record<PlaceField, unknown>> {
    const parts = successorProvinces(textOf(row.province_name));
    if (parts.length === 0) return row;
    const inside = parts.filter((name) => {
      const entries = this.provinces.filter((province) => province.name === name);
      const towns = this.towns.get(placeKey("muncity", textOf(row.muncity_name))) ?? [];
      return ofInside(towns, entries).length > 0;
    });
    return inside.length === 1 ? { ...row, province_name: inside[0] } : row;
  }

  private readNames(
    row: Partial<Record<PlaceField, unknown>>,
    [region = "", province = "", town = "", barangay = ""]: readonly string[],
  ): PlaceReading {
    const reading: PlaceReading = {
      region_name: row.region_name,
      province_name: row.province_name,
      muncity_name: row.muncity_name,
      barangay_name: row.barangay_name,
      problems: [],
      notes: [],
    };
    const problem = (field: PlaceField, value: string, reason: string): PlaceReading => {
      reading.problems.push({ field, reason: `"${value.slice(0, 60)}" ${reason}` });
      return reading;
    };
    const ofRegion = meant("region", region, this.regions);
    if (ofRegion.unclear) {
      return problem(
        "region_name",
        region,
        ofRegion.several ? "may mean several regions" : "is not a region",
      );
    }
    if (region) reading.region_name = ofRegion.entries[0]?.name;
    const regional = region ? ofInside(this.provinces, ofRegion.entries) : this.provinces;
    const ofProvince = meant("province", province, regional);
    if (ofProvince.unclear) {
      if (ofProvince.several) return problem("province_name", province, "may mean several provinces");
      const elsewhere = region && !meant("province", province, this.provinces).unclear;
      const parts = successorProvinces(province);
      if (parts.length > 0) {
        return problem(
          "province_name",
          province,
          `was divided into ${enumerate(parts)}; write the one you mean`,
        );
      }
      const where = elsewhere ? `is not a province of ${reading.region_name}` : "is not a province";
      return problem("province_name", province, where);
    }
    if (province) reading.province_name = ofProvince.entries[0]?.name;
    if (province && !region) this.addRegion(ofProvince.entries, reading);
    if (!town || this.towns.size === 0) return reading;

    const anywhere = this.towns.get(placeKey("muncity", town)) ?? [];
    const inside = ofInside(anywhere, province ? ofProvince.entries : regional);
    const ofTown = meant("muncity", town, inside);
    if (ofTown.unclear) {
      if (ofTown.several) return problem("muncity_name", town, "may mean several towns; write the full name");
      return problem("muncity_name", town, this.foreign(town, anywhere, reading));
    }
    reading.muncity_name = ofTown.entries[0]?.name;
    const judged = ofTown.entries.filter(({ code }) => this.townsWithBarangays.has(code));
    if (!barangay || judged.length < ofTown.entries.length) return reading;

    const key = placeKey("barangay", barangay);
    const ofBarangay = meant(
      "barangay",
      barangay,
      judged.flatMap(({ code }) => this.barangays.get(`${code} ${key}`) ?? []),
    );
    if (ofBarangay.unclear) {
      const reason = ofBarangay.several
        ? "may mean several barangays; write the full name"
        : `is not a barangay of ${reading.muncity_name}`;
      return problem("barangay_name", barangay, reason);
    }
    reading.barangay_name = ofBarangay.entries[0]?.name;
    return reading;
  }

  private addRegion(provinces: readonly Entry[], reading: PlaceReading): void {
    const home = this.regions.find(({ code }) => code === provinces[0]?.parent);
    if (!home || provinces.length > 1) return;
    reading.region_name = home.name;
    reading.notes.push({ field: "region_name", reason: `empty; ${home.name} is taken from the province` });
  }

  /**
   * Returns an error message about a town that is not found in the province or region of its row: the town is in a
   * different province, or is unknown.
   */
  private foreign(town: string, anywhere: readonly Entry[], reading: PlaceReading): string {
    const parent = reading.province_name || reading.region_name;
    if (!parent) return "is not a town";
    const found = meant("muncity", town, anywhere);
    const homes = new Set(
      found.entries.flatMap((entry) =>
        this.provinces.filter(({ code }) => code === entry.parent).map(({ name }) => name),
      ),
    );
    const [home] = homes;
    return found.unclear || homes.size !== 1
      ? `is not a town of ${parent}`
      : `is a town of ${home}, not of ${parent}`;
  }
}

/**
 * Returns the `entries` of the place book that match the given name. `unclear` is true unless exactly one place
 * matches.
 */
function meant(level: PlaceLevel, name: string, entries: readonly Entry[]) {
  if (!name) return { entries: [], unclear: false, several: false };
  const found = resolvePlace(
    level,
    name,
    entries.map(({ name }) => name),
  );
  if (found === null || found === "several")
    return { entries: [], unclear: true, several: found === "several" };
  return { entries: entries.filter(({ name }) => name === found.name), unclear: false, several: false };
}

function ofInside(entries: readonly Entry[], parents: readonly Entry[]): Entry[] {
  const codes = new Set(parents.map(({ code }) => code));
  return entries.filter(({ parent }) => codes.has(parent));
}

function add(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const entries = map.get(key);
  if (entries) entries.push(entry);
  else map.set(key, [entry]);
}

/** Trimmed text of a cell; the empty string for a blank cell. */
const textOf = (value: unknown): string => (foldText(value) === "" ? "" : String(value).trim());
