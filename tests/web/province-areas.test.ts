/** The areas of the province map: each number, and the list of the rows that it counts. */
import { expect, it } from "vitest";
import type { Chart, Drill } from "#shared/charts/figures/types.ts";
import type { ProvinceOutline } from "#shared/evidence/place-files.ts";
import { areasOf } from "../../web/src/features/charts/map/province-areas.ts";

const cotabato = { region_name: "Region XII", province_name: "Cotabato" };
const special = { region_name: "BARMM", province_name: "Special Geographic Area" };
const sulu = { region_name: "BARMM", province_name: "Sulu" };
type Place = typeof cotabato;

const outlineOf = (...places: Place[]): ProvinceOutline => ({
  type: "Feature",
  properties: { places },
  geometry: {
    type: "MultiPolygon",
    coordinates: [
      [
        [
          [124, 7],
          [125, 7],
          [125, 8],
          [124, 7],
        ],
      ],
    ],
  },
});
const outlines = [outlineOf(cotabato, special), outlineOf(sulu)];

const keyOf = (place: Place) => `${place.region_name} / ${place.province_name}`;

/** A chart by province with a number for each place. */
const chartOf = (numbers: readonly (readonly [Place, number])[], filters: Drill["filters"] = {}): Chart => ({
  ...{ key: "arbos_by_province", title: "ARBOs by province", help: "", shape: "stacked", unit: "ARBOs" },
  groups: numbers.map(([place]) => ({ key: keyOf(place), label: place.province_name, ...place })),
  series: [{ key: "arbos", label: "ARBOs" }],
  figures: numbers.map(([place, value]) => ({
    group: keyOf(place),
    series: "arbos",
    value,
    drill: {
      route: "ARBO_Masterlist",
      path: "arbo-masterlist",
      filters: { ...filters, ...place },
      figure: "main-dashboard.arbos",
    },
  })),
  dimensions: ["region_name", "province_name"],
});

const areas = (chart: Chart) => areasOf(chart, "arbos", outlines).areas;

it("If one outline on the map covers two provinces, the map shows the sum of both provinces' numbers.", () => {
  const [area] = areas(
    chartOf(
      [
        [cotabato, 5],
        [special, 2],
      ],
      { year_from: 2024 },
    ),
  );
  expect(area?.value).toBe(7);
  expect(area?.drill).toEqual({
    route: "ARBO_Masterlist",
    path: "arbo-masterlist",
    filters: {
      year_from: 2024,
      region_name: ["Region XII", "BARMM"],
      province_name: ["Cotabato", "Special Geographic Area"],
    },
    figure: "main-dashboard.arbos",
  });
});

it("If an outline on the map covers two provinces and one has no data, its link filters only by the other province.", () => {
  const [area] = areas(chartOf([[special, 2]]));
  expect(area?.value).toBe(2);
  expect(area?.drill?.filters).toEqual({
    region_name: ["BARMM"],
    province_name: ["Special Geographic Area"],
  });
});

it("If an outline on the map covers two provinces of the same region, its link contains the region only once.", () => {
  const chart = chartOf([
    [special, 2],
    [sulu, 3],
  ]);
  const [area] = areasOf(chart, "arbos", [outlineOf(special, sulu)]).areas;
  expect(area?.drill?.filters.region_name).toEqual(["BARMM"]);
});

it("The map outline of a province without data has no link.", () => {
  const [, area] = areas(chartOf([[cotabato, 5]]));
  expect([area?.value, area?.drill]).toEqual([0, undefined]);
});
