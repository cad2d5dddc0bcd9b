/** Compares IDs that people write in different ways. */
import { foldText } from "../rules/text.ts";

/** Returns the letters and digits of an ID, without case and accents. */
export const plainId = (id: unknown): string => foldText(id).replace(/[^\p{L}\p{N}]/gu, "");

/** Normalizes an ID, so that "T - 1" and "t-1" are equal. "T1" and "T-01" are different IDs. */
export const foldId = (id: unknown): string =>
  foldText(id)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * True if two IDs differ only in blanks, punctuation or leading zeros, as "00123" and "123" or "NE-001" and "NE 1". A
 * separator in only one of the IDs is ignored: "202105" equals "2021.05". "2025-1-11" and "2025-11-1" are different.
 */
export function isSameId(one: unknown, other: unknown): boolean {
  const [left, right] = [partsOf(one), partsOf(other)];
  if (left === right) return true;
  if (left.includes(" ") && right.includes(" ")) return false;
  const [whole, joined] = spellingsOf(other);
  return whole === spellingsOf(one)[0] || joined === spellingsOf(one)[1];
}

/**
 * Returns two forms of an ID, both without separators. The first form lacks the leading zeros of the whole ID, the
 * second those of each part.
 */
export const spellingsOf = (id: unknown): readonly [string, string] => [
  plainId(id).replace(/^0+(?=.)/, ""),
  plainId(partsOf(id)),
];

/** Returns the parts of an ID without the leading zeros of each number. */
const partsOf = (id: unknown): string => foldId(id).replace(/(?<!\d)0+(?=\d)/g, "");
