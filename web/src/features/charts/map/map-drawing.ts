/** Converts outlines to SVG paths. Longitudes are scaled by the cosine of the country's middle latitude. */

const middle = Math.cos((12.5 * Math.PI) / 180);
/** SVG units per degree: large, so that one decimal is enough for coordinates in paths. */
const scale = 100;

export interface Box {
  view: string;
  width: number;
}

const x = (longitude: number): number => longitude * middle * scale;
const y = (latitude: number): number => -latitude * scale;

/** Returns the `d` attribute of a path for GeoJSON multipolygon coordinates. */
export const pathOf = (polygons: readonly number[][][][]): string =>
  polygons
    .flat()
    .map(
      (ring) =>
        `M${ring.map(([lon = 0, lat = 0]) => `${x(lon).toFixed(1)},${y(lat).toFixed(1)}`).join("L")}Z`,
    )
    .join("");

/** Returns the view box around outlines, with a small margin. */
export function boxOf(outlines: readonly number[][][][][]): Box {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon = 0, lat = 0] of outlines.flat(3)) {
    west = Math.min(west, x(lon));
    east = Math.max(east, x(lon));
    north = Math.min(north, y(lat));
    south = Math.max(south, y(lat));
  }
  const air = Math.max(east - west, south - north) * 0.03;
  const width = east - west + air * 2;
  const numbers = [west - air, north - air, width, south - north + air * 2];
  return { view: numbers.map((number) => number.toFixed(1)).join(" "), width };
}
