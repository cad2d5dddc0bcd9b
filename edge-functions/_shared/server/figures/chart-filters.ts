/** The filters of a chart call (contracts/chart-filters.ts) as drills, functions of the database and conditions take them. */
import { type ChartFilterName, chartFilterTypes } from "../../charts/figures/subjects.ts";
import type { Filters } from "../../contracts/chart-filters.ts";
import { arrayLiteral, identifier, type Parameters } from "../db/database.ts";

export type { Filters } from "../../contracts/chart-filters.ts";

/** Those of the filters that are named. */
export const pick = (filters: Filters, names: readonly ChartFilterName[]): Filters =>
  new Map([...filters].filter(([name]) => names.includes(name)));

/** As a drill carries them: one value as it is, several as a list, empty ones as "". */
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

/** As functions of the database take them: an object of lists, and the two years as numbers. */
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

/** A condition for each filter, over the columns of what is read. */
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
