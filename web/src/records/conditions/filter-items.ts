/**
 * Splits a filter into the single conditions that screens show and edit. All conditions must hold. A condition with
 * alternatives (`any`) holds if one alternative holds.
 */
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { joinFilters } from "#shared/contracts/filters/join-filters.ts";

/** Place of a condition in a filter. */
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

/** Returns the filters without duplicates. */
const distinct = (filters: readonly FilterGrammar[]): FilterGrammar[] => [
  ...new Map(filters.map((one) => [JSON.stringify(one), one])).values(),
];

/**
 * Returns the conditions of a filter that must all hold, without duplicates. Each condition is returned as a filter.
 * This filter has one field with one operator, one related record type, or a list of alternatives.
 */
export const itemsOf = (filter: FilterGrammar | undefined): FilterGrammar[] =>
  distinct(Object.entries(filter ?? {}).flatMap(itemsOfEntry));

/**
 * Returns the alternatives of a condition, without duplicates. If the condition has no alternatives, returns only the
 * condition. Each returned alternative is a single condition or a group (`all`).
 */
export const alternativesOf = (item: FilterGrammar): FilterGrammar[] =>
  item.any ? distinct(item.any.flatMap(withOneCondition)) : [item];

/**
 * Splits one alternative of a condition. If the alternative is a single condition, returns this condition or, if this
 * condition has alternatives of its own, these alternatives. If the alternative has several conditions, returns one
 * group (`all`).
 */
function withOneCondition(filter: FilterGrammar): FilterGrammar[] {
  const items = itemsOf(filter);
  return items.length === 1 ? items.flatMap(alternativesOf) : [{ all: items }];
}

/**
 * Returns the filter with the condition at a place replaced, or removed if `condition` is null. If the place is after
 * the last condition, adds the condition. Returns undefined if no condition is left.
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
