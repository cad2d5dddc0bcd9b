/**
 * Splits a filter into the single conditions that screens show and edit. All conditions must hold. If a condition has
 * alternatives (`any`), one of them must hold.
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
 * Returns the conditions of a filter, without duplicates. Each condition is itself a filter that contains exactly one
 * of: an operator on a field, a related record type, or a list of alternatives.
 */
export const itemsOf = (filter: FilterGrammar | undefined): FilterGrammar[] =>
  distinct(Object.entries(filter ?? {}).flatMap(itemsOfEntry));

/**
 * Returns the alternatives of a condition, without duplicates. A condition without alternatives is returned alone. Each
 * alternative is a single condition or a group of conditions (`all`).
 */
export const alternativesOf = (item: FilterGrammar): FilterGrammar[] =>
  item.any ? distinct(item.any.flatMap(withOneCondition)) : [item];

/**
 * Normalizes one alternative of a condition. If it has several conditions, returns them as one group (`all`). If it has
 * alternatives of its own, returns these alternatives.
 */
function withOneCondition(filter: FilterGrammar): FilterGrammar[] {
  const items = itemsOf(filter);
  return items.length === 1 ? items.flatMap(alternativesOf) : [{ all: items }];
}

/**
 * Replaces the condition at a position in a filter, or removes it if `condition` is null. Adds the condition if the
 * position is after the last one. Returns undefined if the filter has no conditions any more.
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
