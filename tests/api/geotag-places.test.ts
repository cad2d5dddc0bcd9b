/**
 * The database and the screens use the same province outlines and give the same result for every point. Provincial
 * capitals are within their provinces.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { outerRings, outsideOutline } from "#shared/rules/place-in-outline.ts";
import { readOutlines } from "../../seed/psgc/outlines.ts";
import { database } from "./support.ts";

const outlines = readOutlines().features;
const provinces = outlines.flatMap(({ properties, geometry }) =>
  properties.places.map((place) => ({ ...place, geometry })),
);

interface Question {
  region_name: string;
  province_name: string;
  latitude: number;
  longitude: number;
}

/**
 * Returns, for each point, whether the database places it outside its province. Returns null for a province without an
 * outline.
 */
async function asked(questions: readonly Question[]): Promise<(boolean | null)[]> {
  const rows = await database<{ outside: string | null }[]>`
    select private.outside_outline(q.region_name, q.province_name, q.longitude, q.latitude) as outside
    from json_to_recordset(${JSON.stringify(questions)}::text::json)
      as q (region_name text, province_name text, longitude numeric, latitude numeric)`;
  return rows.map(({ outside }) => (outside === null ? null : outside === "Yes"));
}

it("The database has a map outline for every province that has an office.", async () => {
  const without = await database<{ office: string }[]>`
    select o.office from public.offices o
    where o.province_name is not null and private.outside_outline(o.region_name, o.province_name, 121, 15) is null`;
  expect(without.map(({ office }) => office)).toEqual([]);
});

it("For 3,000 random points near province borders, the database and the web app agree whether the point is in the province.", async () => {
  const point = fc.record({
    province: fc.constantFrom(...provinces),
    corner: fc.nat(),
    // Offset of a point from a corner of the outline, in millionths of a degree. At these distances, some points are
    // inside the outline and some outside.
    east: fc.noBias(fc.integer({ min: -150_000, max: 150_000 })),
    north: fc.noBias(fc.integer({ min: -150_000, max: 150_000 })),
  });
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  const cases = fc
    .sample(point, { numRuns: 3000, seed: 20_251_106 })
    .map(({ province, corner, east, north }) => {
      const ring = outerRings(province.geometry).flat();
      const [x = 0, y = 0] = ring[corner % ring.length] ?? [];
      return { ...province, longitude: round(x + east / 1e6), latitude: round(y + north / 1e6) };
    });
  const expected = cases.map(({ geometry, ...where }) => outsideOutline([geometry], where));
  const found = await asked(cases.map(({ geometry: _, ...question }) => question));
  const differing = cases.filter((_, place) => found[place] !== expected[place]);
  expect(differing.map(({ geometry: _, ...where }) => where)).toEqual([]);
  const outside = expected.filter(Boolean).length;
  expect(outside).toBeGreaterThan(300);
  expect(cases.length - outside).toBeGreaterThan(300);
});

/** Coordinates of the town halls of the provincial capitals. */
const capitals: [province: string, latitude: number, longitude: number][] = [
  ["Nueva Ecija", 15.5784, 121.1113],
  ["Bulacan", 14.8433, 120.8114],
  ["Pampanga", 15.0286, 120.6898],
  ["Bataan", 14.6761, 120.5361],
  ["Aurora", 15.7589, 121.5623],
  ["Batanes", 20.4487, 121.9702],
  ["Ilocos Norte", 18.1978, 120.5936],
  ["Metro Manila", 14.5896, 120.9811],
  ["Palawan", 9.7392, 118.7353],
  ["Leyte", 11.2433, 125.0039],
  ["Siquijor", 9.2142, 123.515],
  ["Camiguin", 9.2526, 124.7177],
  ["Dinagat Islands", 10.0103, 125.5705],
  ["Davao Occidental", 6.4141, 125.6112],
  ["Bukidnon", 8.1575, 125.1278],
  ["Tawi-Tawi", 5.0292, 119.7731],
];

it.each(capitals)(
  "The capital of %s lies inside the map outline of its own province and outside the outline of a distant province.",
  async (name, latitude, longitude) => {
    const home = provinces.find(({ province_name }) => province_name === name);
    const away = provinces.find(
      ({ province_name }) => province_name === (name === "Batanes" ? "Sulu" : "Batanes"),
    );
    if (!home || !away) throw new Error("no such province");
    const at = ({ region_name, province_name }: typeof home) => ({
      region_name,
      province_name,
      latitude,
      longitude,
    });
    expect(await asked([at(home), at(away)])).toEqual([false, true]);
  },
);
