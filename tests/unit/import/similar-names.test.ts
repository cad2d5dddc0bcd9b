/** The fast search for similar names in a town must find the same names as a comparison of every pair. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SimilarNames } from "#shared/import/classify/similar-names.ts";
import { areDifferentNames, minSimilarity, similarity, trigrams } from "#shared/import/name-similarity.ts";

/** Returns, for each name, the similar names before it in the list. Compares every pair. */
function plainly(names: readonly string[]): string[][] {
  return names.map((name, index) =>
    names
      .slice(0, index)
      .map((other, place) => ({ shown: `${place}`, likeness: similarity(trigrams(name), trigrams(other)) }))
      .filter(({ likeness }) => likeness >= minSimilarity)
      .sort((one, other) => other.likeness - one.likeness)
      .slice(0, 3)
      .map(({ shown }) => shown),
  );
}

function fast(names: readonly string[], known: readonly string[]): string[][] {
  const index = new SimilarNames(known);
  return names.map((name, place) => {
    const found = index.find("town", name);
    index.add("town", name, `${place}`);
    return found;
  });
}

describe("Search for similar names", () => {
  it("The fast search for similar names finds the same names as a comparison of all pairs.", () => {
    const word = fc.constantFrom(
      "San",
      "Isidro",
      "Roque",
      "Farmers",
      "Farmer",
      "Assn",
      "Bagong",
      "Buhay",
      "I",
      "II",
      "Ñ",
    );
    const name = fc.array(word, { minLength: 0, maxLength: 5 }).map((words) => words.join(" "));
    const typed = fc.tuple(name, fc.string({ maxLength: 3 })).map((parts) => parts.join(" "));
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 40 }), fc.array(name), (names, known) => {
        expect(fast(names, known)).toEqual(plainly(names));
        expect(fast(names, names)).toEqual(plainly(names));
      }),
      { numRuns: 300 },
    );
  });

  it("The fast search for similar names takes under 10 seconds for 10,000 names of a town.", () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `Samahang Magsasaka ng Licab ${index}`);
    const started = process.cpuUsage();
    fast(names, names);
    // Time limit of 10 seconds; comparing every pair would take more than a minute.
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(10);
  });
});

describe("Comparison of two names with the same ID", () => {
  it.each([
    ["Bagong Buhay Farmers Association", "Bagong Buhay Farmers Assn., Inc.", false],
    ["Bagong Buhay ARB Cooperative", "BAGONG BUHAY Multi-Purpose Coop", false],
    ["Samahang Magsasaka ng San Isidro", "San Isidro Farmers Association", false],
    ["Nueva Ecija Farmers Association", "NEFA", false],
    ["Licabenong Gintong Butil", "Licabeñong  Gintong Butil FA", false],
    ["San Isidro Farmers Association", "Santa Rosa Farmers Association", true],
    ["Bagong Buhay Farmers Association", "Samahang Kalikasan ng Aliaga", true],
    ["Malaya ARB Cooperative", "Tagumpay ARB Cooperative", true],
  ])(
    'For two rows with the same ID, the check whether "%s" and "%s" are different names returns %s.',
    (one, other, unlike) => {
      expect([areDifferentNames(one, other), areDifferentNames(other, one)]).toEqual([unlike, unlike]);
    },
  );
});
