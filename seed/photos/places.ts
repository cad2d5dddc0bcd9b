/** Random points inside provinces, by the province outlines. */
import { distanceToRing, outerRings, type Point, type Ring } from "#shared/rules/place-in-outline.ts";
import type { Random } from "../lib/random.ts";
import { readOutlines } from "../psgc/outlines.ts";

/**
 * Distance in degrees (about 4 km) that points keep from the outline of their province, because the outlines are
 * coarse. In narrow provinces, points may be closer to the outline.
 */
const margin = 0.036;

/** Outline of the largest connected part of each province, by province name. */
export type Mainlands = ReadonlyMap<string, Ring>;

export function readMainlands(): Mainlands {
  return new Map(
    readOutlines().features.flatMap(({ properties, geometry }) => {
      const rings = outerRings(geometry).sort((one, other) => areaOf(other) - areaOf(one));
      return properties.places.map(({ province_name }) => [province_name, rings[0] ?? []] as const);
    }),
  );
}

/** Returns a random point inside the province, with six decimals. @throws Error if the province has no outline. */
export function placeIn(mainlands: Mainlands, province: string, random: Random): Point {
  const ring = mainlands.get(province);
  if (!ring?.length) throw new Error(`${province} has no outline`);
  const [west, south, east, north] = boxOf(ring);
  let found: Point | null = null;
  for (let attempt = 0; attempt < 300; attempt++) {
    const point = {
      longitude: round(west + random.next() * (east - west)),
      latitude: round(south + random.next() * (north - south)),
    };
    if (!isInside(ring, point)) continue;
    found = point;
    const around = [-margin, margin].flatMap((step) => [
      { ...point, longitude: point.longitude + step },
      { ...point, latitude: point.latitude + step },
    ]);
    if (around.every((other) => isInside(ring, other))) break;
  }
  if (!found) throw new Error(`no place was found in ${province}`);
  return found;
}

/** Returns a random point near the given point, at most `degrees` away in latitude and in longitude. */
export const near = ({ latitude, longitude }: Point, degrees: number, random: Random): Point => ({
  latitude: round(latitude + (random.next() * 2 - 1) * degrees),
  longitude: round(longitude + (random.next() * 2 - 1) * degrees),
});

const isInside = (ring: Ring, point: Point): boolean => distanceToRing(ring, point) === 0;
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

function boxOf(ring: Ring): [west: number, south: number, east: number, north: number] {
  const [xs, ys] = [ring.map(([x = 0]) => x), ring.map(([, y = 0]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Returns the area of a closed ring, in square degrees. */
function areaOf(ring: Ring): number {
  const doubled = ring.reduce((sum, [x = 0, y = 0], index) => {
    const [ax = 0, ay = 0] = ring.at(index - 1) ?? [];
    return sum + ax * y - x * ay;
  }, 0);
  return Math.abs(doubled) / 2;
}
