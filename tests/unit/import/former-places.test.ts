/** Tests place names as people write them: region numbers, abbreviations, former names, and provinces that moved. */
import { describe, expect, it } from "vitest";
import { PlaceBook } from "#shared/import/places.ts";
import {
  dividedProvinces,
  movedProvinces,
  provinceNames,
  regionNames,
  townNames,
} from "#shared/places/former-names.ts";
import { presentPlace, presentProvince, presentRegion } from "#shared/places/present-place.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { normalizePlaceName } from "#shared/rules/places.ts";
import { validateRecord } from "#shared/validate/validate.ts";
import { readLocations } from "../../../seed/psgc/locations.ts";

const locations = readLocations();
const book = new PlaceBook(locations);
const provincesNow = new Map(locations.provinces.map((row) => [row.province_name, row]));
const regionsNow = new Set(locations.regions.map((row) => row.region_name));
const regionOf = (province: string) =>
  locations.regions.find(({ region_code }) => region_code === provincesNow.get(province)?.region_code)
    ?.region_name;

describe("The import's lists of place names", () => {
  it("The import's list of region names contains each official region exactly once.", () => {
    expect(regionNames.map(({ name }) => name).sort()).toEqual([...regionsNow].sort());
  });

  it("If the import replaces a former province name, the new name is always an official one.", () => {
    const nameOf = new Map(regionNames.map(({ key, name }) => [key, name]));
    for (const { from, to, provinces } of movedProvinces) {
      for (const province of provinces)
        expect([province, regionOf(province)]).toEqual([province, nameOf.get(to)]);
      expect(from.filter((key) => key === to || !(nameOf.has(key) || key === "4"))).toEqual([]);
    }
    const named = [
      ...Object.keys(provinceNames),
      ...Object.values(dividedProvinces).flat(),
      ...Object.keys(townNames),
    ];
    expect(named.filter((name) => !provincesNow.has(name))).toEqual([]);
  });

  it("Each former town name in the import's list belongs to an existing town.", () => {
    for (const [province, towns] of Object.entries(townNames)) {
      const code = provincesNow.get(province)?.province_code;
      const now = locations.municipalities
        .filter(({ province_code }) => province_code === code)
        .map(({ muncity_name }) => muncity_name);
      for (const [former, present] of Object.entries(towns)) {
        expect([province, present, now.includes(present)]).toEqual([province, present, true]);
        expect([
          former,
          now.some((name) => name !== present && normalizePlaceName("muncity", name) === former),
        ]).toEqual([former, false]);
      }
    }
  });

  it("The import does not change official place names.", () => {
    for (const name of regionsNow) expect(presentRegion(name)).toBe(name);
    for (const name of provincesNow.keys()) expect([name, null]).toContain(presentProvince(name));
    for (const { muncity_name, province_code } of locations.municipalities) {
      const province = locations.provinces.find((row) => row.province_code === province_code)?.province_name;
      expect(
        presentPlace({ province_name: province, muncity_name }).changed.muncity_name ?? muncity_name,
      ).toBe(muncity_name);
    }
  });
});

describe("Region names in an import", () => {
  const three = "Region III (Central Luzon)";
  it.each([
    ["III", three],
    ["3", three],
    ["R3", three],
    ["RIII", three],
    ["R-3", three],
    ["R III", three],
    ["Reg. III", three],
    ["REGION 3", three],
    ["Region No. 3", three],
    ["RO 3", three],
    ["Regional Office III", three],
    ["DAR Region III", three],
    ["Central Luzon", three],
    ["Region III - Central Luzon", three],
    ["Region IV-B", "MIMAROPA Region"],
    ["Region IVB", "MIMAROPA Region"],
    ["4B", "MIMAROPA Region"],
    ["4-B", "MIMAROPA Region"],
    ["IV-B (MIMAROPA)", "MIMAROPA Region"],
    ["Region IV-B MIMAROPA", "MIMAROPA Region"],
    ["Region 4-B Mimaropa Region", "MIMAROPA Region"],
    ["XVIII", "Negros Island Region (NIR)"],
    ["Region 18", "Negros Island Region (NIR)"],
    ["MIMAROPA", "MIMAROPA Region"],
    ["R4A", "Region IV-A (CALABARZON)"],
    ["Region IV-A", "Region IV-A (CALABARZON)"],
    ["ARMM", "Bangsamoro Autonomous Region In Muslim Mindanao (BARMM)"],
    ["BARMM", "Bangsamoro Autonomous Region In Muslim Mindanao (BARMM)"],
    ["CARAGA", "Region XIII (Caraga)"],
    ["Region 13", "Region XIII (Caraga)"],
    ["CAR", "Cordillera Administrative Region (CAR)"],
    ["NCR", "National Capital Region (NCR)"],
    ["NIR", "Negros Island Region (NIR)"],
    ["Davao Region", "Region XI (Davao Region)"],
    ["Bicol", "Region V (Bicol Region)"],
  ])("The import reads the text %s as the region %s.", (written, name) =>
    expect(presentRegion(written)).toBe(name),
  );

  it("The import converts a number in a region cell to the region with this number.", () => {
    expect(presentPlace({ region_name: 3 }).changed.region_name).toBe(three);
    expect(book.read({ region_name: 3, province_name: "Nueva Ecija" })).toMatchObject({
      region_name: three,
      problems: [],
    });
  });

  it.each([
    "Region 14",
    "IV",
    "0",
    "Atlantis",
    "Region III (Central Visayas)",
    "Region III Central Visayas",
    "Region",
  ])("The import does not read the text %s as a region.", (written) =>
    expect(presentRegion(written)).toBeNull(),
  );
});

describe("Province names in an import", () => {
  it.each([
    ["N. Ecija", "Nueva Ecija"],
    ["Nva. Ecija", "Nueva Ecija"],
    ["N. Vizcaya", "Nueva Vizcaya"],
    ["Occ. Mindoro", "Occidental Mindoro"],
    ["Mindoro Occidental", "Occidental Mindoro"],
    ["Or. Mindoro", "Oriental Mindoro"],
    ["Neg. Occ.", "Negros Occidental"],
    ["Negros Or.", "Negros Oriental"],
    ["Compostela Valley", "Davao de Oro"],
    ["ComVal", "Davao de Oro"],
    ["North Cotabato", "Cotabato"],
    ["N. Cotabato", "Cotabato"],
    ["So. Cotabato", "South Cotabato"],
    ["Western Samar", "Samar"],
    ["Samar (Western Samar)", "Samar"],
    ["N. Samar", "Northern Samar"],
    ["E. Samar", "Eastern Samar"],
    ["So. Leyte", "Southern Leyte"],
    ["Agusan Norte", "Agusan del Norte"],
    ["Surigao del S.", "Surigao del Sur"],
    ["Zambo. Sur", "Zamboanga del Sur"],
    ["Zamboanga Norte", "Zamboanga del Norte"],
    ["Mt. Province", "Mountain Province"],
    ["CamSur", "Camarines Sur"],
    ["Cam. Norte", "Camarines Norte"],
    ["Davao Occ.", "Davao Occidental"],
    ["Cotabato (North Cotabato)", "Cotabato"],
    ["Ilocos N.", "Ilocos Norte"],
    ["Dinagat", "Dinagat Islands"],
  ])("The import reads the text %s as the province %s.", (written, name) =>
    expect(presentProvince(written)).toBe(name),
  );
});

describe("Places of import rows", () => {
  const read = (region_name: string, province_name: string, muncity_name?: string) =>
    book.read({ region_name, province_name, muncity_name });

  it.each([
    ["Region VI", "Negros Occidental", "Murcia", "Negros Island Region (NIR)"],
    ["Region VII", "Siquijor", "Larena", "Negros Island Region (NIR)"],
    ["ARMM", "Sulu", "Jolo", "Region IX (Zamboanga Peninsula)"],
    ["BARMM", "Sulu", "Jolo", "Region IX (Zamboanga Peninsula)"],
    ["Region IV", "Palawan", "Narra", "MIMAROPA Region"],
    ["Region IV", "Quezon", "Lucban", "Region IV-A (CALABARZON)"],
    ["Region IV", "Aurora", "Baler", "Region III (Central Luzon)"],
  ])("An import row with the place %s, %s, %s gets the region %s.", (region, province, town, now) => {
    const reading = read(region, province, town);
    expect([reading.region_name, reading.province_name, reading.problems]).toEqual([now, province, []]);
    expect(reading.notes.map(({ reason }) => reason).join()).toContain(now);
  });

  it.each([
    ["Region XI", "Compostela Valley", "Nabunturan", "Davao de Oro", "Nabunturan"],
    ["Region III", "N. Ecija", "Gen. Tinio (Papaya)", "Nueva Ecija", "General Tinio"],
    ["III", "Nueva Ecija", "Papaya", "Nueva Ecija", "General Tinio"],
    ["R3", "Nueva Ecija", "Munoz", "Nueva Ecija", "Science City of Muñoz"],
    ["Region XII", "North Cotabato", "Kabacan", "Cotabato", "Kabacan"],
    ["Region VIII", "Western Samar", "Basey", "Samar", "Basey"],
    ["ARMM", "Maguindanao", "Datu Paglas", "Maguindanao del Sur", "Datu Paglas"],
    ["ARMM", "Maguindanao", "Upi", "Maguindanao del Norte", "Upi"],
    ["BARMM", "Maguindanao del Norte", "Dinaig", "Maguindanao del Norte", "Datu Odin Sinsuat"],
  ])(
    "An import row with the place %s, %s, %s gets the province %s and the town %s.",
    (region, province, town, provinceNow, townNow) => {
      const reading = read(region, province, town);
      expect([reading.problems, reading.province_name, reading.muncity_name]).toEqual([
        [],
        provinceNow,
        townNow,
      ]);
    },
  );

  it("The import error for a province that was split contains the names of the new provinces.", () => {
    expect(read("ARMM", "Maguindanao").problems).toEqual([
      {
        field: "province_name",
        reason:
          '"Maguindanao" was divided into Maguindanao del Norte and Maguindanao del Sur; write the one you mean',
      },
    ]);
  });

  it("An import row is an error if the province was never in the region.", () => {
    expect(read("Region I", "Nueva Ecija").problems).toHaveLength(1);
  });

  it("Forms and the API replace outdated place names by the present names, as the import does.", () => {
    const { value, notes } = validateRecord(
      arboMasterlist as AnyRecord,
      { arbo_name: "Agoho", region_name: "Region VI", province_name: "Neg. Occ.", muncity_name: "Murcia" },
      "insert",
    );
    expect(value).toMatchObject({
      region_name: "Negros Island Region (NIR)",
      province_name: "Negros Occidental",
    });
    expect(notes.map(({ message }) => message).join()).toContain("is in Negros Island Region (NIR) now");
  });
});
