/**
 * Splits a filter into the single conditions that screens show and edit. All conditions must hold. A condition can
 * consist of alternatives joined by OR (`any`); at least one alternative must then hold.
 */
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { joinFilters } from "#shared/contracts/filters/join-filters.ts";

/** Position of a condition or alternative in a filter. */
export interface Place {
  /** Position among the conditions that must all hold. */
  item: number;
  /** Position among the alternatives of the condition; 0 for a condition without alternatives. */
  alternative: number;
}

const isOperators = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function itemsOfEntry([name, value]: [string, FilterGrammar[string]]): FilterGrammar[] {
  if (value === undefined) return [];
  if (name === "all") return (value as FilterGrammar[]).flatMap(itemsOf);
  if (name === "has" || name === "has_no")
    return (value as FilterGrammar[]).map((one) => ({ [name]: [one] }) as FilterGrammar);
  if (name === "any") {
    const alternatives = alternativesOf({ any: value as FilterGrammar[] });
    return alternatives.length > 1 ? [{ any: alternatives }] : alternatives.flatMap(itemsOf);
  }
  if (isOperators(value))
    return Object.entries(value).map(([operator, operand]) => ({ [name]: { [operator]: operand } }));
  return [{ [name]: value }];
}

/** Returns the filters, without duplicates. */
const distinct = (filters: readonly FilterGrammar[]): FilterGrammar[] => [
  ...new Map(filters.map((one) => [JSON.stringify(one), one])).values(),
];

/**
 * Returns the conditions of a filter, without duplicates. Each condition is itself a filter with one of three contents:
 * an operator on a field, a related record type, or a list of alternatives joined by OR.
 */
export const itemsOf = (filter: FilterGrammar | undefined): FilterGrammar[] =>
  distinct(Object.entries(filter ?? {}).flatMap(itemsOfEntry));

/**
 * Returns the alternatives that a condition joins by OR, without duplicates. For any other condition, returns only the
 * condition. Each alternative is a single condition or a group of conditions (`all`).
 */
export const alternativesOf = (item: FilterGrammar): FilterGrammar[] =>
  item.any ? distinct(item.any.flatMap(withOneCondition)) : [item];

/**
 * Normalizes one alternative of an OR condition. Returns several conditions as one group (`all`). Replaces a nested OR
 * condition by its alternatives.
 */
function withOneCondition(filter: FilterGrammar): FilterGrammar[] {
  const items = itemsOf(filter);
  return items.length === 1 ? items.flatMap(alternativesOf) : [{ all: items }];
}

/**
 * Replaces the condition at a position in a filter, or removes the condition if `condition` is null. Adds the condition
 * if the position is after the last one. Returns undefined if the filter is then empty.
 */
export function withCondition(
  filter: FilterGrammar | undefined,
  { item, alternative }: Place,
  condition: FilterGrammar | null,
): FilterGrammar | undefined {
  const items = itemsOf(filter);
  const before = items[item];
  const added = condition ? [condition] : [];
  const any = (before ? alternativesOf(before) : []).toSpliced(alternative, 1, ...added);
  return joinFilters(items.toSpliced(item, 1, any.length > 1 ? { any } : (any[0] ?? {})));
}
