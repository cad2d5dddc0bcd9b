/**
 * Points inside, near and outside outlines. The API tests in tests/api/geotag-places check these points in the
 * database.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  distanceToRing,
  type Outline,
  outerRings,
  outsideOutline,
  toleranceDegrees,
} from "#shared/rules/place-in-outline.ts";

const square = (west: number, south: number, size: number): number[][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const island: Outline = { type: "Polygon", coordinates: [square(120, 15, 1), square(120.4, 15.4, 0.2)] };
const islands: Outline = { type: "MultiPolygon", coordinates: [[square(120, 15, 1)], [square(125, 10, 2)]] };
const coordinate = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe("Points inside and outside map outlines", () => {
  it("A point in a lake or on an island of a province is inside the province.", () => {
    expect(outsideOutline([island], { latitude: 15.5, longitude: 120.5 })).toBe(false);
    expect(outsideOutline([islands], { latitude: 11, longitude: 126 })).toBe(false);
    expect(outsideOutline([islands], { latitude: 12.5, longitude: 122 })).toBe(true);
    expect(outerRings(islands)).toHaveLength(2);
  });

  it("If a province has no map outline, every point counts as inside the province.", () => {
    fc.assert(
      fc.property(coordinate(-90, 90), coordinate(-180, 180), (latitude, longitude) => {
        expect(outsideOutline([], { latitude, longitude })).toBe(false);
      }),
    );
  });

  it("The distance from a point to a square is the distance to its nearest side.", () => {
    fc.assert(
      fc.property(coordinate(13, 17), coordinate(118, 123), (latitude, longitude) => {
        const beyond = (value: number, from: number, to: number) => Math.max(from - value, 0, value - to);
        const expected = Math.hypot(beyond(longitude, 120, 121), beyond(latitude, 15, 16));
        expect(distanceToRing(square(120, 15, 1), { latitude, longitude })).toBeCloseTo(expected, 9);
        expect(outsideOutline([island], { latitude, longitude })).toBe(expected > toleranceDegrees);
      }),
    );
  });

  it("The distance from a point to an outline does not depend on the order of its corners.", () => {
    const corners = fc.array(fc.tuple(coordinate(119, 122), coordinate(14, 17)), {
      minLength: 3,
      maxLength: 9,
    });
    fc.assert(
      fc.property(
        corners,
        fc.nat(8),
        coordinate(119, 122),
        coordinate(14, 17),
        (ring, turn, longitude, latitude) => {
          const at = turn % ring.length;
          const turned = [...ring.slice(at), ...ring.slice(0, at)].reverse();
          const point = { latitude, longitude };
          expect(distanceToRing(turned, point)).toBeCloseTo(distanceToRing(ring, point), 9);
        },
      ),
    );
  });
});
