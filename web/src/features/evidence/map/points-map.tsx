/** Clustered points over the outlines of the provinces. Pressing a point selects it. */
import L from "leaflet";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { count } from "../../../lib/format.ts";
import type { PhotoPoint } from "../common/evidence-api.ts";
import { kindText } from "../common/kind-text.ts";
import { makeMap } from "./base-map.ts";
import { Clusters, type Place } from "./clusters.ts";
import classes from "./map.module.css";

interface PointsMapProps {
  points: readonly PhotoPoint[];
  /** Called with several ids if points are too close together to be pressed separately. */
  onChoose: (ids: readonly number[]) => void;
}

export function PointsMap({ points, onChoose }: PointsMapProps) {
  const holder = useRef<HTMLDivElement>(null);
  const clusters = useMemo(() => new Clusters(points), [points]);
  const choose = useEffectEvent(onChoose);
  const first = useRef({ points, clusters });
  const show = useRef<((points: readonly PhotoPoint[], clusters: Clusters) => void) | null>(null);

  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    let ended = false;
    const making = makeMap(element).then(({ map, near }) => {
      if (ended) return map;
      const drawn = new Map<string, L.Marker>();
      let shown = first.current.clusters;
      const draw = () => drawPlaces(map, drawn, shown, (ids) => choose(ids));
      map.on("moveend", draw);
      show.current = (next, nextClusters) => {
        shown = nextClusters;
        for (const marker of drawn.values()) marker.remove();
        drawn.clear();
        fitTo(map, next, near);
        draw();
      };
      show.current(first.current.points, shown);
      return map;
    });
    return () => {
      ended = true;
      show.current = null;
      void making.then((map) => map.remove());
    };
  }, []);

  useEffect(() => {
    first.current = { points, clusters };
    show.current?.(points, clusters);
  }, [points, clusters]);

  return <section ref={holder} className={classes.map} aria-label="Map of the photos" />;
}

function fitTo(map: L.Map, points: readonly PhotoPoint[], near: number): void {
  if (points.length === 0) return;
  const bounds = L.latLngBounds(points.map(({ latitude, longitude }) => [latitude, longitude]));
  map.fitBounds(bounds.pad(0.15), { maxZoom: near, animate: false });
}

/** Updates the markers for the current view. Unchanged markers stay, so that they keep the focus. */
function drawPlaces(
  map: L.Map,
  drawn: Map<string, L.Marker>,
  clusters: Clusters,
  onChoose: (ids: readonly number[]) => void,
): void {
  const bounds = map.getBounds().pad(0.2);
  const box = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()] as const;
  const places = new Map(clusters.within([...box], map.getZoom()).map((place) => [keyOf(place), place]));
  for (const [key, marker] of drawn) {
    if (places.has(key)) continue;
    marker.remove();
    drawn.delete(key);
  }
  for (const [key, place] of places) {
    if (!drawn.has(key)) drawn.set(key, markerOf(map, clusters, place, onChoose).addTo(map));
  }
}

/**
 * Returns the key of a point's or cluster's marker. A cluster whose points change gets a new id, and so a new marker.
 */
const keyOf = (place: Place): string =>
  place.kind === "point" ? `point ${place.point.id}` : `cluster ${place.id}`;

function markerOf(
  map: L.Map,
  clusters: Clusters,
  place: Place,
  onChoose: (ids: readonly number[]) => void,
): L.Marker {
  if (place.kind === "point") {
    const { id, latitude, longitude, kind, outside } = place.point;
    const words = ["Photo", kindText(kind), outside && "outside the province"].filter(Boolean).join(", ");
    const look = `${classes.dot} ${outside ? classes.outside : ""}`;
    return button([latitude, longitude], words, { className: look, iconSize: [24, 24] }, () =>
      onChoose([id]),
    );
  }
  const { latitude, longitude, id, outside } = place;
  const zoom = clusters.zoomOf(id);
  const words = `${count(place.count)} photos here. Press to ${zoom === null ? "open them" : "zoom in"}.`;
  const size = 30 + Math.min(22, Math.log10(place.count) * 11);
  const look = `${classes.cluster} ${outside ? classes.outside : ""}`;
  const icon = { className: look, html: count(place.count), iconSize: [size, size] as [number, number] };
  return button([latitude, longitude], words, icon, () => {
    if (zoom === null) onChoose(clusters.idsIn(id));
    else map.setView([latitude, longitude], zoom);
  });
}

/** Creates a marker that screen readers announce as a button with the given text. */
function button(at: L.LatLngTuple, words: string, icon: L.DivIconOptions, onPress: () => void): L.Marker {
  const marker = L.marker(at, { title: words, icon: L.divIcon(icon) });
  marker.on("add", () => marker.getElement()?.setAttribute("aria-label", words));
  return marker.on("click", onPress);
}
