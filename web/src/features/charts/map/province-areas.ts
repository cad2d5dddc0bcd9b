/** Areas of the province map: one per outline, with its number and the link to the counted rows. */
import type { Chart, Drill } from "#shared/charts/figures/types.ts";
import type { ProvinceOutline } from "#shared/evidence/place-files.ts";
import { figureTable } from "../figures/figures.ts";
import { type Box, boxOf, pathOf } from "./map-drawing.ts";

export interface Area {
  key: string;
  path: string;
  label: string;
  value: number;
  /** Link to the list of the counted rows; missing if the province is outside the user's scope. */
  drill: Drill | undefined;
}

/**
 * Returns one area per outline, and the box around the areas in the user's scope. An outline covers several provinces
 * if its province was split later. The area then has the sum of the provinces' numbers, and a link to all counted rows.
 */
export function areasOf(
  chart: Chart,
  series: string,
  features: readonly ProvinceOutline[],
): { areas: Area[]; box: Box } {
  const figureOf = figureTable(chart);
  const groups = new Map(chart.groups.map((group) => [group.province_name, group]));
  const areas = features.map(({ properties, geometry }) => {
    const names = properties.places.map(({ province_name }) => province_name);
    const counted = names.flatMap((name) => {
      const group = groups.get(name);
      const figure = group && figureOf(group.key, series);
      return figure ? [{ group, figure }] : [];
    });
    return {
      key: names.join(),
      path: pathOf(geometry.coordinates),
      label: names.join(" and "),
      value: counted.reduce((sum, { figure }) => sum + figure.value, 0),
      drill: joinDrills(counted),
      coordinates: geometry.coordinates,
    };
  });
  // The view box contains only the part of the country in the user's scope.
  const seen = areas.filter(({ drill }) => drill);
  return { areas, box: boxOf((seen.length > 0 ? seen : areas).map(({ coordinates }) => coordinates)) };
}

interface Counted {
  group: Chart["groups"][number];
  figure: Chart["figures"][number];
}

/**
 * Returns one link to the rows of several provinces. The link contains the provinces that have a number, with their
 * regions. Provinces without a number are left out, because the chart's filters may exclude them.
 */
function joinDrills(counted: readonly Counted[]): Drill | undefined {
  const [first] = counted;
  if (!first) return undefined;
  const namesOf = (level: "region_name" | "province_name") => [
    ...new Set(counted.flatMap(({ group }) => group[level] ?? [])),
  ];
  const places = { region_name: namesOf("region_name"), province_name: namesOf("province_name") };
  return { ...first.figure.drill, filters: { ...first.figure.drill.filters, ...places } };
}
