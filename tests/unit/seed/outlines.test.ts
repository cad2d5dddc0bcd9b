/** The province outlines that maps show. */
import { expect, test } from "vitest";
import { readLocations } from "../../../seed/psgc/locations.ts";
import { readOutlines } from "../../../seed/psgc/outlines.ts";

const { features } = readOutlines();
const named = (province: string) =>
  features.filter(({ properties }) =>
    properties.places.some(({ province_name }) => province_name === province),
  );
const boxOf = (province: string) => {
  const points = named(province)[0]?.geometry.coordinates.flat(2) ?? [];
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)];
  return { west: Math.min(...xs), south: Math.min(...ys), east: Math.max(...xs), north: Math.max(...ys) };
};

test("Every province is in exactly one map outline.", () => {
  const { provinces, regions } = readLocations();
  const regionOf = new Map(regions.map((row) => [row.region_code, row.region_name]));
  for (const { province_name, region_code } of provinces) {
    const places = named(province_name).flatMap(({ properties }) => properties.places);
    expect(
      places.filter((place) => place.province_name === province_name),
      province_name,
    ).toEqual([{ province_name, region_name: regionOf.get(region_code) }]);
  }
});

test("All map outlines consist of closed rings inside the country.", () => {
  for (const { geometry, properties } of features) {
    const rings = geometry.coordinates.flat();
    expect(rings.length, JSON.stringify(properties)).toBeGreaterThan(0);
    for (const ring of rings) {
      expect(ring.length).toBeGreaterThan(3);
      expect(ring[0]).toEqual(ring.at(-1));
      for (const [x = 0, y = 0] of ring) {
        expect(x > 116 && x < 127 && y > 4 && y < 21.5).toBe(true);
      }
    }
  }
});

test("The map outline of Davao del Sur includes Davao City.", () => {
  // The outline of Davao del Sur must include Davao City, far north of the rest of the province.
  expect(boxOf("Davao del Sur").north).toBeGreaterThan(7.3);
  expect(boxOf("Dinagat Islands").south).toBeGreaterThan(9.8);
  expect(boxOf("Surigao del Norte").north).toBeLessThan(10.2);
  expect(named("Davao Occidental")).toEqual(named("Davao del Sur"));
});
