/** Joins several filters into one filter that selects the rows matching all of them. */
import type { FilterGrammar } from "./conditions.ts";
import { mostFilterLevels } from "./filter-levels.ts";

/**
 * Joins filters into one filter that matches only if all of them match. Returns undefined if all filters are empty.
 * Returns `{all: filters}` if two filters name the same field, because a filter can name a field only once.
 */
export function joinFilters(filters: readonly (FilterGrammar | undefined)[]): FilterGrammar | undefined {
  const all = filters.flatMap((one) => (one && Object.keys(one).length > 0 ? [one] : []));
  if (all.length === 0) return undefined;
  const names = all.flatMap((one) => Object.keys(one));
  return new Set(names).size === names.length ? Object.assign({}, ...all) : allOfFilters(all);
}

/**
 * Returns `{all: filters}`, which is one level deeper than the filters. If the result has too many levels for the
 * grammar, returns one filter with the parts of all filters instead.
 */
export function allOfFilters(filters: readonly FilterGrammar[]): FilterGrammar {
  const all = [...filters];
  return isDeeper({ all }, mostFilterLevels) ? merge(filters) : { all };
}

const isList = (part: unknown): part is unknown[] => Array.isArray(part) && part.length > 0;

/** Filter keys whose value is a list of conditions that must all match. The lists of two filters can be joined. */
const joinable = ["all", "has", "has_no"];

/**
 * Puts the parts of all filters into one filter. If two parts have the same name, the second one becomes an item of
 * `all`.
 */
function merge(filters: readonly FilterGrammar[]): FilterGrammar {
  const merged = new Map<string, unknown>();
  const others: unknown[] = [];
  for (const [name, part] of filters.flatMap((one) => Object.entries(one))) {
    const taken = merged.get(name);
    if (!merged.has(name)) merged.set(name, part);
    else if (joinable.includes(name) && isList(taken) && isList(part)) merged.set(name, [...taken, ...part]);
    else others.push({ [name]: part });
  }
  const all = merged.get("all");
  if (others.length > 0 && merged.has("all") && !isList(all)) return { all: [...filters] };
  if (others.length > 0) merged.set("all", [...(isList(all) ? all : []), ...others]);
  return Object.fromEntries(merged) as FilterGrammar;
}

/** Checks whether a filter has more than `levels` levels. Also works with invalid filters. */
function isDeeper(filter: unknown, levels: number): boolean {
  if (typeof filter !== "object" || filter === null) return false;
  if (levels === 0) return true;
  const { any, all, has, has_no: hasNo } = filter as Readonly<Record<string, unknown>>;
  const related = [has, hasNo].flat().map((one) => (one as { where?: unknown } | null | undefined)?.where);
  return [any, all, related].flat().some((one) => isDeeper(one, levels - 1));
}
