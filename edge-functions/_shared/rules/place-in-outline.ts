/**
 * Checks whether a point is outside the outline of a province, so that screens can warn the user before the point is
 * sent. The database has the same rule (private.outside_outline).
 *
 * The outlines are coarse and some are years old, so a point within a tolerance of an outline counts as inside.
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
 * True if the point is outside all given outlines. For a region, the outlines of its provinces are given. False without
 * outlines.
 */
export function outsideOutline(outlines: readonly Outline[], point: Point): boolean {
  const rings = outlines.flatMap(outerRings);
  return rings.length > 0 && !rings.some((ring) => distanceToRing(ring, point) <= toleranceDegrees);
}

export type Ring = number[][];

/**
 * Returns the outer ring of every polygon of the outline. Ignores inner rings, so that a lake counts as part of its
 * province.
 */
export function outerRings(outline: Outline): Ring[] {
  const polygons = outline.type === "Polygon" ? [outline.coordinates] : outline.coordinates;
  return polygons.flatMap((rings) => (rings[0] ? [rings[0]] : []));
}

/**
 * Returns the distance from the point to the ring in degrees; 0 if the point is inside. The ring's last point may
 * repeat its first.
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
