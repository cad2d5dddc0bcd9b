/**
 * Whether a point lies outside a province, by its outline. The outlines are coarse and some years old, so that a point
 * counts as inside up to a tolerance around them. The database decides by the same rule (private.outside_outline), in
 * the same plane of degrees; the screens use this one to warn before anything is sent.
 */

/** A GeoJSON geometry, positions as [longitude, latitude]. */
export type Outline =
  | { type: "Polygon"; coordinates: number[][][] }
  | { type: "MultiPolygon"; coordinates: number[][][][] };

/** Degrees; near the equator about 5 km. The same number stands in private.outline_tolerance(). */
export const toleranceDegrees = 0.045;

export interface Point {
  latitude: number;
  longitude: number;
}

/** Of several outlines (the parts of a region) the point may be in any. False where there is none to be outside of. */
export function outsideOutline(outlines: readonly Outline[], point: Point): boolean {
  const rings = outlines.flatMap(outerRings);
  return rings.length > 0 && !rings.some((ring) => distanceToRing(ring, point) <= toleranceDegrees);
}

export type Ring = number[][];

/** The outer ring of every part. Lakes inside a province belong to it. */
export function outerRings(outline: Outline): Ring[] {
  const polygons = outline.type === "Polygon" ? [outline.coordinates] : outline.coordinates;
  return polygons.flatMap((rings) => (rings[0] ? [rings[0]] : []));
}

/** Degrees from the point to the ring; 0 inside. The ring may repeat its first point at the end. */
export function distanceToRing(ring: Ring, { latitude: y, longitude: x }: Point): number {
  let inside = false;
  let nearest = Number.POSITIVE_INFINITY;
  ring.forEach((corner, index) => {
    const [ax = 0, ay = 0] = ring[(index + ring.length - 1) % ring.length] ?? [];
    const [bx = 0, by = 0] = corner;
    // A ray to the right crosses an odd number of edges from inside.
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    nearest = Math.min(nearest, distanceToEdge(x - ax, y - ay, bx - ax, by - ay));
  });
  return inside ? 0 : nearest;
}

/** From a point to the edge from the origin to (dx, dy). */
function distanceToEdge(x: number, y: number, dx: number, dy: number): number {
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / length));
  return Math.hypot(x - along * dx, y - along * dy);
}
