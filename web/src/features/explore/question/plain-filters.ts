/** Finds the conditions of a filter that limit a field to a single value. */
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";

/** Returns the values of the named fields that the filter limits to one value. */
export const plainFilters = (filter: FilterGrammar, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = filter[name];
      return typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [];
    }),
  );

export const withoutFilters = (filter: FilterGrammar, names: readonly string[]): FilterGrammar =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name)));
