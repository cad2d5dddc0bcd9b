/**
 * Checks whether a point is outside the outline of a province. Screens use this check to warn the user before a point
 * is sent; the database has the same rule (private.outside_outline).
 *
 * The outlines are coarse and some years old, so a point near an outline, within a tolerance, is taken as inside.
 * Distances are measured in degrees.
 */

/** A GeoJSON geometry with positions as [longitude, latitude]. */
export type Outline =
  | { type: "Polygon"; coordinates: number[][][] }
  | { type: "MultiPolygon"; coordinates: number[][][][] };

/** Tolerance in degrees, about 5 km near the equator. Must equal private.outline_tolerance(). */
export const toleranceDegrees = 0.045;

export interface Point {
  latitude: number;
  longitude: number;
}

/**
 * True if the point is outside all of the given outlines. The outlines of a region are those of its provinces. False if
 * there are no outlines.
 */
export function outsideOutline(outlines: readonly Outline[], point: Point): boolean {
  const rings = outlines.flatMap(outerRings);
  return rings.length > 0 && !rings.some((ring) => distanceToRing(ring, point) <= toleranceDegrees);
}

export type Ring = number[][];

/**
 * Returns the outer ring of every polygon of the outline. Inner rings are ignored, so a lake is a part of its province.
 */
export function outerRings(outline: Outline): Ring[] {
  const polygons = outline.type === "Polygon" ? [outline.coordinates] : outline.coordinates;
  return polygons.flatMap((rings) => (rings[0] ? [rings[0]] : []));
}

/**
 * Returns the distance from the point to the ring in degrees, or 0 if the point is inside the ring. The last point of
 * the ring may repeat the first one.
 */
export function distanceToRing(ring: Ring, { latitude: y, longitude: x }: Point): number {
  let inside = false;
  let nearest = Number.POSITIVE_INFINITY;
  ring.forEach((corner, index) => {
    const [ax = 0, ay = 0] = ring[(index + ring.length - 1) % ring.length] ?? [];
    const [bx = 0, by = 0] = corner;
    // A horizontal ray that starts inside the ring crosses an odd number of edges.
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    nearest = Math.min(nearest, distanceToEdge(x - ax, y - ay, bx - ax, by - ay));
  });
  return inside ? 0 : nearest;
}

/** Returns the distance from a point to the line segment from the origin to (dx, dy). */
function distanceToEdge(x: number, y: number, dx: number, dy: number): number {
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / length));
  return Math.hypot(x - along * dx, y - along * dy);
}
