/**
 * Filters of charts and reports. Each filter is one value or a list of values. The values "" and null match rows in
 * which the field is empty.
 */
import { z } from "zod";
import { type ChartFilterName, chartFilterTypes } from "../../charts/figures/subjects.ts";
import { fields } from "../base/call.ts";
import { isUnset, type Reading, read, refused, right } from "../base/values.ts";
import { readFilter } from "./filter-values.ts";

export type FilterList = readonly (string | number | null)[];
/** The chart filters that a request sets, with their values. */
export type Filters = ReadonlyMap<ChartFilterName, FilterList>;

/** Names of the filters that every chart endpoint accepts. */
export const chartFilterNames = (Object.keys(chartFilterTypes) as ChartFilterName[]).filter(
  (name) => name !== "support_provided",
);

const mostValues = 1000;
const aFilter = "a filter of this call";

/** True for filters that accept only one year. */
const isSingle = (name: ChartFilterName): boolean => name === "year_from" || name === "year_to";

/** Reads the values of one filter. The list is empty if the filter is not set. */
function readFilterList(name: ChartFilterName, value: unknown): Reading<FilterList> {
  const list = Array.isArray(value);
  const values: unknown[] = list ? value : [value];
  if (values.length > mostValues) {
    return refused(`The filter ${name} accepts at most ${mostValues} values.`);
  }
  if (isSingle(name) && list) return refused(`The filter ${name} accepts only one year.`);
  const known: (string | number | null)[] = [];
  for (const one of values) {
    if (isUnset(one)) {
      if (list) known.push(null);
      continue;
    }
    const reading = readFilter(name, chartFilterTypes[name], one);
    if (!reading.ok) return reading;
    known.push(typeof reading.value === "boolean" ? String(reading.value) : reading.value);
  }
  return right(known);
}

const oneOf = (name: ChartFilterName) =>
  chartFilterTypes[name] === "integer" ? z.union([z.int(), z.literal("")]) : z.string();

/** Schema of one filter. */
export const chartFilter = (name: ChartFilterName) => {
  const one = oneOf(name).nullable();
  const as = isSingle(name) ? one : z.union([one, z.array(one)]);
  return read(as, (input) => readFilterList(name, input)).optional();
};

/** Returns the schemas of the given filters, by filter name. All filters are optional. */
export const filterShape = (names: readonly ChartFilterName[]) =>
  Object.fromEntries(names.map((name) => [name, chartFilter(name)]));

/** Returns the filters that the request sets. */
export const filtersIn = (
  names: readonly ChartFilterName[],
  input: Readonly<Record<string, unknown>>,
): Filters =>
  new Map(
    names.flatMap((name) => {
      const values = input[name] as FilterList | undefined;
      return values && values.length > 0 ? [[name, values] as const] : [];
    }),
  );

/** Schema of a body that holds only filters. */
export const chartFilters = (names: readonly ChartFilterName[]) =>
  fields(filterShape(names), aFilter).transform((input) => filtersIn(names, input));
