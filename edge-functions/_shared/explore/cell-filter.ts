/** Builds the filter of the list that opens when a user clicks a table cell on the Explore screen. */
import type { FilterGrammar } from "../contracts/filters/conditions.ts";
import { allOfFilters } from "../contracts/filters/join-filters.ts";
import { daysOfPart, readDimensionName } from "./date-parts.ts";

/** Key of a group of rows: the value of the field, or the text of a year, quarter or month (explore/date-parts.ts). */
export type GroupKey = string | number | boolean | null;

/** Returns the condition that selects the rows of one group. */
function groupFilter(dimension: string, key: GroupKey): FilterGrammar {
  const { field, part } = readDimensionName(dimension);
  if (key === null) return { [field]: { blank: true } };
  if (part === null) return { [field]: key };
  return { [field]: { between: daysOfPart(part, key as string | number) } };
}

/**
 * Returns the filter of the list that a cell opens: the filter of the query, and one condition per group.
 * @param groups The fields by which the query groups rows, each with the cell's key. Omits a field if the cell is a
 * total over all its groups.
 */
export function cellFilter(
  filter: FilterGrammar | undefined,
  groups: readonly (readonly [dimension: string, key: GroupKey])[],
): FilterGrammar {
  const conditions = groups.map(([dimension, key]) => groupFilter(dimension, key));
  const all = [...(filter && Object.keys(filter).length > 0 ? [filter] : []), ...conditions];
  return all.length === 1 ? (all[0] ?? {}) : all.length === 0 ? {} : allOfFilters(all);
}
