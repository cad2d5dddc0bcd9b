/**
 * Reads the filter of a list from its URL (grammar: `#shared/contracts/filters/conditions.ts`). Checks only the
 * structure. The API checks fields and values, and the list shows the API's error message.
 */
import type { FieldCondition, FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { mostFilterLevels } from "#shared/contracts/filters/filter-levels.ts";

type Entries = Readonly<Record<string, unknown>>;

const isEntries = (value: unknown): value is Entries =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isComparable = (value: unknown): boolean => /^(string|number)$/.test(typeof value);
const isBoolean = (value: unknown): boolean => typeof value === "boolean";
const isPlain = (value: unknown): boolean => value === null || isComparable(value) || isBoolean(value);
const isList = (value: unknown, isItem: (item: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) && value.length > 0 && value.every(isItem);
const isPlainOrList = (value: unknown): boolean => isPlain(value) || isList(value, isPlain);

const operators: Readonly<Record<keyof FieldCondition, (value: unknown) => boolean>> = {
  not: isPlainOrList,
  blank: isBoolean,
  not_blank: isBoolean,
  contains: (value) => typeof value === "string",
  lt: isComparable,
  lte: isComparable,
  gt: isComparable,
  gte: isComparable,
  between: (value) => isList(value, isComparable) && value.length === 2,
};

const isOperator = ([name, operand]: [string, unknown]): boolean =>
  Object.hasOwn(operators, name) && operators[name as keyof FieldCondition](operand);

const isFieldCondition = (value: unknown): boolean =>
  isPlainOrList(value) || (isEntries(value) && isList(Object.entries(value), isOperator as never));

function isRelated(value: unknown, depth: number): boolean {
  if (!isEntries(value)) return false;
  const { record, where, ...rest } = value;
  return (
    typeof record === "string" &&
    Object.keys(rest).length === 0 &&
    (where === undefined || isFilter(where, depth + 1))
  );
}

function isCondition(name: string, value: unknown, depth: number): boolean {
  if (name === "any" || name === "all") return isList(value, (one) => isFilter(one, depth + 1));
  if (name === "has" || name === "has_no") return isList(value, (one) => isRelated(one, depth));
  return isFieldCondition(value);
}

const isFilter = (value: unknown, depth: number): boolean =>
  depth <= mostFilterLevels &&
  isEntries(value) &&
  Object.entries(value).every(([name, part]) => isCondition(name, part, depth));

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Converts a list of one string to the string itself, because the URL writes a single string and such a list alike. */
const simplified = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 && typeof value[0] === "string" && value[0] !== ""
    ? value[0]
    : value;

/**
 * Returns the conditions of a filter as pairs of name and value, without empty conditions. Null if the input is not an
 * object.
 * @param value The filter, as JSON text or as an object.
 */
function conditionsIn(value: unknown): [name: string, value: unknown][] | null {
  const input = parsed(value);
  if (!isEntries(input)) return null;
  const conditions = Object.entries(input).map(([name, part]): [string, unknown] => [name, simplified(part)]);
  return conditions.filter(([, part]) => part !== "" && part !== undefined);
}

const isSound = ([name, value]: [string, unknown]): boolean => isCondition(name, value, 1);

/** Checks whether a filter has a malformed condition, which `filterFromUrl` would leave out. */
export const hasMalformed = (value: unknown): boolean =>
  value !== undefined && value !== "" && !(conditionsIn(value)?.every(isSound) ?? false);

/**
 * Returns the conditions of a filter from a URL or a saved view; undefined if there are none. Leaves out a malformed
 * condition as a whole, because parts of the condition would select other rows.
 * @param value The filter, as JSON text or as an object.
 */
export function filterFromUrl(value: unknown): FilterGrammar | undefined {
  const sound = (conditionsIn(value) ?? []).filter(isSound);
  return sound.length > 0 ? (Object.fromEntries(sound) as FilterGrammar) : undefined;
}
