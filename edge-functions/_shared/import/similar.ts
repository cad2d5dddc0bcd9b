/** Likeness of names by their trigrams, computed as PostgreSQL's pg_trgm does. */
import { foldText } from "../rules/text.ts";

/** The trigrams of a name: each word padded with two blanks before and one behind. */
export function trigrams(name: string): Set<string> {
  const found = new Set<string>();
  for (const word of foldText(name).match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = `  ${word} `;
    for (let start = 0; start + 3 <= padded.length; start++) found.add(padded.slice(start, start + 3));
  }
  return found;
}

/** Shared trigrams over all trigrams, 0 to 1. */
export function similarity(one: Set<string>, other: Set<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const trigram of one) if (other.has(trigram)) shared++;
  return shared / (one.size + other.size - shared);
}

/** From this likeness on, two names of one town may mean the same organization. */
export const alikeFrom = 0.6;
