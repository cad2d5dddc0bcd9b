/** Whether two rows are likely about the same person or thing (registry: `likelySame`), as `private.likely_same` judges it. */
import { foldText } from "./text.ts";

type Values = Readonly<Record<string, unknown>>;

/** A name reduced to its words, in one order: "DELA PEÑA, Ana" equals "Ana dela Pena". */
export const nameWords = (value: unknown): string =>
  (foldText(value).match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(" ");

const blank = (value: unknown): boolean => value === null || value === undefined || value === "";

/**
 * The fields of the key in which two rows agree; null when they are not likely the same: the name, which comes first,
 * must have the same words, and no other field may differ where both rows have a value.
 */
export function agreement(key: readonly string[], one: Values, other: Values): string[] | null {
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
