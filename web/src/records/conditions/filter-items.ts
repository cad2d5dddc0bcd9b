/** Splits a filter into single conditions, in which screens show and edit it, and joins conditions to a filter. */
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { joinFilters } from "#shared/explore/join-filters.ts";

/** How the conditions of a filter are joined: all must hold, or at least one. */
export type Join = "all" | "any";

/** Each item is a filter with one condition: one field with one operator, one related record type, or one group. */
export interface FilterItems {
  join: Join;
  items: readonly FilterGrammar[];
}

const isOperators = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function itemsOfEntry([name, value]: [string, FilterGrammar[string]]): FilterGrammar[] {
  if (value === undefined) return [];
  if (name === "all") return (value as FilterGrammar[]).flatMap(itemsOfAll);
  if (name === "has" || name === "has_no")
    return (value as FilterGrammar[]).map((one) => ({ [name]: [one] }) as FilterGrammar);
  if (name !== "any" && isOperators(value))
    return Object.entries(value).map(([operator, operand]) => ({ [name]: { [operator]: operand } }));
  return [{ [name]: value }];
}

/** Returns the conditions that must all hold, without repeated ones. */
function itemsOfAll(filter: FilterGrammar): FilterGrammar[] {
  const items = Object.entries(filter).flatMap(itemsOfEntry);
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** Returns the conditions of a filter. Nested groups that must all hold anyway are part of the list. */
export function itemsOf(filter: FilterGrammar | undefined): FilterItems {
  const items = itemsOfAll(filter ?? {});
  const only = items.length === 1 ? items[0]?.any : undefined;
  return only ? { join: "any", items: only.map(withOneCondition) } : { join: "all", items };
}

/** Returns an alternative as an item: as its only condition, or as a group. */
function withOneCondition(filter: FilterGrammar): FilterGrammar {
  const items = itemsOfAll(filter);
  return items.length === 1 ? (items[0] ?? filter) : { all: items };
}

/** Returns the filter with the given conditions, in their order; undefined if there are none. */
export function filterOf({ join, items }: FilterItems): FilterGrammar | undefined {
  if (join === "any" && items.length > 0) return { any: [...items] };
  return joinFilters(items);
}
