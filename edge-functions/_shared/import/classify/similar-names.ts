/**
 * Finds similar names within a town without comparing every name with every other name.
 *
 * Each name is a set of trigrams, sorted by rarity (rarest first). Two names that are similar enough share at least one
 * of their rarest trigrams, so other pairs of names are not compared (prefix filtering). A comparison stops as soon as
 * the pair can't be among the best results.
 */
import { minSimilarity, trigrams } from "../name-similarity.ts";

interface Entry {
  shown: string;
  ranks: Int32Array;
}

interface Town {
  entries: Entry[];
  /**
   * For each trigram: the names that have this trigram among their rarest ones (see `prefixLength`). Each name takes
   * three numbers in the list: the name's index in `entries`, the trigram's position in the name's sorted trigrams, and
   * the number of these trigrams.
   */
  byTrigram: Map<number, number[]>;
}

interface Found {
  index: number;
  likeness: number;
}

const mostNamed = 3;

export class SimilarNames {
  private readonly towns = new Map<string, Town>();
  private readonly ranks = new Map<string, number>();
  private unseen = 0;

  /** @param names Names that will be added or searched. Their trigrams are counted to find the rarest ones. */
  constructor(names: Iterable<string>) {
    const counts = new Map<string, number>();
    for (const name of names)
      for (const part of trigrams(name)) counts.set(part, (counts.get(part) ?? 0) + 1);
    const rarestFirst = [...counts].sort(([one, a], [other, b]) => a - b || (one < other ? -1 : 1));
    for (const [rank, [part]] of rarestFirst.entries()) this.ranks.set(part, rank);
  }

  /** @param shown Text that `find` returns for this name. */
  add(townName: string, name: string, shown: string): void {
    const town: Town = this.towns.get(townName) ?? { entries: [], byTrigram: new Map() };
    this.towns.set(townName, town);
    const ranks = this.ranksOf(name);
    const index = town.entries.push({ shown, ranks }) - 1;
    for (const [place, rank] of ranks.subarray(0, prefixLength(ranks.length, minSimilarity)).entries()) {
      const entries = town.byTrigram.get(rank);
      if (entries) entries.push(index, place, ranks.length);
      else town.byTrigram.set(rank, [index, place, ranks.length]);
    }
  }

  /**
   * Returns the `shown` texts of the three names in the town that are most similar to the given name, most similar
   * first. Equally similar names are in order of insertion.
   */
  find(townName: string, name: string): string[] {
    const town = this.towns.get(townName);
    if (!town) return [];
    const own = this.ranksOf(name);
    const best: Found[] = [];
    let threshold = minSimilarity;
    const compared = new Uint8Array(town.entries.length);
    for (let place = 0; place < prefixLength(own.length, threshold); place++) {
      const entries = town.byTrigram.get(own[place] ?? 0) ?? [];
      for (let at = 0; at < entries.length; at += 3) {
        const there = entries[at + 1] as number;
        const length = entries[at + 2] as number;
        // Maximum number of trigrams that the two names can share: this trigram, plus the remaining trigrams of the
        // name with fewer trigrams left.
        const most = 1 + Math.min(own.length - place - 1, length - there - 1);
        if (most + 1e-9 < (threshold / (1 + threshold)) * (own.length + length)) continue;
        const index = entries[at] as number;
        if (compared[index] === 1) continue;
        const other = (town.entries[index] as Entry).ranks;
        // Require a later name to be more similar, because the earlier of two equally similar names is kept.
        const last = best[mostNamed - 1];
        const needed = neededOf(
          own.length + other.length,
          threshold,
          last !== undefined && last.index < index,
        );
        if (most < needed) continue;
        compared[index] = 1;
        const shared = sharedFrom(own, place, other, there, needed);
        if (shared < needed) continue;
        best.push({ index, likeness: shared / (own.length + other.length - shared) });
        best.sort((one, next) => next.likeness - one.likeness || one.index - next.index);
        if (best.length > mostNamed) best.pop();
        if (best.length === mostNamed) threshold = best[mostNamed - 1]?.likeness ?? threshold;
      }
    }
    return best.flatMap(({ index }) => town.entries[index]?.shown ?? []);
  }

  private ranksOf(name: string): Int32Array {
    const ranks = [...trigrams(name)].map((part) => {
      const known = this.ranks.get(part);
      if (known !== undefined) return known;
      // A trigram that is in no known name is rarer than all known trigrams.
      this.unseen--;
      this.ranks.set(part, this.unseen);
      return this.unseen;
    });
    return Int32Array.from(ranks).sort();
  }
}

/**
 * Returns how many of a name's rarest trigrams are compared first (the name's prefix). Two names with a similarity of
 * at least `threshold` share at least one trigram of their prefixes.
 * @param length Number of trigrams of the name.
 */
const prefixLength = (length: number, threshold: number): number =>
  length - Math.ceil(threshold * length - 1e-9) + 1;

/**
 * Returns how many trigrams two names must share to reach the similarity `threshold`.
 * @param together Sum of the numbers of trigrams of both names.
 * @param more True if the similarity must be above `threshold`; false if it may also be equal.
 */
function neededOf(together: number, threshold: number, more: boolean): number {
  const exact = (threshold / (1 + threshold)) * together;
  return more ? Math.floor(exact + 1e-9) + 1 : Math.ceil(exact - 1e-9);
}

/**
 * Counts the trigrams that two names share, from the given positions on. Stops early, with a lower count, if the count
 * can't reach `needed`.
 */
function sharedFrom(
  one: Int32Array,
  start: number,
  other: Int32Array,
  begin: number,
  needed: number,
): number {
  let [left, right, shared] = [start, begin, 0];
  while (left < one.length && right < other.length) {
    if (shared + Math.min(one.length - left, other.length - right) < needed) return shared;
    const a = one[left] ?? 0;
    const b = other[right] ?? 0;
    if (a === b) {
      shared++;
      left++;
      right++;
    } else if (a < b) left++;
    else right++;
  }
  return shared;
}
