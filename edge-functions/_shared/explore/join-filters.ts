/** Joins filters that must all hold. */
import type { FilterGrammar } from "../contracts/filters/conditions.ts";

/**
 * Returns one filter for filters that must all hold; undefined if they are all empty. If two filters name the same
 * field, the result is `{all: filters}`, because one filter can name a field only once.
 */
export function joinFilters(filters: readonly (FilterGrammar | undefined)[]): FilterGrammar | undefined {
  const all = filters.flatMap((one) => (one && Object.keys(one).length > 0 ? [one] : []));
  if (all.length === 0) return undefined;
  const names = all.flatMap((one) => Object.keys(one));
  return new Set(names).size === names.length ? Object.assign({}, ...all) : { all };
}
