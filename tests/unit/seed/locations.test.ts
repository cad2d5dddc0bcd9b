/** The place tree, which address fields, offices and scopes depend on. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { buildLocations } from "../../../seed/psgc/build.ts";
import { type Locations, readLocations } from "../../../seed/psgc/locations.ts";

// The timeout is long, because the tests write all 42,011 barangays, some of them twice.
vi.setConfig({ testTimeout: 30_000 });

let places: Locations;
beforeAll(() => {
  places = readLocations();
});

const townsOf = (province: string) => {
  const code = places.provinces.find((row) => row.province_name === province)?.province_code;
  return places.municipalities.filter((row) => row.province_code === code).map((row) => row.muncity_name);
};
const regionOf = (province: string) => {
  const code = places.provinces.find((row) => row.province_name === province)?.region_code;
  return places.regions.find((row) => row.region_code === code)?.region_name;
};

describe("List of places", () => {
  test("The list of places has 18 regions, 85 provinces, 1,642 towns and 42,011 barangays.", () => {
    expect(places.regions).toHaveLength(18);
    expect(places.provinces).toHaveLength(85);
    expect(places.municipalities).toHaveLength(1642);
    expect(places.barangays).toHaveLength(42011);
  });

  test("Every province, town and barangay in the list of places has an existing parent.", () => {
    const regions = new Set(places.regions.map((row) => row.region_code));
    const provinces = new Set(places.provinces.map((row) => row.province_code));
    const towns = new Set(places.municipalities.map((row) => row.muncity_code));
    expect(places.provinces.filter((row) => !regions.has(row.region_code))).toEqual([]);
    expect(places.municipalities.filter((row) => !provinces.has(row.province_code))).toEqual([]);
    expect(places.barangays.filter((row) => !towns.has(row.muncity_code))).toEqual([]);
  });

  test("Every region has a province, every province a town, and every town a barangay.", () => {
    const parents = [
      [places.regions.map((row) => row.region_code), places.provinces.map((row) => row.region_code)],
      [
        places.provinces.map((row) => row.province_code),
        places.municipalities.map((row) => row.province_code),
      ],
      [places.municipalities.map((row) => row.muncity_code), places.barangays.map((row) => row.muncity_code)],
    ] as const;
    for (const [codes, used] of parents) {
      const seen = new Set<string>(used);
      expect(codes.filter((code) => !seen.has(code))).toEqual([]);
    }
  });

  test("No two places have the same code, even if their levels differ.", () => {
    const codes = [
      ...places.regions.map((row) => row.region_code),
      ...places.provinces.map((row) => row.province_code),
      ...places.municipalities.map((row) => row.muncity_code),
      ...places.barangays.map((row) => row.barangay_code),
    ];
    expect(codes.filter((code) => !/^\d{10}$/u.test(code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
  });

  test("No two places in the same region, province or town have the same name.", () => {
    const children = [
      ...places.regions.map((row) => ["", row.region_name]),
      ...places.provinces.map((row) => [row.region_code, row.province_name]),
      ...places.municipalities.map((row) => [row.province_code, row.muncity_name]),
      ...places.barangays.map((row) => [row.muncity_code, row.barangay_name]),
    ];
    expect(children.filter(([, name]) => name !== name?.trim().replace(/\s+/gu, " "))).toEqual([]);
    const keys = children.map(([parent, name]) => `${parent} ${name?.toLowerCase()}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("All provinces have different names.", () => {
    const names = places.provinces.map((row) => row.province_name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("Corrections of the Philippine Standard Geographic Code (PSGC)", () => {
  test("Highly urbanized cities belong to the province that surrounds them.", () => {
    expect(townsOf("Pampanga")).toContain("City of Angeles");
    expect(townsOf("Cebu")).toEqual(
      expect.arrayContaining(["City of Cebu", "City of Lapu-Lapu", "City of Mandaue"]),
    );
    expect(townsOf("Benguet")).toContain("City of Baguio");
    const provinceRegion = new Map(places.provinces.map((row) => [row.province_code, row.region_code]));
    const strayed = places.municipalities.filter(
      (row) => provinceRegion.get(row.province_code)?.slice(0, 2) !== row.muncity_code.slice(0, 2),
    );
    expect(strayed).toEqual([]);
  });

  test("The 16 cities of the capital region are in the province Metro Manila.", () => {
    expect(regionOf("Metro Manila")).toBe("National Capital Region (NCR)");
    expect(townsOf("Metro Manila")).toHaveLength(17);
    expect(townsOf("Metro Manila")).toEqual(
      expect.arrayContaining(["Pateros", "Quezon City", "City of Manila"]),
    );
  });

  test("The barangays of Manila's districts are in the City of Manila.", () => {
    expect(places.municipalities.map((row) => row.muncity_name)).not.toContain("Binondo");
    expect(places.barangays.filter((row) => row.muncity_code === "1380600000")).toHaveLength(897);
  });

  test("Sulu and its towns are in Region IX.", () => {
    expect(regionOf("Sulu")).toBe("Region IX (Zamboanga Peninsula)");
    expect(townsOf("Sulu")).toHaveLength(19);
    expect(regionOf("City of Isabela")).toBe("Region IX (Zamboanga Peninsula)");
    expect(regionOf("Special Geographic Area")).toMatch(/Bangsamoro/u);
    expect(townsOf("Special Geographic Area")).toHaveLength(8);
  });

  test("Nueva Ecija has 32 towns, with official names such as Science City of Muñoz.", () => {
    expect(regionOf("Nueva Ecija")).toBe("Region III (Central Luzon)");
    expect(townsOf("Nueva Ecija")).toHaveLength(32);
    expect(townsOf("Nueva Ecija")).toEqual(
      expect.arrayContaining([
        "City of Palayan",
        "Licab",
        "Gabaldon",
        "Science City of Muñoz",
        "San Jose City",
      ]),
    );
  });
});

describe("Location files for the web app", () => {
  const folder = mkdtempSync(join(tmpdir(), "locations-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const read = (name: string) =>
    JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, string>[];

  test("The location files list all places with their names and codes.", () => {
    const counts = buildLocations(folder);
    expect(counts).toEqual({ regions: 18, provinces: 85, municipalities: 1642, barangays: 42011 });
    expect(Object.keys(read("regions.json")[0] ?? {})).toEqual(["region_name", "region_code"]);
    expect(Object.keys(read("provinces.json")[0] ?? {})).toEqual([
      "province_name",
      "province_code",
      "region_code",
    ]);
    expect(Object.keys(read("municipalities.json")[0] ?? {})).toEqual([
      "muncity_name",
      "muncity_code",
      "province_code",
    ]);
    expect(Object.keys(read("barangays.json")[0] ?? {})).toEqual([
      "barangay_name",
      "barangay_code",
      "muncity_code",
    ]);
    const parts = readdirSync(join(folder, "barangays"));
    expect(parts).toHaveLength(85);
    expect(parts.reduce((sum, part) => sum + read(join("barangays", part)).length, 0)).toBe(42011);
  });

  test("Two builds of the location files give files with the same bytes.", () => {
    buildLocations(folder);
    const first = readFileSync(join(folder, "barangays.json"), "utf8");
    buildLocations(folder);
    expect(readFileSync(join(folder, "barangays.json"), "utf8")).toBe(first);
  });
});
