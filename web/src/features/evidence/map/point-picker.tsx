/**
 * A map for choosing a point: by tapping, by dragging the marker, or by moving the focused marker with the arrow keys.
 */
import L from "leaflet";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Outline } from "#shared/rules/place-in-outline.ts";
import { type BaseMap, makeMap } from "./base-map.ts";
import classes from "./map.module.css";

export interface ChosenPoint {
  latitude: number;
  longitude: number;
}

interface Props {
  point: ChosenPoint | null;
  /** Outlines of the area that the map shows while no point is chosen. */
  around: readonly Outline[];
  label: string;
  /** True if the point is read-only. */
  fixed?: boolean;
  onChoose: (point: ChosenPoint) => void;
}

/** Degrees per press of an arrow key; about 10 m. */
const keyStep = 0.0001;
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [keyStep, 0],
  ArrowDown: [-keyStep, 0],
  ArrowLeft: [0, -keyStep],
  ArrowRight: [0, keyStep],
};

export function PointPicker({ point, around, label, fixed = false, onChoose }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const marker = useRef<L.Marker | null>(null);
  const tapped = useRef(false);
  const base = useBaseMap(holder, marker);
  const choose = useEffectEvent(onChoose);
  const tap = useEffectEvent((at: L.LatLng) => {
    if (fixed) return;
    tapped.current = true;
    onChoose(pointAt(at));
  });

  useEffect(() => {
    if (!base) return;
    const { map } = base;
    const press = ({ latlng }: L.LeafletMouseEvent) => tap(latlng);
    map.on("click", press);
    return () => {
      map.off("click", press);
    };
  }, [base]);

  useEffect(() => {
    if (!base || around.length === 0) return;
    const { map } = base;
    const own = L.geoJSON(
      around.map((geometry) => ({ type: "Feature", properties: {}, geometry })),
      { style: { className: "own-outline", weight: 2, fill: false }, interactive: false },
    ).addTo(map);
    if (!marker.current) map.fitBounds(own.getBounds(), { animate: false });
    return () => {
      own.remove();
    };
  }, [base, around]);

  useEffect(() => {
    if (!base) return;
    const { map, near } = base;
    if (!point) {
      marker.current?.remove();
      marker.current = null;
      return;
    }
    const at = L.latLng(point.latitude, point.longitude);
    if (!marker.current) {
      marker.current = addMarker(map, at, fixed, (to) => choose(to));
      // After a tap, the chosen point is already visible, so the map must not move.
      if (!tapped.current) map.setView(at, Math.max(map.getZoom(), near), { animate: false });
    } else {
      marker.current.setLatLng(at);
      if (!map.getBounds().contains(at)) map.panTo(at);
    }
  }, [base, point, fixed]);

  return <section ref={holder} className={classes.picker} aria-label={label} />;
}

/** Creates the map inside the element, and removes the map on unmount. Returns null until the map is ready. */
function useBaseMap(
  holder: RefObject<HTMLElement | null>,
  marker: RefObject<L.Marker | null>,
): BaseMap | null {
  const [base, setBase] = useState<BaseMap | null>(null);
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    let ended = false;
    const making = makeMap(element).then((made) => {
      if (!ended) setBase(made);
      return made;
    });
    return () => {
      ended = true;
      marker.current = null;
      void making.then(({ map }) => map.remove());
    };
  }, [holder, marker]);
  return base;
}

const pointAt = ({ lat, lng }: L.LatLng): ChosenPoint => ({ latitude: lat, longitude: lng });

function addMarker(map: L.Map, at: L.LatLng, fixed: boolean, choose: (to: ChosenPoint) => void): L.Marker {
  const marker = L.marker(at, {
    draggable: !fixed,
    keyboard: !fixed,
    icon: L.divIcon({ className: classes.pin ?? "", iconSize: [22, 22], iconAnchor: [11, 22] }),
  }).addTo(map);
  const element = marker.getElement();
  element?.setAttribute("aria-label", fixed ? "The place" : "The chosen place. Arrow keys move it.");
  if (fixed) {
    element?.setAttribute("role", "img");
    return marker;
  }
  marker.on("dragend", () => choose(pointAt(marker.getLatLng())));
  element?.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const { lat, lng } = marker.getLatLng();
    marker.setLatLng([lat + step[0], lng + step[1]]);
    choose(pointAt(marker.getLatLng()));
  });
  return marker;
}
