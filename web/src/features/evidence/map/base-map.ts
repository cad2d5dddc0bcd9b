/**
 * The base of every map: Leaflet with the outlines of the provinces, which need no tile server. If `tileUrl` is set in
 * /config.json, streets are shown below the outlines.
 */
import L from "leaflet";
import "leaflet/dist/leaflet.css";
import type { ProvinceOutlines } from "#shared/evidence/place-files.ts";
import { publicConfig } from "../../../lib/http/public-config.ts";
import { readPlaceFile } from "../../../lib/places/read-place-file.ts";

/** South-west and north-east corner of the Philippines. */
export const country: L.LatLngBoundsLiteral = [
  [4.5, 116.5],
  [21.2, 127],
];
const closest = 19;
const farthest = 5;
/** Minimum zoom at which the names of provinces are shown. */
const named = 8;

export interface BaseMap {
  map: L.Map;
  /** Initial zoom at a point. The zoom is closer with street tiles, because outlines alone show few details. */
  near: number;
}

/** Creates a map inside the element. Call `remove()` on the map to destroy it. */
export async function makeMap(element: HTMLElement): Promise<BaseMap> {
  const map = L.map(element, {
    minZoom: farthest,
    maxZoom: closest,
    zoomControl: true,
    attributionControl: true,
    zoomAnimation: !window.matchMedia("(prefers-reduced-motion: reduce)").matches,
  });
  map.attributionControl.setPrefix(false);
  // Without tiles, the scale is the only way to estimate distances.
  L.control.scale({ imperial: false }).addTo(map);
  map.fitBounds(country);
  const [settings, outlines] = await Promise.all([publicConfig().catch(() => null), readOutlines()]);
  // The map may have been removed from the page while the settings and outlines loaded.
  const near = settings?.tileUrl ? 15 : 10;
  if (!element.isConnected) return { map, near };
  if (settings?.tileUrl) {
    L.tileLayer(settings.tileUrl, { maxZoom: closest, attribution: settings.tileAttribution ?? "" }).addTo(
      map,
    );
  }
  if (outlines) {
    L.geoJSON(outlines, {
      style: outlineStyle,
      interactive: false,
      onEachFeature: ({ properties }: ProvinceOutlines["features"][number], layer) =>
        layer.bindTooltip(nameOf(properties), {
          permanent: true,
          direction: "center",
          className: "province-name",
        }),
    }).addTo(map);
  }
  // Show the names of provinces only at zoom levels at which they have enough space.
  const zoomed = () => element.toggleAttribute("data-near", map.getZoom() >= named);
  map.on("zoomend", zoomed);
  zoomed();
  return { map, near };
}

const nameOf = ({ places }: ProvinceOutlines["features"][number]["properties"]): string =>
  places.map(({ province_name }) => province_name).join(", ");

const outlineStyle = (): L.PathOptions => ({
  className: "province-outline",
  weight: 1,
  fillOpacity: 0.35,
});

/** Returns the outlines of the provinces; null if they can't be read, because the map works without them. */
const readOutlines = (): Promise<ProvinceOutlines | null> =>
  readPlaceFile<ProvinceOutlines>("province-outlines").catch((problem: unknown) => {
    console.error("The map has no outlines of provinces.", problem);
    return null;
  });
