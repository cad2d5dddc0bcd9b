/**
 * Checks whether two rows are probably about the same person or thing (registry: `likelySame`). The SQL function
 * `private.find_likely_duplicates` has the same rule.
 */
import { foldText } from "./text.ts";

type Values = Readonly<Record<string, unknown>>;

/** Returns the words of a name in alphabetical order, so that "DELA PEÑA, Ana" equals "Ana dela Pena". */
export const nameWords = (value: unknown): string =>
  (foldText(value).match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(" ");

const blank = (value: unknown): boolean => value === null || value === undefined || value === "";

/**
 * Returns the fields in which two rows agree; null if the rows are probably different. The first field is the name,
 * which must have the same words in both rows. Each other field must be equal if both rows have a value.
 */
export function findAgreeingFields(key: readonly string[], one: Values, other: Values): string[] | null {
  const [name = "", ...others] = key;
  if (nameWords(one[name]) === "" || nameWords(one[name]) !== nameWords(other[name])) return null;
  const agreed = [name];
  for (const field of others) {
    if (blank(one[field]) || blank(other[field])) continue;
    if (foldText(one[field]) !== foldText(other[field])) return null;
    agreed.push(field);
  }
  return agreed;
}
