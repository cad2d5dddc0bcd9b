/**
 * The ground of every map: Leaflet with the outlines of the provinces, which need no tile server; streets below them where
 * the deployment names one (`tileUrl` of /config.json).
 */
import L from "leaflet";
import "leaflet/dist/leaflet.css";
import type { ProvinceOutlines } from "#shared/evidence/place-files.ts";
import { publicConfig } from "../../../lib/http/public-config.ts";

/** The Philippines: south-west and north-east. */
export const country: L.LatLngBoundsLiteral = [
  [4.5, 116.5],
  [21.2, 127],
];
const closest = 19;
const farthest = 5;
/** The zoom from which provinces have their names on them. */
const named = 8;

export interface BaseMap {
  map: L.Map;
  /** How close a look makes sense: streets tell a place, outlines only its surroundings. */
  near: number;
}

/** Fills the element with a map; `remove()` of the map ends it. */
export async function makeMap(element: HTMLElement): Promise<BaseMap> {
  const map = L.map(element, {
    minZoom: farthest,
    maxZoom: closest,
    zoomControl: true,
    attributionControl: true,
    zoomAnimation: !window.matchMedia("(prefers-reduced-motion: reduce)").matches,
  });
  map.attributionControl.setPrefix(false);
  // Between the outlines there is nothing else to tell how far two points are apart.
  L.control.scale({ imperial: false }).addTo(map);
  map.fitBounds(country);
  const [settings, outlines] = await Promise.all([
    publicConfig().catch(() => null),
    readJson<ProvinceOutlines>("/data/province-outlines.json"),
  ]);
  // Left while it was read.
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
  // Names are drawn where there is room for them.
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

/** Null, and a line in the log, when it cannot be read: the map does without. */
export async function readJson<Data>(path: string): Promise<Data | null> {
  try {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return (await answer.json()) as Data;
  } catch (problem) {
    console.error("A part of the map could not be read.", problem);
    return null;
  }
}
