/**
 * The filters of a chart call: years, quarter, month, office, fund source, programme and organization, each a value or a
 * list of values, in which "" and null mean that the field is empty. What is not known is refused.
 */
import { type ChartFilterName, chartFilterTypes } from "../../charts/figures/subjects.ts";
import { Problem, type ProblemDetail } from "../../contracts/problems.ts";
import type { Column } from "../db/columns.ts";
import { arrayLiteral, identifier, type Parameters } from "../db/database.ts";
import { readFilterValue } from "../db/filter-values.ts";
import type { JsonObject } from "../http/body.ts";

export type FilterList = readonly (string | number | null)[];
/** Those that are set. */
export type Filters = ReadonlyMap<ChartFilterName, FilterList>;

/** The filters of every chart call. */
export const chartFilterNames = (Object.keys(chartFilterTypes) as ChartFilterName[]).filter(
  (name) => name !== "support_provided",
);

const mostValues = 1000;
const isName = (name: string): name is ChartFilterName => Object.hasOwn(chartFilterTypes, name);

/** @throws Problem malformed, naming every filter that is unknown, not among `taken`, or cannot be read. */
export function readChartFilters(given: JsonObject, taken: readonly ChartFilterName[]): Filters {
  const filters = new Map<ChartFilterName, FilterList>();
  const problems: ProblemDetail[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (!isName(name) || !taken.includes(name)) {
      problems.push({ field: name, message: `"${name.slice(0, 60)}" is not a filter of this call.` });
      continue;
    }
    const reading = readFilterList(name, value);
    if (typeof reading === "string") problems.push({ field: name, message: reading });
    else if (reading.length > 0) filters.set(name, reading);
  }
  if (problems.length > 0) throw new Problem("malformed", problems[0]?.message ?? "", problems);
  return filters;
}

/** The values of one filter, none where it is not set; a sentence when it cannot be read. */
export function readFilterList(name: ChartFilterName, value: unknown): FilterList | string {
  const list = Array.isArray(value);
  const values: unknown[] = list ? value : [value];
  if (values.length > mostValues) return `The filter ${name} takes at most ${mostValues} values.`;
  const single = name === "year_from" || name === "year_to";
  if (single && list) return `The filter ${name} takes one year.`;
  const column: Column = { name, type: chartFilterTypes[name], hasDefault: false };
  const read: (string | number | null)[] = [];
  for (const one of values) {
    if (one === null || one === undefined || one === "") {
      if (list) read.push(null);
      continue;
    }
    const reading = readFilterValue(column, one);
    if (!reading.ok) return `The filter ${name}: ${reading.reason}.`;
    read.push(typeof reading.value === "boolean" ? String(reading.value) : reading.value);
  }
  return read;
}

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
