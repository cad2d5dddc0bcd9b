/**
 * Converts the filters of a chart request (contracts/filters/chart-filters.ts) for lists, database functions and SQL
 * conditions.
 */
import { type ChartFilterName, chartFilterTypes } from "../../charts/figures/subjects.ts";
import type { Filters } from "../../contracts/filters/chart-filters.ts";
import { arrayLiteral, identifier, inOffices, type Parameters } from "../db/database.ts";

export type { Filters } from "../../contracts/filters/chart-filters.ts";

/** Returns only the named filters. */
export const pick = (filters: Filters, names: readonly ChartFilterName[]): Filters =>
  new Map([...filters].filter(([name]) => names.includes(name)));

/**
 * Converts filters to the body of a list request. A filter with one value becomes this value, and a filter with several
 * values becomes a list. An empty value always becomes the list [""].
 */
export function asBody(filters: Filters): Record<string, string | number | (string | number)[]> {
  return Object.fromEntries(
    [...filters].map(([name, values]) => {
      const [first] = values;
      return [
        name,
        values.length === 1 && first !== null && first !== undefined ? first : values.map((one) => one ?? ""),
      ];
    }),
  );
}

/**
 * Converts filters to the JSON that database functions take: an object of lists. Only year_from and year_to are single
 * numbers.
 */
export function asJson(filters: Filters): string {
  return JSON.stringify(
    Object.fromEntries(
      [...filters].map(([name, values]) => [
        name,
        name === "year_from" || name === "year_to" ? values[0] : values,
      ]),
    ),
  );
}

/** Builds an SQL condition per filter. */
export function conditions(
  filters: Filters,
  parameters: Parameters,
  columnOf: (name: ChartFilterName) => string = identifier,
): string[] {
  return [...filters].map(([name, values]) => {
    const column = columnOf(name);
    const known = values.filter((value) => value !== null);
    const parts: string[] = [];
    if (name === "year_from") return `${column} >= ${parameters.add(known[0] ?? null, "integer")}`;
    if (name === "year_to") return `${column} <= ${parameters.add(known[0] ?? null, "integer")}`;
    if (known.length > 0)
      parts.push(`${column} = any (${parameters.add(arrayLiteral(known), `${chartFilterTypes[name]}[]`)})`);
    if (known.length < values.length) parts.push(`${column} is null`);
    return `(${parts.join(" or ")})`;
  });
}

/**
 * Builds a condition on the offices of the filtered region or province, because the tables of stored figures have an
 * index on the office. Returns an empty list without such a filter. Also returns an empty list if the filter includes
 * empty regions or provinces.
 */
export function officeConditions(filters: Filters, parameters: Parameters): string[] {
  const places = pick(filters, ["region_name", "province_name"]);
  if (places.size === 0 || [...places.values()].some((values) => values.includes(null))) return [];
  return [inOffices(conditions(places, parameters).join(" and "))];
}
