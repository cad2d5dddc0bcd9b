/** Similarity of names by trigrams, computed like PostgreSQL's pg_trgm. */
import { foldText } from "../rules/text.ts";

/** Returns the trigrams of a name. Each word is padded with two blanks before it and one blank after it. */
export function trigrams(name: string): Set<string> {
  const found = new Set<string>();
  for (const word of foldText(name).match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = `  ${word} `;
    for (let start = 0; start + 3 <= padded.length; start++) found.add(padded.slice(start, start + 3));
  }
  return found;
}

/** Returns the number of shared trigrams divided by the number of distinct trigrams of both names; from 0 to 1. */
export function similarity(one: Set<string>, other: Set<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const trigram of one) if (other.has(trigram)) shared++;
  return shared / (one.size + other.size - shared);
}

/** Full words for abbreviations in names of organizations. "&" and endings such as "Inc." are handled separately. */
const expansions: Readonly<Record<string, string>> = {
  arb: "agrarian reform beneficiary",
  arbs: "agrarian reform beneficiaries",
  arc: "agrarian reform community",
  asso: "association",
  assoc: "association",
  assn: "association",
  coop: "cooperative",
  coops: "cooperatives",
  fa: "farmers association",
  fas: "farmers associations",
  fed: "federation",
  ia: "irrigators association",
  mpc: "multi purpose cooperative",
  multipurpose: "multi purpose",
  sta: "santa",
  sto: "santo",
};
const endings: ReadonlySet<string> = new Set(["inc", "incorporated"]);

/**
 * Returns the words of a name, with full words for abbreviations. "Sta. Rosa Farmers' Coop, Inc." and "Santa Rosa
 * Farmers Cooperative" have the same words, so they probably name the same organization.
 */
export const expandName = (name: unknown): string =>
  wordsOf(foldText(name).replaceAll("'", "").replaceAll("&", " and "))
    .filter((word) => !endings.has(word))
    .map((word) => (Object.hasOwn(expansions, word) ? expansions[word] : word))
    .join(" ");

/** Minimum similarity at which two names in one town may name the same organization. */
export const minSimilarity = 0.6;

/** Words that many names of organizations contain, so they do not help to distinguish organizations. */
const common = new Set(
  (
    "agrarian agri agricultural agriculture agro arb arbo arbos arbs arc assn ass association asso assoc beneficiaries " +
    "beneficiary bukid coop cooperative cooperatives corp corporation credit development farmer farmers federation " +
    "fishermen fisherfolk group inc incorporated irrigators irrigation kooperatiba magsasaka mga mpc mpcs multi " +
    "multipurpose ng of organization people peoples planters producers purpose reform reforms rural s sa samahan " +
    "samahang growers small the ug upland and at for in women womens workers"
  ).split(" "),
);

/**
 * True if two names probably belong to different organizations. Compares the words that remain without common words
 * such as "farmers". False if one name only adds words to the other, or is the initials of the other.
 */
export function areDifferentNames(one: string, other: string): boolean {
  const [left, right] = [ownWords(one), ownWords(other)];
  if (left.length === 0 || right.length === 0)
    return similarity(trigrams(one), trigrams(other)) < minSimilarity / 2;
  const within = (some: readonly string[], all: readonly string[]) =>
    some.every((word) => all.includes(word));
  if (within(left, right) || within(right, left)) return false;
  if (
    initials(one) === foldText(other).replace(/[^a-z0-9]/g, "") ||
    initials(other) === foldText(one).replace(/[^a-z0-9]/g, "")
  ) {
    return false;
  }
  return similarity(trigrams(left.join(" ")), trigrams(right.join(" "))) < 0.4;
}

const wordsOf = (name: string): string[] => foldText(name).match(/[\p{L}\p{N}]+/gu) ?? [];
const ownWords = (name: string): string[] => wordsOf(name).filter((word) => !common.has(word));
const initials = (name: string): string =>
  wordsOf(name)
    .map((word) => word.charAt(0))
    .join("");
