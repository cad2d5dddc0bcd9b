/**
 * What whoever lacks a right is told of personal marks: counts in fives of a whole area (private.personal_counts_of, which
 * says what is held back). Any other filter asks about fewer people than an area has, and is not answered.
 */
import type { Cells } from "../../charts/dashboards/spec.ts";
import type { Parameters } from "../db/database.ts";
import type { Filters } from "../figures/chart-filters.ts";

/** The filters that such counts follow. */
export const areaFilters: ("region_name" | "province_name")[] = ["region_name", "province_name"];

/** A mark (column of the record), a sex, and the count in fives, null where it is held back. */
export type MarkCount = [mark: string, sex: string | null, rounded: number | null];

export type Area = Readonly<Record<(typeof areaFilters)[number], string | null>>;

/** The area that filters name, all of the caller's offices without any; undefined where they name anything else. */
export function wholeArea(filters: Filters): Area | undefined {
  const area = { region_name: null, province_name: null } as Record<
    (typeof areaFilters)[number],
    string | null
  >;
  for (const [name, values] of filters) {
    const known = areaFilters.find((one) => one === name);
    const [value] = values;
    if (!known || values.length !== 1 || typeof value !== "string") return undefined;
    area[known] = value;
  }
  return area;
}

/** A list of MarkCount, null for whoever has the right. */
export function roundedQuery(area: Area, right: string, parameters: Parameters): string {
  const place = areaFilters.map((name) => parameters.add(area[name], "text")).join(", ");
  return `(select case when private.caller_has_right(${parameters.add(right, "text")}) then null else (
      select coalesce(json_agg(json_build_array(mark, sex, rounded) order by mark, sex), '[]')
      from private.personal_counts_of(${place})) end)`;
}

/** The mark that a cell of such a chart counts. */
export const markOf = ({ where }: Cells): string | undefined => Object.keys(where ?? {})[0];
